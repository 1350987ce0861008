//! Sets of cells as machine words of three widths.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of cells, one bit each. Shifts move by less than the width.
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
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many cells fit.
    const BITS: usize;
    /// No cell.
    const EMPTY: Self;

    /// One cell.
    fn bit(cell: usize) -> Self;

    /// The first `cells` cells.
    fn first(cells: usize) -> Self;

    /// How many cells are in the set.
    fn count(self) -> u32;

    /// The smallest cell. The set must not be empty.
    fn lowest(self) -> usize;

    /// The set without its smallest cell.
    fn without_lowest(self) -> Self;

    /// The 64 bits from `cell` on; bits beyond the width are 0.
    fn window(self, cell: usize) -> u64;

    /// The set with cell `i` at `BITS - 1 - i`.
    fn reversed(self) -> Self;

    /// The set that holds the bits of `low`.
    fn from_low(low: u64) -> Self;

    /// A good 64-bit hash of the set.
    fn hash64(self) -> u64;

    /// Whether no cell is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the cell is in the set.
    #[inline]
    fn has(self, cell: usize) -> bool {
        self.window(cell) & 1 == 1
    }

    /// The cells in ascending order.
    #[inline]
    fn cells(self) -> Bits<Self> {
        Bits(self)
    }
}

/// The cells of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Bits<W>(W);

impl<W: Word> Iterator for Bits<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(cell)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count() as usize;
        (left, Some(left))
    }
}

/// Spreads the bits of a word over all bits (the finaliser of MurmurHash3).
#[inline]
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    z = (z ^ z >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    z ^ z >> 33
}

impl Word for u64 {
    const BITS: usize = 64;
    const EMPTY: u64 = 0;

    #[inline]
    fn bit(cell: usize) -> u64 {
        1 << cell
    }

    #[inline]
    fn first(cells: usize) -> u64 {
        if cells == 64 { !0 } else { (1 << cells) - 1 }
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn without_lowest(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn window(self, cell: usize) -> u64 {
        self >> cell
    }

    #[inline]
    fn reversed(self) -> u64 {
        self.reverse_bits()
    }

    #[inline]
    fn from_low(low: u64) -> u64 {
        low
    }

    #[inline]
    fn hash64(self) -> u64 {
        mix(self)
    }
}

impl Word for u128 {
    const BITS: usize = 128;
    const EMPTY: u128 = 0;

    #[inline]
    fn bit(cell: usize) -> u128 {
        1 << cell
    }

    #[inline]
    fn first(cells: usize) -> u128 {
        if cells == 128 { !0 } else { (1 << cells) - 1 }
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }

    #[inline]
    fn without_lowest(self) -> u128 {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn window(self, cell: usize) -> u64 {
        (self >> cell) as u64
    }

    #[inline]
    fn reversed(self) -> u128 {
        self.reverse_bits()
    }

    #[inline]
    fn from_low(low: u64) -> u128 {
        u128::from(low)
    }

    #[inline]
    fn hash64(self) -> u64 {
        mix(self as u64 ^ mix((self >> 64) as u64 ^ 0x5851_f42d_4c95_7f2d))
    }
}

/// A set of up to 256 cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Wide([u64; 4]);

impl Wide {
    #[inline]
    fn zip(self, other: Wide, with: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|i| with(self.0[i], other.0[i])))
    }

    /// The limb at `index`, 0 outside.
    #[inline]
    fn limb(self, index: Option<usize>) -> u64 {
        index.and_then(|i| self.0.get(i)).copied().unwrap_or(0)
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

impl Not for Wide {
    type Output = Wide;

    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|limb| !limb))
    }
}

impl Shl<u32> for Wide {
    type Output = Wide;

    #[inline]
    fn shl(self, by: u32) -> Wide {
        let (limbs, bits) = ((by / 64) as usize, by % 64);
        Wide(std::array::from_fn(|i| {
            let here = self.limb(i.checked_sub(limbs));
            let below = self.limb(i.checked_sub(limbs + 1));
            if bits == 0 { here } else { here << bits | below >> (64 - bits) }
        }))
    }
}

