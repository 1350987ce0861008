//! The journal of a tournament: one line for every finished game, never rewritten, so that a stopped run goes on where it was.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use table::Record;

use crate::Lapse;

/// A finished game of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Number of the meeting.
    pub meeting: usize,
    /// Number of the game in it.
    pub game: usize,
    /// Numbers of the two players.
    pub players: [usize; 2],
    /// The seat that failed, from 0, and how.
    pub lapse: Option<(usize, Lapse)>,
    /// What the bots wrote to stderr lately, by seat.
    pub notes: Vec<String>,
    /// The game.
    pub record: Record,
}

/// An open journal.
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens or begins the journal and returns what it holds. A last line that was cut off is dropped, and its game will be played again.
    pub fn open(path: &Path) -> Result<(Journal, Vec<Entry>), String> {
        let told = |error: std::io::Error| format!("cannot use the journal '{}': {error}", path.display());
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(told)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(told)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(told)?;
        file.seek(std::io::SeekFrom::End(0)).map_err(told)?;
        let text = String::from_utf8_lossy(&bytes[..whole]).into_owned();
        let mut entries = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let entry = serde_json::from_str(line);
            let wrong =
                |error| format!("line {} of the journal '{}' is wrong: {error}", index + 1, path.display());
            entries.push(entry.map_err(wrong)?);
        }
        Ok((Journal { file }, entries))
    }

    /// Adds a game; it is on the disk when this returns.
    pub fn add(&mut self, entry: &Entry) -> std::io::Result<()> {
        let line = serde_json::to_string(entry).expect("an entry is plain data") + "\n";
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}
