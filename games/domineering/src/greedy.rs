//! The simplest sensible player: as many own moves and as few of the other's as possible.

use game::Greedy;
use game::bits::Word;

use crate::board::{Domineering, Placement, State};

impl<W: Word> Greedy for Domineering<W> {
    fn gain(&self, state: &State<W>, mv: Placement) -> i32 {
        let (me, mut after) = (state.side, *state);
        self.put(&mut after, mv.cell());
        let moves = |seat| self.placements(&after, seat).count() as i32;
        moves(me) - moves(me.other())
    }
}
