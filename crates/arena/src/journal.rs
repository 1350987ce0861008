//! The journal of a tournament: one line for every finished game, never rewritten, so that a stopped run goes on where it was.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use table::Record;

use crate::Transcript;
use crate::arbiter::Failure;

/// A finished game of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the meeting.
    pub meeting: usize,
    /// Number of the game in it.
    pub game: usize,
    /// Numbers of the two players.
    pub players: [usize; 2],
    /// Who failed, and how.
    pub failures: Vec<Failure>,
    /// What was said lately, by seat: what bots wrote to stderr, and the conversation with those that failed.
    pub transcripts: Vec<Transcript>,
    /// The game.
    pub record: Record,
}

/// The first line: whose journal it is.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    /// A number that follows from everything that the games depend on.
    tournament: String,
}

/// An open journal.
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens or begins the journal of the tournament with this `stamp` and returns what it holds. A last line that was cut off is dropped, and its
    /// game will be played again.
    ///
    /// # Errors
    /// When the file cannot be used, or is the journal of another tournament.
    pub fn open(path: &Path, stamp: &str) -> Result<(Journal, Vec<Entry>), String> {
        let told = |error: std::io::Error| format!("cannot use the journal '{}': {error}", path.display());
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(told)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(told)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(told)?;
        file.seek(std::io::SeekFrom::End(0)).map_err(told)?;
        let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
        let mut lines = text.lines().enumerate();
        let heading = Heading { tournament: stamp.to_string() };
        match lines.next().map(|(_, line)| serde_json::from_str::<Heading>(line)) {
            None => write(&mut file, &heading).map_err(told)?,
            Some(Ok(found)) if found == heading => {}
            Some(_) => {
                return Err(format!(
                    "'{}' is the journal of another tournament, or this one's file has been changed since it began; \
                     move the journal away to begin anew",
                    path.display()
                ));
            }
        }
        let mut entries = Vec::new();
        for (index, line) in lines {
            let entry = serde_json::from_str(line);
            let wrong =
                |error| format!("line {} of the journal '{}' is wrong: {error}", index + 1, path.display());
            entries.push(entry.map_err(wrong)?);
        }
        Ok((Journal { file }, entries))
    }

    /// Adds a game; it is on the disk when this returns.
    pub fn add(&mut self, entry: &Entry) -> std::io::Result<()> {
        write(&mut self.file, entry)
    }
}

fn write(file: &mut File, line: &impl Serialize) -> std::io::Result<()> {
    let line = serde_json::to_string(line).expect("plain data") + "\n";
    file.write_all(line.as_bytes())?;
    file.sync_data()
}
