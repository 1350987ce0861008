//! Moves as numbers and positions as planes.

use game::{Numbered, Seat, Size, View};

use crate::board::{SQUARES, Set, Square, WIDTH};
use crate::{Move, Side, State, Tablut};

/// A move is told by where it begins and by the column that it goes to within its row, or the row that it goes to within its column: 18 planes of
/// squares. An observation says nothing of the positions before, which none may come back to.
impl Numbered for Tablut {
    fn actions(&self) -> usize {
        2 * WIDTH * SQUARES
    }

    #[inline]
    fn action(&self, _state: &State, mv: Move) -> usize {
        let (from, to) = (mv.from(), mv.to());
        let plane = if from.row() == to.row() { to.column() } else { WIDTH + to.row() };
        plane * SQUARES + from.index()
    }

    fn view(&self) -> View {
        let size = Size { rows: WIDTH, columns: WIDTH };
        View::planes(size, &["own pawns", "the other's pawns", "the king", "everywhere 1 if one plays White"])
    }

    fn observe(&self, state: &State, viewer: Seat, values: &mut [u8]) {
        let king = state.king().map_or(0, Square::bit);
        let planes: [Set; 3] = match viewer == Side::White.seat() {
            true => [state.white(), state.black(), king],
            false => [state.black(), state.white(), king],
        };
        let (pieces, side) = values.split_at_mut(planes.len() * SQUARES);
        for (plane, set) in pieces.chunks_exact_mut(SQUARES).zip(planes) {
            Square::all(set).for_each(|square| plane[square.index()] = 1);
        }
        side.fill(u8::from(viewer == Side::White.seat()));
    }
}
