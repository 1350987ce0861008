//! Every open game, and everything that can be done with one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use coach::{Budget, Hint, Question};
use game::{Control, Limits, Rng};
use store::Store;
use table::expert::Lang;
use table::{Games, Match, Session, Thought, Wanted, Who};
use tokio::sync::oneshot;

use crate::failure::Failure;
use crate::lesson::{Warning, lesson, second_look};
use crate::opponents;
use crate::own_bots::OwnBots;
use crate::pace::Pace;
use crate::pupil::Pupil;
use crate::room::{Extra, Inner, Room};
use crate::seats::Hand;
use crate::seeds::{Seeds, secret};
use crate::thinkers::{Bots, Haste, Length, Stop, Thinkers};

/// Nobody has to think for a game that nobody has looked at for so long.
const UNWATCHED: Duration = Duration::from_secs(30);
/// A game that nobody has looked at for so long is left to the store.
const IDLE: Duration = Duration::from_secs(600);
/// The longest time for a computer's move.
pub const MOST_THINKING_MS: u64 = 60_000;

/// Every open game.
pub struct Lobby {
    /// What can be played.
    pub games: Games,
    /// Where games are kept.
    pub store: Arc<Store>,
    /// Who thinks for computer players.
    pub thinkers: Thinkers,
    /// The players that are programs of whoever runs this.
    pub own_bots: Arc<OwnBots>,
    manner: Manner,
    runtime: tokio::runtime::Handle,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

/// A hint with the board that it is for.
pub type Hinted = (Box<dyn Match>, Hint);

/// How games go on.
pub struct Manner {
    /// How long a computer waits before it answers a computer, so that people can follow.
    pub pause: Duration,
    /// Where new games get their seeds from.
    pub seeds: Seeds,
    /// How hard a lesson is looked for.
    pub effort: Budget,
}

/// Who sits where when the same is played again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sides {
    /// Everybody one seat on.
    Changed,
    /// As before.
    Same,
}

/// What a game begins with.
pub struct Setup {
    /// The board, before its first move.
    pub board: Box<dyn Match>,
    /// Who plays, by seat.
    pub who: Vec<Who>,
    /// What everything random follows from.
    pub seed: u64,
    /// What belongs to it.
    pub extra: Extra,
}

