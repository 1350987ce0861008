//! A game written down: one line of JSON that reloads and replays exactly.

use std::collections::BTreeMap;

use game::{MoveError, Options};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Ending, Family, Games, Match, OpenError, Who, only_person};

/// A game written down. Files of records hold one a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// Every option.
    pub options: BTreeMap<String, String>,
    /// The position before the first move.
    pub start: String,
    /// Who played, by seat.
    pub players: Vec<String>,
    /// What everything random followed from.
    pub seed: u64,
    /// The moves, chance events included.
    pub moves: Vec<String>,
    /// Thinking time of each move in milliseconds; 0 for chance.
    pub times_ms: Vec<u64>,
    /// How it ended; absent while it goes on.
    pub result: Option<Ending>,
    /// What else there is to say, such as why a player failed, with its last words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The machine on which it was played, where other machines play and time counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
}

/// Why a record was refused.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It is not JSON of the right shape.
    #[error("{}", misshapen(.0))]
    Shape(#[from] serde_json::Error),
    /// The game, its options or the start are wrong.
    #[error("the record cannot be opened: {0}")]
    Open(#[from] OpenError),
    /// A move is wrong.
    #[error("move {number} of the record is wrong: {error}")]
    Move {
        /// Which one, counted from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The moves lead to another result than the one written down.
    #[error("the record says it ended by '{written}', but its moves lead to '{actual}'")]
    Result {
        /// What the record says.
        written: String,
        /// What replaying it gives.
        actual: String,
    },
    /// Lists that belong together differ in length.
    #[error("the record has {moves} moves but {times} times")]
    Lengths {
        /// How many moves.
        moves: usize,
        /// How many times.
        times: usize,
    },
    /// The number of players is wrong.
    #[error("the record names {named} players for {seats} seats")]
    Players {
        /// How many are named.
        named: usize,
        /// How many the game has.
        seats: usize,
    },
}

/// What is wrong with a line that is no record.
fn misshapen(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "the record is cut off: its line of JSON ends too early".to_string();
    }
    if error.is_syntax() {
        return format!("the record is not a line of JSON: {error}");
    }
    let text = error.to_string().replace("struct Record", "an object");
    let what = text.split(" at line ").next().unwrap_or(&text);
    format!(
        "the line is not a record with game, options, start, players, seed, moves, times_ms and result: {what}"
    )
}

impl Record {
    /// The seat of the only person who played.
    pub fn person(&self) -> Option<usize> {
        only_person(self.players.iter().map(|player| player.parse().is_ok_and(|who: Who| who.is_person())))
    }

    /// Reads one line.
    pub fn read(line: &str) -> Result<Record, RecordError> {
        Ok(serde_json::from_str(line)?)
    }

    /// The record as one line, without a line end.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("a record is plain data")
    }

    /// Plays the record through, checking every move and the result.
    pub fn replay(&self, games: &Games) -> Result<Box<dyn Match>, RecordError> {
        self.replay_as(games.find(&self.game)?)
    }

    /// The same for a record that is known to be of this game.
    pub fn replay_as(&self, family: &Family) -> Result<Box<dyn Match>, RecordError> {
        let options = self.options.iter().fold(Options::none(), |all, (name, value)| all.with(name, value));
        self.replay_on(family.open_at(&options, &self.start)?)
    }

    /// The same on a board that is known to begin where the record does.
    pub(crate) fn replay_on(&self, mut played: Box<dyn Match>) -> Result<Box<dyn Match>, RecordError> {
        if self.moves.len() != self.times_ms.len() {
            return Err(RecordError::Lengths { moves: self.moves.len(), times: self.times_ms.len() });
        }
        let seats = played.seat_names().len();
        if self.players.len() != seats {
            return Err(RecordError::Players { named: self.players.len(), seats });
        }
        for (index, text) in self.moves.iter().enumerate() {
            played.play(text).map_err(|error| RecordError::Move { number: index + 1, error })?;
        }
        let actual = played.ending();
        if self.result != actual && !self.ended_off_board(actual.as_ref()) {
            let names = played.seat_names();
            let sits = |seat: &usize| (1..=seats).contains(seat);
            let name = |ending: &Option<Ending>| match ending {
                None => "nothing yet".to_string(),
                Some(ending) if ending.winners.iter().all(sits) => ending.sentence(&names),
                Some(ending) => format!("winners {:?}", ending.winners),
            };
            return Err(RecordError::Result { written: name(&self.result), actual: name(&actual) });
        }
        Ok(played)
    }

    /// Whether the result was given for something that the board does not show: resignation, time, an illegal move.
    fn ended_off_board(&self, on_board: Option<&Ending>) -> bool {
        let (Some(written), None) = (&self.result, on_board) else { return false };
        let seats = self.players.len();
        written.scores.len() == seats
            && !written.winners.is_empty()
            && written.winners.iter().all(|seat| (1..=seats).contains(seat))
    }
}
