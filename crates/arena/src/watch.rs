//! The watcher: one thread that looks at the memory, the processes and the files of every running bot.

use std::collections::{HashMap, HashSet};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use rustix::fd::OwnedFd;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process, pidfd_open, pidfd_send_signal};

use crate::sandbox::cgroup::THREADS;
use crate::sandbox::{Goods, IN_MEMORY};
use crate::{Caps, Fault, Lapse};

/// How often the watcher looks.
const EVERY: Duration = Duration::from_millis(40);

/// It weighs what was written only at one look of so many.
const WEIGHING: usize = 5;

/// Files that are weighed; a bot with more has written too much whatever they weigh.
const FILES: usize = 20_000;

/// Folders in folders that are gone into; a bot that needs more is hiding something.
const DEEP: usize = 64;

/// Files that a process may have open before each counts for a [`BUFFER`].
const OPEN: u64 = 64;

/// What a socket of a pair can hold in buffers that are in nobody's account.
const BUFFER: u64 = 208 << 10;

/// What a removed file counts for of which a process has a part in memory, but no more open: how long it is cannot be seen.
const UNSEEN: u64 = 4 << 20;

/// A bot under watch, with what belongs to it. Dropping it ends the watch.
pub(crate) struct Watched {
    keeper: Pid,
    /// Stands for the keeper and never for another process that came to have its number.
    handle: Option<OwnedFd>,
    caps: Caps,
    goods: Goods,
    verdict: OnceLock<Lapse>,
}

impl Watched {
    /// Watches everything below the process `keeper`.
    pub(crate) fn new(keeper: Pid, caps: Caps, goods: Goods) -> Arc<Watched> {
        let handle = pidfd_open(keeper, PidfdFlags::empty()).ok();
        let watched = Arc::new(Watched { keeper, handle, caps, goods, verdict: OnceLock::new() });
        let list = list();
        list.lock().expect("the watcher does not panic").push(Arc::downgrade(&watched));
        watched
    }

    /// What the watcher ended the bot for.
    pub(crate) fn verdict(&self) -> Option<Lapse> {
        let counted = || self.goods.group.as_ref()?.verdict(self.caps);
        self.verdict.get().cloned().or_else(counted)
    }

    /// Has the keeper end every process of the bot.
    pub(crate) fn kill(&self) {
        if let Some(group) = &self.goods.group {
            group.kill();
        }
        let _ = match &self.handle {
            Some(handle) => pidfd_send_signal(handle, Signal::TERM),
            None => kill_process(self.keeper, Signal::TERM),
        };
    }

    fn judge(&self, family: &[&Process], weighing: bool) {
        let (processes, most) = (family.len(), self.caps.processes);
        let threads: usize = family.iter().map(|process| process.threads).sum();
        let lapse = if let Some(lapse) = self.goods.group.as_ref().and_then(|group| group.verdict(self.caps))
        {
            lapse
        } else if processes > most {
            Lapse::new(Fault::Processes, format!("{processes} processes at once; allowed are {most}"))
        } else if threads > most + THREADS {
            let most = most + THREADS;
            Lapse::new(Fault::Processes, format!("{threads} threads at once; allowed are {most}"))
        } else if let Some(used) = self.memory(family) {
            let (used, most) = (used >> 20, self.caps.memory >> 20);
            Lapse::new(Fault::Memory, format!("{used} MB in use; allowed are {most} MB"))
        } else if weighing && (self.written(family) > self.caps.scratch || too_many_files(family)) {
            let most = self.caps.scratch >> 20;
            Lapse::new(Fault::Storage, format!("more than {most} MB or {FILES} files written"))
        } else {
            return;
        };
        let _ = self.verdict.set(lapse);
        self.kill();
    }

    /// The memory in use, if it is too much. Shared memory counts once; that is dear to find out and only looked at when it matters.
    fn memory(&self, family: &[&Process]) -> Option<u64> {
        let sum = |of: fn(&Process) -> u64| family.iter().map(|process| of(process)).sum::<u64>();
        if sum(Process::resident) <= self.caps.memory {
            return None;
        }
        Some(sum(Process::proportional)).filter(|used| *used > self.caps.memory)
    }

    /// Bytes in the folders on the disk that the bot writes in, and in files that it has removed but still holds open.
    fn written(&self, family: &[&Process]) -> u64 {
        if self.goods.written.is_empty() {
            return 0;
        }
        let (mut seen, mut bytes) = (HashSet::new(), 0);
        for folder in &self.goods.written {
            weigh(folder, &mut seen, &mut bytes);
        }
        for process in family {
            process.weigh_removed(&self.goods.written, &mut seen, &mut bytes);
        }
        if seen.len() > FILES { u64::MAX } else { bytes }
    }
}

