//! Moves, and listing every one a side can make.

use std::fmt;

use crate::board::{SQUARES, Set, Square, WIDTH, walls};
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

/// A set cut into words that hold whole rows: seven in the first, two in the second.
struct Words([u64; 2]);

impl Words {
    const ROWS: usize = 7;

    #[inline]
    fn of(set: Set) -> Words {
        const SPLIT: usize = Words::ROWS * WIDTH;
        Words([set as u64 & ((1 << SPLIT) - 1), (set >> SPLIT) as u64])
    }

    #[inline]
    fn lane(&self, place: Place) -> u64 {
        self.0[place.word as usize & 1] >> (place.shift & 63) & LANE
    }
}

/// Where a row is found in [`Words`].
#[derive(Clone, Copy)]
struct Place {
    word: u8,
    shift: u8,
}

impl Place {
    const fn of(row: usize) -> Place {
        Place { word: (row / Words::ROWS) as u8, shift: (row % Words::ROWS * WIDTH) as u8 }
    }
}

/// What is known beforehand about a piece's row and column.
#[derive(Clone, Copy)]
struct Lanes {
    /// Where its row is, cut into words and as a whole.
    row: Place,
    row_at: u8,
    /// Where its column is on the turned board, likewise.
    column: Place,
    column_at: u8,
    /// Its place in the row and in the column, as an offset into [`REACH`].
    in_row: u16,
    in_column: u16,
    /// The row's squares that the piece cannot enter or cross.
    row_walls: u16,
    /// The column's squares that the piece cannot enter or cross.
    column_walls: u16,
}

/// All squares of a row.
pub(crate) const LANE: u64 = (1 << WIDTH) - 1;

static LANES: [Lanes; SQUARES] = {
    let mut table = [const { lanes(Square::new(0)) }; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        table[i] = lanes(Square::new(i));
        i += 1;
    }
    table
};

const fn lanes(square: Square) -> Lanes {
    let (row, column) = (square.row(), square.column());
    let walls = walls(square);
    let (mut column_walls, mut r) = (0, 0);
    while r < WIDTH {
        column_walls |= (walls >> (r * WIDTH + column) & 1) << r;
        r += 1;
    }
    Lanes {
        row: Place::of(row),
        row_at: (row * WIDTH) as u8,
        column: Place::of(column),
        column_at: (column * WIDTH) as u8,
        in_row: (column << WIDTH) as u16,
        in_column: (row << WIDTH) as u16,
        row_walls: (walls >> (row * WIDTH)) as u16 & LANE as u16,
        column_walls: column_walls as u16,
    }
}

/// The places in a lane, rounded up so that an index into [`REACH`] needs no check.
pub(crate) const PLACES: usize = 16;

/// How far a piece can go in its lane, by its place (the high bits of the index) and what stands in the lane: towards 0 in the high
/// four bits, away from 0 in the low four.
static REACH: [u8; PLACES << WIDTH] = {
    let mut table = [0; PLACES << WIDTH];
    let mut i = 0;
    while i < WIDTH << WIDTH {
        let (place, lane) = (i >> WIDTH, i & LANE as usize);
        let (mut back, mut forth) = (0, 0);
        while back < place && lane >> (place - back - 1) & 1 == 0 {
            back += 1;
        }
        while place + forth + 1 < WIDTH && lane >> (place + forth + 1) & 1 == 0 {
            forth += 1;
        }
        table[i] = (back << 4 | forth) as u8;
        i += 1;
    }
    table
};

/// How many squares a piece can go up, left, right and down.
#[inline]
pub(crate) fn reach(state: &State, from: Square) -> [usize; 4] {
    let (column, row) = lanes_of(state, from);
    let (along, across) = (REACH[column % REACH.len()] as usize, REACH[row % REACH.len()] as usize);
    [along >> 4, across >> 4, across & 15, along & 15]
}

/// A piece's place in its column and what is in its way there, as an index into tables such as [`REACH`]; and the same of its row.
#[inline]
pub(crate) fn lanes_of(state: &State, from: Square) -> (usize, usize) {
    let lanes = &LANES[from.index()];
    let lane = |set: Set, place: u8| (set >> (place & 127)) as u16 & LANE as u16;
    let column = lane(state.turned, lanes.column_at) | lanes.column_walls | lanes.in_column;
    let row = lane(state.occupied(), lanes.row_at) | lanes.row_walls | lanes.in_row;
    (usize::from(column), usize::from(row))
}

/// The entries of [`REACH`] for a piece's column and row.
#[inline]
fn reach_in(board: &Words, turned: &Words, from: Square) -> (usize, usize) {
    let lanes = &LANES[from.index()];
    let row = board.lane(lanes.row) as u16 | lanes.row_walls | lanes.in_row;
    let column = turned.lane(lanes.column) as u16 | lanes.column_walls | lanes.in_column;
    (REACH[column as usize % REACH.len()] as usize, REACH[row as usize % REACH.len()] as usize)
}

/// Moves written at once; no lane has more.
const CHUNK: usize = 8;

/// By an entry of [`REACH`]: how far away the squares of that lane are, in ascending order, for a lane with this step.
const fn offsets(step: i16) -> [[u16; CHUNK]; 256] {
    let mut table = [[0; CHUNK]; 256];
    let mut entry = 0;
    while entry < 256 {
        let (back, forth) = (entry as i16 >> 4, entry as i16 & 15);
        let (mut count, mut distance) = (0, -back);
        while distance <= forth && count < CHUNK {
            if distance != 0 {
                table[entry][count] = (distance * step) as u16;
                count += 1;
            }
            distance += 1;
        }
        entry += 1;
    }
    table
}

static ACROSS: [[u16; CHUNK]; 256] = offsets(1);
static ALONG: [[u16; CHUNK]; 256] = offsets(WIDTH as i16);

/// More than any side has: sixteen pieces, with sixteen squares each to go to if nothing were in the way.
const MOST: usize = 256;

/// Replaces the contents of `moves` by the moves of the side to move, in ascending order. Does not ask whether the game is over.
///
/// Each part of a lane is written as eight moves at once, of which as many are kept as there are; the loop has no branch that
/// depends on the position but its end.
#[inline]
pub(crate) fn list(state: &State, moves: &mut Vec<Move>) {
    moves.clear();
    moves.reserve(MOST + CHUNK);
    let room: &mut [_; MOST + CHUNK] =
        moves.spare_capacity_mut().first_chunk_mut().expect("the room has just been reserved");
    let (board, turned) = (Words::of(state.occupied()), Words::of(state.turned));
    let mut count = 0;
    for (word, mut rest) in Words::of(state.own()).0.into_iter().enumerate() {
        while rest != 0 {
            let from = Square::new(word * Words::ROWS * WIDTH + rest.trailing_zeros() as usize);
            rest &= rest - 1;
            let (along, across) = reach_in(&board, &turned, from);
            let here = Move::new(from, from).0;
            let parts = [
                (&ALONG[along & 0xf0], along >> 4),
                (&ACROSS[across], (across >> 4) + (across & 15)),
                (&ALONG[along & 0x0f], along & 15),
            ];
            for (offsets, length) in parts {
                let chunk = offsets.map(|offset| Move(here.wrapping_add(offset)));
                let at = count % MOST;
                room[at..at + CHUNK].write_copy_of_slice(&chunk);
                count += length;
            }
        }
    }
    let count = count.min(MOST);
    // SAFETY: `count` is within the room reserved above, and every slot below it has been written, chunk after chunk: `count` grows by no
    // more than `CHUNK` after each.
    unsafe { moves.set_len(count) };
}
