//! The board and its positions.

use game::{Seat, hash};

/// Rows and columns.
pub(crate) const SIDE: usize = 3;

/// X, who moves first unless a position says otherwise.
pub(crate) const X: Seat = Seat::FIRST;

/// O, who moves second.
pub(crate) const O: Seat = Seat::SECOND;

/// The game. A game with options keeps them here, with whatever tables follow from them.
#[derive(Clone, Debug)]
pub struct Skeleton;

/// A position: a small `Copy` value with everything that decides what may happen, and its key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The cells of X and those of O, one bit each.
    pub(crate) taken: [u64; 2],
    pub(crate) side: Seat,
    pub(crate) key: u64,
}

/// A move: the number of a cell, along the rows from the bottom left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub(crate) u8);

/// What a cell of a seat adds to the key.
fn cell_key(seat: Seat, cell: usize) -> u64 {
    hash::nth(1, (2 * cell + seat.index()) as u64)
}

/// What O's turn adds to the key.
const SIDE_KEY: u64 = hash::nth(2, 0);

impl State {
    /// The seat whose turn it is, whether or not it can move.
    pub fn side(&self) -> Seat {
        self.side
    }

    /// The cells that nobody has taken.
    pub(crate) fn free(&self) -> u64 {
        ((1 << (SIDE * SIDE)) - 1) & !(self.taken[0] | self.taken[1])
    }
}

impl Skeleton {
    /// A position from its parts, with the key computed.
    pub(crate) fn position(&self, taken: [u64; 2], side: Seat) -> State {
        let mut state = State { taken, side, key: 0 };
        state.key = self.fresh_key(&state);
        state
    }

    /// The key computed from nothing but the position.
    pub(crate) fn fresh_key(&self, state: &State) -> u64 {
        let start = if state.side == X { 0 } else { SIDE_KEY };
        let of = |seat: Seat| (0..SIDE * SIDE).filter(move |cell| state.taken[seat.index()] >> cell & 1 == 1);
        [X, O]
            .into_iter()
            .flat_map(|seat| of(seat).map(move |cell| cell_key(seat, cell)))
            .fold(start, |a, b| a ^ b)
    }

    /// The side to move takes a cell and passes the turn.
    pub(crate) fn take(&self, state: &mut State, Cell(cell): Cell) {
        state.taken[state.side.index()] |= 1 << cell;
        state.key ^= cell_key(state.side, cell.into()) ^ SIDE_KEY;
        state.side = state.side.other();
    }
}
