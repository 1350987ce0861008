//! A finished game, looked at move by move.

use table::{Match, Session};

/// A place in a game that is over: how many of its moves have been made.
pub struct Stepping {
    moves: Vec<String>,
    board: Box<dyn Match>,
}

impl Stepping {
    /// The game at its end.
    pub fn at_the_end(session: &Session) -> Stepping {
        Stepping { moves: session.board().moves(), board: session.board().fork() }
    }

    /// The position here, with the moves that led to it.
    pub fn board(&self) -> &dyn Match {
        self.board.as_ref()
    }

    /// How many moves have been made here.
    pub fn at(&self) -> usize {
        self.board.moves().len()
    }

    /// How many moves there are.
    pub fn end(&self) -> usize {
        self.moves.len()
    }

    /// Goes to where so many moves have been made, or to the end.
    pub fn go(&mut self, at: usize) {
        while self.at() > at && self.board.undo().is_some() {}
        while self.at() < at.min(self.end()) {
            let next = &self.moves[self.at()];
            if self.board.play(next).is_err() {
                break;
            }
        }
    }

    /// Goes to after the next move of a player; deals are passed.
    pub fn forward(&mut self) {
        loop {
            self.go(self.at() + 1);
            if self.at() == self.end() || self.board.movers().last().copied().flatten().is_some() {
                break;
            }
        }
    }

    /// Goes to before the last move of a player.
    pub fn back(&mut self) {
        let last = self.board.movers().iter().rposition(Option::is_some);
        self.go(last.unwrap_or(0));
    }
}
