//! Moves as numbers and positions as planes.

use game::{Numbered, Seat, View};

use crate::Word;
use crate::board::{Domineering, Placement, State, X};

/// A move has the number of the cell that names it. An observation tells apart whose dominoes lie where.
impl<W: Word> Numbered for Domineering<W> {
    fn actions(&self) -> usize {
        self.size.cells()
    }

    #[inline]
    fn action(&self, _state: &State<W>, mv: Placement) -> usize {
        self.size.from_top(mv.cell())
    }

    fn view(&self) -> View {
        let says = [
            "own dominoes",
            "the other's dominoes",
            "blocked cells",
            "everywhere 1 if one plays X, who places upright",
        ];
        View::planes(self.size, &says)
    }

    #[inline]
    fn observe(&self, state: &State<W>, viewer: Seat, values: &mut [u8]) {
        let upright = self.all & W::all_if(viewer == X);
        self.size.paint([state.owned(viewer), state.owned(viewer.other()), state.blocked(), upright], values);
    }
}
