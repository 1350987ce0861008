//! Rotations and reflections of the board.

use game::{Game, Size, Symmetric};

use crate::{Arc, Board, Direction, DotsAndBoxes, State, Word};

/// The bits of a map's number: which reflections it is made of, applied in this order. Transposing needs a square.
const TRANSPOSE: usize = 4;
const TOP_DOWN: usize = 2;
const LEFT_RIGHT: usize = 1;

impl<W: Word> Board<W> {
    /// How many maps take the board to itself: 8 for a square, 4 for any other rectangle.
    pub fn maps(&self) -> usize {
        if self.size().rows == self.size().columns { 8 } else { 4 }
    }

    /// Where a map takes an arc.
    pub fn map_arc(&self, map: usize, arc: Arc) -> Arc {
        let (mut direction, mut row, mut column) = self.place(arc);
        if map & TRANSPOSE != 0 {
            (row, column) = (column, row);
            direction = match direction {
                Direction::Horizontal => Direction::Vertical,
                Direction::Vertical => Direction::Horizontal,
            };
        }
        let Size { rows, columns } = self.size();
        let (last_row, last_column) = match direction {
            Direction::Horizontal => (rows, columns - 1),
            Direction::Vertical => (rows - 1, columns),
        };
        if map & TOP_DOWN != 0 {
            row = last_row - row;
        }
        if map & LEFT_RIGHT != 0 {
            column = last_column - column;
        }
        match direction {
            Direction::Horizontal => self.horizontal(row, column),
            Direction::Vertical => self.vertical(row, column),
        }
    }

    /// Where a map takes a box.
    fn map_box(&self, map: usize, index: usize) -> usize {
        let Size { rows, columns } = self.size();
        let (mut row, mut column) = (index / columns, index % columns);
        if map & TRANSPOSE != 0 {
            (row, column) = (column, row);
        }
        if map & TOP_DOWN != 0 {
            row = rows - 1 - row;
        }
        if map & LEFT_RIGHT != 0 {
            column = columns - 1 - column;
        }
        row * columns + column
    }

    /// Where a map takes a set of arcs.
    pub fn map_arcs(&self, map: usize, arcs: W) -> W {
        arcs.elements().fold(W::EMPTY, |set, arc| set | W::bit(self.map_arc(map, Arc(arc as u8)).index()))
    }
}

impl<W: Word> Symmetric for DotsAndBoxes<W> {
    fn order(&self) -> usize {
        self.board().maps()
    }

    fn image(&self, map: usize, state: &State<W>) -> State<W> {
        let board = self.board();
        let boxes = state.boxes_of_second().elements();
        let boxes = boxes.fold(W::EMPTY, |set, index| set | W::bit(board.map_box(map, index)));
        let arcs = |set| board.map_arcs(map, set);
        State::new(board, arcs(state.drawn()), arcs(state.arcs_of_second()), boxes, state.side())
    }

    fn image_move(&self, map: usize, _state: &State<W>, mv: <Self as Game>::Move) -> Arc {
        self.board().map_arc(map, mv)
    }
}
