//! Sets of arcs or boxes as machine words of several widths.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of small numbers, one bit each.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    /// How many bits.
    const BITS: usize;
    /// The empty set.
    const ZERO: Self;

    /// The set that holds `index` alone.
    fn bit(index: usize) -> Self;

    /// How many elements.
    fn count(self) -> usize;

    /// The smallest element; [`Word::BITS`] or more when there is none.
    fn lowest(self) -> usize;

    /// The `index`-th group of 64 elements.
    fn chunk(self, index: usize) -> u64;

    /// Everything below `count`.
    #[inline]
    fn below(count: usize) -> Self {
        if count == Self::BITS { !Self::ZERO } else { Self::from_chunk_below(count) }
    }

    /// Everything below `count`, which is less than [`Word::BITS`].
    fn from_chunk_below(count: usize) -> Self;

    /// Everything or nothing.
    #[inline]
    fn all_if(condition: bool) -> Self {
        if condition { !Self::ZERO } else { Self::ZERO }
    }

    /// Whether there is no element.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }

    /// Whether `index` is an element.
    #[inline]
    fn has(self, index: usize) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// Whether every element of `part` is an element.
    #[inline]
    fn covers(self, part: Self) -> bool {
        self & part == part
    }

    /// The elements in ascending order.
    #[inline]
    fn elements(self) -> Elements<Self> {
        Elements(self)
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
        self.0 ^= W::bit(index);
        Some(index)
    }
}

macro_rules! primitive {
    ($word:ty) => {
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            const ZERO: Self = 0;

            #[inline]
            fn bit(index: usize) -> Self {
                1 << index
            }

            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn chunk(self, index: usize) -> u64 {
                (self >> (64 * index)) as u64
            }

            #[inline]
            fn from_chunk_below(count: usize) -> Self {
                (1 << count) - 1
            }
        }
    };
}

primitive!(u64);
primitive!(u128);

/// 256 bits, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Wide([u64; 4]);

impl Wide {
    #[inline]
    fn zip(self, other: Wide, f: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl Word for Wide {
    const BITS: usize = 256;
    const ZERO: Wide = Wide([0; 4]);

    #[inline]
    fn bit(index: usize) -> Wide {
        let mut chunks = [0; 4];
        chunks[index / 64 % 4] = 1 << (index % 64);
        Wide(chunks)
    }

    #[inline]
    fn count(self) -> usize {
        self.0.iter().map(|c| c.count_ones() as usize).sum()
    }

    #[inline]
    fn lowest(self) -> usize {
        for (index, &chunk) in self.0.iter().enumerate() {
            if chunk != 0 {
                return 64 * index + chunk.trailing_zeros() as usize;
            }
        }
        Self::BITS
    }

    #[inline]
    fn chunk(self, index: usize) -> u64 {
        self.0[index]
    }

    #[inline]
    fn from_chunk_below(count: usize) -> Wide {
        Wide(std::array::from_fn(|i| match count.saturating_sub(64 * i) {
            n @ 0..64 => (1 << n) - 1,
            _ => !0,
        }))
    }
}

impl BitAnd for Wide {
    type Output = Wide;

    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;

    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;

    #[inline]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl BitXorAssign for Wide {
    #[inline]
    fn bitxor_assign(&mut self, other: Wide) {
        *self = *self ^ other;
    }
}

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        self.zip(self, |a, _| !a)
    }
}

impl Shl<usize> for Wide {
    type Output = Wide;

    #[inline]
    fn shl(self, by: usize) -> Wide {
        let (whole, part) = (by / 64, by % 64);
        Wide(std::array::from_fn(|i| {
            let at = |back: usize| i.checked_sub(back).map_or(0, |j| self.0[j]);
            at(whole) << part | if part == 0 { 0 } else { at(whole + 1) >> (64 - part) }
        }))
    }
}

impl Shr<usize> for Wide {
    type Output = Wide;

    #[inline]
    fn shr(self, by: usize) -> Wide {
        let (whole, part) = (by / 64, by % 64);
        Wide(std::array::from_fn(|i| {
            let at = |ahead: usize| self.0.get(i + ahead).copied().unwrap_or(0);
            at(whole) >> part | if part == 0 { 0 } else { at(whole + 1) << (64 - part) }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wide word behaves as the same bits of a narrow one do.
    #[test]
    fn wide_words_shift_and_count_as_narrow_ones() {
        let mut rng = game::Rng::new(1);
        for _ in 0..2000 {
            let narrow = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
            let wide = Wide([narrow as u64, (narrow >> 64) as u64, 0, 0]);
            let by = rng.below(128);
            let low = |w: Wide| u128::from(w.0[1]) << 64 | u128::from(w.0[0]);
            assert_eq!(low(wide << by), narrow << by);
            assert_eq!(low(wide >> by), narrow >> by);
            assert_eq!(wide << 128 >> 128, wide);
            assert_eq!(wide.count(), Word::count(narrow));
            assert!(wide.elements().eq(narrow.elements()));
            assert_eq!(low(Wide::below(by)), u128::below(by));
        }
        assert_eq!(Wide::below(256), !Wide::ZERO);
        assert_eq!(Wide::below(220).count(), 220);
    }
}
