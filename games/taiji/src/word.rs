//! Sets of cells: one bit per cell in one machine word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use crate::state::scramble;

/// A set of cells. Bit `i` stands for cell `i`.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// How many cells a set can hold.
    const CELLS: usize;

    /// The empty set.
    const NONE: Self;

    /// The set of one cell, which must be below [`Word::CELLS`].
    fn cell(cell: usize) -> Self;

    /// How many cells are in the set.
    fn count(self) -> usize;

    /// The first cell of a set that is not empty.
    fn first(self) -> usize;

    /// The set of the first cell alone; empty for the empty set.
    fn first_alone(self) -> Self;

    /// The first 64 cells.
    fn low(self) -> u64;

    /// A well mixed hash of the set.
    fn hash(self) -> u64;

    /// Calls `visit` with every cell in ascending order.
    fn each(self, visit: impl FnMut(usize));

    /// Whether the set is empty.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether `cell` is in the set.
    #[inline]
    fn has(self, cell: usize) -> bool {
        !(self & Self::cell(cell)).is_none()
    }
}

impl Word for u64 {
    const CELLS: usize = 64;
    const NONE: u64 = 0;

    #[inline]
    fn cell(cell: usize) -> u64 {
        1 << cell
    }

    #[inline]
    fn count(self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn first_alone(self) -> u64 {
        self & self.wrapping_neg()
    }

    #[inline]
    fn low(self) -> u64 {
        self
    }

    #[inline]
    fn hash(self) -> u64 {
        scramble(self)
    }

    #[inline]
    fn each(mut self, mut visit: impl FnMut(usize)) {
        while self != 0 {
            visit(self.first());
            self &= self - 1;
        }
    }
}

impl Word for u128 {
    const CELLS: usize = 128;
    const NONE: u128 = 0;

    #[inline]
    fn cell(cell: usize) -> u128 {
        1 << cell
    }

    #[inline]
    fn count(self) -> usize {
        self.count_ones() as usize
    }

    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn first_alone(self) -> u128 {
        self & self.wrapping_neg()
    }

    #[inline]
    fn low(self) -> u64 {
        self as u64
    }

    #[inline]
    fn hash(self) -> u64 {
        scramble(scramble(self.low()) ^ (self >> 64).low())
    }

    /// Half by half, because clearing a bit of one register is one instruction.
    #[inline]
    fn each(self, mut visit: impl FnMut(usize)) {
        (self as u64).each(&mut visit);
        ((self >> 64) as u64).each(|cell| visit(cell + 64));
    }
}
