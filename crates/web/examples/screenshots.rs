//! Makes pictures of every page: `cargo run -p ludus-web --example screenshots -- docs/screenshots`. The format is WebP, or PNG when that is said
//! after the folder; `all` after that makes every page at every size, light and dark.

#[allow(dead_code, reason = "the driver serves other programs too")]
#[path = "../tests/browser/chromium.rs"]
mod chromium;
#[path = "../tests/browser/cup.rs"]
mod cup;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use chromium::{Chromium, serve};

/// A phone, a tablet, a wide screen.
const PHONE: (u32, u32) = (390, 844);
const TABLET: (u32, u32) = (1024, 768);
const WIDE: (u32, u32) = (1600, 1000);

/// A page to be pictured.
struct Shot {
    name: String,
    address: String,
    /// Done in the page before the picture is taken.
    before: &'static str,
    sizes: &'static [(u32, u32)],
}

/// A reason in focus lights the board.
const WITH_REASON: &str =
    "localStorage.setItem('why', 'yes'); document.querySelector('why-panel details').open = true;";

fn main() {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "docs/screenshots".into());
    let folder = Path::new(&folder);
    let format = std::env::args().nth(2).unwrap_or_else(|| "webp".into());
    let all = std::env::args().nth(3).is_some_and(|word| word == "all");
    std::fs::create_dir_all(folder).expect("the folder can be made");
    let server = serve();
    let mut browser = Chromium::start(1024, 800);
    browser.prefer("light");
    for shot in shots(&mut browser, &server) {
        if all {
            for (width, height) in [PHONE, TABLET, WIDE] {
                browser.size(width, height);
                for colours in ["light", "dark"] {
                    let name = format!("{}-{width}-{colours}.{format}", shot.name);
                    take(&mut browser, &shot, colours, &folder.join(name));
                }
            }
            continue;
        }
        for &(width, height) in shot.sizes {
            browser.size(width, height);
            take(&mut browser, &shot, "light", &folder.join(format!("{}-{width}.{format}", shot.name)));
        }
        if shot.sizes.len() == 3 {
            browser.size(WIDE.0, WIDE.1);
            take(&mut browser, &shot, "dark", &folder.join(format!("{}-dark.{format}", shot.name)));
        }
    }
}

fn take(browser: &mut Chromium, shot: &Shot, colours: &str, path: &Path) {
    browser.prefer(colours);
    browser.eval("localStorage.setItem('why', 'no')");
    browser.visit(&shot.address);
    if !shot.before.is_empty() {
        browser.eval(shot.before);
    }
    let wait = if shot.address.contains("/analyse/") { 4_000 } else { 700 };
    std::thread::sleep(Duration::from_millis(wait));
    if shot.before == WITH_REASON {
        browser.eval("document.querySelector('.reason')?.focus({ preventScroll: true })");
        browser.eval("scrollTo(0, 0)");
    }
    let format = path.extension().and_then(|ending| ending.to_str()).unwrap_or("png");
    save(path, &browser.screenshot(format));
}

/// Plays a few moves of every game and gives the pages to look at.
fn shots(browser: &mut Chromium, server: &str) -> Vec<Shot> {
    const ALL: &[(u32, u32)] = &[PHONE, TABLET, WIDE];
    const ONE: &[(u32, u32)] = &[TABLET];
    let mut shots = Vec::new();
    browser.visit(&format!("{server}/"));
    browser.eval("localStorage.setItem('speed', 'none')");
    for (index, family) in registry::games().all().iter().enumerate() {
        let name = family.info.name;
        let made = browser.eval(&prepared(name));
        let sizes = if index < 1 { ALL } else { ONE };
        let kinds = [("play", 0, ""), ("why", 0, WITH_REASON), ("analyse", 1, "")];
        for (kind, at, before) in kinds {
            let address = made[at].as_str().expect("an address").to_string();
            shots.push(Shot { name: format!("{kind}-{name}"), address, before, sizes });
        }
    }
    for (index, family) in registry::games().all().iter().enumerate() {
        let name = family.info.name;
        let made = browser.eval(&lost(name));
        let sizes = if index < 1 { ALL } else { ONE };
        let review = made[0].as_str().expect("an address").to_string();
        shots.push(Shot { name: format!("review-{name}"), address: review, before: "", sizes });
        let practice = format!("{server}/practice/{name}?own=yes");
        shots.push(Shot { name: format!("practice-{name}"), address: practice, before: "", sizes });
        let lesson = made[1].as_str().map(str::to_string);
        shots.extend(lesson.map(|address| Shot {
            name: format!("learn-{name}"),
            address,
            before: "",
            sizes,
        }));
    }
    cup::lay_out();
    let first = registry::games().all()[0].info.name;
    for players in ["3", "4"] {
        let address = browser.eval(&of_many(first, players)).as_str().expect("an address").to_string();
        shots.push(Shot { name: format!("play-{first}-{players}"), address, before: "", sizes: ALL });
    }
    for family in registry::games().that_can("edit").all().iter().skip(1) {
        let name = family.info.name;
        let address = format!("{server}/editor/{name}");
        shots.push(Shot { name: format!("editor-{name}"), address, before: "", sizes: ONE });
    }
    let open = "document.querySelector('.preferences').open = true";
    shots.push(Shot {
        name: "settings".into(),
        address: format!("{server}/statistics"),
        before: open,
        sizes: ONE,
    });
    for (name, path) in [
        ("home", String::new()),
        ("setup", format!("new/{first}")),
        ("rules", format!("rules/{first}")),
        ("editor", format!("editor/{first}")),
        ("lab", format!("lab/{first}")),
        ("tournament", "tournament/cup".into()),
        ("tournaments", "tournaments".into()),
        ("replay", "tournament/cup/game/0/0?ply=9".into()),
        ("learn", "learn".into()),
        ("course", format!("learn/{first}")),
        ("practice", "practice".into()),
        ("yours", "yours".into()),
        ("reviews", "reviews".into()),
        ("results", "statistics".into()),
        ("begun", "games".into()),
        ("offline", "offline".into()),
        ("trouble", "nowhere".into()),
    ] {
        let sizes = if matches!(
            name,
            "trouble"
                | "rules"
                | "replay"
                | "tournaments"
                | "practice"
                | "yours"
                | "reviews"
                | "results"
                | "begun"
                | "offline"
        ) {
            ONE
        } else {
            ALL
        };
        shots.push(Shot { name: name.into(), address: format!("{server}/{path}"), before: "", sizes });
    }
    shots
}

