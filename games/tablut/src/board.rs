//! Squares, sets of squares, and what never changes about them: camps, castle, escapes, walls.

use std::fmt;

/// Squares in a row, and in a column.
pub const WIDTH: usize = 9;

/// Squares on the board.
pub const SQUARES: usize = WIDTH * WIDTH;

/// A set of squares: bit `9 * row + column`, both counted from 0 at the top left.
pub type Set = u128;

/// A square, numbered row by row from the top left. The number [`SQUARES`] stands for "off the board".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// Where a captured king is.
    pub const NOWHERE: Square = Square(SQUARES as u8);

    /// The square with this number.
    ///
    /// # Panics
    /// When `index` is not below [`SQUARES`].
    pub const fn new(index: usize) -> Square {
        assert!(index < SQUARES);
        Square(index as u8)
    }

    /// The square in this row and column, both counted from 0 at the top left; `None` off the board.
    pub const fn at(row: usize, column: usize) -> Option<Square> {
        if row < WIDTH && column < WIDTH { Some(Square::new(row * WIDTH + column)) } else { None }
    }

    /// The square with the lowest number in a set that is not empty.
    #[inline]
    pub(crate) const fn first(set: Set) -> Square {
        Square(set.trailing_zeros() as u8)
    }

    /// Like [`Square::first`], but [`Square::NOWHERE`] if the set is empty.
    #[inline]
    pub(crate) const fn first_or_nowhere(set: Set) -> Square {
        Square::first(set | Square::NOWHERE.bit())
    }

    /// From the bits of a move; below 128.
    #[inline]
    pub(crate) const fn unpack(bits: u8) -> Square {
        Square(bits & 127)
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its row, from 0 at the top.
    pub const fn row(self) -> usize {
        self.index() / WIDTH
    }

    /// Its column, from 0 at the left.
    pub const fn column(self) -> usize {
        self.index() % WIDTH
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bit(self) -> Set {
        BITS[self.0 as usize & 127]
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn is_in(self, set: Set) -> bool {
        set & self.bit() != 0
    }

    /// The squares that share a side with this one. Only meaningful on the board.
    #[inline]
    pub const fn around(self) -> Set {
        AROUND[self.index()]
    }

    /// The squares of a set, in ascending order.
    pub fn all(set: Set) -> impl Iterator<Item = Square> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let square = (rest != 0).then(|| Square::first(rest))?;
            rest &= rest - 1;
            Some(square)
        })
    }
}

/// As the server writes it: `e5`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column() as u8), self.row() + 1)
    }
}

/// The set of the squares named in a list such as `a4 a5`.
const fn squares(names: &str) -> Set {
    let names = names.as_bytes();
    let (mut set, mut i) = (0, 0);
    while i < names.len() {
        set |= 1 << ((names[i + 1] - b'1') as usize * WIDTH + (names[i] - b'a') as usize);
        i += 3;
    }
    set
}

/// All squares.
pub(crate) const BOARD: Set = (1 << SQUARES) - 1;

/// The castle in the middle: the king starts there, and nobody enters or crosses it.
pub const CASTLE: Set = squares("e5");

/// The sixteen squares where Black starts.
pub const CAMPS: Set = squares("a4 a5 a6 b5 d1 e1 f1 e2 i4 i5 i6 h5 d9 e9 f9 e8");

/// The camps against which White can capture: all but the innermost of each side.
pub(crate) const HOSTILE_CAMPS: Set = CAMPS & !squares("a5 e1 i5 e9");

/// The rim of the board; a king that gets there has won.
pub const EDGE: Set = {
    let (mut set, mut i) = (0, 0);
    while i < WIDTH {
        set |= 1 << i | 1 << (SQUARES - 1 - i) | 1 << (i * WIDTH) | 1 << (i * WIDTH + WIDTH - 1);
        i += 1;
    }
    set
};

/// The squares of the rim that a king can reach.
pub const ESCAPES: Set = EDGE & !CAMPS & !CORNERS;

/// The corners: no king gets there without having stood on an escape before.
pub(crate) const CORNERS: Set = squares("a1 i1 a9 i9");

/// The castle and the squares next to it, where two enemies are not enough to capture the king.
pub(crate) const KEEP: Set = CASTLE | around(CASTLE);

/// The first column.
pub(crate) const LEFT: Set = column(0);

/// The last column.
pub(crate) const RIGHT: Set = column(WIDTH - 1);

/// All squares of a column.
pub(crate) const fn column(column: usize) -> Set {
    let (mut set, mut row) = (0, 0);
    while row < WIDTH {
        set |= 1 << (row * WIDTH + column);
        row += 1;
    }
    set
}

/// The squares one step to the left of a set's.
#[inline]
pub(crate) const fn west(set: Set) -> Set {
    (set & !LEFT) >> 1
}

/// The squares one step to the right of a set's.
#[inline]
pub(crate) const fn east(set: Set) -> Set {
    (set & !RIGHT) << 1
}

/// The squares one step above a set's.
#[inline]
pub(crate) const fn north(set: Set) -> Set {
    set >> WIDTH
}

/// The squares one step below a set's.
#[inline]
pub(crate) const fn south(set: Set) -> Set {
    (set << WIDTH) & BOARD
}

/// The squares that share a side with one of the set.
#[inline]
pub(crate) const fn around(set: Set) -> Set {
    west(set) | east(set) | north(set) | south(set)
}

/// A set as it is seen from a square: the square itself is bit [`HERE`], and everything up to two rows above and below it keeps its distance. From
/// near the left or right rim the other end of the next row is seen beside it.
#[inline]
pub(crate) const fn seen_from(set: Set, square: Square) -> u64 {
    ((set << HERE) >> square.0) as u64
}

/// Where a square sees itself.
pub(crate) const HERE: usize = 2 * WIDTH;

/// Where a square sees those that share a side with it.
pub(crate) const BESIDE: u64 = 1 << (HERE - WIDTH) | 1 << (HERE - 1) | 1 << (HERE + 1) | 1 << (HERE + WIDTH);

/// Looking up a bit takes fewer steps than shifting one through two words.
const BITS: [Set; 128] = {
    let (mut table, mut i) = ([0; 128], 0);
    while i < 128 {
        table[i] = 1 << i;
        i += 1;
    }
    table
};

const AROUND: [Set; SQUARES] = {
    let mut table = [0; SQUARES];
    let mut i = 0;
    while i < SQUARES {
        table[i] = around(1 << i);
        i += 1;
    }
    table
};

/// What a piece on `from` can never enter or cross: the castle, and every camp but the one it stands in.
pub(crate) const fn walls(from: Square) -> Set {
    (CASTLE | CAMPS & !own_camp(from)) & !from.bit()
}

/// The four squares of the camp that the square belongs to; none outside the camps.
const fn own_camp(square: Square) -> Set {
    let mut camp = square.bit() & CAMPS;
    // No camp is wider than two steps.
    camp |= around(camp) & CAMPS;
    camp | around(camp) & CAMPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_those_of_the_rules() {
        assert_eq!(CAMPS.count_ones(), 16);
        assert_eq!(ESCAPES, squares("b1 c1 g1 h1 b9 c9 g9 h9 a2 a3 a7 a8 i2 i3 i7 i8"));
        assert_eq!(KEEP, squares("e4 d5 e5 f5 e6"));
        let e1 = Square::new(4);
        assert_eq!(walls(e1), CASTLE | CAMPS & !squares("d1 e1 f1 e2"));
        let g1 = Square::new(6);
        assert_eq!(walls(g1), CASTLE | CAMPS);
        assert_eq!(g1.to_string(), "g1");
    }
}
