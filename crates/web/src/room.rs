//! A game that people look at: its session, its clock, who is thinking, and how watchers learn of changes.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};
use store::{KeptGame, Store};
use table::{Games, Record, Session, Thought, Who};
use tokio::sync::watch;

use crate::clock::Clock;
use crate::failure::Failure;
use crate::learners;
use crate::lesson::{Lesson, Warning};
use crate::pace::Pace;
use crate::pupil::Pupil;
use crate::seats::{self, Seats};
use crate::thinkers::Stop;

/// What the page keeps with a game besides its record.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Extra {
    /// The clock, if it is played with one.
    pub clock: Option<Clock>,
    /// How long computer players may think about a move, in milliseconds.
    pub think_ms: u64,
    /// Whether people are warned before a blunder and told what would have been better.
    pub teach: bool,
    /// Whether the computers' level follows the results of whoever plays.
    pub adapts: bool,
    /// The step of a lesson that this game is.
    pub lesson: Option<String>,
    /// Whether the result has been counted, for the opponent's level or the lesson.
    pub counted: bool,
    /// Who has taken which seat, where several machines share the game.
    pub seats: Seats,
    /// How fast computers answer each other.
    pub pace: Pace,
}

/// What watchers are told: that something changed, or how far the thinking has come.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct News {
    /// Grows with every change of the game, also over restarts.
    pub version: u64,
    /// What the computer to move thinks so far.
    pub thought: Option<Arc<Thought>>,
}

/// A game that people look at.
pub struct Room {
    /// Its name in addresses.
    pub id: String,
    inner: Mutex<Inner>,
    news: watch::Sender<News>,
}

/// What is behind the lock.
pub struct Inner {
    /// The game.
    pub session: Session,
    /// Who plays, by seat.
    pub who: Vec<Who>,
    /// What belongs to it.
    pub extra: Extra,
    /// When the turn began.
    pub turn_began: Instant,
    /// The flag of the thinking under way.
    pub thinking: Option<Stop>,
    /// Why a computer player cannot go on.
    pub failure: Option<String>,
    /// What the last computer player thought about its move.
    pub last_thought: Option<Arc<Thought>>,
    /// What there is to learn from the last person's move.
    pub lesson: Option<Arc<Lesson>>,
    /// What was said before a person's move, which is not made yet.
    pub warning: Option<Warning>,
    /// A computer player does not begin to think before this.
    pub resume: Instant,
    /// When somebody last asked for this game.
    pub seen: Instant,
    /// The game that followed when it was over.
    pub next: Option<String>,
    version: u64,
    commits: u64,
}

impl Inner {
    /// Grows with every change of what is written down, and with nothing else.
    pub fn commits(&self) -> u64 {
        self.commits
    }

    /// As [`News::version`].
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Whether a person sits here.
    pub fn is_human(&self, seat: usize) -> bool {
        self.who[seat].is_person()
    }

    /// Seats with people.
    pub fn humans(&self) -> Vec<usize> {
        (0..self.who.len()).filter(|&seat| self.is_human(seat)).collect()
    }

    /// Milliseconds left to each seat, the running turn considered; `None` without a clock.
    pub fn left_ms(&self) -> Option<Vec<u64>> {
        let clock = self.extra.clock?;
        let record = self.session.record();
        let movers = self.session.board().movers();
        let running = self.turn_began.elapsed().as_millis() as u64;
        let left = |seat| {
            let all = clock.left_ms(seat, &movers, &record.times_ms);
            if self.session.to_move() == Some(seat) { all.saturating_sub(running) } else { all }
        };
        Some((0..self.session.players().len()).map(left).collect())
    }

    /// Stops whoever is thinking; what they find is passed over.
    pub fn stop_thinking(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Counts the result for the people who play, so that the next opponent suits them.
    fn count(&self, store: &Store) -> Result<(), Failure> {
        let Some(ending) = self.session.ending() else { return Ok(()) };
        let game = self.session.board().info().name;
        for seat in self.humans() {
            let (owner, points) = (self.owner_of(seat), ending.points(seat));
            if self.extra.adapts {
                let mut pupil = Pupil::read(store, owner, game)?;
                pupil.finished(points);
                pupil.keep(store, owner, game)?;
            }
            if let Some(step) = self.extra.lesson.as_ref().filter(|_| points > 0.5) {
                let time = now().as_secs() as i64;
                learners::change(store, (owner, game), |learner| learner.learnt(game, step, time))?;
            }
        }
        Ok(())
    }

    /// Ends the game when the time of the seat to move is over; says whether it did.
    pub fn flag(&mut self) -> bool {
        let (Some(left), Some(seat)) = (self.left_ms(), self.session.to_move()) else { return false };
        if left[seat] > 0 {
            return false;
        }
        self.stop_thinking();
        self.session.forfeit(seat, "time");
        true
    }
}

impl Room {
    /// As [`Inner::owner`].
    pub fn owner(&self) -> String {
        self.lock().owner(&self.id)
    }

