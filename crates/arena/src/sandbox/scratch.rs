//! A folder that a bot may write in, of a bounded size, gone when the bot is.

use std::fs::File;
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown};
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
    /// Says that somebody is still there, also to those who cannot see the process: `/tmp` may be shared between containers.
    _held: File,
}

impl Folder {
    /// A new, empty folder that nobody but the user can enter; without one, nobody but this process's.
    pub(crate) fn new(user: Option<User>) -> io::Result<Folder> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        static SWEPT: Once = Once::new();
        SWEPT.call_once(sweep);
        let folder = loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("{PREFIX}{}-{number}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                // Somebody else's, whoever that is.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MOST => {}
                made => {
                    made?;
                    let held = File::open(&path)?;
                    let locked = held.try_lock().is_ok();
                    let folder = Folder { path, _held: held };
                    // Until it was locked, it looked like one that was left.
                    if locked && folder.path.exists() {
                        break folder;
                    }
                }
            }
        };
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
        remove(&self.path);
    }
}

/// Removes a folder with everything in it, however deep and however closed: what lies deep is first brought up, because paths have a greatest length and
/// going down folder by folder takes a stack.
fn remove(folder: &Path) {
    /// Folders in folders that are removed from where they are.
    const DEEP: usize = 32;
    let (mut waiting, mut brought_up) = (vec![(folder.to_path_buf(), 0)], 0usize);
    let mut emptied = Vec::new();
    while let Some((at, depth)) = waiting.pop() {
        let _ = std::fs::set_permissions(&at, PermissionsExt::from_mode(0o700));
        for entry in std::fs::read_dir(&at).into_iter().flatten().flatten() {
            let path = entry.path();
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let _ = std::fs::remove_file(&path);
            } else if depth < DEEP {
                waiting.push((path, depth + 1));
            } else {
                brought_up += 1;
                let place = folder.join(format!(".{brought_up}"));
                if std::fs::rename(&path, &place).is_ok() {
                    waiting.push((place, 1));
                }
            }
        }
        emptied.push(at);
    }
    emptied.iter().rev().for_each(|at| drop(std::fs::remove_dir(at)));
}

/// Removes what arbiters that were killed have left.
fn sweep() {
    let entries = std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
        let real = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if real && owner.is_some_and(|id| !Path::new(&format!("/proc/{id}")).exists()) {
            let left = File::open(entry.path());
            if left.is_ok_and(|left| left.try_lock().is_ok()) {
                remove(&entry.path());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten thousand folders in each other, the first of them closed: gone with the rest.
    #[test]
    fn nothing_lies_too_deep_to_be_removed() {
        let folder = Folder::new(None).expect("a folder");
        let mut at =
            rustix::fs::open(folder.path(), rustix::fs::OFlags::DIRECTORY, rustix::fs::Mode::empty())
                .expect("open");
        for _ in 0..10_000 {
            rustix::fs::mkdirat(&at, "d", rustix::fs::Mode::RWXU).expect("made");
            at = rustix::fs::openat(&at, "d", rustix::fs::OFlags::DIRECTORY, rustix::fs::Mode::empty())
                .expect("open");
        }
        let closed = folder.path().join("closed");
        std::fs::create_dir(&closed).and_then(|()| std::fs::write(closed.join("f"), "x")).expect("written");
        std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o300)).expect("closed");
        let path = folder.path().to_path_buf();
        drop(folder);
        assert!(!path.exists());
    }

    /// A folder of a process that cannot be seen is left alone until that has gone.
    #[test]
    fn what_somebody_holds_is_not_swept() {
        let place = |name: String| std::env::temp_dir().join(name);
        let made = place(format!("ludus-held-{}", std::process::id()));
        let path = place(format!("{PREFIX}{}-{}", u32::MAX, std::process::id()));
        std::fs::create_dir(&made).expect("a folder");
        let held = File::open(&made).expect("open");
        held.lock().expect("locked");
        std::fs::rename(&made, &path).expect("renamed");
        sweep();
        assert!(path.exists());
        drop(held);
        sweep();
        assert!(!path.exists());
    }
}
