//! The board, its positions, and the cells a domino covers.

use game::bits::Word;
use game::hash::{GOLDEN, mix_again as mix};
use game::{Options, Problems, Seat, Size};

/// The longest side of a board.
pub(crate) const LONGEST_SIDE: usize = 16;

/// X, who places upright dominoes and moves first unless a position says otherwise.
pub(crate) const X: Seat = Seat::FIRST;

/// O, who places flat dominoes.
pub(crate) const O: Seat = Seat::SECOND;

/// Domineering on a board of one size.
#[derive(Clone, Debug)]
pub struct Domineering<W> {
    pub(crate) size: Size,
    /// Every cell of the board.
    pub(crate) all: W,
    /// The cells with a right neighbour.
    pub(crate) not_last_column: W,
}

/// A position: who has taken which cells, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<W> {
    /// Cells of X; a blocked cell counts as taken by both.
    pub(crate) x: W,
    /// Cells of O; a blocked cell counts as taken by both.
    pub(crate) o: W,
    pub(crate) key: u64,
    pub(crate) side: Seat,
}

/// A move: the lower cell of an upright domino or the left cell of a flat one, numbered from 0 along the rows from the bottom
/// left corner. Whose domino it is follows from the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement(pub(crate) u8);

impl Placement {
    /// The number of its lower or left cell.
    pub const fn cell(self) -> usize {
        self.0 as usize
    }

    /// The domino whose lower or left cell has this number; `None` beyond the largest board.
    pub fn at(cell: usize) -> Option<Placement> {
        u8::try_from(cell).ok().map(Placement)
    }
}

/// Random constants by owner and cell.
static CELL_KEYS: [[u64; LONGEST_SIDE * LONGEST_SIDE]; 2] = cell_keys();

/// What distinguishes O to move from X to move.
const SIDE_KEY: u64 = mix(0x6f);

const fn cell_keys() -> [[u64; LONGEST_SIDE * LONGEST_SIDE]; 2] {
    let mut keys = [[0; LONGEST_SIDE * LONGEST_SIDE]; 2];
    let mut i = 0;
    while i < 2 * LONGEST_SIDE * LONGEST_SIDE {
        keys[i % 2][i / 2] = mix(GOLDEN.wrapping_mul(i as u64 + 1));
        i += 1;
    }
    keys
}

impl<W: Word> State<W> {
    /// The cells that cannot be covered any more.
    #[inline]
    pub fn taken(&self) -> W {
        self.x | self.o
    }

    /// The cells taken by blocks that belong to nobody.
    pub fn blocked(&self) -> W {
        self.x & self.o
    }

    /// The cells of a seat's dominoes.
    pub fn owned(&self, seat: Seat) -> W {
        (if seat == X { self.x } else { self.o }) & !self.blocked()
    }

    /// The seat whose turn it is, whether or not it can move.
    #[inline]
    pub fn side(&self) -> Seat {
        self.side
    }
}

impl<W: Word> Domineering<W> {
    /// An empty board; `None` when it does not fit `W`, has no cells or is larger than 16x16.
    pub fn empty(size: Size) -> Option<Domineering<W>> {
        let sides = 1..=LONGEST_SIDE;
        if !sides.contains(&size.rows) || !sides.contains(&size.columns) || size.cells() > W::BITS {
            return None;
        }
        let cells = (0..size.cells()).filter(|cell| cell % size.columns != size.columns - 1);
        let not_last_column = cells.fold(W::EMPTY, |set, cell| set | W::bit(cell));
        Some(Domineering { size, all: W::below(size.cells()), not_last_column })
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of the cell in this row and column, counted from 0 at the bottom left.
    pub fn cell(&self, row: usize, column: usize) -> usize {
        row * self.size.columns + column
    }

    /// The cells that nobody has taken.
    #[inline]
    pub fn free(&self, state: &State<W>) -> W {
        self.all & !state.taken()
    }

    /// How far the second cell of a seat's domino is from the first.
    #[inline]
    pub(crate) fn step(&self, seat: Seat) -> usize {
        if seat == X { self.size.columns } else { 1 }
    }

    /// The cells where a domino of `seat` may begin.
    #[inline]
    pub fn placements(&self, state: &State<W>, seat: Seat) -> W {
        let free = self.free(state);
        if seat == X { free & free >> self.size.columns } else { free & free >> 1 & self.not_last_column }
    }

    /// Both cells of a domino of `seat` that begins at `cell`.
    #[inline]
    pub(crate) fn domino(&self, seat: Seat, cell: usize) -> W {
        let bit = W::bit(cell);
        bit | bit << self.step(seat)
    }

    /// A position from its parts, with the key computed.
    pub(crate) fn position(&self, x: W, o: W, side: Seat) -> State<W> {
        let mut state = State { x, o, key: 0, side };
        state.key = self.fresh_key(&state);
        state
    }

    /// The key computed from nothing but the position.
    pub(crate) fn fresh_key(&self, state: &State<W>) -> u64 {
        let start = if state.side == X { 0 } else { SIDE_KEY };
        let of = |set: W, keys: &[u64]| set.elements().fold(0, |key, cell| key ^ keys[cell]);
        start ^ of(state.x, &CELL_KEYS[0]) ^ of(state.o, &CELL_KEYS[1])
    }

    /// Puts a domino of the side to move at `cell` and passes the turn.
    #[inline]
    pub(crate) fn put(&self, state: &mut State<W>, cell: usize) {
        let (side, domino) = (state.side, self.domino(state.side, cell));
        if side == X {
            state.x |= domino;
        } else {
            state.o |= domino;
        }
        let keys = &CELL_KEYS[side.index()];
        let second = (cell + self.step(side)) % keys.len();
        state.key ^= keys[cell] ^ keys[second] ^ SIDE_KEY;
        state.side = side.other();
    }

    /// The size that options ask for.
    pub(crate) fn wanted_size(options: &Options) -> Result<Size, Problems> {
        let mut problems = options.check_names(&[crate::rules::SIZE]);
        match options.size(&crate::rules::SIZE, 1..=LONGEST_SIDE) {
            Ok(size) => problems.or(size),
            Err(more) => {
                more.iter().for_each(|problem| problems.add(problem));
                Err(problems)
            }
        }
    }
}
