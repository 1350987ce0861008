//! A session with somebody in every seat.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use game::{Control, Limits};
use table::{Bot, BotError, Games, Played, Record, Session, Thought, Wanted};

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
    /// Who gives hints.
    pub adviser: Option<Box<dyn Bot>>,
}

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
        self.session.play(&thought.mv, spent).map_err(|error| BotError::Failed(error.to_string()))
    }

    /// What the adviser would play, if there is one.
    pub fn hint(&mut self) -> Option<Result<Thought, BotError>> {
        let adviser = self.adviser.as_mut()?;
        Some(adviser.think(self.session.board(), &Control::new(self.limits), Wanted::best()))
    }

    /// Takes back moves until a person is to move again; at least one. `false` when there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        if !self.session.undo() {
            return false;
        }
        while self.has_human() && !self.human_to_move() && self.session.undo() {}
        true
    }

    /// Goes on with the last game of a file. The seats stay as they are if their number fits.
    pub fn load(&mut self, path: &Path) -> Result<(), String> {
        let record = last_record(path)?;
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

    /// Appends the game to the record file, if one was asked for.
    pub fn keep(&self) -> Result<(), String> {
        let Some(path) = &self.record else { return Ok(()) };
        let line = self.session.record().write() + "\n";
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let written = opened.and_then(|mut file| file.write_all(line.as_bytes()));
        written.map_err(|error| format!("cannot write '{}': {error}", path.display()))
    }
}

/// The last record of a file.
pub fn last_record(path: &Path) -> Result<Record, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read '{}': {error}", path.display()))?;
    let line = text.lines().rev().find(|line| !line.trim().is_empty());
    let line = line.ok_or_else(|| format!("'{}' holds no game", path.display()))?;
    Record::read(line).map_err(|error| error.to_string())
}
