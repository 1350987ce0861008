//! The threads on which computer players think: few, shared by all games in turn, and never those that answer requests.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use table::{Bot, BotError, Match, Who};

use crate::opponents::bounded;
use crate::own_bots::OwnBots;

/// Work that waits in a queue is refused beyond this many.
const MOST_WAITING: usize = 1_000;
/// Players that a thread keeps between moves, with their tables.
const MOST_KEPT: usize = 2;
/// A thread without work for so long lets go of its players: their tables are large, and some are programs.
const KEPT_FOR: Duration = Duration::from_secs(60);

/// How far the threads step back behind those that answer requests, from 0 to 19.
#[cfg(target_os = "linux")]
const POLITENESS: i32 = 10;

/// How soon work is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Haste {
    /// Somebody waits for a move.
    Move,
    /// It can be interrupted for a move, and asks again.
    Study,
}

/// The stop flag of a piece of work.
pub type Stop = Arc<AtomicBool>;

/// A piece of work; it looks at its flag and ends soon after it is set.
type Work = Box<dyn FnOnce(&mut Bots, &Stop) + Send>;

/// The threads and their queues. Each game has at most one piece of work waiting, so first come, first served is fair between games.
pub struct Thinkers {
    shared: Arc<Shared>,
}

struct Shared {
    queues: Mutex<Queues>,
    arrived: Condvar,
}

#[derive(Default)]
struct Queues {
    moves: VecDeque<(Stop, Work)>,
    studies: VecDeque<(Stop, Work)>,
    idle: usize,
    studying: Vec<Stop>,
    closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Thinkers {
    /// Starts this many threads; `own` are the bots that are programs.
    pub fn new(threads: usize, own: &Arc<OwnBots>) -> Thinkers {
        let shared = Arc::new(Shared { queues: Mutex::default(), arrived: Condvar::new() });
        for _ in 0..threads.max(1) {
            let (shared, bots) = (shared.clone(), Bots::new(own.clone()));
            std::thread::spawn(move || {
                step_back();
                work(&shared, bots);
            });
        }
        Thinkers { shared }
    }

    /// Queues work; `None` when too much is waiting. Setting the flag that comes back ends it early, even before it has begun.
    pub fn submit(&self, haste: Haste, work: impl FnOnce(&mut Bots, &Stop) + Send + 'static) -> Option<Stop> {
        let stop = Stop::default();
        let mut queues = self.shared.lock();
        if queues.closed || queues.moves.len() + queues.studies.len() >= MOST_WAITING {
            return None;
        }
        let entry: (Stop, Work) = (stop.clone(), Box::new(work));
        match haste {
            Haste::Move => queues.moves.push_back(entry),
            Haste::Study => queues.studies.push_back(entry),
        }
        if haste == Haste::Move
            && queues.idle < queues.moves.len()
            && let Some(study) = queues.studying.first()
        {
            study.store(true, Ordering::Relaxed);
        }
        drop(queues);
        self.shared.arrived.notify_one();
        Some(stop)
    }

    /// Pieces of work that wait.
    pub fn waiting(&self) -> usize {
        let queues = self.shared.lock();
        queues.moves.len() + queues.studies.len()
    }

    /// Ends everything that runs or waits.
    pub fn close(&self) {
        let mut queues = self.shared.lock();
        queues.closed = true;
        queues.moves.clear();
        queues.studies.clear();
        for study in &queues.studying {
            study.store(true, Ordering::Relaxed);
        }
        drop(queues);
        self.shared.arrived.notify_all();
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        self.close();
    }
}

/// Lets the threads that answer requests go first: thinking takes what they leave.
fn step_back() {
    #[cfg(target_os = "linux")]
    {
        // On Linux this concerns the calling thread alone. Where it is refused, thinking is merely less polite.
        let _ = rustix::process::setpriority_process(None, POLITENESS);
    }
}

fn work(shared: &Shared, mut bots: Bots) {
    while let Some((stop, work, haste)) = next(shared, &mut bots) {
        if catch_unwind(AssertUnwindSafe(|| work(&mut bots, &stop))).is_err() {
            tracing::error!("a computer player failed badly; its thread goes on without it");
            bots.dismiss();
        }
        if haste == Haste::Study {
            shared.lock().studying.retain(|other| !Arc::ptr_eq(other, &stop));
        }
    }
}

/// The next piece of work; `None` once there will be no more. Players are dismissed when none comes for long.
fn next(shared: &Shared, bots: &mut Bots) -> Option<(Stop, Work, Haste)> {
    let mut queues = shared.lock();
    loop {
        if queues.closed {
            return None;
        }
        if let Some((stop, work)) = queues.moves.pop_front() {
            return Some((stop, work, Haste::Move));
        }
        if let Some((stop, work)) = queues.studies.pop_front() {
            queues.studying.push(stop.clone());
            return Some((stop, work, Haste::Study));
        }
        queues.idle += 1;
        let waited = shared.arrived.wait_timeout(queues, KEPT_FOR);
        let (held, passed) = waited.unwrap_or_else(|poisoned| poisoned.into_inner());
        queues = held;
        queues.idle -= 1;
        if passed.timed_out() && !bots.kept.is_empty() {
            drop(queues);
            bots.dismiss();
            queues = shared.lock();
        }
    }
}

/// The players that a thread has at hand, the one used last in front.
#[derive(Default)]
pub struct Bots {
    kept: Vec<(String, Box<dyn Bot>)>,
    own: Arc<OwnBots>,
}

impl Bots {
    fn new(own: Arc<OwnBots>) -> Bots {
        Bots { kept: Vec::new(), own }
    }

