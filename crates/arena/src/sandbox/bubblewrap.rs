//! Bubblewrap: a world of its own for a bot, with nothing in it but what it may see.

use std::ffi::OsString;
use std::io::{self, Seek, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::filter::Filters;
use super::mounts::Shown;
use crate::command::Bot;

/// Where a bot in such a world writes.
pub(super) const SCRATCH: &str = "/tmp";

/// Who a bot is in there: nobody.
const NOBODY: &str = "65534";

/// Filters as open files, for bubblewrap to read.
pub(super) struct Handed {
    files: Vec<OwnedFd>,
}

impl Handed {
    pub(super) fn new(filters: &Filters) -> io::Result<Handed> {
        let files = filters.bytes().into_iter().map(|bytes| {
            // SAFETY: a call of the kernel with a name that ends with a zero; the descriptor is new and nobody else's.
            let fd = unsafe {
                let fd = libc::memfd_create(c"filter".as_ptr(), libc::MFD_CLOEXEC);
                if fd < 0 {
                    return Err(io::Error::last_os_error());
                }
                OwnedFd::from_raw_fd(fd)
            };
            let mut file = std::fs::File::from(fd);
            file.write_all(&bytes)?;
            file.rewind()?;
            Ok(file.into())
        });
        Ok(Handed { files: files.collect::<io::Result<_>>()? })
    }

    /// Lets the files through the next exec. Allocates nothing.
    pub(super) fn open_for_exec(&self) -> io::Result<()> {
        for file in &self.files {
            // SAFETY: a call of the kernel.
            if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_SETFD, 0) } != 0 {
                return Err(io::Error::last_os_error());
            }
        }
        Ok(())
    }
}

/// The words that run the bot: it reads `readable`, writes what is `written` and a folder in memory of so many bytes, and starts in `at`.
pub(super) fn words(
    bot: &Bot,
    readable: &[PathBuf],
    written: Option<&Shown>,
    (at, bytes): (&Path, u64),
    handed: &Handed,
) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    let mut add = |list: &[&dyn AsRef<std::ffi::OsStr>]| {
        words.extend(list.iter().map(|word| word.as_ref().to_os_string()));
    };
    add(&[&"--unshare-user", &"--unshare-ipc", &"--unshare-pid", &"--unshare-net", &"--unshare-uts"]);
    add(&[&"--unshare-cgroup-try", &"--hostname", &"ludus", &"--die-with-parent", &"--cap-drop", &"ALL"]);
    add(&[&"--uid", &NOBODY, &"--gid", &NOBODY]);
    if no_users_inside() {
        add(&[&"--disable-userns"]);
    }
    for file in &handed.files {
        add(&[&"--add-seccomp-fd", &file.as_raw_fd().to_string()]);
    }
    let size = bytes.to_string();
    // Zeros to be read, but not to be had as memory that nobody counts.
    add(&[&"--proc", &"/proc", &"--dev", &"/dev", &"--dev-bind", &"/dev/full", &"/dev/zero"]);
    add(&[&"--size", &size, &"--tmpfs", &"/dev/shm", &"--size", &size, &"--tmpfs", &SCRATCH]);
    for path in readable {
        match std::fs::read_link(path) {
            Ok(target) if path.parent() == Some(Path::new("/")) => add(&[&"--symlink", &target, path]),
            _ => add(&[&"--ro-bind", path, path]),
        }
    }
    if let Some(Shown { from, at }) = written {
        add(&[&"--bind", from, at]);
    }
    add(&[&"--remount-ro", &"/dev", &"--remount-ro", &"/", &"--chdir", &at]);
    add(&[&"--", &bot.program]);
    words.extend(bot.arguments.iter().map(OsString::from));
    words
}

/// Whether this bubblewrap can forbid users inside users; the filter does so too.
fn no_users_inside() -> bool {
    static KNOWN: OnceLock<bool> = OnceLock::new();
    *KNOWN.get_or_init(|| {
        let help = std::process::Command::new("bwrap").arg("--help").output();
        help.is_ok_and(|help| String::from_utf8_lossy(&help.stdout).contains("--disable-userns"))
    })
}
