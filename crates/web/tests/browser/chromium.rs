//! A small driver for headless Chromium: its debugging protocol over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use ludus_web::{App, Budget, Rate, Seeds, Settings};
use serde_json::{Value, json};

/// What the browser answers when a question meets a page that is being left.
const LEAVING: i64 = -32_000;

/// How long anything may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a lesson may cost, in nodes.
pub const EFFORT: Budget = Budget::Nodes(20_000);

/// What a review may cost, in nodes.
const REVIEW: Budget = Budget::Nodes(400_000);

/// A browser with one page.
pub struct Chromium {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    session: Option<String>,
    calls: u64,
    profile: PathBuf,
    /// What the page complained about: errors in scripts, requests that failed.
    pub complaints: Vec<String>,
}

impl Chromium {
    /// Starts the browser, installing it first where it is missing.
    pub fn start(width: u32, height: u32) -> Chromium {
        let program = find_or_install();
        let profile = std::env::temp_dir().join(format!(
            "ludus-chromium-{}-{width}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        let command = format!(
            "exec {program} --headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update \
             --disable-sync --no-first-run --hide-scrollbars --disable-dev-shm-usage --force-color-profile=srgb --mute-audio \
             --disable-extensions --remote-debugging-pipe --user-data-dir='{}' --window-size={width},{height} 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null",
            profile.display()
        );
        let mut child = Command::new("sh")
            .args(["-c", &command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell starts");
        let to = child.stdin.take().expect("a pipe");
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        let (send, from) = channel();
        std::thread::spawn(move || {
            let mut message = Vec::new();
            while reader.read_until(0, &mut message).is_ok_and(|n| n > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else { break };
                if send.send(value).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let mut browser =
            Chromium { child, to, from, session: None, calls: 0, profile, complaints: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_string);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.size(width, height);
        browser
    }

    /// Gives the page a size; narrow ones are those of a phone.
    pub fn size(&mut self, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Asks for dark or light colours and for no movement.
    pub fn prefer(&mut self, colours: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": colours }, { "name": "prefers-reduced-motion", "value": "reduce" }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Calls a method of the protocol and waits for its result.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Calls a method of the protocol and waits for its result, or for the browser's refusal.
    fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser listens");
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let answer = self
                .from
                .recv_timeout(left)
                .unwrap_or_else(|_| panic!("the browser did not answer {method}"));
            if answer["id"] == json!(self.calls) {
                return match answer.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(answer["result"].clone()),
                };
            }
            self.notice(&answer);
        }
    }

    fn notice(&mut self, event: &Value) {
        let params = &event["params"];
        let complaint = match event["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" => Some(params["exceptionDetails"].to_string()),
            "Runtime.consoleAPICalled" if params["type"] == "error" => Some(params["args"].to_string()),
            "Log.entryAdded" if params["entry"]["level"] == "error" => Some(params["entry"].to_string()),
            "Network.responseReceived" if params["response"]["status"].as_u64() >= Some(400) => {
                Some(params["response"]["url"].to_string())
            }
            "Network.loadingFailed"
                if params["canceled"] != json!(true) && params["errorText"] != "net::ERR_ABORTED" =>
            {
                Some(params.to_string())
            }
            _ => None,
        };
        self.complaints.extend(complaint);
    }

    /// Goes to an address and waits until the page is there.
    pub fn visit(&mut self, address: &str) {
        self.eval("window.left = true");
        self.call("Page.navigate", json!({ "url": address }));
        self.wait("!window.left && document.readyState === 'complete'");
    }

    /// The value of an expression in the page.
    pub fn eval(&mut self, script: &str) -> Value {
        let result = self.call(
            "Runtime.evaluate",
            json!({ "expression": script, "returnByValue": true, "awaitPromise": true }),
        );
        assert!(result.get("exceptionDetails").is_none(), "{script}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true. A page that is about to give way to the next one has no answer.
    pub fn wait(&mut self, condition: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.ask("Runtime.evaluate", json!({ "expression": condition, "returnByValue": true })) {
                Ok(result) if result["result"]["value"] == json!(true) => return,
                Ok(_) => {}
                Err(error) => assert_eq!(error["code"], LEAVING, "{condition}: {error}"),
            }
            assert!(Instant::now() < deadline, "never came true: {condition}\n{:?}", self.complaints);
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Clicks in the middle of an element, after bringing it into view.
    pub fn click(&mut self, selector: &str) {
        self.hit(selector, "nearest", |browser, x, y| {
            for (kind, buttons) in [("mousePressed", 1), ("mouseReleased", 0)] {
                let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1 });
                browser.call("Input.dispatchMouseEvent", event);
            }
        });
    }

    /// Points at the middle of an element, again while the page moves it away at that moment: what would be hit instead is not told of it.
    fn hit(&mut self, selector: &str, block: &str, point: impl Fn(&mut Chromium, f64, f64)) {
        let aim = format!(
            "(() => {{
                const e = document.querySelector({selector:?});
                if (!e) return null;
                e.scrollIntoView({{ block: {block:?} }});
                const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
                const aimed = document.elementFromPoint(x, y);
                const kinds = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click'];
                const shield = (event) => {{
                    if (event.type === 'pointerdown') window.missed = event.target !== aimed;
                    if (window.missed) {{ event.preventDefault(); event.stopImmediatePropagation(); }} else window.unshield();
                }};
                window.unshield?.();
                window.unshield = () => kinds.forEach((kind) => removeEventListener(kind, shield, true));
                window.missed = false;
                kinds.forEach((kind) => addEventListener(kind, shield, {{ capture: true, passive: false }}));
                return [x, y];
            }})()"
        );
        let deadline = Instant::now() + PATIENCE;
        loop {
            let at = self.eval(&aim);
            let (Some(x), Some(y)) = (at[0].as_f64(), at[1].as_f64()) else {
                panic!("nothing to point at: {selector}")
            };
            point(self, x, y);
            // A page that is being left has heard it.
            let missed = json!({ "expression": "window.missed === true", "returnByValue": true });
            if self
                .ask("Runtime.evaluate", missed)
                .map_or(true, |answer| answer["result"]["value"] != json!(true))
            {
                return;
            }
            assert!(Instant::now() < deadline, "it never stood still: {selector}");
        }
    }

    /// Chooses a file in a field for files.
    pub fn choose_file(&mut self, selector: &str, file: &std::path::Path) {
        let document = self.call("DOM.getDocument", json!({}));
        let found = self
            .call("DOM.querySelector", json!({ "nodeId": document["root"]["nodeId"], "selector": selector }));
        self.call("DOM.setFileInputFiles", json!({ "nodeId": found["nodeId"], "files": [file] }));
    }

    /// Lets touches come from fingers.
    pub fn touching(&mut self) {
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    }

    /// Taps the middle of an element with a finger, after bringing it into view.
    pub fn tap(&mut self, selector: &str) {
        self.hit(selector, "center", |browser, x, y| {
            let points = [json!([{ "x": x, "y": y }]), json!([])];
            for (kind, points) in ["touchStart", "touchEnd"].into_iter().zip(points) {
                browser.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
            }
        });
    }

    /// Draws something from one element to another, both in view, in small steps: with the left button, or with a finger.
    pub fn drag(&mut self, pointer: Pointer, from: &str, to: &str) {
        let (from, to) = (self.middle(from), self.middle(to));
        self.draw_across(pointer, from, to);
    }

    /// Goes sideways with a finger, from the middle of an element.
    pub fn swipe(&mut self, from: &str, across: f64) {
        let from = self.middle(from);
        self.draw_across(Pointer::Finger, from, [from[0] + across, from[1]]);
    }

    /// Where the middle of an element is on the screen.
    fn middle(&mut self, selector: &str) -> [f64; 2] {
        let at = self.eval(&format!(
            "(() => {{ const r = document.querySelector({selector:?}).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        [0, 1].map(|axis| at[axis].as_f64().expect("a number"))
    }

    fn draw_across(&mut self, pointer: Pointer, from: [f64; 2], to: [f64; 2]) {
        const STEPS: u32 = 8;
        for step in 0..=STEPS + 1 {
            let way = f64::from(step.min(STEPS)) / f64::from(STEPS);
            let [x, y] = [0, 1].map(|axis| from[axis] + way * (to[axis] - from[axis]));
            let stage = match step {
                0 => 0,
                _ if step <= STEPS => 1,
                _ => 2,
            };
            if pointer == Pointer::Finger {
                let kind = ["touchStart", "touchMove", "touchEnd"][stage];
                let points = if stage == 2 { json!([]) } else { json!([{ "x": x, "y": y }]) };
                self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
            } else {
                let kind = ["mousePressed", "mouseMoved", "mouseReleased"][stage];
                let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": u8::from(stage < 2), "clickCount": 1 });
                self.call("Input.dispatchMouseEvent", event);
            }
        }
    }

    /// Chooses a language by its code, for the pages of an app.
    pub fn speak(&mut self, server: &str, lang: &str) {
        self.call("Network.setCookie", json!({ "name": "lang", "value": lang, "url": server }));
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let text = if key == "Enter" { "\r" } else { "" };
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "Tab" => 9,
            "Home" => 36,
            "End" => 35,
            _ => 0,
        };
        for kind in ["keyDown", "keyUp"] {
            self.call(
                "Input.dispatchKeyEvent",
                json!({ "type": kind, "key": key, "code": key, "text": text, "windowsVirtualKeyCode": code }),
            );
        }
    }

    /// A picture of what is in view, in base 64; `format` is `png` or `webp`.
    pub fn screenshot(&mut self, format: &str) -> String {
        let mut how = json!({ "format": format });
        if format != "png" {
            how["quality"] = json!(82);
        }
        let shot = self.call("Page.captureScreenshot", how);
        shot["data"].as_str().expect("a picture").to_string()
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// What points at things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// The left button of a mouse.
    Mouse,
    /// A finger.
    Finger,
}

fn find_or_install() -> &'static str {
    let works = |name: &&&str| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
    if let Some(name) = NAMES.iter().find(works) {
        return name;
    }
    let installed = Command::new("apt-get").args(["install", "-y", "-q", "chromium"]).status();
    assert!(
        installed.is_ok_and(|status| status.success()),
        "these tests need chromium, and it cannot be installed"
    );
    NAMES[0]
}

/// The data folder of every app that this program starts.
pub fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("ludus-browser-{}", std::process::id()))
}

/// Who can reach the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// This machine only.
    Machine,
    /// Others too; those on this machine need no key.
    Network,
}

/// Starts the app for this machine; gives its address without the last slash.
pub fn serve() -> String {
    serve_to(Reach::Machine)
}

/// Starts the app on a free port, with a store that is gone afterwards; gives its address without the last slash.
pub fn serve_to(reach: Reach) -> String {
    let (tell, told) = channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let store = store::Store::in_memory().expect("a store");
        runtime.block_on(run(reach, store, "127.0.0.1:0".into(), |origin| {
            tell.send(origin).expect("somebody waits")
        }));
    });
    told.recv_timeout(PATIENCE).expect("the server starts")
}

