//! Files that people name: read as far as is sensible, and what is wrong said in a sentence. Pipes are as good as files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::Record;

/// A text that a person writes has no more bytes than this.
pub const TEXT: u64 = 16 << 20;

/// A file of recorded games has no more bytes than this.
const GAMES: u64 = 256 << 20;

/// The text of a file of at most so many bytes.
pub fn text(path: &Path, most: u64) -> Result<String, String> {
    let shown = path.display();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    let read = read.map_err(|error| format!("cannot read '{shown}': {error}"))?;
    if read as u64 > most {
        return Err(format!("'{shown}' is longer than {} MB", most >> 20));
    }
    String::from_utf8(bytes).map_err(|_| format!("'{shown}' is not a text file"))
}

/// A recorded game of a file with one on each line: the one of this number, counted from 1, or the last.
pub fn record(path: &Path, number: Option<usize>) -> Result<Record, String> {
    let shown = path.display();
    let text = text(path, GAMES).map_err(|why| format!("{why}; expected recorded games, one a line"))?;
    // Some editors begin a text with a mark.
    let mut lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty());
    let line = match number {
        None => lines.next_back().ok_or_else(|| format!("'{shown}' holds no game"))?,
        Some(number) => {
            let lines: Vec<&str> = lines.collect();
            *number.checked_sub(1).and_then(|at| lines.get(at)).ok_or_else(|| {
                let games = if lines.len() == 1 { "game" } else { "games" };
                format!("'{shown}' holds {} {games}; there is no game {number}", lines.len())
            })?
        }
    };
    Record::read(line).map_err(|error| format!("'{shown}': {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_without_an_end_are_refused() {
        let refused = text(Path::new("/dev/zero"), 1 << 20).expect_err("it has no end");
        assert_eq!(refused, "'/dev/zero' is longer than 1 MB");
        assert!(record(Path::new("/dev/null"), None).expect_err("it is empty").ends_with("holds no game"));
    }
}
