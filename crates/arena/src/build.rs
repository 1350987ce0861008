//! Building a bot in its folder, apart from everything else like the bot itself.

use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::command::Bot;
use crate::sandbox::{self, Errand};
use crate::watch::Watched;
use crate::{Caps, Isolation, nursery};

/// Time for a build.
const TIME: Duration = Duration::from_secs(120);

/// How much of a compiler's complaint is kept: its beginning.
const KEPT: u64 = 4 << 10;

/// Runs the words of a build in the folder; no words, nothing to do.
///
/// # Errors
/// With what the builder said, when it fails, takes too long or takes too much.
pub fn build(words: &[String], folder: &Path, caps: Caps) -> Result<(), String> {
    if words.is_empty() {
        return Ok(());
    }
    let named = words.join(" ");
    let bot = Bot::new(words, Some(folder)).map_err(|error| format!("cannot build: {error}"))?;
    let told = |error: std::io::Error| format!("cannot run '{named}': {error}");
    let mut command = sandbox::command(&bot, Isolation::best(), Errand::Build).map_err(told)?;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = nursery::spawn(command).map_err(told)?;
    let watched = Watched::new(Pid::from_child(&child), caps);
    let (out, err) = (child.stdout.take().map(keep), child.stderr.take().map(keep));
    let deadline = Instant::now() + TIME;
    let status = loop {
        match child.try_wait().map_err(told)? {
            Some(status) => break Some(status),
            None if Instant::now() >= deadline => break None,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    watched.kill();
    let _ = child.kill();
    let _ = child.wait();
    let said: Vec<String> =
        [err, out].into_iter().flatten().filter_map(|reader| reader.join().ok()).collect();
    let said = said.join("");
    match (watched.verdict(), status) {
        (Some(lapse), _) => Err(format!("'{named}' was ended: {lapse}")),
        (None, None) => Err(format!("'{named}' was ended after {} s", TIME.as_secs())),
        (None, Some(status)) if status.success() => Ok(()),
        (None, Some(status)) => Err(format!("'{named}' failed ({status}): {}", said.trim())),
    }
}

/// Reads everything and keeps the beginning.
fn keep(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.by_ref().take(KEPT).read_to_end(&mut bytes);
        let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
