//! The eight rotations and reflections of the board.

use game::Symmetric;

use crate::board::{Set, Square, WIDTH};
use crate::moves::Move;
use crate::rules::Tablut;
use crate::state::State;

/// The image of a square: bit 0 of the map mirrors left and right, bit 1 top and bottom, bit 2 exchanges rows and columns.
fn image(map: usize, square: Square) -> Square {
    if square == Square::NOWHERE {
        return square;
    }
    let (mut row, mut column) = (square.row(), square.column());
    if map & 1 != 0 {
        column = WIDTH - 1 - column;
    }
    if map & 2 != 0 {
        row = WIDTH - 1 - row;
    }
    if map & 4 != 0 {
        (row, column) = (column, row);
    }
    Square::new(row * WIDTH + column)
}

fn image_set(map: usize, set: Set) -> Set {
    Square::all(set).fold(0, |images, square| images | image(map, square).bit())
}

impl Symmetric for Tablut {
    fn order(&self) -> usize {
        8
    }

    fn image(&self, map: usize, state: &State) -> State {
        let (white, black) = (image_set(map, state.white), image_set(map, state.black));
        State::new(white, black, image(map, state.king), state.side)
    }

    fn image_move(&self, map: usize, _state: &State, mv: Move) -> Move {
        Move::new(image(map, mv.from()), image(map, mv.to()))
    }
}
