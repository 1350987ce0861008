//! Colours, and heaps of tiles in which only the number of each colour matters.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A colour of tiles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// `B`
    Blue,
    /// `Y`
    Yellow,
    /// `R`
    Red,
    /// `K`
    Black,
    /// `W`
    White,
}

impl Colour {
    /// All of them, in the order of every list.
    pub const ALL: [Colour; 5] = [Colour::Blue, Colour::Yellow, Colour::Red, Colour::Black, Colour::White];

    /// The position in [`Colour::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour at a position in [`Colour::ALL`], counted round and round.
    #[inline]
    pub const fn nth(index: usize) -> Colour {
        Colour::ALL[index % 5]
    }

    /// The letter in texts.
    pub const fn letter(self) -> char {
        ['B', 'Y', 'R', 'K', 'W'][self as usize]
    }

    /// The colour of a letter in either case.
    pub fn of(letter: char) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.letter() == letter.to_ascii_uppercase())
    }

    /// The word.
    pub const fn name(self) -> &'static str {
        ["blue", "yellow", "red", "black", "white"][self as usize]
    }
}

/// How many tiles of each colour: one byte a colour, so that whole heaps are added and subtracted at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Tiles(u64);

/// A one in every byte in use.
const ONES: u64 = 0x01_01_01_01_01;
/// The highest bit of every byte in use. Counts never reach it: there are 100 tiles.
const TOPS: u64 = ONES << 7;

impl Tiles {
    /// No tiles.
    pub const NONE: Tiles = Tiles(0);

    /// The same number of every colour.
    pub const fn each(count: usize) -> Tiles {
        Tiles(ONES * count as u64)
    }

    /// `count` tiles of one colour.
    #[inline]
    pub const fn of(colour: Colour, count: usize) -> Tiles {
        Tiles((count as u64) << (8 * colour as u32))
    }

    /// How many of this colour.
    #[inline]
    pub const fn count(self, colour: Colour) -> usize {
        (self.0 >> (8 * colour as u32) & 0xff) as usize
    }

    /// How many in all.
    #[inline]
    pub const fn total(self) -> usize {
        (self.0.wrapping_mul(ONES) >> 32 & 0xff) as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this heap holds all of `other`.
    pub const fn holds(self, other: Tiles) -> bool {
        ((self.0 | TOPS) - other.0) & TOPS == TOPS
    }

    /// The colour of the tile at `index` when the heap lies in a row, sorted by colour.
    #[inline]
    pub(crate) fn at(self, index: usize) -> Colour {
        let ends = self.0.wrapping_mul(ONES) & (ONES * 0xff);
        let passed = ((ONES * index as u64) | TOPS).wrapping_sub(ends) & TOPS;
        Colour::nth(passed.count_ones() as usize)
    }

    /// Which colours are present, the first colour in the lowest bit.
    pub(crate) fn colours(self) -> u64 {
        Colour::ALL.into_iter().filter(|&c| self.count(c) > 0).fold(0, |set, c| set | 1 << c.index())
    }
}

impl Add for Tiles {
    type Output = Tiles;
    #[inline]
    fn add(self, other: Tiles) -> Tiles {
        Tiles(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tiles {
    type Output = Tiles;
    #[inline]
    fn sub(self, other: Tiles) -> Tiles {
        Tiles(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Tiles {
    #[inline]
    fn add_assign(&mut self, other: Tiles) {
        *self = *self + other;
    }
}

impl SubAssign for Tiles {
    #[inline]
    fn sub_assign(&mut self, other: Tiles) {
        *self = *self - other;
    }
}

/// The letters, sorted: `BBYR`; nothing when there are none.
impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for colour in Colour::ALL {
            for _ in 0..self.count(colour) {
                write!(f, "{}", colour.letter())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tiles({self})")
    }
}
