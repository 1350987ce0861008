//! How far the game has come, and what judgements have been worth by then.

use game::Chances;

use crate::{DotsAndBoxes, State, Word};

impl<W: Word> Chances for DotsAndBoxes<W> {
    const CHANCES: &'static str = include_str!("../chances.txt");

    /// The share of the arcs that are drawn.
    fn phase(&self, state: &State<W>) -> f64 {
        state.drawn().count() as f64 / self.board().arcs() as f64
    }
}
