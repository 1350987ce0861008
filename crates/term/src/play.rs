//! A session with somebody in every seat.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use coach::{Budget, CoachError, Hint, Question};
use game::{Control, Limits, MoveError};
use table::expert::Lang;
use table::{Bot, BotError, Games, Match, MoveLog, Picture, Played, Session, Thought, Wanted, only_person};

use crate::lines::sentence;

/// Who sits in a seat.
pub enum Occupant {
    /// A person at this terminal.
    Human,
    /// A program.
    Bot(Box<dyn Bot>),
}

/// A session with somebody in every seat, and where it is written down.
pub struct Play {
    /// The games that can be loaded.
    pub games: Games,
    /// The game.
    pub session: Session,
    /// Who sits where.
    pub seats: Vec<Occupant>,
    /// What a bot may spend on a move.
    pub limits: Limits,
    /// Where the game is appended when it ends.
    pub record: Option<PathBuf>,
    /// Where the moves of bots are written down, with what they cost.
    pub log: Option<MoveLog>,
    /// Who gives hints on the whole screen.
    pub adviser: Option<Box<dyn Bot>>,
    /// What the coach has said, and in which language it speaks.
    pub coaching: Coaching,
}

/// What the coach has said so far at this board.
#[derive(Default)]
pub struct Coaching {
    /// The language.
    lang: Lang,
    /// The last hint, for the position after so many moves, and how many of its steps have been told.
    given: Option<(usize, Hint, usize)>,
}

impl Coaching {
    /// A coach who speaks this language and has said nothing yet.
    pub fn new(lang: Lang) -> Coaching {
        Coaching { lang, given: None }
    }
}

/// The most time for one answer of the coach.
const PATIENCE: Duration = Duration::from_secs(2);

impl Play {
    /// Whether a person is to move.
    pub fn human_to_move(&self) -> bool {
        self.session.to_move().is_some_and(|seat| matches!(self.seats[seat], Occupant::Human))
    }

    /// Whether any person plays.
    pub fn has_human(&self) -> bool {
        self.seats.iter().any(|occupant| matches!(occupant, Occupant::Human))
    }

    /// Lets the bot to move think and play.
    pub fn bot_move(&mut self) -> Result<Played, BotError> {
        let seat = self.session.to_move().ok_or(BotError::NobodyToMove)?;
        let Occupant::Bot(bot) = &mut self.seats[seat] else { return Err(BotError::NobodyToMove) };
        let started = Instant::now();
        let thought = bot.think(self.session.board(), &Control::new(self.limits), Wanted::best())?;
        let spent = started.elapsed().as_millis() as u64;
        self.take(&thought, spent).map_err(|error| BotError::Failed(error.to_string()))
    }

    /// Plays what a bot has chosen, and writes it down.
    pub(crate) fn take(&mut self, thought: &Thought, spent: u64) -> Result<Played, MoveError> {
        if let Some(log) = &self.log {
            log.add(None, self.session.board(), thought);
        }
        self.session.play(&thought.mv, spent)
    }

    /// The next step of a hint for whoever is to move.
    pub fn hint(&mut self) -> Result<String, CoachError> {
        let ply = self.session.board().moves().len();
        let (hint, told) = match self.coaching.given.take() {
            Some((known, hint, told)) if known == ply => (hint, told),
            _ => (coach::hint(self.session.board(), &self.question(None))?, 0),
        };
        let step = hint.step(told).to_string();
        self.coaching.given = Some((ply, hint, told + 1));
        Ok(step)
    }

    /// What the coach says of a move of this position or, without one, of the last move that was played; `None` when there is none.
    pub fn why(&self, mv: Option<&str>) -> Result<Option<String>, CoachError> {
        self.why_on(self.session.board(), mv)
    }

    /// The same on another board of this game.
    pub(crate) fn why_on(&self, board: &dyn Match, mv: Option<&str>) -> Result<Option<String>, CoachError> {
        if mv.is_some() {
            return coach::explain(board, &self.question(mv)).map(|told| Some(told.text));
        }
        let Some(last) = board.movers().iter().rposition(Option::is_some) else { return Ok(None) };
        let mv = &board.moves()[last];
        let mut before = board.fork();
        while before.moves().len() > last {
            before.undo();
        }
        coach::explain(before.as_ref(), &self.question(Some(mv))).map(|told| Some(told.text))
    }

    fn question<'a>(&self, mv: Option<&'a str>) -> Question<'a> {
        let time = self.limits.time.map_or(PATIENCE, |time| time.min(PATIENCE));
        let budget = self.limits.nodes.map_or(Budget::Time(time), Budget::Nodes);
        let (lang, seed) = (self.coaching.lang, self.session.seed());
        let you = only_person(self.seats.iter().map(|occupant| matches!(occupant, Occupant::Human)));
        Question { lang, you, seed, ..Question::new(mv, budget) }
    }

    /// Takes back moves until a person is to move again; at least one. `false` when there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        if !self.session.undo() {
            return false;
        }
        while self.has_human() && !self.human_to_move() && self.session.undo() {}
        true
    }

    /// The board as a picture, in the coach's language.
    pub(crate) fn picture(&self, board: &dyn Match) -> Option<Picture> {
        let mut picture = board.picture()?;
        let phrases = board.phrases(self.coaching.lang);
        picture.text.translate(&|text| phrases.say(text).into_owned());
        Some(picture)
    }

    /// What the game says, in the coach's language.
    pub(crate) fn say(&self, text: &str) -> String {
        self.session.board().phrases(self.coaching.lang).say(text).into_owned()
    }

    /// Why a move is refused, in the coach's language, as a sentence.
    pub(crate) fn refusal(&self, error: &MoveError) -> String {
        let phrases = self.session.board().phrases(self.coaching.lang);
        sentence(&coach::refusal(self.coaching.lang, &phrases, error))
    }

    /// The rules of the game, in the coach's language if they are known in it.
    pub fn rules(&self) -> &'static str {
        let info = self.session.board().info();
        let family = self.games.find(info.name).ok();
        family.and_then(|family| family.rules(self.coaching.lang)).unwrap_or(info.rules)
    }

    /// Goes on with the last game of a file. The seats stay as they are if their number fits.
    pub fn load(&mut self, path: &Path) -> Result<(), String> {
        let record = table::files::record(path, None)?;
        let session = Session::resume(&self.games, &record).map_err(|error| error.to_string())?;
        if session.players().len() != self.seats.len() || record.game != self.session.board().info().name {
            return Err(format!("'{}' holds another kind of game", path.display()));
        }
        self.session = session;
        Ok(())
    }

    /// Writes the game so far to a file, as its only line.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let line = self.session.record().write() + "\n";
        std::fs::write(path, line).map_err(|error| format!("cannot write '{}': {error}", path.display()))
    }

    /// Appends the game to the record file, if one was asked for; fails also when the log is not complete.
    pub fn keep(&self) -> Result<(), String> {
        if let Some(path) = &self.record {
            let line = self.session.record().write() + "\n";
            let opened = OpenOptions::new().create(true).append(true).open(path);
            let written = opened.and_then(|mut file| file.write_all(line.as_bytes()));
            written.map_err(|error| format!("cannot write '{}': {error}", path.display()))?;
        }
        self.log.as_ref().and_then(MoveLog::problem).map_or(Ok(()), Err)
    }
}
