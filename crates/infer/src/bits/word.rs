//! Words: boards of up to 64, 128 or 256 elements, alone or several positions side by side.

/// A board as a word.
pub trait Board: Copy + PartialEq + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// How many elements fit.
    const BITS: usize;
    /// The empty set.
    const ZERO: Self;
    /// The set of everything.
    const FULL: Self;
    /// From 64-bit limbs, lowest first; missing limbs are empty, further ones are ignored.
    fn from_limbs(limbs: &[u64]) -> Self;
    /// As 64-bit limbs, lowest first.
    fn limbs(self) -> Vec<u64>;
    /// Intersection.
    fn and(self, other: Self) -> Self;
    /// Union.
    fn or(self, other: Self) -> Self;
    /// Difference.
    fn and_not(self, other: Self) -> Self;
    /// The set with every element `by` lower, wrapping around.
    fn rotate(self, by: u32) -> Self;
    /// The number of elements.
    fn count(self) -> i32;
}

macro_rules! board {
    ($word:ty, $bits:expr) => {
        impl Board for $word {
            const BITS: usize = $bits;
            const ZERO: Self = 0;
            const FULL: Self = !0;
            fn from_limbs(limbs: &[u64]) -> Self {
                let limbs = limbs.iter().take($bits / 64).enumerate();
                limbs.fold(0, |word, (i, &limb)| word | <$word>::from(limb) << (64 * i))
            }
            fn limbs(self) -> Vec<u64> {
                (0..$bits / 64).map(|i| (self >> (64 * i)) as u64).collect()
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn and_not(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn rotate(self, by: u32) -> Self {
                self.rotate_right(by)
            }
            #[inline(always)]
            fn count(self) -> i32 {
                self.count_ones() as i32
            }
        }
    };
}

board!(u64, 64);
board!(u128, 128);

impl<const N: usize> Board for [u64; N] {
    const BITS: usize = 64 * N;
    const ZERO: Self = [0; N];
    const FULL: Self = [!0; N];
    fn from_limbs(limbs: &[u64]) -> Self {
        std::array::from_fn(|i| limbs.get(i).copied().unwrap_or(0))
    }
    fn limbs(self) -> Vec<u64> {
        self.to_vec()
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & other[i])
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] | other[i])
    }
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & !other[i])
    }
    #[inline(always)]
    fn rotate(self, by: u32) -> Self {
        let (whole, part) = (by as usize / 64, by % 64);
        std::array::from_fn(|i| {
            let (low, high) = (self[(i + whole) % N], self[(i + whole + 1) % N]);
            // Two shifts on the high side, because a shift by 64 is not a shift.
            low >> part | (high << 1) << (63 - part)
        })
    }
    #[inline(always)]
    fn count(self) -> i32 {
        self.iter().map(|w| w.count_ones() as i32).sum()
    }
}

/// What a register of the machine holds: one board, or one of each position of a group.
pub(crate) trait Register<B: Board>: Copy {
    /// The weighted counts: one number per position.
    type Sum: Copy;
    const ZERO: Self;
    const NOTHING: Self::Sum;
    fn splat(board: B) -> Self;
    /// `f` on each position.
    fn map(self, f: impl Fn(B) -> B) -> Self;
    /// `f` on each pair of positions.
    fn zip(self, other: Self, f: impl Fn(B, B) -> B) -> Self;
    fn same(self, other: Self) -> bool;
    /// Adds `weight` times the count.
    fn tally(self, weight: i32, sum: &mut Self::Sum);
}

impl<B: Board> Register<B> for B {
    type Sum = i32;
    const ZERO: Self = B::ZERO;
    const NOTHING: i32 = 0;
    #[inline(always)]
    fn splat(board: B) -> Self {
        board
    }
    #[inline(always)]
    fn map(self, f: impl Fn(B) -> B) -> Self {
        f(self)
    }
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(B, B) -> B) -> Self {
        f(self, other)
    }
    #[inline(always)]
    fn same(self, other: Self) -> bool {
        self == other
    }
    #[inline(always)]
    fn tally(self, weight: i32, sum: &mut i32) {
        *sum = sum.wrapping_add(weight.wrapping_mul(self.count()));
    }
}

/// `G` positions side by side; every operation is a loop over them that the compiler vectorises.
#[derive(Clone, Copy)]
pub(crate) struct Group<B, const G: usize>(pub(crate) [B; G]);

impl<B, const G: usize> From<[B; G]> for Group<B, G> {
    fn from(boards: [B; G]) -> Self {
        Group(boards)
    }
}

impl<B: Board, const G: usize> Register<B> for Group<B, G> {
    type Sum = [i32; G];
    const ZERO: Self = Group([B::ZERO; G]);
    const NOTHING: [i32; G] = [0; G];
    #[inline(always)]
    fn splat(board: B) -> Self {
        Group([board; G])
    }
    #[inline(always)]
    fn map(mut self, f: impl Fn(B) -> B) -> Self {
        self.0.iter_mut().for_each(|b| *b = f(*b));
        self
    }
    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(B, B) -> B) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(b, o)| *b = f(*b, o));
        self
    }
    #[inline(always)]
    fn same(self, other: Self) -> bool {
        self.0 == other.0
    }
    #[inline(always)]
    fn tally(self, weight: i32, sum: &mut [i32; G]) {
        for (s, b) in sum.iter_mut().zip(self.0) {
            *s = s.wrapping_add(weight.wrapping_mul(b.count()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn<B: Board>(board: B, by: usize) -> Vec<usize> {
        let limbs = board.rotate(by as u32).limbs();
        (0..B::BITS).filter(|i| limbs[i / 64] >> (i % 64) & 1 == 1).collect()
    }

    #[test]
    fn rotation_lowers_every_element() {
        fn check<B: Board>() {
            for element in [0, 1, 63, B::BITS - 1] {
                let mut limbs = vec![0; B::BITS / 64];
                limbs[element / 64] |= 1 << (element % 64);
                let board = B::from_limbs(&limbs);
                assert_eq!(board.limbs(), limbs);
                for by in [0, 1, 8, 63, 64 % B::BITS, 65 % B::BITS, B::BITS - 1] {
                    assert_eq!(turn(board, by), [(element + B::BITS - by) % B::BITS], "{element} by {by}");
                }
            }
        }
        check::<u64>();
        check::<u128>();
        check::<[u64; 3]>();
        check::<[u64; 4]>();
    }
}
