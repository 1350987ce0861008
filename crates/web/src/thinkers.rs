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
    /// A moment: a thread does nothing else, so it never waits for work that takes long, nor does it step back with those that do such work.
    Short,
    /// As long as its limits allow.
    Long,
}

/// A piece of work in its queue.
struct Piece {
    stop: Stop,
    work: Work,
}

/// The queues, those that go first in front.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Queue {
    /// What takes a moment.
    Short,
    /// Moves that somebody waits for.
    Moves,
    /// What can be interrupted for a move.
    Studies,
}

impl Queue {
    fn of(haste: Haste, length: Length) -> Queue {
        match (haste, length) {
            (_, Length::Short) => Queue::Short,
            (Haste::Move, Length::Long) => Queue::Moves,
            (Haste::Study, Length::Long) => Queue::Studies,
        }
    }
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
    /// By [`Queue`].
    waiting: [Fair<Piece>; 3],
    /// Threads for long work that have none.
    idle: usize,
    studying: Vec<Stop>,
    closed: bool,
}

impl Queues {
    fn get(&mut self, queue: Queue) -> &mut Fair<Piece> {
        &mut self.waiting[queue as usize]
    }
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
        let (stop, queue) = (Stop::default(), Queue::of(haste, length));
        let mut queues = self.shared.lock();
        if queues.closed || queues.get(queue).len() >= MOST_WAITING {
            return None;
        }
        queues.get(queue).push(whose, Piece { stop: stop.clone(), work: Box::new(work) });
        if queue == Queue::Moves
            && queues.idle < queues.get(queue).len()
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
        let queues = self.shared.lock();
        queues.waiting.iter().find_map(|queue| queue.ahead(|piece| Arc::ptr_eq(&piece.stop, stop)))
    }

    /// Pieces of work that wait.
    pub fn waiting(&self) -> usize {
        self.shared.lock().waiting.iter().map(Fair::len).sum()
    }

    /// Ends everything that runs or waits.
    pub fn close(&self) {
        let mut queues = self.shared.lock();
        queues.closed = true;
        queues.waiting.iter_mut().for_each(Fair::clear);
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
    while let Some((whose, Piece { stop, work }, queue)) = next(shared, &mut bots, length) {
        if catch_unwind(AssertUnwindSafe(|| work(&mut bots, &stop))).is_err() {
            tracing::error!("a computer player failed badly; its thread goes on without it");
            bots.dismiss();
        }
        let mut queues = shared.lock();
        queues.get(queue).done(&whose);
        if queue == Queue::Studies {
            queues.studying.retain(|other| !Arc::ptr_eq(other, &stop));
        }
    }
}

/// The next piece of work of this length; `None` once there will be no more. Players are dismissed when none comes for long.
///
/// A thread for long work leaves short work alone even when it has nothing else to do: it has stepped back, and where the machine is busy with something
/// else it may get hold of a core only after a while.
fn next(shared: &Shared, bots: &mut Bots, length: Length) -> Option<(String, Piece, Queue)> {
    let mut queues = shared.lock();
    let own: &[Queue] = match length {
        Length::Short => &[Queue::Short],
        Length::Long => &[Queue::Moves, Queue::Studies],
    };
    loop {
        if queues.closed {
            return None;
        }
        for &queue in own {
            let Some((whose, piece)) = queues.get(queue).next() else { continue };
            if queue == Queue::Studies {
                queues.studying.push(piece.stop.clone());
            }
            return Some((whose, piece, queue));
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

    #[test]
    fn short_work_never_falls_to_those_who_have_stepped_back_nor_waits_behind_a_full_queue() {
        let thinkers = Thinkers::new(3, &Arc::default());
        let (tell, told) = mpsc::channel();
        let wait = Duration::from_secs(120);
        // The others have nothing to do, and would have taken some of it.
        for _ in 0..200 {
            let tell = tell.clone();
            thinkers.submit((Haste::Move, Length::Short), "eva", move |_, _| {
                tell.send((std::thread::current().id(), politeness())).unwrap();
            });
        }
        let done: Vec<_> = (0..200).map(|_| told.recv_timeout(wait).expect("short work is done")).collect();
        assert!(done.iter().all(|&one| one == (done[0].0, politeness())), "{done:?}");
        // Thoughts fill their queue to the brim, and none ends.
        let (go, wait_for) = mpsc::channel::<()>();
        let wait_for = Arc::new(Mutex::new(wait_for));
        let endless = || {
            let wait_for = wait_for.clone();
            move |_: &mut Bots, _: &Stop| drop(wait_for.lock().map(|wait_for| wait_for.recv()))
        };
        while thinkers.submit(MOVE, "ana", endless()).is_some() {}
        let tell =
            move |_: &mut Bots, _: &Stop| tell.send((std::thread::current().id(), politeness())).unwrap();
        assert!(thinkers.submit((Haste::Move, Length::Short), "eva", tell).is_some());
        assert_eq!(told.recv_timeout(wait), Ok(done[0]));
        drop(go);
    }

    /// How far the calling thread steps back.
    #[cfg(target_os = "linux")]
    fn politeness() -> i32 {
        rustix::process::getpriority_process(None).expect("a thread has a priority")
    }

    #[cfg(not(target_os = "linux"))]
    fn politeness() -> i32 {
        0
    }
}
