//! How far the game has come, and what judgements have been worth by then.

use game::Chances;

use crate::{Domineering, State, Word};

impl<W: Word> Chances for Domineering<W> {
    const CHANCES: &'static str = include_str!("../chances.txt");

    /// The share of the cells that are taken.
    fn phase(&self, state: &State<W>) -> f64 {
        state.taken().count() as f64 / self.size().cells() as f64
    }
}
