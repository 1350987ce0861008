//! A folder that a bot may write in, of a bounded size, gone when the bot is.

use std::io;
use std::os::unix::fs::{DirBuilderExt, chown};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::user::User;

/// How the names of such folders begin; the number of the process that made it follows.
const PREFIX: &str = "ludus-bot-";

/// Names that are tried.
const MOST: usize = 1 << 40;

/// A folder of its own on the disk, removed when dropped.
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A new, empty folder that nobody but the user can enter; without one, nobody but this process's.
    pub(crate) fn new(user: Option<User>) -> io::Result<Folder> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        static SWEPT: Once = Once::new();
        SWEPT.call_once(sweep);
        let path = loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("{PREFIX}{}-{number}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                // Somebody else's, whoever that is.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MOST => {}
                made => break made.map(|()| path)?,
            }
        };
        let folder = Folder { path };
        if let Some(User(id)) = user {
            chown(&folder.path, Some(id), Some(id))?;
        }
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Removes what arbiters that were killed have left.
fn sweep() {
    let entries = std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
        let real = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if real && owner.is_some_and(|id| !Path::new(&format!("/proc/{id}")).exists()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
