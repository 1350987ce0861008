//! Moves as numbers and positions as planes.

use game::{Numbered, Seat, View};

use crate::board::{Clobber, Hop, State};

/// A move is told by where it begins and by its direction. Both sides move alike, so an observation need not say which side one plays.
impl Numbered for Clobber {
    fn actions(&self) -> usize {
        4 * self.size.cells()
    }

    #[inline]
    fn action(&self, _state: &State, mv: Hop) -> usize {
        let [from, to] = mv.ends();
        self.size.step_action(from, to)
    }

    fn view(&self) -> View {
        View::planes(self.size, &["own stones", "the other's stones"])
    }

    #[inline]
    fn observe(&self, state: &State, viewer: Seat, values: &mut [u8]) {
        self.size.paint([state.stones(viewer), state.stones(viewer.other())], values);
    }
}