impl Shr<u32> for Wide {
    type Output = Wide;

    #[inline]
    fn shr(self, by: u32) -> Wide {
        let (limbs, bits) = ((by / 64) as usize, by % 64);
        Wide(std::array::from_fn(|i| {
            let here = self.limb(Some(i + limbs));
            let above = self.limb(Some(i + limbs + 1));
            if bits == 0 { here } else { here >> bits | above << (64 - bits) }
        }))
    }
}

impl Word for Wide {
    const BITS: usize = 256;
    const EMPTY: Wide = Wide([0; 4]);

    #[inline]
    fn bit(cell: usize) -> Wide {
        let mut limbs = [0; 4];
        limbs[cell / 64] = 1 << (cell % 64);
        Wide(limbs)
    }

    #[inline]
    fn first(cells: usize) -> Wide {
        Wide(std::array::from_fn(|i| u64::first(cells.saturating_sub(64 * i).min(64))))
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> usize {
        let limb = self.0.iter().position(|&limb| limb != 0).unwrap_or(0);
        64 * limb + self.0[limb].trailing_zeros() as usize
    }

    #[inline]
    fn without_lowest(self) -> Wide {
        let mut limbs = self.0;
        if let Some(limb) = limbs.iter_mut().find(|limb| **limb != 0) {
            *limb &= *limb - 1;
        }
        Wide(limbs)
    }

    #[inline]
    fn window(self, cell: usize) -> u64 {
        let (limb, bits) = (cell / 64, cell % 64);
        let low = self.limb(Some(limb)) >> bits;
        if bits == 0 { low } else { low | self.limb(Some(limb + 1)) << (64 - bits) }
    }

    #[inline]
    fn reversed(self) -> Wide {
        Wide(std::array::from_fn(|i| self.0[3 - i].reverse_bits()))
    }

    #[inline]
    fn from_low(low: u64) -> Wide {
        Wide([low, 0, 0, 0])
    }

    #[inline]
    fn hash64(self) -> u64 {
        self.0.iter().fold(0x5851_f42d_4c95_7f2d, |hash, &limb| mix(hash ^ limb).rotate_left(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation of a width against the same operation on a list of booleans.
    fn agrees_with_booleans<W: Word>() {
        let mut rng = game::Rng::new(W::BITS as u64);
        for _ in 0..200 {
            let bits: Vec<bool> = (0..W::BITS).map(|_| rng.below(3) == 0).collect();
            let set = |f: &dyn Fn(usize) -> bool| {
                (0..W::BITS).filter(|&i| f(i)).fold(W::EMPTY, |word, i| word | W::bit(i))
            };
            let word = set(&|i| bits[i]);
            let by = rng.below(W::BITS);
            assert_eq!(word << by as u32, set(&|i| i >= by && bits[i - by]), "left by {by}");
            assert_eq!(word >> by as u32, set(&|i| i + by < W::BITS && bits[i + by]), "right by {by}");
            assert_eq!(!word, set(&|i| !bits[i]));
            assert_eq!(word.reversed(), set(&|i| bits[W::BITS - 1 - i]));
            assert_eq!(W::first(by), set(&|i| i < by));
            let cells: Vec<usize> = (0..W::BITS).filter(|&i| bits[i]).collect();
            assert_eq!(word.cells().collect::<Vec<_>>(), cells);
            assert_eq!(word.count() as usize, cells.len());
            assert_eq!(word.has(by), bits[by]);
            let window = word.window(by);
            assert!((0..64).all(|i| (window >> i & 1 == 1) == (by + i < W::BITS && bits[by + i])));
        }
        assert_eq!(W::first(W::BITS), !W::EMPTY);
    }

    #[test]
    fn all_widths_are_sets_of_cells() {
        agrees_with_booleans::<u64>();
        agrees_with_booleans::<u128>();
        agrees_with_booleans::<Wide>();
    }
}