/// Runs the app at an address; says which one it is once it can be reached.
async fn run(reach: Reach, store: store::Store, at: String, ready: impl FnOnce(String)) {
    // The same games on every machine: each computer player has its one thread, and what it may spend does not depend on the clock.
    let settings = Settings {
        seeds: Seeds::Counted(AtomicU64::new(1)),
        thinkers: 1,
        effort: EFFORT,
        review: REVIEW,
        ..Settings::new(registry::games(), store)
    };
    let rate = Rate { read: 1e6, change: 1e6 };
    let pause = Duration::from_millis(1);
    let listener = tokio::net::TcpListener::bind(at).await.expect("a free port");
    let origin = format!("http://{}", listener.local_addr().expect("an address"));
    ready(origin.clone());
    let key = (reach == Reach::Network).then(|| "a-key-for-the-others".to_string());
    let app = App::new(Settings { rate, pause, folder: Some(folder()), key, origin, ..settings });
    let service = ludus_web::router(app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).await.expect("the server runs");
}

/// An app that goes away and comes back at the same address, with everything it had.
pub struct Stoppable {
    /// Its address without the last slash.
    pub address: String,
    folder: PathBuf,
    runtime: Option<tokio::runtime::Runtime>,
}

impl Stoppable {
    /// Starts it.
    pub fn start() -> Stoppable {
        let folder = folder().with_extension("stoppable");
        let mut made = Stoppable { address: String::new(), folder, runtime: None };
        made.run("127.0.0.1:0".into());
        made
    }

    fn run(&mut self, at: String) {
        let (tell, told) = channel();
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let store = store::Store::open(&self.folder).expect("a store");
        runtime
            .spawn(run(Reach::Machine, store, at, move |origin| tell.send(origin).expect("somebody waits")));
        self.address = told.recv_timeout(PATIENCE).expect("the server starts");
        self.runtime = Some(runtime);
    }

    /// Ends it, connections and all.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(5));
        }
    }

    /// Starts it again.
    pub fn resume(&mut self) {
        let at = self.address.trim_start_matches("http://").to_string();
        self.run(at);
    }
}

impl Drop for Stoppable {
    fn drop(&mut self) {
        self.stop();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
