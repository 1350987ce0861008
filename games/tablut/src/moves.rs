//! Moves, and listing every one a side can make.

use std::fmt;

use crate::square::{SQUARES, Set, Square, WIDTH, walls};
use crate::state::State;

/// A piece's move from one square to another. Moves are ordered by where they begin, then by where they end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// A move, legal or not.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move((from.index() << 8 | to.index()) as u16)
    }

    /// Where it begins.
    #[inline]
    pub const fn from(self) -> Square {
        Square::unpack((self.0 >> 8) as u8)
    }

    /// Where it ends.
    #[inline]
    pub const fn to(self) -> Square {
        Square::unpack(self.0 as u8)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

/// What is known beforehand about a piece's row and column.
#[derive(Clone, Copy)]
struct Lanes {
    /// How far to shift the board to get the row into the lowest bits.
    row_shift: u8,
    /// How far to shift the turned board to get the column into the lowest bits.
    column_shift: u8,
    row: u8,
    column: u8,
    /// The row's squares that the piece cannot enter or cross.
    row_walls: u16,
    /// The column's squares that the piece cannot enter or cross.
    column_walls: u16,
}

const LANE: u128 = (1 << WIDTH) - 1;

static LANES: [Lanes; SQUARES] = {
    let nothing = Lanes { row_shift: 0, column_shift: 0, row: 0, column: 0, row_walls: 0, column_walls: 0 };
    let mut table = [nothing; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        let square = Square::new(i);
        let (row, column) = (square.row(), square.column());
        let walls = walls(square);
        let (mut column_walls, mut r) = (0, 0);
        while r < WIDTH {
            column_walls |= (walls >> (r * WIDTH + column) & 1) << r;
            r += 1;
        }
        table[i] = Lanes {
            row_shift: (row * WIDTH) as u8,
            column_shift: (column * WIDTH) as u8,
            row: row as u8,
            column: column as u8,
            row_walls: (walls >> (row * WIDTH) & LANE) as u16,
            column_walls: column_walls as u16,
        };
        i += 1;
    }
    table
};

/// How far a piece can go in its lane, by its place and what stands in the lane: towards 0 in the high four bits, away from 0 in the
/// low four.
static REACH: [[u8; 1 << WIDTH]; WIDTH] = {
    let mut table = [[0; 1 << WIDTH]; WIDTH];
    let mut place = 0;
    while place < WIDTH {
        let mut lane = 0;
        while lane < 1 << WIDTH {
            let (mut back, mut forth) = (0, 0);
            while back < place && lane >> (place - back - 1) & 1 == 0 {
                back += 1;
            }
            while place + forth + 1 < WIDTH && lane >> (place + forth + 1) & 1 == 0 {
                forth += 1;
            }
            table[place][lane] = (back << 4 | forth) as u8;
            lane += 1;
        }
        place += 1;
    }
    table
};

/// How many squares a piece can go up, left, right and down.
#[inline]
pub(crate) fn reach(occupied: Set, turned: Set, from: Square) -> [usize; 4] {
    let lanes = &LANES[from.index()];
    let row = (occupied >> lanes.row_shift & LANE) as u16 | lanes.row_walls;
    let column = (turned >> lanes.column_shift & LANE) as u16 | lanes.column_walls;
    let across = REACH[lanes.column as usize][row as usize] as usize;
    let along = REACH[lanes.row as usize][column as usize] as usize;
    [along >> 4, across >> 4, across & 15, along & 15]
}

/// More than any side has: sixteen pieces, with sixteen squares each to go to if nothing were in the way.
const MOST: usize = 256;

/// Replaces the contents of `moves` by the moves of the side to move, in ascending order. Does not ask whether the game is over.
///
/// Every direction is written as eight moves at once, of which as many are kept as there are; the loop has no branch that
/// depends on the position but its end.
#[inline]
pub(crate) fn list(state: &State, moves: &mut Vec<Move>) {
    let occupied = state.occupied();
    let mut rest = state.own();
    let mut buffer = [Move(0); MOST + 8];
    let mut count = 0;
    while rest != 0 {
        let from = Square::first(rest);
        rest &= rest - 1;
        let [up, left, right, down] = reach(occupied, state.turned, from);
        let here = Move::new(from, from).0;
        let starts = [
            (here.wrapping_sub((WIDTH * up) as u16), WIDTH, up),
            (here.wrapping_sub(left as u16), 1, left),
            (here.wrapping_add(1), 1, right),
            (here.wrapping_add(WIDTH as u16), WIDTH, down),
        ];
        for (first, step, length) in starts {
            let eight: [Move; 8] = std::array::from_fn(|i| Move(first.wrapping_add((i * step) as u16)));
            buffer[count..count + 8].copy_from_slice(&eight);
            count += length;
        }
    }
    moves.clear();
    moves.extend_from_slice(&buffer[..count]);
}
