//! Words wider than any of the language's own.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use super::Word;

/// A set of the numbers below `64 * N`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    #[inline(always)]
    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|i| with(self.0[i], other.0[i])))
    }

    /// The limb at `index`, empty beyond the width.
    #[inline(always)]
    fn or_empty(self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    /// The word whose limb `i` is the one at `from(i)`, empty beyond the width.
    #[inline(always)]
    fn each_from(self, from: impl Fn(usize) -> usize) -> Self {
        Wide(std::array::from_fn(|i| self.or_empty(from(i))))
    }

    /// Where the first limb is that is not empty; the last one if all are.
    #[inline(always)]
    fn first_limb(self) -> usize {
        self.0.iter().position(|&limb| limb != 0).unwrap_or(N - 1)
    }
}

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// As numbers: the highest limb decides first.
impl<const N: usize> Ord for Wide<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Wide<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Wide(self.0.map(|limb| !limb))
    }
}

/// Most shifts are by less than a limb - to a neighbour, to the next row - so moving whole limbs is a step of its own, which they skip.
impl<const N: usize> Shl<usize> for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: usize) -> Self {
        debug_assert!(by < Self::BITS, "a shift by {by} of {} bits", Self::BITS);
        let (whole, part) = (by / 64, by % 64);
        // Below the first limb the difference wraps round to beyond the last.
        let limbs = if whole == 0 { self } else { self.each_from(|i| i.wrapping_sub(whole)) };
        // Two shifts, because a shift by 64 is not a shift.
        limbs.zip(limbs.each_from(|i| i.wrapping_sub(1)), |here, below| {
            here << part | below >> 1 >> (63 - part)
        })
    }
}

impl<const N: usize> Shr<usize> for Wide<N> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: usize) -> Self {
        debug_assert!(by < Self::BITS, "a shift by {by} of {} bits", Self::BITS);
        let (whole, part) = (by / 64, by % 64);
        let limbs = if whole == 0 { self } else { self.each_from(|i| i + whole) };
        limbs.zip(limbs.each_from(|i| i + 1), |here, above| here >> part | above << 1 << (63 - part))
    }
}

impl<const N: usize> Word for Wide<N> {
    const BITS: usize = 64 * N;
    const EMPTY: Self = Wide([0; N]);
    const FULL: Self = Wide([!0; N]);

    #[inline(always)]
    fn bit(index: usize) -> Self {
        debug_assert!(index < Self::BITS, "{index} in a set of numbers below {}", Self::BITS);
        let mut limbs = [0; N];
        // The remainder replaces a check.
        limbs[index / 64 % N] = 1 << (index % 64);
        Wide(limbs)
    }

    #[inline(always)]
    fn below(count: usize) -> Self {
        debug_assert!(count <= Self::BITS, "{count} numbers below {}", Self::BITS);
        Wide(std::array::from_fn(|i| u64::below(count.saturating_sub(64 * i).min(64))))
    }

    #[inline(always)]
    fn from_limbs(limbs: &[u64]) -> Self {
        Wide(std::array::from_fn(|i| limbs.get(i).copied().unwrap_or(0)))
    }

    #[inline(always)]
    fn limb(self, index: usize) -> u64 {
        self.0[index]
    }

    #[inline(always)]
    fn window(self, index: usize) -> u64 {
        let (limb, part) = (index / 64, index % 64);
        self.or_empty(limb) >> part | self.or_empty(limb + 1) << 1 << (63 - part)
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.0.iter().map(|limb| limb.count_ones()).sum::<u32>() as usize
    }

    #[inline(always)]
    fn lowest(self) -> usize {
        let limb = self.first_limb();
        64 * limb + self.0[limb].trailing_zeros() as usize
    }

    #[inline(always)]
    fn lowest_alone(self) -> Self {
        let (limb, mut limbs) = (self.first_limb(), [0; N]);
        limbs[limb] = self.0[limb].lowest_alone();
        Wide(limbs)
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        let (limb, mut limbs) = (self.first_limb(), self.0);
        limbs[limb] = limbs[limb].without_lowest();
        Wide(limbs)
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        Wide(std::array::from_fn(|i| self.0[N - 1 - i].reverse_bits()))
    }

    #[inline(always)]
    fn rotated(self, by: usize) -> Self {
        let (whole, part) = (by / 64, by % 64);
        Wide(std::array::from_fn(|i| {
            let (low, high) = (self.0[(i + whole) % N], self.0[(i + whole + 1) % N]);
            low >> part | high << 1 << (63 - part)
        }))
    }
}
