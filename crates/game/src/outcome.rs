//! How a game ended.

use crate::{MAX_SEATS, Seat, Seats};

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Points per seat as the game counts them; 1 and 0 where only winning counts. Unused seats hold 0.
    pub scores: [i32; MAX_SEATS],
    /// Every seat that shares the best result; all seats in a draw.
    pub winners: Seats,
    /// Why the game ended, in a few lower-case words: `no move left`, `king escaped`.
    pub ending: &'static str,
}

impl Outcome {
    /// One seat wins and nothing else counts.
    pub const fn win(seat: Seat, ending: &'static str) -> Outcome {
        let mut scores = [0; MAX_SEATS];
        scores[seat.index()] = 1;
        Outcome { scores, winners: Seats::only(seat), ending }
    }

    /// All `seats` share the result and nothing else counts.
    pub const fn draw(seats: usize, ending: &'static str) -> Outcome {
        Outcome { scores: [0; MAX_SEATS], winners: Seats::first(seats), ending }
    }

    /// What the result is worth to `seat` in a game of `seats`: 1 for a win alone, -1 for a loss, and for a shared win
    /// the mean of what the sharers would get if one of them, drawn by lot, had won. The seats' values add up to
    /// `2 - seats`, which is 0 in a game of two.
    pub fn value(&self, seat: Seat) -> f64 {
        if !self.winners.contains(seat) {
            return -1.0;
        }
        2.0 / self.winners.len() as f64 - 1.0
    }

    /// Points of `seat` minus the best of the others'.
    pub fn margin(&self, seat: Seat, seats: usize) -> i32 {
        let best = Seat::all(seats).filter(|&s| s != seat).map(|s| self.scores[s.index()]).max();
        self.scores[seat.index()] - best.unwrap_or(0)
    }
}