    fn dismiss(&mut self) {
        self.kept.clear();
    }

    /// The player kept under a name, or a new one for this board, within the bounds that all players have here.
    pub fn get(
        &mut self,
        name: &str,
        board: &dyn Match,
        who: &Who,
        seed: u64,
    ) -> Result<&mut dyn Bot, BotError> {
        match self.kept.iter().position(|(kept, _)| kept == name) {
            Some(at) => self.kept[..=at].rotate_right(1),
            None => {
                // Before there is another, one goes: their tables are large.
                self.kept.truncate(MOST_KEPT - 1);
                let fresh = match who {
                    Who::Own(name) => self.own.find(name, board.info().name)?.start(),
                    Who::Player(spec) => board.bot(&bounded(board, spec), seed)?,
                    Who::Person | Who::Program(_) => return Err(BotError::Elsewhere(who.clone())),
                };
                self.kept.insert(0, (name.to_string(), fresh));
            }
        }
        Ok(self.kept[0].1.as_mut())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn moves_go_before_studies_and_interrupt_them() {
        let thinkers = Thinkers::new(1, &Arc::default());
        let (tell, told) = mpsc::channel();
        let started = tell.clone();
        thinkers.submit(Haste::Study, move |_, stop| {
            started.send("study").unwrap();
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            started.send("interrupted").unwrap();
        });
        let wait = Duration::from_secs(120);
        assert_eq!(told.recv_timeout(wait), Ok("study"));
        thinkers.submit(Haste::Move, move |_, _| tell.send("move").unwrap());
        assert_eq!(told.recv_timeout(wait), Ok("interrupted"));
        assert_eq!(told.recv_timeout(wait), Ok("move"));
    }

    #[test]
    fn a_panic_ends_one_piece_of_work_only_and_queues_are_bounded() {
        let thinkers = Thinkers::new(1, &Arc::default());
        let (go, wait_for) = mpsc::channel::<()>();
        thinkers.submit(Haste::Move, move |_, _| {
            let _ = wait_for.recv();
            panic!("on purpose");
        });
        let accepted =
            (0..MOST_WAITING + 10).filter(|_| thinkers.submit(Haste::Move, |_, _| ()).is_some()).count();
        assert!(accepted <= MOST_WAITING + 1);
        let (tell, told) = mpsc::channel();
        go.send(()).unwrap();
        while thinkers.waiting() > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        thinkers.submit(Haste::Move, move |_, _| tell.send(()).unwrap());
        assert_eq!(told.recv_timeout(Duration::from_secs(120)), Ok(()));
    }
}