impl Lobby {
    /// A lobby over a store.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn new(
        games: Games,
        store: Arc<Store>,
        threads: usize,
        own_bots: Arc<OwnBots>,
        manner: Manner,
    ) -> Arc<Lobby> {
        let (runtime, rooms) = (tokio::runtime::Handle::current(), Mutex::default());
        let thinkers = Thinkers::new(threads, &own_bots);
        Arc::new(Lobby { games, store, thinkers, own_bots, manner, runtime, rooms })
    }

    /// A seed for a new game.
    pub fn new_seed(&self) -> u64 {
        self.manner.seeds.next()
    }

    /// What the coach may spend on an answer.
    pub fn effort(&self) -> Budget {
        self.manner.effort
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Begins a game, written down before this returns.
    pub fn create(self: &Arc<Lobby>, setup: Setup) -> Result<Arc<Room>, Failure> {
        let Setup { board, who, seed, extra } = setup;
        let names = who.iter().map(Who::to_string).collect();
        let session = Session::new(board, names, seed);
        let room = Arc::new(Room::new(new_name(), session, who, extra));
        {
            let mut inner = room.lock();
            inner.session.settle();
            room.commit(&self.store, &mut inner)?;
        }
        self.rooms().insert(room.id.clone(), room.clone());
        self.wake(&room);
        Ok(room)
    }

    /// The game of this name, from memory or from the store.
    pub fn room(self: &Arc<Lobby>, id: &str) -> Result<Arc<Room>, Failure> {
        if !is_name(id) {
            return Err(Failure::NotFound);
        }
        let open = self.rooms().get(id).cloned();
        let room = match open {
            Some(room) => room,
            None => {
                let kept = self.store.game(id)?.ok_or(Failure::NotFound)?;
                let restored = Arc::new(Room::restore(&self.games, &kept)?);
                self.rooms().entry(id.to_string()).or_insert(restored).clone()
            }
        };
        room.lock().seen = Instant::now();
        self.wake(&room);
        Ok(room)
    }

    /// Looks at a person's move before it is made, where they are taught and still need it; `None` when it can be played at once. The answer comes when it
    /// is found: a word before the move, or nothing.
    pub fn second_look(
        self: &Arc<Lobby>,
        room: &Arc<Room>,
        hand: &Hand,
        (text, ply): (&str, usize),
        lang: Lang,
    ) -> Result<Option<oneshot::Receiver<Option<Warning>>>, Failure> {
        let inner = room.lock();
        let board = inner.session.board();
        let seat = inner.session.to_move().filter(|seat| inner.seats_of(hand).contains(seat));
        let (Some(_), true) = (seat, inner.extra.teach && board.moves().len() == ply) else {
            return Ok(None);
        };
        let (game, owner) = (board.info().name, hand.owner().unwrap_or_default().to_string());
        let pupil = Pupil::read(&self.store, &owner, game)?;
        let board = board.fork();
        drop(inner);
        let Ok(mv) = board.fork().play(text) else { return Ok(None) };
        if !pupil.is_warned() {
            return Ok(None);
        }
        let (answer, answered) = oneshot::channel();
        let (effort, store) = (self.manner.effort, self.store.clone());
        let queued = self.thinkers.submit((Haste::Move, Length::Long), &room.owner(), move |_, stop| {
            let found = second_look(board.as_ref(), &mv, effort, lang, stop);
            let word = found.as_ref().filter(|(class, _)| pupil.is_warned_of(*class));
            let _ = answer.send(word.map(|(_, warning)| warning.clone()));
            if let Some((class, _)) = found {
                remember(&store, &owner, game, class);
            }
        });
        Ok(queued.map(|_| answered))
    }

    /// Holds a move back until the person has decided.
    pub fn warn(&self, room: &Arc<Room>, warning: Warning) {
        let mut inner = room.lock();
        if inner.session.board().moves().len() == warning.ply {
            inner.warning = Some(warning);
            room.announce(&mut inner);
        }
    }

    /// The person takes the move back that was warned of.
    pub fn reconsider(self: &Arc<Lobby>, room: &Arc<Room>, hand: &Hand) -> Result<(), Failure> {
        let mut inner = room.lock();
        inner.must_play(hand)?;
        if inner.warning.take().is_some() {
            room.announce(&mut inner);
        }
        Ok(())
    }

    /// Plays a person's move. `ply` is the number of moves the person saw.
    pub fn play(
        self: &Arc<Lobby>,
        room: &Arc<Room>,
        hand: &Hand,
        text: &str,
        ply: usize,
    ) -> Result<(), Failure> {
        let mut inner = room.lock();
        if inner.flag() {
            return room.commit(&self.store, &mut inner);
        }
        if inner.session.board().moves().len() != ply {
            return Err(Failure::Outdated("the game has gone on meanwhile".into()));
        }
        let Some(seat) = inner.session.to_move() else {
            return Err(Failure::wrong("the game is over"));
        };
        if !inner.is_human(seat) {
            return Err(Failure::Outdated("a computer player is to move".into()));
        }
        inner.must_own(seat, hand)?;
        let ms = inner.turn_began.elapsed().as_millis() as u64;
        let before = inner.extra.teach.then(|| inner.session.board().fork());
        let played = inner.session.play(text, ms)?;
        inner.session.settle();
        inner.lesson = None;
        room.commit(&self.store, &mut inner)?;
        drop(inner);
        self.wake(room);
        if let Some(before) = before {
            self.teach(room, before, played.text);
        }
        Ok(())
    }

    /// Looks, when the computer to move has answered, whether there was something better.
    fn teach(&self, room: &Arc<Room>, before: Box<dyn Match>, played: String) {
        let (room, runtime, effort) = (room.clone(), self.runtime.clone(), self.manner.effort);
        let ply = before.moves().len();
        self.thinkers.submit((Haste::Move, Length::Long), &room.owner(), move |_, stop| {
            let Some(lesson) = lesson(before.as_ref(), &played, effort, stop) else { return };
            runtime.spawn_blocking(move || {
                let mut inner = room.lock();
                let moves = inner.session.board().moves();
                let movers = inner.session.board().movers();
                let later = movers.iter().skip(ply + 1).flatten().any(|&seat| inner.is_human(seat));
                if moves.get(ply) == Some(&played) && !later {
                    inner.lesson = Some(Arc::new(lesson));
                    room.announce(&mut inner);
                }
            });
        });
    }

    /// Takes back to the last position in which a person was to move.
    pub fn undo(self: &Arc<Lobby>, room: &Arc<Room>, hand: &Hand) -> Result<(), Failure> {
        let mut inner = room.lock();
        if !can_undo(&inner, hand) {
            return Err(Failure::wrong("there is nothing to take back"));
        }
        inner.stop_thinking();
        inner.failure = None;
        inner.last_thought = None;
        inner.lesson = None;
        while inner.session.undo() {
            if inner.session.to_move().is_some_and(|seat| inner.is_human(seat)) {
                break;
            }
        }
        inner.session.settle();
        room.commit(&self.store, &mut inner)?;
        drop(inner);
        self.wake(room);
        Ok(())
    }

    /// The person to move gives up, or their first seat when somebody else is to move.
    pub fn resign(self: &Arc<Lobby>, room: &Arc<Room>, hand: &Hand) -> Result<(), Failure> {
        let mut inner = room.lock();
        inner.must_play(hand)?;
        let seats = inner.seats_of(hand);
        let to_move = inner.session.to_move().filter(|seat| seats.contains(seat));
        let seat = to_move.or(seats.first().copied());
        let Some(seat) = seat.filter(|_| !inner.session.over()) else {
            return Err(Failure::wrong("there is no game to resign"));
        };
        inner.stop_thinking();
        inner.session.forfeit(seat, "resignation");
        room.commit(&self.store, &mut inner)
    }

    /// Asks the computer player that failed once more.
    pub fn retry(self: &Arc<Lobby>, room: &Arc<Room>, hand: &Hand) -> Result<(), Failure> {
        let mut inner = room.lock();
        inner.must_play(hand)?;
        if inner.failure.take().is_some() {
            inner.turn_began = Instant::now();
            room.announce(&mut inner);
        }
        drop(inner);
        self.wake(room);
        Ok(())
    }

    /// Says how fast the computers go on.
    pub fn pace(self: &Arc<Lobby>, room: &Arc<Room>, hand: &Hand, pace: Pace) -> Result<(), Failure> {
        let mut inner = room.lock();
        inner.must_play(hand)?;
        let before = std::mem::replace(&mut inner.extra.pace, pace);
        if let Err(error) = room.keep(&self.store, &inner) {
            inner.extra.pace = before;
            return Err(error);
        }
        inner.resume = Instant::now();
        room.announce(&mut inner);
        drop(inner);
        self.wake(room);
        Ok(())
    }

    /// How many thoughts of others come before that of the computer to move; `None` once it thinks.
    pub fn queue(&self, inner: &Inner) -> Option<usize> {
        self.thinkers.ahead(inner.thinking.as_ref()?)
    }

    /// The same again, with the players in their seats or one seat on. Whoever else asks for it while that game is young gets the same one.
    pub fn rematch(
        self: &Arc<Lobby>,
        room: &Arc<Room>,
        hand: &Hand,
        sides: Sides,
    ) -> Result<Arc<Room>, Failure> {
        let mut inner = room.lock();
        inner.must_play(hand)?;
        let next = inner.next.as_ref().and_then(|id| self.rooms().get(id).cloned());
        if let Some(next) = next.filter(|next| !next.lock().session.over()) {
            return Ok(next);
        }
        let board = inner.session.board().restart();
        let mut who = inner.who.clone();
        let mut extra = inner.extra.clone();
        extra.seats.resize(who.len(), None);
        if sides == Sides::Changed {
            extra.seats.rotate_right(1);
            who.rotate_right(1);
        }
        if extra.adapts {
            let game = board.info().name;
            let owner = inner.humans().first().map_or("", |&seat| inner.owner_of(seat));
            let suits = Pupil::read(&self.store, owner, game)?.opponent();
            let suits = opponents::read(board.as_ref(), &suits, &self.own_bots).map_err(Failure::wrong)?;
            who.iter_mut().filter(|who| !who.is_person()).for_each(|who| *who = suits.clone());
            extra.counted = false;
        }
        let next = self.create(Setup { board, who, seed: self.new_seed(), extra })?;
        inner.next = Some(next.id.clone());
        Ok(next)
    }

    /// Changes who sits where, written down before this returns.
    pub fn seat<T>(
        &self,
        room: &Arc<Room>,
        change: impl FnOnce(&mut Inner) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut inner = room.lock();
        let before = inner.extra.seats.clone();
        let done = change(&mut inner)?;
        if inner.extra.seats != before {
            room.keep(&self.store, &inner).inspect_err(|_| inner.extra.seats = before)?;
            room.announce(&mut inner);
        }
        Ok(done)
    }

    /// Asks the coach about the position; the answer comes when it is found.
    pub fn hint(
        &self,
        room: &Arc<Room>,
        hand: &Hand,
        lang: Lang,
    ) -> Result<oneshot::Receiver<Option<Hinted>>, Failure> {
        let inner = room.lock();
        if inner.session.to_move().is_none() {
            return Err(Failure::wrong("nobody is to move"));
        }
        inner.must_play(hand)?;
        let board = inner.session.board().fork();
        drop(inner);
        let (answer, answered) = oneshot::channel();
        let effort = self.manner.effort;
        let queued = self.thinkers.submit((Haste::Move, Length::Long), &room.owner(), move |_, stop| {
            let question = Question {
                lang,
                memory: opponents::MEMORY,
                stop: stop.clone(),
                ..Question::new(None, effort)
            };
            let found = coach::hint(board.as_ref(), &question).ok();
            let _ = answer.send(found.map(|hint| (board, hint)));
        });
        queued.map(|_| answered).ok_or_else(busy)
    }

    /// Lets the computer player to move think, unless one does already or nobody looks.
    pub fn wake(self: &Arc<Lobby>, room: &Arc<Room>) {
        let mut inner = room.lock();
        let Some(seat) = inner.session.to_move() else { return };
        let paused = inner.extra.pace == Pace::Paused && inner.humans().is_empty();
        let waits = inner.thinking.is_some() || inner.failure.is_some() || Instant::now() < inner.resume;
        if paused || waits || inner.is_human(seat) {
            return;
        }
        let task = self.task(room, &inner, seat);
        let length = if is_quick(&inner.who[seat]) { Length::Short } else { Length::Long };
        match self.thinkers.submit((Haste::Move, length), &inner.owner(&room.id), task) {
            Some(stop) => inner.thinking = Some(stop),
            None => tracing::warn!(game = room.id, "too many computer players are thinking"),
        }
    }

    /// The work of finding and playing a computer's move.
    fn task(
        self: &Arc<Lobby>,
        room: &Arc<Room>,
        inner: &Inner,
        seat: usize,
    ) -> impl FnOnce(&mut Bots, &Stop) + Send + use<> {
        let (lobby, room, commits) = (self.clone(), room.clone(), inner.commits());
        let board = inner.session.board().fork();
        let ply = board.moves().len();
        let player = inner.who[seat].clone();
        let seed = inner.session.seed() ^ ((ply as u64) << 8 | (seat as u64 + 1));
        let limits = Limits { time: Some(allowance(inner, seat)), ..Limits::default() };
        move |bots, stop| {
            let control = Control::stoppable(limits, stop.clone());
            let began = Instant::now();
            let mut report = |thought: &Thought| room.tell(thought);
            let wanted = Wanted { lines: 1, report: Some(&mut report) };
            let name = format!("{} {seat}", room.id);
            let think =
                || bots.get(&name, board.as_ref(), &player, seed)?.think(board.as_ref(), &control, wanted);
            let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(think));
            let thought = thought.unwrap_or_else(|_| Err(table::BotError::Failed("it broke down".into())));
            // This thread steps back behind all others, so it must not hold a lock that one of them waits for.
            let runtime = lobby.runtime.clone();
            runtime.spawn_blocking(move || lobby.answer(&room, commits, began, thought));
        }
    }

    /// Plays what a computer player has found, if the game still waits for it.
    fn answer(
        self: &Arc<Lobby>,
        room: &Arc<Room>,
        commits: u64,
        began: Instant,
        thought: Result<Thought, table::BotError>,
    ) {
        let mut inner = room.lock();
        if inner.commits() != commits || inner.thinking.take().is_none() {
            return;
        }
        if inner.flag() {
            report_lost(room, room.commit(&self.store, &mut inner));
            return;
        }
        let ms = began.elapsed().as_millis() as u64;
        let played = thought.map_err(|error| error.to_string()).and_then(|thought| {
            inner.session.play(&thought.mv, ms).map_err(|error| error.to_string())?;
            Ok(thought)
        });
        match played {
            Ok(thought) => {
                inner.last_thought = Some(Arc::new(thought));
                inner.session.settle();
                report_lost(room, room.commit(&self.store, &mut inner));
                let next = inner.session.to_move().filter(|&seat| !inner.is_human(seat));
                let pause = inner.extra.pace.pause(self.manner.pause);
                // Only a computer waits before it answers a computer; a person is answered at once.
                if next.is_some() {
                    inner.resume = Instant::now() + pause;
                    drop(inner);
                    let (lobby, room) = (self.clone(), room.clone());
                    self.runtime.spawn(async move {
                        tokio::time::sleep(pause).await;
                        lobby.wake(&room);
                    });
                }
            }
            Err(reason) => {
                tracing::warn!(game = room.id, reason, "a computer player cannot go on");
                inner.failure = Some(reason);
                room.announce(&mut inner);
            }
        }
    }

    /// Ends games on time, stops thinking for nobody, and leaves idle games to the store. Called every moment.
    pub fn sweep(&self) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            let mut inner = room.lock();
            if inner.flag() {
                report_lost(&room, room.commit(&self.store, &mut inner));
            }
            if room.watched() {
                inner.seen = Instant::now();
            }
            let unseen = inner.seen.elapsed();
            if unseen > UNWATCHED {
                inner.stop_thinking();
            }
            if unseen > IDLE {
                drop(inner);
                self.rooms().remove(&room.id);
            }
        }
    }

    /// Removes a game for good.
    pub fn forget(&self, room: &Arc<Room>, hand: &Hand) -> Result<(), Failure> {
        let mut inner = room.lock();
        inner.must_play(hand)?;
        inner.stop_thinking();
        drop(inner);
        self.rooms().remove(&room.id);
        self.store.delete_game(&room.id)?;
        Ok(())
    }

    /// Lets go of games that the store has no longer, or otherwise.
    pub fn let_go(&self, ids: &[String]) {
        let gone: Vec<Arc<Room>> = ids.iter().filter_map(|id| self.rooms().remove(id)).collect();
        for room in gone {
            room.lock().stop_thinking();
        }
    }

    /// How many games are open.
    pub fn open_games(&self) -> usize {
        self.rooms().len()
    }
}

