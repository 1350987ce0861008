//! A small, fast, seeded random generator (xoshiro256++), the same on every machine.

use crate::hash;

/// A random generator. The same seed gives the same numbers everywhere and for ever.
#[derive(Clone, Debug)]
pub struct Rng([u64; 4]);

impl Rng {
    /// A generator whose whole sequence follows from `seed`.
    pub fn new(seed: u64) -> Rng {
        Rng([1, 2, 3, 4].map(|index| hash::nth(seed, index)))
    }

    /// The generator that goes on where [`Rng::state`] was asked.
    pub fn resume(state: [u64; 4]) -> Rng {
        Rng(state)
    }

    /// All that the numbers to come depend on.
    pub fn state(&self) -> [u64; 4] {
        self.0
    }

    /// An independent generator for the `index`-th part of a job, so that parts can run in any order.
    pub fn derive(seed: u64, index: u64) -> Rng {
        Rng::new(seed ^ hash::nth(index.wrapping_add(0x9e37), 1))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number from 0 to `bound - 1`; 0 when `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((self.bits() as u128 * bound as u128) >> 64) as usize
    }

    /// A number from 0 (included) to 1 (excluded).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of `items`, or `None` when there are none.
    #[inline]
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Puts `items` in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
