//! A position: who has which cells, and whose turn it is.

use game::Seat;

use crate::Word;

/// A position of a game of Taiji. How the halves were paired is not part of it: nothing depends on that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<W> {
    cells: [W; 2],
    key: u64,
    side: Seat,
}

impl<W: Word> State<W> {
    /// The position with these white and black cells.
    pub fn new(white: W, black: W, side: Seat) -> State<W> {
        let mut state = State { cells: [white, black], key: 0, side };
        state.key = state.key_from_scratch();
        state
    }

    /// The cells of a seat's colour.
    #[inline]
    pub fn of(&self, seat: Seat) -> W {
        self.cells[seat.index() & 1]
    }

    /// The cells of either colour.
    #[inline]
    pub fn taken(&self) -> W {
        self.cells[0] | self.cells[1]
    }

    /// The seat whose turn it is, if a taijitu still fits.
    #[inline]
    pub fn side(&self) -> Seat {
        self.side
    }

    /// The hash kept by [`State::place`].
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The same hash, computed from the cells and the side.
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = if self.side == Seat::FIRST { 0 } else { SIDE_KEY };
        for (cells, keys) in self.cells.into_iter().zip(&CELL_KEYS) {
            cells.each(|cell| key ^= keys[cell]);
        }
        key
    }

    /// Puts a half of the mover's colour on `own` and one of the other colour on `other`, and passes the turn.
    #[inline]
    pub fn place(&mut self, own: usize, other: usize) {
        let mover = self.side.index() & 1;
        self.cells[mover] |= W::bit(own);
        self.cells[mover ^ 1] |= W::bit(other);
        self.key ^= CELL_KEYS[mover][own & 127] ^ CELL_KEYS[mover ^ 1][other & 127] ^ SIDE_KEY;
        self.side = self.side.other();
    }
}

/// Toggled when Black is to move.
const SIDE_KEY: u64 = scramble(0);

/// Toggled for every cell taken, by colour.
static CELL_KEYS: [[u64; 128]; 2] = {
    let mut keys = [[0; 128]; 2];
    let mut index = 0;
    while index < 256 {
        keys[index / 128][index % 128] = scramble(index as u64 + 1);
        index += 1;
    }
    keys
};

/// The `index`-th number of a fixed random sequence; also a good mixer, one to one.
#[inline]
pub(crate) const fn scramble(index: u64) -> u64 {
    game::hash::nth(0, index.wrapping_add(0x7a1))
}
