//! Rotations and reflections of the board.
//!
//! Exchanging the colours together with the seats is no symmetry of the game, because ties are Black's; it does turn the margin
//! round, which the solver uses.

use game::{Size, Symmetric};

use crate::{Board, State, Taiji, Taijitu, Word};

/// How many maps leave a board of this size in place: half of them need a square.
pub(crate) fn order(size: Size) -> usize {
    if size.rows == size.columns { 8 } else { 4 }
}

/// Where `cell` goes under `map`. Bit 0 of the map turns the columns round, bit 1 the rows, and bit 2 exchanges rows and columns
/// afterwards.
pub(crate) fn image_cell(size: Size, map: usize, cell: usize) -> usize {
    let (mut row, mut column) = (cell / size.columns, cell % size.columns);
    if map & 1 != 0 {
        column = size.columns - 1 - column;
    }
    if map & 2 != 0 {
        row = size.rows - 1 - row;
    }
    if map & 4 != 0 {
        (row, column) = (column, row);
    }
    row * size.columns + column
}

/// The image of a set of cells.
pub(crate) fn image_set<W: Word>(board: &Board<W>, map: usize, set: W) -> W {
    let mut image = W::EMPTY;
    set.each(|cell| image |= W::bit(image_cell(board.size(), map, cell)));
    image
}

impl<W: Word> Symmetric for Taiji<W> {
    fn order(&self) -> usize {
        order(self.board().size())
    }

    fn image(&self, map: usize, state: &State<W>) -> State<W> {
        let [white, black] =
            [game::Seat::FIRST, game::Seat::SECOND].map(|seat| image_set(self.board(), map, state.of(seat)));
        State::new(white, black, state.side())
    }

    fn image_move(&self, map: usize, _state: &State<W>, mv: Taijitu) -> Taijitu {
        let size = self.board().size();
        let (own, other) = self.cells(mv);
        Taijitu::on(image_cell(size, map, own), image_cell(size, map, other), size.columns)
            .expect("maps keep neighbours neighbours")
    }
}
