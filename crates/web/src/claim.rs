//! One server a data folder: the first holds a lock, and the next is told who has it and where.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

/// The file that is locked; it says who serves the folder.
const FILE: &str = "server.lock";

/// Letters of that file that are read.
const LONGEST: u64 = 400;

/// A data folder that nobody else serves for as long as this lives. The kernel gives it free also when the process is killed.
pub struct Claim {
    file: File,
}

impl Claim {
    /// Takes the folder, making it if need be.
    ///
    /// # Errors
    /// A sentence that says who has it, or why it cannot be used.
    pub fn take(folder: &Path) -> Result<Claim, String> {
        let told =
            |error: std::io::Error| format!("the data folder '{}' cannot be used: {error}", folder.display());
        std::fs::create_dir_all(folder).map_err(told)?;
        let opened =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(folder.join(FILE));
        let file = opened.map_err(told)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let _ = file.take(LONGEST).read_to_string(&mut text);
                let owner = text.lines().next().filter(|line| !line.is_empty()).unwrap_or("another server");
                return Err(format!(
                    "{owner} uses the data folder '{}' already; use that one, or name another folder with --data",
                    folder.display()
                ));
            }
            Err(TryLockError::Error(error)) => return Err(told(error)),
        }
        let _ = file.set_len(0);
        let claim = Claim { file };
        claim.say("which is just starting");
        Ok(claim)
    }

    /// Writes down where the server is to be found.
    pub fn found_at(&self, address: &str) {
        self.say(&format!("at {address}"));
    }

    /// Whoever reads it only wants to know; that it cannot be written is no reason not to serve.
    fn say(&self, place: &str) {
        let mut file = &self.file;
        let text = format!("the server {place} (process {})\n", std::process::id());
        let _ = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(text.as_bytes()));
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = self.file.set_len(0);
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_is_told_who_has_it() {
        let folder = std::env::temp_dir().join(format!("ludus-claim-{}", std::process::id()));
        let first = Claim::take(&folder).expect("nobody has it");
        first.found_at("http://127.0.0.1:7070");
        let refused = Claim::take(&folder).map(|_| ()).expect_err("it is taken");
        let expected = format!("the server at http://127.0.0.1:7070 (process {}) uses", std::process::id());
        assert!(refused.starts_with(&expected), "{refused}");
        drop(first);
        drop(Claim::take(&folder).expect("it is free again"));
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
