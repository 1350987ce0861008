//! Who saw it: a process that watches the one that works, so that a job that ends its worker is known for it. A machine that goes for reasons of its
//! own takes its watcher along, and then nobody blames its jobs.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The variable that tells a worker which jobs were in the hands of the one before it when that died.
const DIED: &str = "LUDUS_DIED_WITH";

/// How often the watcher looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// How long it waits before it starts another worker.
const BREATH: Duration = Duration::from_millis(500);

/// Runs a worker as a process of its own, and another whenever one is ended by a signal, until it ends by itself or `stop` is set, which it is told.
/// `tell` hears a sentence when a worker has died.
///
/// # Errors
/// When it cannot be started.
pub fn watch(
    make: &dyn Fn() -> Command,
    stop: &AtomicBool,
    tell: &dyn Fn(&str),
) -> std::io::Result<ExitStatus> {
    let mut died: Vec<String> = Vec::new();
    loop {
        let mut command = make();
        // Apart from us, so that Ctrl-C in a terminal comes here alone.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0);
        if died.is_empty() {
            command.env_remove(DIED);
        } else {
            command.env(DIED, died.join("\n"));
        }
        let mut child = command.spawn()?;
        let (mut voice, said) = (child.stdin.take(), child.stdout.take());
        let held = Arc::new(Mutex::new(Vec::new()));
        let listener = said.map(|said| {
            let held = held.clone();
            std::thread::spawn(move || {
                for line in BufReader::new(said).lines().map_while(Result::ok) {
                    let mut held = held.lock().expect("nobody panics with what is held");
                    match line.split_once(' ') {
                        Some(("+", path)) => held.push(path.to_string()),
                        Some(("-", path)) => held.retain(|other| other != path),
                        _ => {}
                    }
                }
            })
        });
        let mut asked = false;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if stop.load(Ordering::Relaxed) && !asked {
                asked = true;
                // The line stays open: its end would mean that we are gone.
                let _ = voice.as_mut().map(|voice| voice.write_all(b"stop\n"));
            }
            std::thread::sleep(LOOK);
        };
        if let Some(listener) = listener {
            let _ = listener.join();
        }
        if status.code().is_some() || stop.load(Ordering::Relaxed) {
            return Ok(status);
        }
        died = std::mem::take(&mut *held.lock().expect("nobody panics with what is held"));
        tell(&format!(
            "the process that works was ended ({status}) with {} jobs in hand; another begins",
            died.len()
        ));
        std::thread::sleep(BREATH);
    }
}

/// The side of the worker: what it says to its watcher, and what it hears.
pub struct Watched {
    died: Mutex<Vec<String>>,
}

impl Watched {
    /// Listens: sets `stop` when asked to, and ends this process when the watcher is gone.
    pub fn begin(stop: &Arc<AtomicBool>) -> Watched {
        let stop = stop.clone();
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines() {
                match line.as_deref() {
                    Ok("stop") => stop.store(true, Ordering::Relaxed),
                    Ok(_) => {}
                    Err(_) => break,
                }
            }
            std::process::exit(1);
        });
        let died = std::env::var(DIED).unwrap_or_default();
        Watched { died: Mutex::new(died.lines().map(str::to_string).collect()) }
    }

    /// The jobs in the hands of the worker before this one when it died, each once.
    pub(crate) fn died(&self) -> Vec<String> {
        std::mem::take(&mut *self.died.lock().expect("nobody panics with the dead"))
    }

    pub(crate) fn takes(&self, path: &str) {
        say('+', path);
    }

    pub(crate) fn leaves(&self, path: &str) {
        say('-', path);
    }
}

fn say(sign: char, path: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(format!("{sign} {path}\n").as_bytes()).and_then(|()| out.flush());
}
