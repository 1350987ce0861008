//! Moves as numbers and positions as planes.

use game::{Numbered, Seat, View};

use crate::rules::WHITE;
use crate::{State, Taiji, Taijitu, Word};

/// A move is told by the cell of one's own half and by the direction of the other half.
impl<W: Word> Numbered for Taiji<W> {
    fn actions(&self) -> usize {
        4 * self.board().size().cells()
    }

    #[inline]
    fn action(&self, _state: &State<W>, mv: Taijitu) -> usize {
        let (own, other) = self.cells(mv);
        self.board().size().step_action(own, other)
    }

    fn view(&self) -> View {
        let says = ["own cells", "the other's cells", "everywhere 1 if one plays White, who loses ties"];
        View::planes(self.board().size(), &says)
    }

    #[inline]
    fn observe(&self, state: &State<W>, viewer: Seat, values: &mut [u8]) {
        let white = self.board().all() & W::all_if(viewer == WHITE);
        self.board().size().paint([state.of(viewer), state.of(viewer.other()), white], values);
    }
}
