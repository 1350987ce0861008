//! A game being played by somebody: a match with its players, its chance, and its clock times.

use game::{MoveError, Rng, Turn};

use crate::{Ending, Games, Match, Record, RecordError, Who};

/// A game being played. Deals of chance follow from the seed and their number, so taking back a move and playing another deals the
/// same again, and two games with the same seed get the same deals.
pub struct Session {
    board: Box<dyn Match>,
    players: Vec<String>,
    seed: u64,
    times_ms: Vec<u64>,
    resigned: Option<Ending>,
}

/// Something that happened on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who, by seat from 0; `None` for chance.
    pub seat: Option<usize>,
    /// The move's text.
    pub text: String,
}

impl Session {
    /// Starts a game between these players (one per seat, as descriptions).
    ///
    /// # Panics
    /// When the number of players is not the number of seats.
    pub fn new(board: Box<dyn Match>, players: Vec<String>, seed: u64) -> Session {
        assert_eq!(players.len(), board.seat_names().len(), "one player per seat");
        let times_ms = vec![0; board.moves().len()];
        Session { board, players, seed, times_ms, resigned: None }
    }

    /// Starts a game between people.
    pub fn of_people(board: Box<dyn Match>, seed: u64) -> Session {
        let people = vec![Who::Person.to_string(); board.seat_names().len()];
        Session::new(board, people, seed)
    }

    /// Goes on with a recorded game.
    pub fn resume(games: &Games, record: &Record) -> Result<Session, RecordError> {
        Ok(Session::go_on(record.replay(games)?, record))
    }

    /// Goes on with an earlier record of this very game.
    pub fn reread(&self, record: &Record) -> Result<Session, RecordError> {
        Ok(Session::go_on(record.replay_on(self.board.restart())?, record))
    }

    fn go_on(board: Box<dyn Match>, record: &Record) -> Session {
        let resigned = if board.over() { None } else { record.result.clone() };
        let (players, times_ms) = (record.players.clone(), record.times_ms.clone());
        Session { board, players, seed: record.seed, times_ms, resigned }
    }

    /// The board.
    pub fn board(&self) -> &dyn Match {
        self.board.as_ref()
    }

    /// Who plays, by seat.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// What everything random follows from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The seat to move, from 0; `None` when chance is to move or the game is over.
    pub fn to_move(&self) -> Option<usize> {
        if self.over() { None } else { self.board.to_move() }
    }

    /// Whether the game is over, on the board or by resignation.
    pub fn over(&self) -> bool {
        self.resigned.is_some() || self.board.over()
    }

    /// The result, once the game is over.
    pub fn ending(&self) -> Option<Ending> {
        self.resigned.clone().or_else(|| self.board.ending())
    }

    /// Lets chance act until a player is to move or the game is over; returns what happened.
    pub fn settle(&mut self) -> Vec<Played> {
        let mut events = Vec::new();
        while !self.over() && self.board.turn() == Turn::Chance {
            let dealt = self.board.movers().iter().filter(|mover| mover.is_none()).count();
            let mut rng = Rng::derive(self.seed, dealt as u64);
            let text = self.board.deal(&mut rng).expect("it is chance's turn");
            self.times_ms.push(0);
            events.push(Played { seat: None, text });
        }
        events
    }

    /// Plays a move of the player to move, who thought for `ms` milliseconds.
    pub fn play(&mut self, text: &str, ms: u64) -> Result<Played, MoveError> {
        if self.over() {
            return Err(MoveError::illegal(text, "the game is over"));
        }
        let seat = self.board.to_move();
        let text = self.board.play(text)?;
        self.times_ms.push(ms);
        Ok(Played { seat, text })
    }

    /// Takes back the last player's move and the chance events after it; a resignation first. `false` when there is nothing to take back.
    pub fn undo(&mut self) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let Some(last) = self.board.movers().iter().rposition(Option::is_some) else { return false };
        while self.board.moves().len() > last {
            self.board.undo();
            self.times_ms.pop();
        }
        true
    }

    /// Ends the game against `seat` (from 0), for a reason the board does not show: `resignation`, `time`.
    pub fn forfeit(&mut self, seat: usize, reason: &str) {
        if self.over() {
            return;
        }
        let seats = self.players.len();
        let winners: Vec<usize> = (1..=seats).filter(|&number| number != seat + 1).collect();
        let scores = (1..=seats).map(|number| i32::from(number != seat + 1)).collect();
        self.resigned = Some(Ending { winners, scores, ending: reason.to_string() });
    }

    /// Ends the game with a result that the board does not show yet: one that has been proved.
    pub fn decide(&mut self, ending: Ending) {
        if !self.over() {
            self.resigned = Some(ending);
        }
    }

    /// The game so far, written down.
    pub fn record(&self) -> Record {
        Record {
            game: self.board.info().name.to_string(),
            options: self.board.options().iter().map(|(n, v)| (n.to_string(), v.to_string())).collect(),
            start: self.board.start_position(),
            players: self.players.clone(),
            seed: self.seed,
            moves: self.board.moves(),
            times_ms: self.times_ms.clone(),
            result: self.ending(),
            remarks: Vec::new(),
            machine: None,
        }
    }
}