/// Whether there are too many files in memory: bubblewrap bounds what they hold, not how many they are, and an empty one takes a kilobyte.
fn too_many_files(family: &[&Process]) -> bool {
    let many = |folder| family.iter().find_map(|process| process.files_in_memory(folder));
    IN_MEMORY.iter().any(|folder| many(folder) > Some(FILES as u64))
}

/// Which files have been weighed: device and number.
type Seen = HashSet<(u64, u64)>;

/// Adds what is in the folder. What cannot be looked into, or lies too deep for that, is more than any bot may write.
fn weigh(folder: &Path, seen: &mut Seen, bytes: &mut u64) {
    let mut waiting = vec![(folder.to_path_buf(), 0)];
    while let Some((at, depth)) = waiting.pop() {
        let entries = match std::fs::read_dir(&at) {
            Ok(entries) if depth <= DEEP => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            _ => {
                *bytes = u64::MAX;
                return;
            }
        };
        for entry in entries.flatten() {
            let Ok(about) = entry.metadata() else { continue };
            if seen.len() > FILES {
                return;
            }
            if seen.insert((about.dev(), about.ino())) {
                *bytes = bytes.saturating_add(about.len());
            }
            if about.is_dir() {
                waiting.push((entry.path(), depth + 1));
            }
        }
    }
}

type List = Arc<Mutex<Vec<Weak<Watched>>>>;

/// The list of bots under watch; the first call starts the watcher.
fn list() -> &'static List {
    static LIST: OnceLock<List> = OnceLock::new();
    LIST.get_or_init(|| {
        let list = List::default();
        let seen = list.clone();
        std::thread::spawn(move || {
            for count in 0usize.. {
                std::thread::sleep(EVERY);
                look(&seen, count % WEIGHING == 0);
            }
        });
        list
    })
}

fn look(list: &List, weighing: bool) {
    let bots: Vec<Arc<Watched>> = {
        let mut list = list.lock().expect("the watcher does not panic");
        list.retain(|bot| bot.strong_count() > 0);
        list.iter().filter_map(Weak::upgrade).collect()
    };
    if bots.is_empty() {
        return;
    }
    let processes = processes();
    let keepers: HashSet<i32> = bots.iter().map(|bot| bot.keeper.as_raw_nonzero().get()).collect();
    let families = families(&processes, &keepers);
    for bot in bots.iter().filter(|bot| bot.verdict.get().is_none()) {
        if let Some(family) = families.get(&bot.keeper.as_raw_nonzero().get()) {
            bot.judge(family, weighing);
        }
    }
}

struct Process {
    id: i32,
    parent: i32,
    session: i32,
    threads: usize,
}

impl Process {
    /// Bytes of memory, whoever else has them too.
    fn resident(&self) -> u64 {
        self.said("status", "VmRSS:").unwrap_or(0) + self.beside()
    }

    /// Bytes of memory, its share of what others have too.
    fn proportional(&self) -> u64 {
        self.said("smaps_rollup", "Pss:").map_or_else(|| self.resident(), |share| share + self.beside())
    }

    /// Bytes that the kernel holds for it: the tables of a large area that is only read are all the memory it takes, and every file that it has open
    /// beyond what anybody needs may be a socket full of bytes.
    fn beside(&self) -> u64 {
        let open = std::fs::metadata(format!("/proc/{}/fd", self.id)).map_or(0, |about| about.len());
        self.said("status", "VmPTE:").unwrap_or(0) + open.saturating_sub(OPEN) * BUFFER
    }

    /// The bytes that one of the kernel's files about the process gives under this name.
    fn said(&self, file: &str, name: &str) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/{file}", self.id)).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? << 10)
    }

    /// How many files lie in a folder in memory that only the process and its kin see; `None` when it sees the folder that we see.
    fn files_in_memory(&self, folder: &str) -> Option<u64> {
        let place = format!("/proc/{}/root{folder}", self.id);
        let device = |path: &str| std::fs::metadata(path).ok().map(|about| about.dev());
        if device(&place)? == device(folder)? {
            return None;
        }
        let about = rustix::fs::statvfs(place).ok()?;
        Some(about.f_files.saturating_sub(about.f_ffree))
    }

    fn weigh_removed(&self, folders: &[PathBuf], seen: &mut Seen, bytes: &mut u64) {
        let open = std::fs::read_dir(format!("/proc/{}/fd", self.id)).into_iter().flatten().flatten();
        for entry in open {
            let Ok(about) = std::fs::metadata(entry.path()) else { continue };
            if about.is_file() && about.nlink() == 0 && seen.insert((about.dev(), about.ino())) {
                *bytes = bytes.saturating_add(about.len());
            }
        }
        let maps = std::fs::read_to_string(format!("/proc/{}/maps", self.id)).unwrap_or_default();
        for (number, length) in maps.lines().filter_map(|line| mapped(line, folders)) {
            // Not every device is written here as it is elsewhere, so it stands for itself.
            if seen.insert((0, number)) {
                *bytes = bytes.saturating_add(length.max(UNSEEN));
            }
        }
    }
}

