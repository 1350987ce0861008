//! Journals: one line for every finished game of a tournament or pair of a match, never rewritten, so that a stopped run goes on where it was.
//! One process at a time writes it; the kernel sees to that, also when the process before was killed or lives on without its parent.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::Record;

use crate::Transcript;
use crate::arbiter::Failure;
use crate::fault::shortened;

/// A finished game of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the meeting.
    pub meeting: usize,
    /// Number of the game in it.
    pub game: usize,
    /// Numbers of the two players.
    pub players: [usize; 2],
    /// The submissions with which they played; empty for players that are none.
    #[serde(default)]
    pub versions: [String; 2],
    /// Who failed, and how.
    pub failures: Vec<Failure>,
    /// What was said lately, by seat: what bots wrote to stderr, and the conversation with those that failed.
    pub transcripts: Vec<Transcript>,
    /// The game.
    pub record: Record,
}

/// An open journal.
pub struct Journal {
    file: File,
}

impl Entry {
    /// The names of the two players.
    pub fn names(&self) -> [&str; 2] {
        // In games of odd number the seats are swapped.
        let name = |side: usize| self.record.players.get((side + self.game) % 2).map_or("", String::as_str);
        [name(0), name(1)]
    }

    /// Whether a player of this game was a submission.
    pub fn is_of_class(&self) -> bool {
        self.versions.iter().any(|version| !version.is_empty())
    }
}

/// The games of the newest submissions among those of a class, in which numbers of players and meetings change from run to run: here they follow
/// from the names. What older submissions played is left out. Games in which nobody was a submission are as they were.
pub fn newest(mut games: Vec<Entry>) -> Vec<Entry> {
    if !games.iter().any(Entry::is_of_class) {
        return games;
    }
    let mut newest: HashMap<String, String> = HashMap::new();
    for game in &games {
        for (name, version) in game.names().into_iter().zip(&game.versions) {
            newest.insert(name.to_string(), version.clone());
        }
    }
    games.retain(|game| {
        game.names().into_iter().zip(&game.versions).all(|(name, version)| newest[name] == *version)
    });
    let mut names: Vec<String> = games.iter().flat_map(|game| game.names().map(str::to_string)).collect();
    names.sort();
    names.dedup();
    let number = |name: &str| names.binary_search_by(|known| known.as_str().cmp(name)).unwrap_or_default();
    for game in &mut games {
        let [a, b] = game.names().map(number);
        game.players = [a, b];
        game.meeting = a.min(b) * names.len() + a.max(b);
    }
    games
}

impl Journal {
    /// Opens or begins the journal of the tournament of so many `players` (`None` where they come and go) with this `stamp`, for this process alone, and returns what it holds. A last
    /// line that is broken is dropped, and its game will be played again.
    ///
    /// # Errors
    /// When the file cannot be used, somebody else is writing it, it is the journal of another tournament, or a line in it is broken.
    pub fn open(path: &Path, stamp: &str, players: Option<usize>) -> Result<(Journal, Vec<Entry>), String> {
        let (journal, lines) = Journal::of(path, "tournament", stamp, |line| read(line, players))?;
        let (mut entries, mut known) = (Vec::new(), HashSet::new());
        for entry in lines {
            // A game that stands there twice was played once: the first holds. In a class meetings change their numbers, and two may have met twice.
            let names = entry.names().map(str::to_string);
            if entry.is_of_class() || known.insert((entry.meeting, names, entry.game)) {
                entries.push(entry);
            }
        }
        Ok((journal, entries))
    }

    /// The same for a journal of anything: `what` it is of, and how a line is read. Its first line says whose journal it is; `stamp` is a number that follows from everything that
    /// the games depend on.
    ///
    /// # Errors
    /// As [`Journal::open`].
    pub fn of<T>(
        path: &Path,
        what: &str,
        stamp: &str,
        read: impl Fn(&[u8]) -> Result<T, String>,
    ) -> Result<(Journal, Vec<T>), String> {
        let told = |error: std::io::Error| format!("cannot use the journal '{}': {error}", path.display());
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(told)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(taken(path, what, &file)),
            Err(TryLockError::Error(error)) => return Err(told(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(told)?;
        let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        // A line is written at once with its end. Without the end it was cut off, and with it the disk may have kept only a part.
        let whole = |line: &[u8]| line.ends_with(b"\n") && serde_json::from_slice::<Value>(line).is_ok();
        lines.pop_if(|line| !whole(line));
        let heading = json!({ what: stamp });
        let found = lines.first().map(|line| serde_json::from_slice::<Value>(line));
        if found.as_ref().is_some_and(|found| found.as_ref().ok() != Some(&heading)) {
            return Err(format!(
                "'{}' is the journal of another {what}, or this one's file has been changed since it began; \
                 move the journal away to begin anew",
                path.display()
            ));
        }
        let kept: usize = lines.iter().map(|line| line.len()).sum();
        file.set_len(kept as u64).map_err(told)?;
        file.seek(std::io::SeekFrom::End(0)).map_err(told)?;
        if found.is_none() {
            write(&mut file, &heading).map_err(told)?;
        }
        let numbered = lines.iter().enumerate().skip(1);
        let read =
            |(index, line): (usize, &&[u8])| read(line).map_err(|error| broken(path, index + 1, &error));
        let entries: Result<Vec<T>, String> = numbered.map(read).collect();
        Ok((Journal { file }, entries?))
    }

    /// Adds a line; it is on the disk when this returns.
    pub fn add(&mut self, entry: &impl Serialize) -> std::io::Result<()> {
        write(&mut self.file, entry)
    }
}

impl Drop for Journal {
    /// Gives the journal free at once. Closing the file would not do: a child that is just being started has it open too, for a moment.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

fn read(line: &[u8], players: Option<usize>) -> Result<Entry, String> {
    let entry: Entry = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let Some(players) = players else { return Ok(entry) };
    match entry.players.iter().find(|&&player| player >= players) {
        Some(player) => Err(format!("it names player {}, and there are {players}", player + 1)),
        None => Ok(entry),
    }
}

fn broken(path: &Path, line: usize, error: &str) -> String {
    let path = path.display();
    format!(
        "line {line} of the journal '{path}' is broken: {error}; delete that line (sed -i {line}d '{path}') and its game is played again, \
         or move the journal away to begin anew"
    )
}

/// The sentence for a journal that another process is writing, with its number and command where the kernel tells.
fn taken(path: &Path, what: &str, file: &File) -> String {
    let owner = owner(file).map_or("another process".to_string(), |id| {
        let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let words: Vec<String> =
            line.split(|&byte| byte == 0).map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        format!("process {id} ({})", shortened(words.join(" ").trim().to_string(), 120))
    });
    format!("{owner} is playing this {what} already: it writes the journal '{}'", path.display())
}

/// Who holds the lock on a file.
fn owner(file: &File) -> Option<u32> {
    let number = file.metadata().ok()?.ino().to_string();
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    let held = |line: &&str| {
        line.contains("FLOCK") && line.split_whitespace().any(|word| word.rsplit(':').next() == Some(&number))
    };
    locks.lines().find(held)?.split_whitespace().nth(4)?.parse().ok().filter(|&id| id > 0)
}

fn write(file: &mut File, line: &impl Serialize) -> std::io::Result<()> {
    let line = serde_json::to_string(line).expect("plain data") + "\n";
    file.write_all(line.as_bytes())?;
    file.sync_data()
}
