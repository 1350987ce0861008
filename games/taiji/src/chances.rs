//! How far the game has come, and what judgements have been worth by then.

use game::Chances;

use crate::{State, Taiji, Word};

impl<W: Word> Chances for Taiji<W> {
    const CHANCES: &'static str = include_str!("../chances.txt");

    /// The share of the cells that are taken.
    fn phase(&self, state: &State<W>) -> f64 {
        state.taken().count() as f64 / self.board().size().cells() as f64
    }
}
