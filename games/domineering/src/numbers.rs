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

    #[inline]
    fn count(&self, state: &State<W>, _moves: &mut Vec<Placement>) -> usize {
        self.placements(state, state.side()).count()
    }

    #[inline]
    fn nth(&self, state: &State<W>, index: usize, _moves: &mut Vec<Placement>) -> Option<Placement> {
        self.placements(state, state.side()).nth(index).map(|cell| Placement(cell as u8))
    }

    #[inline]
    fn numbered(&self, state: &State<W>, number: usize, _moves: &mut Vec<Placement>) -> Option<Placement> {
        let cell = (number < self.actions()).then(|| self.size.from_top(number))?;
        self.placements(state, state.side()).has(cell).then_some(Placement(cell as u8))
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