/// Whether they have made a move that they can take back: the last one that a person made. Where several machines share the game, not after its end.
pub fn can_undo(inner: &Inner, hand: &Hand) -> bool {
    let movers = inner.session.board().movers();
    let last = movers.iter().rev().flatten().copied().find(|&seat| inner.is_human(seat));
    let settled = *hand != Hand::Anybody && inner.session.over();
    !settled && last.is_some_and(|seat| inner.seats_of(hand).contains(&seat))
}

/// How long the computer player may think: what was chosen, but no large part of its clock.
fn allowance(inner: &Inner, seat: usize) -> Duration {
    let chosen = Duration::from_millis(inner.extra.think_ms.clamp(50, MOST_THINKING_MS));
    match inner.left_ms() {
        Some(left) => chosen.min(Duration::from_millis(left[seat] / 20 + 20)),
        None => chosen,
    }
}

/// Takes a move that somebody wanted to make into their figure.
fn remember(store: &Store, owner: &str, game: &str, class: coach::Class) {
    let kept = Pupil::read(store, owner, game).and_then(|mut pupil| {
        pupil.moved(class);
        pupil.keep(store, owner, game)
    });
    if let Err(error) = kept {
        tracing::error!(game, error = error.sentence(), "a figure could not be written down");
    }
}

fn report_lost(room: &Room, kept: Result<(), Failure>) {
    if let Err(error) = kept {
        tracing::error!(game = room.id, error = error.sentence(), "a move could not be written down");
    }
}

/// Players who answer in a moment whatever the position.
const QUICK: [&str; 7] = ["random", "greedy", "level1", "level2", "level3", "level4", "level5"];

fn is_quick(who: &Who) -> bool {
    who.spec().is_some_and(|spec| QUICK.contains(&spec.name()))
}

fn busy() -> Failure {
    Failure::Busy("too many computer players are thinking; try again in a moment".into())
}

/// A name for an address that nobody can guess.
pub fn new_name() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut rng = Rng::new(secret());
    (0..12).map(|_| char::from(LETTERS[rng.below(LETTERS.len())])).collect()
}

/// Whether a text can be such a name.
pub fn is_name(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}
