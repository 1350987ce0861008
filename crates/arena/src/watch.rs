//! The watcher: one thread that looks at the memory and the number of processes of every running bot.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::{Caps, Fault, Lapse};

/// How often the watcher looks.
const EVERY: Duration = Duration::from_millis(40);

/// A bot under watch. Dropping it ends the watch.
pub(crate) struct Watched {
    root: Pid,
    caps: Caps,
    verdict: OnceLock<Lapse>,
}

impl Watched {
    /// Watches the process `root`, which leads a process group.
    pub(crate) fn new(root: Pid, caps: Caps) -> Arc<Watched> {
        let watched = Arc::new(Watched { root, caps, verdict: OnceLock::new() });
        let list = list();
        list.lock().expect("the watcher does not panic").push(Arc::downgrade(&watched));
        watched
    }

    /// What the watcher ended the bot for.
    pub(crate) fn verdict(&self) -> Option<Lapse> {
        self.verdict.get().cloned()
    }

    /// Ends every process of the bot.
    pub(crate) fn kill(&self) {
        let _ = kill_process_group(self.root, Signal::KILL);
    }

    fn judge(&self, family: &[&Process]) {
        let memory: u64 = family.iter().map(|process| process.memory()).sum();
        let (processes, most) = (family.len(), self.caps.processes);
        let lapse = if processes > most {
            Lapse::new(Fault::Processes, format!("{processes} processes at once; allowed are {most}"))
        } else if memory > self.caps.memory {
            let (used, most) = (memory >> 20, self.caps.memory >> 20);
            Lapse::new(Fault::Memory, format!("{used} MB in use; allowed are {most} MB"))
        } else {
            return;
        };
        let _ = self.verdict.set(lapse);
        self.kill();
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
            loop {
                std::thread::sleep(EVERY);
                look(&seen);
            }
        });
        list
    })
}

fn look(list: &List) {
    let bots: Vec<Arc<Watched>> = {
        let mut list = list.lock().expect("the watcher does not panic");
        list.retain(|bot| bot.strong_count() > 0);
        list.iter().filter_map(Weak::upgrade).collect()
    };
    if bots.is_empty() {
        return;
    }
    let processes = processes();
    for bot in bots {
        let root = bot.root.as_raw_nonzero().get();
        let family: Vec<&Process> = processes.values().filter(|p| belongs(p, root, &processes)).collect();
        bot.judge(&family);
    }
}

struct Process {
    id: i32,
    parent: i32,
    group: i32,
}

impl Process {
    /// Bytes of memory that are its alone.
    fn memory(&self) -> u64 {
        let Ok(text) = std::fs::read_to_string(format!("/proc/{}/statm", self.id)) else { return 0 };
        let mut pages = text.split(' ').skip(1).map(|word| word.parse::<u64>().unwrap_or(0));
        let (resident, shared) = (pages.next().unwrap_or(0), pages.next().unwrap_or(0));
        resident.saturating_sub(shared) * rustix::param::page_size() as u64
    }
}

/// In the group of `root`, or descended from it: a bot in a namespace may found groups, but its orphans stay in the family.
fn belongs(process: &Process, root: i32, all: &HashMap<i32, Process>) -> bool {
    let mut next = Some(process);
    for _ in 0..64 {
        match next {
            Some(p) if p.id == root || p.group == root => return true,
            Some(p) => next = all.get(&p.parent),
            None => return false,
        }
    }
    false
}

fn processes() -> HashMap<i32, Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    ids.filter_map(|id| Some((id, read(id)?))).collect()
}

fn read(id: i32) -> Option<Process> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let mut words = text.rsplit_once(") ")?.1.split(' ').skip(1);
    Some(Process { id, parent: words.next()?.parse().ok()?, group: words.next()?.parse().ok()? })
}
