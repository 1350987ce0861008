//! The simplest sensible player: it takes boxes and gives none away while it can.

use game::Greedy;

use crate::{Arc, DotsAndBoxes, State, Word};

/// 10 a box closed, minus 5 for each box that the arc leaves with three sides: what the move changes in the evaluation
/// `three-sides`. A box is always worth taking, and an arc that gives nothing away is better than one that does.
impl<W: Word> Greedy for DotsAndBoxes<W> {
    fn gain(&self, state: &State<W>, mv: Arc) -> i32 {
        let drawn = state.drawn() | W::bit(mv.index());
        let worth = |sides: W| match (sides & !drawn).count() {
            0 => 10,
            1 => -5,
            _ => 0,
        };
        let beside = &self.board().beside[mv.index()];
        beside.iter().filter(|b| !b.bit.is_empty()).map(|b| worth(b.sides)).sum()
    }
}