/// Begins a game, plays a few good moves, and opens its analysis.
fn prepared(name: &str) -> String {
    format!(
        "(async () => {{
            const send = (path, body) => fetch(path, {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify(body) }});
            const game = (await send('/games', {{ game: '{name}', opponent: 'expert' }})).url;
            const settled = async () => {{ let state; do {{ state = await (await fetch(game + '/state')).json(); }} while (state.thinking); return state; }};
            for (let n = 0; n < 3; n++) {{
                const state = await settled();
                if (state.over) break;
                const hint = await (await send(game + '/hint', {{}})).json();
                await send(game + '/move', {{ move: hint.move, ply: state.ply }});
            }}
            await settled();
            const study = (await send(game + '/analyse', {{}})).url;
            return [game, study];
        }})()"
    )
}

/// Begins a game for several players and plays a few moves.
fn of_many(name: &str, players: &str) -> String {
    format!(
        "(async () => {{
            const send = (path, body) => fetch(path, {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify(body) }});
            const game = (await send('/games', {{ game: '{name}', opponent: 'level3', 'option-players': '{players}' }})).url;
            for (let n = 0; n <= 8; n++) {{
                let state;
                do {{ state = await (await fetch(game + '/state')).json(); }} while (state.thinking);
                if (n < 8) await send(game + '/move', {{ move: state.board.paths[(n * 7) % state.board.paths.length][0], ply: state.ply }});
            }}
            return game;
        }})()"
    )
}

/// Loses a game, has it reviewed, and gives the worst moment of the review and the first step of the first lesson, where there is one.
fn lost(name: &str) -> String {
    format!(
        "(async () => {{
            const send = (path, body) => fetch(path, {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify(body) }});
            const game = (await send('/games', {{ game: '{name}', opponent: 'level4', think_ms: '200' }})).url;
            for (let n = 0; n < 40; n++) {{
                let state;
                do {{ state = await (await fetch(game + '/state')).json(); }} while (state.thinking);
                if (state.over) break;
                const paths = state.board.paths;
                await send(game + '/move', {{ move: paths[(n * 7919) % paths.length][0], ply: state.ply }});
            }}
            await send(game + '/resign', {{}});
            const review = (await send(game + '/review', {{}})).url;
            let state;
            do {{
                await new Promise((done) => setTimeout(done, 200));
                state = await (await fetch(review + '/state')).json();
            }} while (!['complete', 'failed'].includes(state.stage));
            const course = await (await fetch('/learn/{name}')).text();
            const step = /href=\"(\\/learn\\/[^\"]+\\/[^\"]+)\"/.exec(course);
            return [review + '?ply=' + (state.moments[0] ?? 1), step ? location.origin + step[1] : null];
        }})()"
    )
}

/// Writes a picture that came in base 64, with the system's own decoder.
fn save(path: &Path, base64: &str) {
    use std::io::Write;
    let file = std::fs::File::create(path).expect("the file can be made");
    let mut decoder =
        Command::new("base64").arg("-d").stdin(Stdio::piped()).stdout(file).spawn().expect("base64 is there");
    decoder.stdin.take().expect("a pipe").write_all(base64.as_bytes()).expect("base64 reads");
    assert!(decoder.wait().is_ok_and(|status| status.success()), "{}", path.display());
}