    /// A room around a session between these, by seat.
    pub fn new(id: String, session: Session, who: Vec<Who>, extra: Extra) -> Room {
        let version = now().as_millis() as u64;
        let inner = Inner {
            session,
            who,
            extra,
            turn_began: Instant::now(),
            thinking: None,
            failure: None,
            last_thought: None,
            lesson: None,
            warning: None,
            resume: Instant::now(),
            seen: Instant::now(),
            next: None,
            version,
            commits: 0,
        };
        Room { id, inner: Mutex::new(inner), news: watch::Sender::new(News { version, thought: None }) }
    }

    /// The room of a kept game.
    pub fn restore(games: &Games, kept: &KeptGame) -> Result<Room, Failure> {
        let broken =
            |error: String| Failure::Broken(format!("the game '{}' cannot be read back: {error}", kept.id));
        let record = Record::read(&kept.record).map_err(|error| broken(error.to_string()))?;
        let session = Session::resume(games, &record).map_err(|error| broken(error.to_string()))?;
        let who: Result<Vec<Who>, _> = record.players.iter().map(|player| player.parse()).collect();
        let who = who.map_err(|error| broken(error.to_string()))?;
        let extra = serde_json::from_str(&kept.extra).map_err(|error| broken(error.to_string()))?;
        Ok(Room::new(kept.id.clone(), session, who, extra))
    }

    /// The game, for as long as the guard lives. Never held over an `await`, nor while anybody thinks.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Writes the game down, and only then tells the watchers. When it cannot be written, nothing counts as happened: the caller gets the error
    /// and the game is as it was kept.
    pub fn commit(&self, store: &Store, inner: &mut Inner) -> Result<(), Failure> {
        let wanted = inner.extra.adapts || inner.extra.lesson.is_some();
        let counts = wanted && !inner.extra.counted && inner.session.over();
        inner.extra.counted |= counts;
        if let Err(error) = self.keep(store, inner) {
            inner.extra.counted &= !counts;
            if let Ok(Some(kept)) = store.game(&self.id)
                && let Some(session) =
                    Record::read(&kept.record).ok().and_then(|record| inner.session.reread(&record).ok())
            {
                inner.session = session;
            }
            return Err(error);
        }
        if counts && let Err(error) = inner.count(store) {
            tracing::error!(game = self.id, error = error.sentence(), "a result could not be counted");
        }
        inner.warning = None;
        inner.turn_began = Instant::now();
        inner.version += 1;
        inner.commits += 1;
        self.news.send_replace(News { version: inner.version, thought: None });
        Ok(())
    }

    /// Writes the game down.
    pub fn keep(&self, store: &Store, inner: &Inner) -> Result<(), Failure> {
        let record = inner.session.record();
        store.put_game(&KeptGame {
            id: self.id.clone(),
            game: record.game.clone(),
            record: record.write(),
            extra: serde_json::to_string(&inner.extra).expect("plain data"),
            over: inner.session.over(),
            changed: now().as_secs() as i64,
            owners: seats::owners(&inner.extra.seats),
        })?;
        Ok(())
    }

    /// Tells the watchers that something besides the moves has changed.
    pub fn announce(&self, inner: &mut Inner) {
        inner.version += 1;
        self.news.send_replace(News { version: inner.version, thought: None });
    }

    /// Tells the watchers how far the thinking has come.
    pub fn tell(&self, thought: &Thought) {
        self.news.send_modify(|news| news.thought = Some(Arc::new(thought.clone())));
    }

    /// A seat among the watchers.
    pub fn watch(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Whether anybody watches.
    pub fn watched(&self) -> bool {
        self.news.receiver_count() > 0
    }
}

/// The time since 1970.
pub fn now() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}
