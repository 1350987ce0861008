//! Registers: a board as a word, alone or those of several positions side by side.

use game::bits::Word;

/// What a register of the machine holds: one board, or one of each position of a group.
pub(crate) trait Register<B: Word>: Copy {
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

impl<B: Word> Register<B> for B {
    type Sum = i32;
    const ZERO: Self = B::EMPTY;
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
        *sum = sum.wrapping_add(weight.wrapping_mul(self.count() as i32));
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

impl<B: Word, const G: usize> Register<B> for Group<B, G> {
    type Sum = [i32; G];
    const ZERO: Self = Group([B::EMPTY; G]);
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
            *s = s.wrapping_add(weight.wrapping_mul(b.count() as i32));
        }
    }
}