/// A removed file in one of the folders that a line of `maps` speaks of: its number, and how much of it is in memory.
fn mapped(line: &str, folders: &[PathBuf]) -> Option<(u64, u64)> {
    let line = line.strip_suffix(" (deleted)")?;
    let path = &line[line.find('/')?..];
    let mut words = line.split_whitespace();
    let (from, to) = words.next()?.split_once('-')?;
    let hex = |word: &str| u64::from_str_radix(word, 16).ok();
    let number = words.nth(3)?.parse().ok()?;
    let ours = folders.iter().any(|folder| Path::new(path).starts_with(folder));
    ours.then_some((number, hex(to)?.saturating_sub(hex(from)?)))
}

/// Everybody in the session of a keeper or descended from one, however far, by keeper; not the keepers themselves.
fn families<'a>(all: &'a HashMap<i32, Process>, keepers: &HashSet<i32>) -> HashMap<i32, Vec<&'a Process>> {
    let mut owner: HashMap<i32, Option<i32>> = keepers.iter().map(|&id| (id, Some(id))).collect();
    let mut families: HashMap<i32, Vec<&Process>> = HashMap::new();
    for process in all.values() {
        let (mut path, mut at) = (Vec::new(), Some(process));
        let found = loop {
            let Some(here) = at else { break None };
            if let Some(known) = owner.get(&here.id) {
                break *known;
            }
            path.push(here.id);
            if keepers.contains(&here.session) {
                break Some(here.session);
            }
            // Reading takes time, in which numbers may come to stand for others: nobody is walked through twice.
            owner.insert(here.id, None);
            at = all.get(&here.parent);
        };
        owner.extend(path.into_iter().map(|id| (id, found)));
        if let Some(keeper) = found.filter(|keeper| *keeper != process.id) {
            families.entry(keeper).or_default().push(process);
        }
    }
    families
}

fn processes() -> HashMap<i32, Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    ids.filter_map(|id| Some((id, read(id)?))).collect()
}

fn read(id: i32) -> Option<Process> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut words = text.rsplit_once(") ")?.1.split(' ').skip(1);
    let mut number = || words.next()?.parse().ok();
    let (parent, _group, session) = (number()?, number()?, number()?);
    let threads = words.nth(13)?.parse().ok()?;
    Some(Process { id, parent, session, threads })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of what a process has in memory, removed files on a disk are found.
    #[test]
    fn removed_files_in_memory_are_seen() {
        let folders = [PathBuf::from("/tmp/ludus-bot-1-2")];
        for (line, expected) in [
            (
                "7f10-7f30 rw-s 00000000 fe:01 1234          /tmp/ludus-bot-1-2/f (deleted)",
                Some((1234, 0x20)),
            ),
            ("7f10-7f30 rw-s 00000000 fe:01 1234          /tmp/ludus-bot-1-2/f", None),
            ("7f10-7f30 rw-s 00000000 fe:01 1234          /tmp/ludus-bot-1-20/f (deleted)", None),
            ("7f10-7f30 rw-s 00000000 00:01 1027          /dev/zero (deleted)", None),
            ("7f10-7f30 rw-p 00000000 00:00 0 ", None),
        ] {
            assert_eq!(mapped(line, &folders), expected, "{line}");
        }
    }

    #[test]
    fn this_process_has_threads() {
        let own = read(std::process::id() as i32).expect("it is there");
        assert!((1..10_000).contains(&own.threads), "{}", own.threads);
    }

    /// A chain of a thousand generations belongs to its keeper to the last, and a stranger to nobody.
    #[test]
    fn families_have_no_limit_of_depth() {
        let chain = (2..1002).map(|id| Process { id, parent: id - 1, session: id, threads: 1 });
        let others = [1, 5000].map(|id| Process { id, parent: 0, session: id, threads: 1 });
        let all: HashMap<i32, Process> = chain.chain(others).map(|process| (process.id, process)).collect();
        let families = families(&all, &HashSet::from([2]));
        assert_eq!(families.len(), 1);
        assert_eq!(families[&2].len(), 999);
    }
}
