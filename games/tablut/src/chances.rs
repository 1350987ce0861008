//! How far the game has come, and what judgements have been worth by then.

use game::Chances;

use crate::{State, Tablut};

/// How many pawns there are before the first move.
const PAWNS: f64 = 24.0;

impl Chances for Tablut {
    const CHANCES: &'static str = include_str!("../chances.txt");

    /// The share of the pawns that are captured.
    fn phase(&self, state: &State) -> f64 {
        let pawns = f64::from((state.white() | state.black()).count_ones());
        (1.0 - pawns / PAWNS).clamp(0.0, 1.0)
    }
}
