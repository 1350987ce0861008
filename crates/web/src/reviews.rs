//! Reviews of games: looked at move by move on threads of their own, everybody's in turn, written down as they grow.
//!
//! A review is worked on a few moves at a time. After each such piece its notes are in the store and the next browser has its turn, so a long game keeps
//! nobody waiting, and a review that was stopped, or whose server was, goes on where it was.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use coach::{Budget, Notes, Plan, Progress, Review, Reviewed};
use serde::{Deserialize, Serialize};
use store::{KeptReview, Store};
use table::expert::Lang;
use table::{Games, Match, Record};
use tokio::sync::watch;

use crate::failure::Failure;
use crate::learners;
use crate::lobby::{is_name, new_name};
use crate::opponents::MEMORY;
use crate::room::now;
use crate::thinkers::{Stop, step_back};

/// Moves that are looked at before somebody else has a turn.
const PIECE: usize = 12;
/// Reviews of one owner that may wait at once.
const MOST_OWN: usize = 12;
/// Reviews that may wait at once.
const MOST: usize = 200;
/// Longer games are not reviewed.
const LONGEST: usize = 2_000;
/// A game of so many moves gets the whole budget; shorter ones get less of it.
const USUAL: usize = 60;
/// A review that nobody has looked at for so long is left to the store.
const IDLE: Duration = Duration::from_secs(120);
/// What everything random in a review follows from.
const SEED: u64 = 1;

/// What the page keeps with a review.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Extra {
    /// Whether somebody has stopped it.
    pub stopped: bool,
    /// How accurately the one person played, from 0 to 100, once that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
}

/// How accurately the one person of a reviewed game played, from 0 to 100.
pub fn accuracy(kept: &KeptReview) -> Option<f64> {
    serde_json::from_str::<Extra>(&kept.extra).ok()?.accuracy
}

/// What happens to a review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Nothing, until somebody asks for more.
    Resting,
    /// It waits for its turn.
    Waiting,
    /// It is being worked on.
    Running,
    /// Nothing is left to look at.
    Complete,
    /// It cannot go on.
    Failed(String),
}

/// How a review stands, as a page needs it.
pub struct Standing {
    /// The game.
    pub record: Record,
    /// The game at its end.
    pub board: Box<dyn Match>,
    /// What is known.
    pub review: Review,
    /// What happens.
    pub stage: Stage,
    /// The seat that is spoken to.
    pub you: Option<usize>,
}

/// A review that somebody looks at, or that is worked on.
pub struct Case {
    /// Its name in addresses.
    pub id: String,
    /// The language that it speaks.
    pub lang: Lang,
    owner: String,
    inner: Mutex<Inner>,
    news: watch::Sender<u64>,
}

struct Inner {
    record: Record,
    board: Box<dyn Match>,
    notes: Notes,
    review: Review,
    stage: Stage,
    /// The flag of the work under way.
    stop: Stop,
    /// Whether somebody has stopped it.
    stopped: bool,
    seen: Instant,
}

impl Case {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn tell(&self) {
        self.news.send_modify(|version| *version += 1);
    }

    /// A seat among the watchers.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// How it stands.
    pub fn standing(&self) -> Standing {
        let inner = self.lock();
        Standing {
            record: inner.record.clone(),
            board: inner.board.fork(),
            review: inner.review.clone(),
            stage: inner.stage.clone(),
            you: inner.record.person(),
        }
    }

    fn plan(&self, budget: Budget, inner: &Inner) -> Plan {
        let share = (inner.record.moves.len() as f64 / USUAL as f64).min(1.0);
        Plan {
            lang: self.lang,
            you: inner.record.person(),
            seed: SEED,
            threads: 1,
            memory: MEMORY,
            stop: inner.stop.clone(),
            ..Plan::new(budget.share(share))
        }
    }

    fn kept(&self, inner: &Inner) -> KeptReview {
        let complete = inner.stage == Stage::Complete;
        let own =
            inner.record.person().and_then(|seat| inner.review.players.iter().find(|p| p.seat == seat + 1));
        let accuracy = own.filter(|_| complete).and_then(|player| player.accuracy);
        KeptReview {
            id: self.id.clone(),
            lang: self.lang.code().to_string(),
            owner: self.owner.clone(),
            game: inner.record.game.clone(),
            record: inner.record.write(),
            notes: serde_json::to_string(&inner.notes).expect("plain data"),
            extra: serde_json::to_string(&Extra { stopped: inner.stopped, accuracy }).expect("plain data"),
            complete,
            changed: now().as_secs() as i64,
        }
    }
}

