//! Control groups, where the kernel has the second version and lets us make some: the kernel itself then holds a bot's memory, with everything that is
//! shared or kept in files in memory, its number of tasks, and where a plan says so the cores that they use together.

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

/// The same for the group that the arbiter itself goes into.
const ASIDE: &str = "ludus-arbiter-";

/// What has to be counted in our groups. Cores are where that can be had; a bot is kept to its own without that, too.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];

/// Microseconds in which a bot has its share of the cores.
const PERIOD: usize = 100_000;

/// Threads that a bot may have beyond one for each process: the kernel counts threads.
pub(crate) const THREADS: usize = 1024;

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
        if let Some(cores) = caps.cores {
            // Where cores are not counted, the bot is still kept to so many of them.
            let _ = group.set("cpu.max", &format!("{} {PERIOD}", cores.max(1).saturating_mul(PERIOD)));
        }
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
        for _ in 0..500 {
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
        let all = candidates(&mounts, &own)?;
        let found = all.iter().find(|folder| (has_controllers(folder) || enable(folder)) && works(folder));
        found.cloned().or_else(|| all.into_iter().next().filter(|own| step_aside(own) && works(own)))
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
    let there = words(&folder.join("cgroup.subtree_control"));
    CONTROLLERS.iter().all(|name| there.iter().any(|word| word == name))
}

/// Has groups made in this one counted, where nobody has said so yet; the kernel refuses it in groups that hold processes, unless it is the outermost.
fn enable(folder: &Path) -> bool {
    let there = words(&folder.join("cgroup.controllers"));
    if !CONTROLLERS.iter().all(|name| there.iter().any(|word| word == name)) {
        return false;
    }
    let control = folder.join("cgroup.subtree_control");
    let enabled = std::fs::write(&control, CONTROLLERS.map(|name| format!("+{name}")).join(" "));
    if enabled.is_err() || !has_controllers(folder) {
        return false;
    }
    // Not before: cores can be counted in a group that holds processes, too, and then it can never count anything else.
    let _ = std::fs::write(&control, "+cpu");
    true
}

/// In a group that is ours alone, such as a container's: goes into a group in it, which leaves the outer one free to have others counted.
fn step_aside(own: &Path) -> bool {
    let id = std::process::id().to_string();
    if words(&own.join("cgroup.procs")) != [id.as_str()] {
        return false;
    }
    let aside = own.join(format!("{ASIDE}{id}"));
    let there = std::fs::create_dir(&aside).and_then(|()| std::fs::write(aside.join("cgroup.procs"), &id));
    if there.is_ok() && enable(own) {
        return true;
    }
    let _ = std::fs::write(own.join("cgroup.procs"), &id);
    let _ = std::fs::remove_dir(&aside);
    false
}

fn words(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.split_whitespace().map(str::to_string).collect()
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
        let ours = name.strip_prefix(PREFIX).or_else(|| name.strip_prefix(ASIDE));
        let owner = ours.and_then(|rest| rest.split('-').next()?.parse::<u32>().ok());
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

    /// Where there are control groups, the kernel has understood what a group is told.
    #[test]
    fn the_kernel_takes_the_caps() {
        use std::io::Write;
        let caps = Caps { memory: 128 << 20, processes: 50, cores: Some(2), ..Caps::default() };
        let Some(group) = Group::new(caps) else {
            let _ = writeln!(io::stderr(), "NOT TRIED with the kernel's groups: {}", sentence());
            return;
        };
        let told = |name: &str| std::fs::read_to_string(group.path.join(name)).unwrap_or_default();
        assert_eq!(told("memory.max").trim(), "134217728");
        assert_eq!(told("pids.max").trim(), (50 + THREADS).to_string());
        assert!(["", "200000 100000"].contains(&told("cpu.max").trim()), "{}", told("cpu.max"));
        let path = group.path.clone();
        drop(group);
        assert!(!path.exists(), "a group goes with its bot");
    }

    /// A folder with files such as the kernel has: what is written there, and what is read from it.
    #[test]
    fn groups_are_told_their_caps_and_tell_what_was_refused() {
        let top = std::env::temp_dir().join(format!("ludus-cgroup-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&top);
        std::fs::create_dir_all(&top).expect("a folder");
        let put = |path: &Path, text: &str| std::fs::write(path, text).expect("written");
        assert!(!enable(&top), "a folder without controllers is no group");
        put(&top.join("cgroup.controllers"), "cpuset cpu io memory pids\n");
        put(&top.join("cgroup.subtree_control"), "memory pids\n");
        assert!(has_controllers(&top));
        let caps = Caps { memory: 128 << 20, processes: 50, cores: Some(2), ..Caps::default() };
        let group = Group::within(&top, caps).expect("a group");
        let told = |name: &str| std::fs::read_to_string(group.path.join(name)).expect("it was written");
        assert_eq!(told("memory.max"), "134217728");
        assert_eq!(told("pids.max"), (50 + THREADS).to_string());
        assert_eq!((told("memory.swap.max"), told("memory.oom.group")), ("0".into(), "1".into()));
        assert_eq!(told("cpu.max"), "200000 100000");
        assert_eq!(group.verdict(caps), None);
        put(&group.path.join("pids.events"), "max 3\n");
        assert_eq!(group.verdict(caps).map(|lapse| lapse.fault), Some(Fault::Processes));
        put(&group.path.join("memory.events"), "low 0\nhigh 0\nmax 9\noom 1\noom_kill 0\n");
        assert_eq!(group.verdict(caps).map(|lapse| lapse.fault), Some(Fault::Processes));
        put(&group.path.join("memory.events"), "low 0\nhigh 0\nmax 9\noom 1\noom_kill 2\noom_group_kill 1\n");
        assert_eq!(group.verdict(caps).map(|lapse| lapse.fault), Some(Fault::Memory));
        put(&top.join("cgroup.procs"), "1\n2\n");
        assert!(!step_aside(&top), "others live here too");
        drop(group);
        std::fs::remove_dir_all(&top).expect("removed");
    }
}
