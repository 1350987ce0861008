//! Sets of small numbers - cells, squares, arcs - as machine words of several widths.
//!
//! A board of up to 64 cells is a `u64`, one of up to 128 a `u128`, a larger one a [`Wide`]. Code over [`Word`] is compiled for each width, so
//! a game pays for the width its board needs and is still written once.

mod wide;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

pub use wide::Wide;

/// A set of the numbers below [`Word::BITS`], bit `i` for the number `i`.
///
/// Words are ordered as numbers are. What is asked of an element or a distance - [`Word::bit`], [`Word::has`], the shifts, [`Word::rotated`] -
/// wants it below [`Word::BITS`], as the shifts of the language do: the caller sees to that.
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
    + BitXorAssign
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// How many numbers there are; a multiple of 64.
    const BITS: usize;

    /// How many [limbs](Word::limb) there are.
    const LIMBS: usize = Self::BITS / 64;

    /// The empty set.
    const EMPTY: Self;

    /// The set of everything.
    const FULL: Self;

    /// The set of one number.
    fn bit(index: usize) -> Self;

    /// The set of everything below `count`, which is at most [`Word::BITS`].
    fn below(count: usize) -> Self;

    /// The set whose limbs are these, lowest first; missing ones are empty, further ones are ignored.
    fn from_limbs(limbs: &[u64]) -> Self;

    /// The `index`-th group of 64 numbers; `index` is below [`Word::LIMBS`].
    fn limb(self, index: usize) -> u64;

    /// The 64 numbers from `index` on; those beyond the width are not in it.
    fn window(self, index: usize) -> u64;

    /// How many elements there are.
    fn count(self) -> usize;

    /// The smallest element of a set that is not empty.
    fn lowest(self) -> usize;

    /// The set of the smallest element; empty for the empty set.
    fn lowest_alone(self) -> Self;

    /// The set without its smallest element; empty for the empty set.
    fn without_lowest(self) -> Self;

    /// The set with `BITS - 1 - i` in place of `i`.
    fn reversed(self) -> Self;

    /// The set with every element `by` lower, those below 0 counted from the top.
    fn rotated(self, by: usize) -> Self;

    /// Whether there is no element.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether `index` is an element.
    #[inline(always)]
    fn has(self, index: usize) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// Whether every element of `part` is an element.
    #[inline(always)]
    fn covers(self, part: Self) -> bool {
        self & part == part
    }

    /// Everything or nothing.
    #[inline(always)]
    fn all_if(condition: bool) -> Self {
        if condition { Self::FULL } else { Self::EMPTY }
    }

    /// The elements in ascending order.
    #[inline(always)]
    fn elements(self) -> Elements<Self> {
        Elements(self)
    }

    /// The `index`-th element in ascending order, counted from 0.
    #[inline]
    fn nth(self, mut index: usize) -> Option<usize> {
        for place in 0..Self::LIMBS {
            let mut limb = self.limb(place);
            let count = limb.count_ones() as usize;
            if index < count {
                // Half of the way at once where that is the way to go.
                let low = (limb as u32).count_ones() as usize;
                if index >= low {
                    limb &= !0 << 32;
                    index -= low;
                }
                (0..index).for_each(|_| limb &= limb - 1);
                return Some(64 * place + limb.trailing_zeros() as usize);
            }
            index -= count;
        }
        None
    }

    /// Calls `visit` with the elements in ascending order. Goes through the limbs one by one, because removing a bit of one register is one
    /// instruction.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(usize)) {
        for index in 0..Self::LIMBS {
            let mut limb = self.limb(index);
            while limb != 0 {
                visit(64 * index + limb.trailing_zeros() as usize);
                limb &= limb - 1;
            }
        }
    }
}

/// The elements of a [`Word`], in ascending order.
#[derive(Clone, Debug)]
pub struct Elements<W>(W);

impl<W: Word> Iterator for Elements<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count();
        (left, Some(left))
    }
}

impl<W: Word> ExactSizeIterator for Elements<W> {}

macro_rules! primitive {
    ($word:ty) => {
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: $word = 0;
            const FULL: $word = !0;

            #[inline(always)]
            fn bit(index: usize) -> $word {
                1 << index
            }

            #[inline(always)]
            fn below(count: usize) -> $word {
                if count == <Self as Word>::BITS { !0 } else { (1 << count) - 1 }
            }

            #[inline(always)]
            fn from_limbs(limbs: &[u64]) -> $word {
                let limbs = limbs.iter().take(Self::LIMBS).enumerate();
                limbs.fold(0, |set, (i, &limb)| set | <$word>::from(limb) << (64 * i))
            }

            #[inline(always)]
            fn limb(self, index: usize) -> u64 {
                (self >> (64 * index)) as u64
            }

            #[inline(always)]
            fn window(self, index: usize) -> u64 {
                (self >> index) as u64
            }

            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn lowest_alone(self) -> $word {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn without_lowest(self) -> $word {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn reversed(self) -> $word {
                self.reverse_bits()
            }

            #[inline(always)]
            fn rotated(self, by: usize) -> $word {
                self.rotate_right(by as u32)
            }
        }
    };
}

primitive!(u64);
primitive!(u128);
