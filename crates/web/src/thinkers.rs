//! The threads on which computer players think: few, shared by all games in turn, and never those that answer requests.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

use table::{Bot, BotError, Match, Who};

use crate::fair::Fair;
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

/// How long a piece of work may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// A moment: it never waits for work that takes long, because a thread does nothing else.
    Short,
    /// As long as its limits allow.
    Long,
}

/// A piece of work in its queue.
struct Piece {
    stop: Stop,
    length: Length,
    work: Work,
}

/// The threads and their queues, which are fair between those for whom the work is done.
pub struct Thinkers {
    shared: Arc<Shared>,
}

struct Shared {
    queues: Mutex<Queues>,
    arrived: Condvar,
}

#[derive(Default)]
struct Queues {
    moves: Fair<Piece>,
    studies: Fair<Piece>,
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
    /// Starts this many threads, and one more for short work; `own` are the bots that are programs.
    pub fn new(threads: usize, own: &Arc<OwnBots>) -> Thinkers {
        let shared = Arc::new(Shared { queues: Mutex::default(), arrived: Condvar::new() });
        let long = std::iter::repeat_n(Length::Long, threads.max(1));
        for length in long.chain([Length::Short]) {
            let (shared, bots) = (shared.clone(), Bots::new(own.clone()));
            std::thread::spawn(move || {
                // What takes a moment is not worth stepping back for, and somebody waits for it.
                if length == Length::Long {
                    step_back();
                }
                work(&shared, bots, length);
            });
        }
        Thinkers { shared }
    }

    /// Queues work for somebody; `None` when too much is waiting. Setting the flag that comes back ends it early, even before it has begun.
    pub fn submit(
        &self,
        (haste, length): (Haste, Length),
        whose: &str,
        work: impl FnOnce(&mut Bots, &Stop) + Send + 'static,
    ) -> Option<Stop> {
        let stop = Stop::default();
        let mut queues = self.shared.lock();
        if queues.closed || queues.moves.len() + queues.studies.len() >= MOST_WAITING {
            return None;
        }
        let piece = Piece { stop: stop.clone(), length, work: Box::new(work) };
        match haste {
            Haste::Move => queues.moves.push(whose, piece),
            Haste::Study => queues.studies.push(whose, piece),
        }
        if haste == Haste::Move
            && queues.idle < queues.moves.len()
            && let Some(study) = queues.studying.first()
        {
            study.store(true, Ordering::Relaxed);
        }
        drop(queues);
        // All, because not every thread may take it.
        self.shared.arrived.notify_all();
        Some(stop)
    }

    /// How many pieces of work come before the one with this flag; `None` when it does not wait.
    pub fn ahead(&self, stop: &Stop) -> Option<usize> {
        self.shared.lock().moves.ahead(|piece| Arc::ptr_eq(&piece.stop, stop))
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
pub fn step_back() {
    #[cfg(target_os = "linux")]
    {
        // On Linux this concerns the calling thread alone. Where it is refused, thinking is merely less polite.
        let _ = rustix::process::setpriority_process(None, POLITENESS);
    }
}

fn work(shared: &Shared, mut bots: Bots, length: Length) {
    while let Some((whose, Piece { stop, work, .. }, haste)) = next(shared, &mut bots, length) {
        if catch_unwind(AssertUnwindSafe(|| work(&mut bots, &stop))).is_err() {
            tracing::error!("a computer player failed badly; its thread goes on without it");
            bots.dismiss();
        }
        let mut queues = shared.lock();
        match haste {
            Haste::Move => queues.moves.done(&whose),
            Haste::Study => {
                queues.studies.done(&whose);
                queues.studying.retain(|other| !Arc::ptr_eq(other, &stop));
            }
        }
    }
}

/// The next piece of work of this length at most; `None` once there will be no more. Players are dismissed when none comes for long.
fn next(shared: &Shared, bots: &mut Bots, length: Length) -> Option<(String, Piece, Haste)> {
    let mut queues = shared.lock();
    let fits = |piece: &Piece| length == Length::Long || piece.length == Length::Short;
    loop {
        if queues.closed {
            return None;
        }
        if let Some((whose, piece)) = queues.moves.next(fits) {
            return Some((whose, piece, Haste::Move));
        }
        if let Some((whose, piece)) = queues.studies.next(fits) {
            queues.studying.push(piece.stop.clone());
            return Some((whose, piece, Haste::Study));
        }
        // The thread for short work is never free for what interrupts a study.
        let counts = usize::from(length == Length::Long);
        queues.idle += counts;
        let waited = shared.arrived.wait_timeout(queues, KEPT_FOR);
        let (held, passed) = waited.unwrap_or_else(|poisoned| poisoned.into_inner());
        queues = held;
        queues.idle -= counts;
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

    const MOVE: (Haste, Length) = (Haste::Move, Length::Long);

    #[test]
    fn moves_go_before_studies_and_interrupt_them() {
        let thinkers = Thinkers::new(1, &Arc::default());
        let (tell, told) = mpsc::channel();
        let started = tell.clone();
        thinkers.submit((Haste::Study, Length::Long), "ana", move |_, stop| {
            started.send("study").unwrap();
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            started.send("interrupted").unwrap();
        });
        let wait = Duration::from_secs(120);
        assert_eq!(told.recv_timeout(wait), Ok("study"));
        thinkers.submit(MOVE, "ana", move |_, _| tell.send("move").unwrap());
        assert_eq!(told.recv_timeout(wait), Ok("interrupted"));
        assert_eq!(told.recv_timeout(wait), Ok("move"));
    }

    #[test]
    fn a_panic_ends_one_piece_of_work_only_and_queues_are_bounded() {
        let thinkers = Thinkers::new(1, &Arc::default());
        let (go, wait_for) = mpsc::channel::<()>();
        thinkers.submit(MOVE, "ana", move |_, _| {
            let _ = wait_for.recv();
            panic!("on purpose");
        });
        let accepted =
            (0..MOST_WAITING + 10).filter(|_| thinkers.submit(MOVE, "ana", |_, _| ()).is_some()).count();
        assert!(accepted <= MOST_WAITING + 1);
        let (tell, told) = mpsc::channel();
        go.send(()).unwrap();
        while thinkers.waiting() > 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        thinkers.submit(MOVE, "ana", move |_, _| tell.send(()).unwrap());
        assert_eq!(told.recv_timeout(Duration::from_secs(120)), Ok(()));
    }

    #[test]
    fn short_work_passes_long_thoughts_and_a_second_game_waits_for_anothers_first() {
        let thinkers = Thinkers::new(1, &Arc::default());
        let (tell, told) = mpsc::channel();
        let (go, wait_for) = mpsc::channel::<()>();
        let begun = tell.clone();
        thinkers.submit(MOVE, "ana", move |_, _| {
            begun.send("first of ana").unwrap();
            let _ = wait_for.recv();
        });
        let wait = Duration::from_secs(120);
        assert_eq!(told.recv_timeout(wait), Ok("first of ana"));
        let saying = |text: &'static str| {
            let tell = tell.clone();
            move |_: &mut Bots, _: &Stop| tell.send(text).unwrap()
        };
        thinkers.submit(MOVE, "ana", saying("second of ana"));
        thinkers.submit(MOVE, "ben", saying("first of ben"));
        thinkers.submit((Haste::Move, Length::Short), "eva", saying("short"));
        assert_eq!(told.recv_timeout(wait), Ok("short"), "while the long thought goes on");
        go.send(()).unwrap();
        assert_eq!(told.recv_timeout(wait), Ok("first of ben"));
        assert_eq!(told.recv_timeout(wait), Ok("second of ana"));
    }
}
