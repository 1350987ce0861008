//! Building a bot in its folder, apart from everything else like the bot itself.

use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::command::Bot;
use crate::fault::{plain, shortened};
use crate::sandbox::{Cell, Errand, Folder, User};
use crate::watch::Watched;
use crate::{Caps, Isolation, entry, nursery};

/// Time for a build.
const TIME: Duration = Duration::from_secs(120);

/// How much of a compiler's complaint is kept: its beginning.
const KEPT: u64 = 4 << 10;

/// Bytes that a build may write, in its folder and for a while.
const WRITTEN: u64 = 1 << 30;

/// Letters of the command that sentences show.
const NAMED: usize = 200;

/// Runs the words of a build in the folder; no words, nothing to do.
///
/// # Errors
/// With what the builder said, when it fails, takes too long or takes too much.
pub fn build(words: &[String], folder: &Path, caps: Caps) -> Result<(), String> {
    if words.is_empty() {
        return Ok(());
    }
    let named = plain(&shortened(words.join(" "), NAMED));
    let bot = Bot::new(words, Some(folder)).map_err(|error| format!("cannot build: {error}"))?;
    let isolation = Isolation::chosen()?;
    let caps = Caps { scratch: WRITTEN, ..caps };
    let told = |error: std::io::Error| format!("cannot run '{named}': {error}");
    match User::next().filter(|_| isolation != Isolation::None) {
        // Root's builders are somebody else, to whom the folder does not belong: they get a copy, and what they made is brought back.
        Some(user) => {
            let copy = Folder::new(None).map_err(told)?;
            entry::copy(folder, copy.path(), user)?;
            let cell = Cell::in_copy(&bot, isolation, copy.path(), user, caps).map_err(told)?;
            run(cell, &named, caps)?;
            entry::bring_back(copy.path(), folder)
        }
        None => run(Cell::new(&bot, isolation, Errand::Build, caps).map_err(told)?, &named, caps),
    }
}

fn run(cell: Cell, named: &str, caps: Caps) -> Result<(), String> {
    let told = |error: std::io::Error| format!("cannot run '{named}': {error}");
    let Cell { mut command, goods } = cell;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = nursery::spawn(command).map_err(told)?;
    let watched = Watched::new(Pid::from_child(&child), caps, goods);
    let (out, err) = (child.stdout.take().map(keep), child.stderr.take().map(keep));
    let deadline = Instant::now() + TIME;
    let status = loop {
        match child.try_wait().map_err(told)? {
            Some(status) => break Some(status),
            None if Instant::now() >= deadline => break None,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    if status.is_none() {
        watched.kill();
        let _ = child.wait();
    }
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
        plain(&String::from_utf8_lossy(&bytes))
    })
}