/// What may be spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// On a whole review.
    pub review: Budget,
    /// On each puzzle that is cut from its mistakes.
    pub puzzle: Budget,
}

/// Every review that is open, and the threads that work on them.
pub struct Reviews {
    games: Games,
    store: Arc<Store>,
    effort: Effort,
    shared: Arc<Shared>,
}

struct Shared {
    open: Mutex<HashMap<(String, Lang), Arc<Case>>>,
    queue: Mutex<Queue>,
    arrived: Condvar,
}

/// Who waits: the owners in turn, each with their reviews in turn.
#[derive(Default)]
struct Queue {
    turns: VecDeque<String>,
    waiting: HashMap<String, VecDeque<Arc<Case>>>,
    closed: bool,
}

impl Queue {
    fn push(&mut self, case: Arc<Case>) {
        let own = self.waiting.entry(case.owner.clone()).or_default();
        if own.is_empty() {
            self.turns.push_back(case.owner.clone());
        }
        own.push_back(case);
    }

    fn pop(&mut self) -> Option<Arc<Case>> {
        let owner = self.turns.pop_front()?;
        let own = self.waiting.get_mut(&owner)?;
        let case = own.pop_front();
        if own.is_empty() {
            self.waiting.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        case
    }

    /// Whether one more of this owner may wait.
    fn admits(&self, owner: &str) -> bool {
        let all: usize = self.waiting.values().map(VecDeque::len).sum();
        all < MOST && self.waiting.get(owner).map_or(0, VecDeque::len) < MOST_OWN
    }
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, HashMap<(String, Lang), Arc<Case>>> {
        self.open.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Reviews {
    /// Reviews over a store, each of which may cost so much, worked on by this many threads.
    pub fn new(games: Games, store: Arc<Store>, threads: usize, effort: Effort) -> Reviews {
        let shared =
            Arc::new(Shared { open: Mutex::default(), queue: Mutex::default(), arrived: Condvar::new() });
        for _ in 0..threads.max(1) {
            let (shared, store) = (shared.clone(), store.clone());
            std::thread::spawn(move || {
                step_back();
                work(&shared, &store, effort);
            });
        }
        Reviews { games, store, effort, shared }
    }

    /// The review of this name in a language, from memory or from the store; of a kept game, its review before anything was looked at. What has been
    /// played meanwhile is taken in.
    pub fn case(&self, id: &str, lang: Lang, owner: &str) -> Result<Arc<Case>, Failure> {
        if !is_name(id) {
            return Err(Failure::NotFound);
        }
        let key = (id.to_string(), lang);
        let game = self.store.game(id)?.map(|game| game.record);
        let open = self.shared.open().get(&key).cloned();
        if let Some(case) = open {
            let mut inner = case.lock();
            inner.seen = Instant::now();
            let resting = matches!(inner.stage, Stage::Resting | Stage::Complete);
            if let Some(text) = game.filter(|text| resting && *text != inner.record.write()) {
                self.take_in(&case, &mut inner, &text)?;
            }
            drop(inner);
            return Ok(case);
        }
        let kept = self.store.review(id, lang.code())?;
        let record = game.or(kept.as_ref().map(|kept| kept.record.clone())).ok_or(Failure::NotFound)?;
        let owner = kept.as_ref().map_or(owner, |kept| kept.owner.as_str());
        let case = Arc::new(self.opened(id, lang, owner, &record)?);
        if let Some(kept) = kept {
            let mut inner = case.lock();
            inner.notes = serde_json::from_str(&kept.notes).unwrap_or_default();
            let extra: Extra = serde_json::from_str(&kept.extra).unwrap_or_default();
            inner.stopped = extra.stopped;
            self.recount(&case, &mut inner)?;
        }
        Ok(self.shared.open().entry(key).or_insert(case).clone())
    }

    /// The review of a record that somebody brings; it is written down before this returns.
    pub fn import(&self, text: &str, lang: Lang, owner: &str) -> Result<Arc<Case>, Failure> {
        let line = text.lines().rev().find(|line| !line.trim().is_empty());
        let line =
            line.ok_or_else(|| Failure::wrong("there is no game; expected a record, a line of JSON"))?;
        let case = Arc::new(self.opened(&new_name(), lang, owner, line)?);
        self.store.put_review(&case.kept(&case.lock()))?;
        self.shared.open().insert((case.id.clone(), lang), case.clone());
        Ok(case)
    }

    fn opened(&self, id: &str, lang: Lang, owner: &str, line: &str) -> Result<Case, Failure> {
        let (record, board) = self.replayed(line)?;
        let review = Review {
            moves: Vec::new(),
            players: Vec::new(),
            moments: Vec::new(),
            luck: None,
            complete: false,
        };
        let inner = Inner {
            record,
            board,
            notes: Notes::default(),
            review,
            stage: Stage::Resting,
            stop: Stop::default(),
            stopped: false,
            seen: Instant::now(),
        };
        let (id, owner) = (id.to_string(), owner.to_string());
        Ok(Case { id, lang, owner, inner: Mutex::new(inner), news: watch::Sender::new(0) })
    }

    fn replayed(&self, line: &str) -> Result<(Record, Box<dyn Match>), Failure> {
        let record = Record::read(line).map_err(Failure::wrong)?;
        if record.moves.len() > LONGEST {
            return Err(Failure::wrong(format!("a game of more than {LONGEST} moves is not reviewed")));
        }
        let board = record.replay(&self.games).map_err(Failure::wrong)?;
        Ok((record, board))
    }

    /// The game has gone on.
    fn take_in(&self, case: &Case, inner: &mut Inner, line: &str) -> Result<(), Failure> {
        (inner.record, inner.board) = self.replayed(line)?;
        inner.stage = Stage::Resting;
        self.recount(case, inner)
    }

    /// Makes the review anew from the notes, without looking at anything.
    fn recount(&self, case: &Case, inner: &mut Inner) -> Result<(), Failure> {
        let stop = Stop::default();
        stop.store(true, Ordering::Relaxed);
        let plan = Plan { stop, ..case.plan(self.effort.review, inner) };
        let review = coach::review(inner.board.as_ref(), &plan, &mut inner.notes, &mut |_| ());
        inner.review = review.map_err(Failure::wrong)?;
        if inner.review.complete {
            inner.stage = Stage::Complete;
        }
        Ok(())
    }

    /// Lets a review go on, unless it is under way or complete. It is written down before this returns.
    pub fn start(&self, case: &Arc<Case>) -> Result<(), Failure> {
        let mut inner = case.lock();
        if inner.board.movers().iter().all(Option::is_none) {
            return Err(Failure::wrong("there is no move to review yet"));
        }
        if matches!(inner.stage, Stage::Waiting | Stage::Running | Stage::Complete) {
            return Ok(());
        }
        let mut queue = self.shared.queue();
        if !queue.admits(&case.owner) || queue.closed {
            return Err(Failure::Busy("too many reviews are waiting; try again in a while".into()));
        }
        inner.stopped = false;
        self.store.put_review(&case.kept(&inner))?;
        inner.stage = Stage::Waiting;
        queue.push(case.clone());
        drop((queue, inner));
        self.shared.arrived.notify_one();
        case.tell();
        Ok(())
    }

    /// Lets a review go on that was under way when it was last seen.
    pub fn resume(&self, case: &Arc<Case>) {
        let inner = case.lock();
        let begun = !inner.review.moves.is_empty() || inner.review.complete;
        let wanted = inner.stage == Stage::Resting && !inner.stopped && begun;
        drop(inner);
        if wanted && let Err(error) = self.start(case) {
            tracing::warn!(review = case.id, error = error.sentence(), "a review could not go on");
        }
    }

    /// Stops a review; what is known by then is kept.
    pub fn stop(&self, case: &Arc<Case>) -> Result<(), Failure> {
        let mut inner = case.lock();
        inner.stopped = true;
        inner.stop.store(true, Ordering::Relaxed);
        if inner.stage == Stage::Waiting {
            inner.stage = Stage::Resting;
        }
        self.store.put_review(&case.kept(&inner))?;
        drop(inner);
        case.tell();
        Ok(())
    }

    /// Lets go of reviews that the store has no longer, or otherwise.
    pub fn let_go(&self, ids: &[String]) {
        let mut gone = Vec::new();
        self.shared.open().retain(|(id, _), case| {
            let stays = !ids.contains(id);
            if !stays {
                gone.push(case.clone());
            }
            stays
        });
        for case in gone {
            let mut inner = case.lock();
            inner.stage = Stage::Failed("it was removed".into());
            inner.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Leaves reviews to the store that nobody looks at and nobody works on.
    pub fn sweep(&self) {
        let cases: Vec<Arc<Case>> = self.shared.open().values().cloned().collect();
        for case in cases {
            let mut inner = case.lock();
            if case.news.receiver_count() > 0 {
                inner.seen = Instant::now();
            }
            let busy = matches!(inner.stage, Stage::Waiting | Stage::Running);
            if !busy && inner.seen.elapsed() > IDLE {
                drop(inner);
                self.shared.open().remove(&(case.id.clone(), case.lang));
            }
        }
    }

    /// Ends all work.
    pub fn close(&self) {
        self.shared.queue().closed = true;
        for case in self.shared.open().values() {
            case.lock().stop.store(true, Ordering::Relaxed);
        }
        self.shared.arrived.notify_all();
    }
}

impl Drop for Reviews {
    fn drop(&mut self) {
        self.close();
    }
}

fn work(shared: &Shared, store: &Store, effort: Effort) {
    loop {
        let mut queue = shared.queue();
        let case = loop {
            if queue.closed {
                return;
            }
            match queue.pop() {
                Some(case) => break case,
                None => {
                    let held = shared.arrived.wait(queue);
                    queue = held.unwrap_or_else(|poisoned| poisoned.into_inner());
                }
            }
        };
        drop(queue);
        if piece(&case, store, effort) {
            let mut queue = shared.queue();
            if !queue.closed {
                queue.push(case.clone());
            }
        }
        case.tell();
    }
}

/// Works on a review for a while; says whether it waits for another turn.
fn piece(case: &Arc<Case>, store: &Store, effort: Effort) -> bool {
    let (board, mut notes, plan) = {
        let mut inner = case.lock();
        if inner.stage != Stage::Waiting {
            return false;
        }
        inner.stage = Stage::Running;
        inner.stop = Stop::default();
        (inner.board.fork(), inner.notes.clone(), case.plan(effort.review, &inner))
    };
    let mut looks = 0;
    let mut report = |progress: &Progress<'_>| {
        looks += 1;
        let mut inner = case.lock();
        note(&mut inner.review.moves, progress.last);
        if looks >= PIECE {
            plan.stop.store(true, Ordering::Relaxed);
        }
        drop(inner);
        case.tell();
    };
    let done = catch_unwind(AssertUnwindSafe(|| {
        coach::review(board.as_ref(), &plan, &mut notes, &mut report).map_err(|error| error.to_string())
    }));
    let done = done.unwrap_or_else(|_| Err("the coach broke down".into()));
    let mut inner = case.lock();
    if inner.stage != Stage::Running {
        return false;
    }
    match done {
        Err(reason) => {
            tracing::error!(review = case.id, reason, "a review cannot go on");
            inner.stage = Stage::Failed(reason);
        }
        Ok(review) => {
            // A pass that ends by itself and finds nothing more to do is the last.
            let over = review.complete || (looks == 0 && !plan.stop.load(Ordering::Relaxed));
            inner.notes = notes;
            inner.review = Review { complete: over, ..review };
            if over {
                // Whoever is told that the review is complete finds the puzzles that it made.
                drop(inner);
                cut(case, store, effort.puzzle);
                inner = case.lock();
            }
            inner.stage = match (over, inner.stopped) {
                (true, _) => Stage::Complete,
                (false, true) => Stage::Resting,
                (false, false) => Stage::Waiting,
            };
        }
    }
    if let Err(error) = store.put_review(&case.kept(&inner)) {
        tracing::error!(review = case.id, %error, "a review could not be written down");
    }
    let waits = inner.stage == Stage::Waiting;
    drop(inner);
    case.tell();
    waits
}

/// Makes puzzles of the mistakes of whoever is spoken to, for their practice.
fn cut(case: &Case, store: &Store, budget: Budget) {
    let standing = case.standing();
    let Some(seat) = standing.you else { return };
    let game = standing.board.info().name;
    let made = catch_unwind(AssertUnwindSafe(|| {
        school::cut(standing.board.as_ref(), &standing.review, seat, budget)
    }));
    let kept = match made {
        Ok(Ok(puzzles)) => learners::change(store, (&case.owner, game), |learner| learner.keep(puzzles)),
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(Failure::Broken("the coach broke down".into())),
    };
    if let Err(error) = kept {
        tracing::error!(review = case.id, error = error.sentence(), "no puzzles could be made");
    }
}

/// Puts what was found of a move in its place.
fn note(moves: &mut Vec<Reviewed>, found: &Reviewed) {
    match moves.binary_search_by_key(&found.ply, |reviewed| reviewed.ply) {
        Ok(at) => moves[at] = found.clone(),
        Err(at) => moves.insert(at, found.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Options;
    use table::Session;

    const SMALL: Effort = Effort { review: Budget::Nodes(100_000), puzzle: Budget::Nodes(500) };

    fn record(plies: usize) -> Record {
        let family = &registry::games().all()[1].clone();
        let mut session = Session::of_people(family.open(&Options::none()).unwrap(), 3);
        for _ in 0..plies {
            session.settle();
            let first = session.board().legal()[0].clone();
            session.play(&first, 0).unwrap();
        }
        session.record()
    }

    fn wait(case: &Case, done: impl Fn(&Stage) -> bool) {
        let mut news = case.watch();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let all = async {
                while !done(&case.standing().stage) {
                    news.changed().await.unwrap();
                }
            };
            tokio::time::timeout(Duration::from_secs(120), all).await.expect("the review goes on");
        });
    }

    #[test]
    fn owners_take_turns() {
        let store = Arc::new(Store::in_memory().unwrap());
        let reviews = Reviews::new(registry::games(), store, 1, SMALL);
        let line = record(3).write();
        let mut queue = Queue::default();
        for owner in ["a", "a", "a", "b"] {
            queue.push(Arc::new(reviews.opened("x", Lang::En, owner, &line).unwrap()));
        }
        let order: Vec<String> = std::iter::from_fn(|| queue.pop()).map(|case| case.owner.clone()).collect();
        assert_eq!(order, ["a", "b", "a", "a"]);
        for _ in 0..MOST_OWN {
            assert!(queue.admits("a"));
            queue.push(Arc::new(reviews.opened("x", Lang::En, "a", &line).unwrap()));
        }
        assert!(!queue.admits("a") && queue.admits("b"));
    }

    /// Worked on in pieces, stopped, found again after a restart: the review is the one that is made in one go.
    #[test]
    fn a_review_is_kept_and_goes_on() {
        let store = Arc::new(Store::in_memory().unwrap());
        let line = record(PIECE + 4).write();
        let make = || Reviews::new(registry::games(), store.clone(), 1, SMALL);
        let reviews = make();
        let case = reviews.import(&line, Lang::En, "").unwrap();
        reviews.start(&case).unwrap();
        wait(&case, |stage| matches!(stage, Stage::Running | Stage::Complete));
        reviews.stop(&case).unwrap();
        wait(&case, |stage| *stage == Stage::Resting || *stage == Stage::Complete);
        drop(reviews);
        let reviews = make();
        let again = reviews.case(&case.id, Lang::En, "").unwrap();
        reviews.resume(&again);
        assert_ne!(again.standing().stage, Stage::Waiting, "what somebody stopped stays so");
        reviews.start(&again).unwrap();
        wait(&again, |stage| *stage == Stage::Complete);
        let standing = again.standing();
        assert_eq!(standing.review.moves.len(), PIECE + 4);
        assert!(standing.review.players.iter().all(|player| player.accuracy.is_some()));
        let kept = store.review(&case.id, "en").unwrap().unwrap();
        assert!(kept.complete);
        let third = make().case(&case.id, Lang::En, "").unwrap();
        // As text, numbers may lose their last digit.
        let told = |standing: &Standing| -> Vec<(usize, String)> {
            standing.review.moves.iter().map(|reviewed| (reviewed.ply, reviewed.text.clone())).collect()
        };
        assert_eq!(told(&third.standing()), told(&standing));
        assert_eq!(third.standing().stage, Stage::Complete);
    }

    #[test]
    fn wrong_records_are_refused_in_a_sentence() {
        let store = Arc::new(Store::in_memory().unwrap());
        let reviews = Reviews::new(registry::games(), store, 1, SMALL);
        let good = record(3);
        let empty = Record { moves: Vec::new(), times_ms: Vec::new(), ..good.clone() };
        let foreign = Record { game: "chess".into(), ..good.clone() };
        let illegal = Record { moves: vec!["Z99".into(); 3], ..good.clone() };
        let truncated = good.write()[..40].to_string();
        for text in [String::new(), "nonsense".into(), truncated, foreign.write(), illegal.write()] {
            let refused = reviews.import(&text, Lang::En, "").map(|_| ());
            assert!(matches!(&refused, Err(Failure::Wrong(said)) if !said.is_empty()), "{text}: {refused:?}");
        }
        let case = reviews.import(&empty.write(), Lang::En, "").unwrap();
        assert!(matches!(reviews.start(&case), Err(Failure::Wrong(_))));
    }
}
