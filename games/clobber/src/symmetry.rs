//! Images of positions: reflections, the diagonal of a square board, and the exchange of colours.

use game::bits::Word;
use game::{Seat, Symmetric};

use crate::board::{Cells, Clobber, Hop, State};

/// Bits of a map's number: what is done, the diagonal last.
const FLIP_ROWS: usize = 1;
const FLIP_COLUMNS: usize = 2;
const EXCHANGE: usize = 4;
const TRANSPOSE: usize = 8;

impl Clobber {
    fn image_cell(&self, map: usize, cell: usize) -> usize {
        let (mut row, mut column) = (cell / self.size.columns, cell % self.size.columns);
        if map & FLIP_ROWS != 0 {
            row = self.size.rows - 1 - row;
        }
        if map & FLIP_COLUMNS != 0 {
            column = self.size.columns - 1 - column;
        }
        if map & TRANSPOSE != 0 { self.cell(column, row) } else { self.cell(row, column) }
    }

    fn image_set(&self, map: usize, set: Cells) -> Cells {
        set.elements().fold(0, |image, cell| image | 1 << self.image_cell(map, cell))
    }
}

impl Symmetric for Clobber {
    fn order(&self) -> usize {
        if self.size.rows == self.size.columns { 16 } else { 8 }
    }

    fn image(&self, map: usize, state: &State) -> State {
        let [x, o] = state.stones.map(|stones| self.image_set(map, stones));
        let stones = if map & EXCHANGE != 0 { [o, x] } else { [x, o] };
        self.position(stones, self.image_seat(map, state.side))
    }

    fn image_move(&self, map: usize, _state: &State, mv: Hop) -> Hop {
        let [from, to] = mv.ends().map(|cell| self.image_cell(map, cell) as u8);
        Hop { from, to }
    }

    fn image_seat(&self, map: usize, seat: Seat) -> Seat {
        if map & EXCHANGE != 0 { seat.other() } else { seat }
    }
}
