//! Reflections of the board, and on square boards the diagonals, which exchange the players.

use game::bits::Word;
use game::{Seat, Symmetric};

use crate::board::{Domineering, O, Placement, State, X};

/// Bits of a map's number: what is done, the diagonal last.
const FLIP_ROWS: usize = 1;
const FLIP_COLUMNS: usize = 2;
const TRANSPOSE: usize = 4;

impl<W: Word> Domineering<W> {
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

    fn image_set(&self, map: usize, set: W) -> W {
        set.elements().fold(W::EMPTY, |image, cell| image | W::bit(self.image_cell(map, cell)))
    }
}

impl<W: Word> Symmetric for Domineering<W> {
    fn order(&self) -> usize {
        if self.size.rows == self.size.columns { 8 } else { 4 }
    }

    fn image(&self, map: usize, state: &State<W>) -> State<W> {
        let (x, o) = (self.image_set(map, state.x), self.image_set(map, state.o));
        let side = self.image_seat(map, state.side);
        if map & TRANSPOSE != 0 { self.position(o, x, side) } else { self.position(x, o, side) }
    }

    fn image_move(&self, map: usize, state: &State<W>, mv: Placement) -> Placement {
        let second = mv.cell() + self.step(state.side);
        let ends = [mv.cell(), second].map(|cell| self.image_cell(map, cell));
        Placement(ends[0].min(ends[1]) as u8)
    }

    fn image_seat(&self, map: usize, seat: Seat) -> Seat {
        match (map & TRANSPOSE != 0, seat == X) {
            (false, _) => seat,
            (true, true) => O,
            (true, false) => X,
        }
    }
}
