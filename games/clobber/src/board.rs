//! The board, its positions, and which stones can move.

use game::bits::Word;
use game::{Seat, Size, hash};

/// The longest side of a board.
pub(crate) const LONGEST_SIDE: usize = 10;
/// The shortest side of a board.
pub(crate) const SHORTEST_SIDE: usize = 2;

/// X, who moves first unless a position says otherwise.
pub(crate) const X: Seat = Seat::FIRST;

/// O, who moves second.
pub(crate) const O: Seat = Seat::SECOND;

/// A set of cells, bit `i` for cell `i`.
pub(crate) type Cells = u128;

/// Clobber on a board of one size.
#[derive(Clone, Debug)]
pub struct Clobber {
    pub(crate) size: Size,
    /// Every cell of the board.
    pub(crate) all: Cells,
    /// The cells with a right neighbour.
    not_last_column: Cells,
}

/// A position: whose stones are where, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The stones of X and those of O.
    pub(crate) stones: [Cells; 2],
    pub(crate) key: u64,
    pub(crate) side: Seat,
}

/// A move: a stone goes to a cell beside it and takes the stone there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hop {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Hop {
    /// Where the stone comes from and where it goes.
    pub const fn ends(self) -> [usize; 2] {
        [self.from as usize, self.to as usize]
    }
}

/// Random constants by owner and cell.
static CELL_KEYS: [[u64; LONGEST_SIDE * LONGEST_SIDE]; 2] = cell_keys();

/// Where its random constants begin.
const SEED: u64 = 0xC10B;

/// What distinguishes O to move from X to move.
const SIDE_KEY: u64 = hash::nth(SEED, 0);

const fn cell_keys() -> [[u64; LONGEST_SIDE * LONGEST_SIDE]; 2] {
    let mut keys = [[0; LONGEST_SIDE * LONGEST_SIDE]; 2];
    let mut i = 0;
    while i < 2 * LONGEST_SIDE * LONGEST_SIDE {
        keys[i % 2][i / 2] = hash::nth(SEED, i as u64 + 1);
        i += 1;
    }
    keys
}

impl State {
    /// The cells with a stone of `seat`.
    #[inline]
    pub fn stones(&self, seat: Seat) -> u128 {
        self.stones[seat.index()]
    }

    /// The seat whose turn it is, whether or not it can move.
    #[inline]
    pub fn side(&self) -> Seat {
        self.side
    }
}

impl Clobber {
    /// The board of this size.
    pub(crate) fn of(size: Size) -> Clobber {
        let all = Cells::below(size.cells());
        let last_column = (0..size.rows).fold(0, |set, row| set | 1 << ((row + 1) * size.columns - 1));
        Clobber { size, all, not_last_column: all & !last_column }
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of the cell in this row and column, counted from 0 at the bottom left.
    pub(crate) fn cell(&self, row: usize, column: usize) -> usize {
        row * self.size.columns + column
    }

    /// The cells beside those of a set.
    #[inline]
    pub(crate) fn around(&self, set: Cells) -> Cells {
        let columns = self.size.columns;
        let beside = (set & self.not_last_column) << 1 | (set >> 1 & self.not_last_column);
        (beside | set << columns | set >> columns) & self.all
    }

    /// The stones of `seat` that stand beside one of the other's, and so can move.
    #[inline]
    pub fn movable(&self, state: &State, seat: Seat) -> u128 {
        state.stones(seat) & self.around(state.stones(seat.other()))
    }

    /// The stones that are connected with a pair of different colours: all others will never move or be taken.
    #[inline]
    pub fn in_play(&self, state: &State) -> u128 {
        let [x, o] = state.stones;
        self.flood(x & self.around(o), x | o)
    }

    /// The stones of `seat` that can move and have no friend beside them.
    #[inline]
    pub fn alone(&self, state: &State, seat: Seat) -> u128 {
        self.movable(state, seat) & !self.around(state.stones(seat))
    }

    /// How many moves there are: a pair of neighbours of different colours is one for either side.
    #[inline]
    pub(crate) fn pairs(&self, state: &State) -> u32 {
        let [x, o] = state.stones;
        let above = self.size.columns;
        let beside = (x & (o >> 1) | o & (x >> 1)) & self.not_last_column;
        beside.count_ones() + (x & (o >> above) | o & (x >> above)).count_ones()
    }

    /// Everything in `within` that is connected to `seed`.
    pub(crate) fn flood(&self, seed: Cells, within: Cells) -> Cells {
        let mut region = seed;
        loop {
            let grown = (region | self.around(region)) & within;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// A position from its parts, with the key computed.
    pub(crate) fn position(&self, stones: [Cells; 2], side: Seat) -> State {
        let mut state = State { stones, key: 0, side };
        state.key = self.fresh_key(&state);
        state
    }

    /// The key computed from nothing but the position.
    pub(crate) fn fresh_key(&self, state: &State) -> u64 {
        let start = if state.side == X { 0 } else { SIDE_KEY };
        let of = |seat: Seat| {
            let keys = &CELL_KEYS[seat.index()];
            state.stones(seat).elements().fold(0, |key, cell| key ^ keys[cell])
        };
        start ^ of(X) ^ of(O)
    }

    /// Moves a stone of the side to move onto one of the other's, and passes the turn.
    #[inline]
    pub(crate) fn hop(&self, state: &mut State, hop: Hop) {
        let ([from, to], me, other) = (hop.ends(), state.side.index(), state.side.other().index());
        state.stones[me] = state.stones[me] & !(1 << from) | 1 << to;
        state.stones[other] &= !(1 << to);
        state.key ^= CELL_KEYS[me][from] ^ CELL_KEYS[me][to] ^ CELL_KEYS[other][to] ^ SIDE_KEY;
        state.side = state.side.other();
    }
}
