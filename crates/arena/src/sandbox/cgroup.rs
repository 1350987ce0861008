//! Control groups, where the kernel has the second version and lets us make some: the kernel itself then holds a bot's memory, with everything that is
//! shared or kept in files in memory, and its number of tasks.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::{Caps, Fault, Lapse};

/// How the names of our groups begin; the number of the arbiter's process follows.
const PREFIX: &str = "ludus-bot-";

/// Threads that a bot may have beyond one for each process: the kernel counts threads.
const THREADS: usize = 1024;

/// A group for one bot, removed when dropped.
pub(crate) struct Group {
    path: PathBuf,
}

impl Group {
    /// A new group with these caps; `None` where there are none to be had.
    pub(crate) fn new(caps: Caps) -> Option<Group> {
        Group::within(parent()?, caps).ok()
    }

    fn within(parent: &Path, caps: Caps) -> io::Result<Group> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let group = Group { path: parent.join(format!("{PREFIX}{}-{number}", std::process::id())) };
        std::fs::create_dir(&group.path)?;
        group.set("memory.max", &caps.memory.to_string())?;
        group.set("pids.max", &(caps.processes + THREADS).to_string())?;
        // Not every kernel has these.
        let _ = group.set("memory.swap.max", "0");
        let _ = group.set("memory.oom.group", "1");
        Ok(group)
    }

    fn set(&self, name: &str, value: &str) -> io::Result<()> {
        std::fs::write(self.path.join(name), value)
    }

    /// The door, through which a process enters by writing to it.
    pub(crate) fn door(&self) -> io::Result<Door> {
        Ok(Door { file: OpenOptions::new().write(true).open(self.path.join("cgroup.procs"))? })
    }

    /// What the kernel has refused or ended the bot for.
    pub(crate) fn verdict(&self, caps: Caps) -> Option<Lapse> {
        let count = |file: &str, word: &str| {
            let text = std::fs::read_to_string(self.path.join(file)).unwrap_or_default();
            let line = text.lines().find_map(|line| line.strip_prefix(word)?.trim().parse::<u64>().ok());
            line.unwrap_or(0)
        };
        if count("memory.events", "oom_kill ") > 0 {
            let most = caps.memory >> 20;
            return Some(Lapse::new(Fault::Memory, format!("more than {most} MB, counted by the kernel")));
        }
        if count("pids.events", "max ") > 0 {
            let most = caps.processes + THREADS;
            return Some(Lapse::new(
                Fault::Processes,
                format!("more than {most} threads, counted by the kernel"),
            ));
        }
        None
    }

    /// Ends everybody in it.
    pub(crate) fn kill(&self) {
        let _ = self.set("cgroup.kill", "1");
    }
}

impl Drop for Group {
    /// A group can be removed when its last process is gone, which may take a moment.
    fn drop(&mut self) {
        self.kill();
        for _ in 0..50 {
            match std::fs::remove_dir(&self.path) {
                Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                _ => return,
            }
        }
    }
}

/// The way into a group, open before the fork.
pub(crate) struct Door {
    file: File,
}

impl Door {
    /// Takes the calling process in. Allocates nothing.
    pub(crate) fn enter(&self) -> io::Result<()> {
        // SAFETY: two bytes are written.
        let written = unsafe { libc::write(self.file.as_raw_fd(), c"0\n".as_ptr().cast(), 2) };
        if written == 2 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

/// One sentence about who holds the caps.
pub fn sentence() -> &'static str {
    match parent() {
        Some(_) => "memory and processes are held by control groups",
        None => "memory and processes are held by a watcher: no control groups of version 2 are at hand",
    }
}

/// Where groups can be made; found and tried once.
fn parent() -> Option<&'static Path> {
    static PARENT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = PARENT.get_or_init(|| {
        let mounts = std::fs::read_to_string("/proc/self/mountinfo").ok()?;
        let own = std::fs::read_to_string("/proc/self/cgroup").ok()?;
        candidates(&mounts, &own)?.into_iter().find(|folder| has_controllers(folder) && works(folder))
    });
    found.as_deref()
}

/// The groups that hold this process, innermost first.
fn candidates(mounts: &str, own: &str) -> Option<Vec<PathBuf>> {
    let mount = mounts.lines().find(|line| line.contains(" - cgroup2 "))?.split(' ').nth(4)?;
    let path = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    let inner = Path::new(mount).join(path.trim_start_matches('/'));
    Some(inner.ancestors().take_while(|folder| folder.starts_with(mount)).map(Path::to_path_buf).collect())
}

/// Whether groups made in this one have their memory and tasks counted.
fn has_controllers(folder: &Path) -> bool {
    let text = std::fs::read_to_string(folder.join("cgroup.subtree_control")).unwrap_or_default();
    ["memory", "pids"].iter().all(|name| text.split_whitespace().any(|word| word == *name))
}

/// Whether a process can be put into a group made here.
fn works(folder: &Path) -> bool {
    use std::os::unix::process::CommandExt;
    sweep(folder);
    let trial = || -> io::Result<bool> {
        let group = Group::within(folder, Caps::default())?;
        let door = group.door()?;
        let mut command = Command::new("/bin/sh");
        command.args(["-c", ":"]).stdin(Stdio::null());
        // SAFETY: one call of the kernel between fork and exec.
        unsafe { command.pre_exec(move || door.enter()) };
        Ok(command.status()?.success())
    };
    trial().unwrap_or(false)
}

/// Removes what arbiters that were killed have left; the kernel keeps every group that is not empty.
fn sweep(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
        if owner.is_some_and(|id| !Path::new(&format!("/proc/{id}")).exists()) {
            let _ = std::fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_around_us_are_found() {
        let mounts = "30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n31 24 0:27 / /tmp rw - tmpfs tmpfs rw\n";
        let own = "1:name=systemd:/x\n0::/user.slice/user-7.slice\n";
        let found = candidates(mounts, own).expect("there is a second version");
        let expected =
            ["/sys/fs/cgroup/user.slice/user-7.slice", "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup"];
        assert_eq!(found, expected.map(PathBuf::from));
        assert_eq!(candidates("31 24 0:27 / /tmp rw - tmpfs tmpfs rw\n", own), None);
    }
}
