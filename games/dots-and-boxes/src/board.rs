//! The geometry of a board: arcs, boxes, and which belong together.

use std::fmt;

use game::Size;
use game::hash::nth;

use crate::Word;

/// An arc, by its number on its board. Drawing it is the only kind of move there is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Arc(pub u8);

impl Arc {
    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which way an arc runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// From left to right.
    Horizontal,
    /// From top to bottom.
    Vertical,
}

/// A box beside an arc. Where an arc has a box on one side only, the other is a box that can never be closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beside<W> {
    /// Its four arcs.
    pub sides: W,
    /// Its bit among the boxes; none for a box that is not there.
    pub bit: W,
    /// What its belonging to the second seat adds to the key.
    pub key: u64,
}

/// A board of `rows` x `columns` boxes, and tables made for it.
#[derive(Clone)]
pub struct Board<W> {
    size: Size,
    full: W,
    boxes: Vec<W>,
    /// The boxes beside each arc, indexed by arc. 256 of them, so that an index made of a byte needs no check.
    pub(crate) beside: [[Beside<W>; 2]; 256],
}

impl<W: Word> Board<W> {
    /// The longest side, in boxes.
    pub const LONGEST: usize = 10;

    /// The board of this size, or `None` when its arcs are too many for the word. One bit always stays free: it is how the missing box
    /// beside an arc of the border never gets closed.
    pub(crate) fn new(size: Size) -> Option<Board<W>> {
        let (rows, columns) = (size.rows, size.columns);
        let arcs = rows * (columns + 1) + columns * (rows + 1);
        if arcs >= W::BITS {
            return None;
        }
        let missing = Beside { sides: !W::EMPTY, bit: W::EMPTY, key: 0 };
        let mut board = Board { size, full: W::below(arcs), boxes: Vec::new(), beside: [[missing; 2]; 256] };
        for row in 0..rows {
            for column in 0..columns {
                let arcs = [
                    board.horizontal(row, column),
                    board.horizontal(row + 1, column),
                    board.vertical(row, column),
                    board.vertical(row, column + 1),
                ];
                let sides = arcs.iter().fold(W::EMPTY, |set, arc| set | W::bit(arc.index()));
                let index = board.boxes.len();
                let this = Beside { sides, bit: W::bit(index), key: KEYS.owned[index] };
                for arc in arcs {
                    let slots = &mut board.beside[arc.index()];
                    let free = usize::from(!slots[0].bit.is_empty());
                    slots[free] = this;
                }
                board.boxes.push(sides);
            }
        }
        Some(board)
    }

    /// Rows and columns of boxes.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many arcs.
    pub fn arcs(&self) -> usize {
        self.full.count()
    }

    /// All arcs.
    pub fn full(&self) -> W {
        self.full
    }

    /// The four arcs of each box.
    pub fn boxes(&self) -> &[W] {
        &self.boxes
    }

    /// The horizontal arc above box (`row`, `column`), counted from 0; the row below the last box exists too.
    pub fn horizontal(&self, row: usize, column: usize) -> Arc {
        Arc((row * self.size.columns + column) as u8)
    }

    /// The vertical arc to the left of box (`row`, `column`), counted from 0; the column right of the last box exists too.
    pub fn vertical(&self, row: usize, column: usize) -> Arc {
        Arc((self.first_vertical() + row * (self.size.columns + 1) + column) as u8)
    }

    /// How many arcs are horizontal, which is the number of the first vertical one.
    pub fn first_vertical(&self) -> usize {
        (self.size.rows + 1) * self.size.columns
    }

    /// Direction, row and column of an arc, counted from 0.
    pub fn place(&self, arc: Arc) -> (Direction, usize, usize) {
        let columns = self.size.columns;
        match arc.index().checked_sub(self.first_vertical()) {
            None => (Direction::Horizontal, arc.index() / columns, arc.index() % columns),
            Some(index) => (Direction::Vertical, index / (columns + 1), index % (columns + 1)),
        }
    }

    /// The arc at a place counted from 0, if it is on the board.
    pub fn arc_at(&self, direction: Direction, row: usize, column: usize) -> Option<Arc> {
        let Size { rows, columns } = self.size;
        match direction {
            Direction::Horizontal => (row <= rows && column < columns).then(|| self.horizontal(row, column)),
            Direction::Vertical => (row < rows && column <= columns).then(|| self.vertical(row, column)),
        }
    }

    /// The boxes all of whose arcs are in `drawn`.
    pub fn closed(&self, drawn: W) -> W {
        let closed = |(index, &sides): (usize, &W)| drawn.covers(sides).then(|| W::bit(index));
        self.boxes.iter().enumerate().filter_map(closed).fold(W::EMPTY, |set, bit| set | bit)
    }
}

impl<W> fmt::Debug for Board<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})", self.size)
    }
}

/// The key of the start; not 0, which tables may take for an empty slot.
pub(crate) const START_KEY: u64 = 0x00d0_75a2_db0e_5ca1;

/// Random numbers whose sum (exclusive or) is the key of a position.
pub(crate) struct Keys {
    /// For each arc, by the seat that drew it.
    pub drawn: [[u64; 256]; 2],
    /// For each box of the second seat; a closed box of the first seat follows from the arcs.
    pub owned: [u64; 128],
    /// For the second seat to move.
    pub second: u64,
}

pub(crate) static KEYS: Keys = Keys::new(START_KEY);

impl Keys {
    const fn new(seed: u64) -> Keys {
        let mut keys = Keys { drawn: [[0; 256]; 2], owned: [0; 128], second: nth(seed, 1) };
        let mut i = 0;
        while i < 256 {
            keys.drawn[0][i] = nth(seed, 2 + i as u64);
            keys.drawn[1][i] = nth(seed, 258 + i as u64);
            if i < 128 {
                keys.owned[i] = nth(seed, 514 + i as u64);
            }
            i += 1;
        }
        keys
    }
}
