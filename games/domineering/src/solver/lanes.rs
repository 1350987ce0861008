//! Four small numbers in one register.

#[cfg(target_arch = "x86_64")]
pub(crate) use intel::Lanes;
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use plain::Lanes;

/// How many numbers there are.
pub(crate) const COUNT: usize = 4;

/// With instructions that every processor of this kind has. The compiler alone does not keep the numbers in their register.
#[cfg(target_arch = "x86_64")]
mod intel {
    use std::arch::x86_64::*;

    use super::COUNT;

    /// The numbers, in the lower half of the register.
    #[derive(Clone, Copy, Debug)]
    #[repr(transparent)]
    pub(crate) struct Lanes(__m128i);

    impl Lanes {
        #[inline(always)]
        pub(crate) fn new(values: [i16; COUNT]) -> Lanes {
            // SAFETY: every processor of this kind has SSE2; the eight bytes of the values are a word.
            Lanes(unsafe { _mm_cvtsi64_si128(std::mem::transmute::<[i16; COUNT], i64>(values)) })
        }

        /// These numbers times a power of two of at most 256.
        #[inline(always)]
        pub(crate) fn widen(values: [i8; COUNT], power: u32) -> Lanes {
            // SAFETY: every processor of this kind has SSE2.
            unsafe {
                let bytes = _mm_cvtsi32_si128(i32::from_ne_bytes(values.map(|value| value as u8)));
                let high = _mm_unpacklo_epi8(_mm_setzero_si128(), bytes);
                Lanes(_mm_sra_epi16(high, _mm_cvtsi32_si128(8 - power as i32)))
            }
        }

        #[inline(always)]
        pub(crate) fn values(self) -> [i16; COUNT] {
            // SAFETY: every processor of this kind has SSE2; the eight bytes of a word are four values.
            unsafe { std::mem::transmute::<i64, [i16; COUNT]>(_mm_cvtsi128_si64(self.0)) }
        }

        /// The same number everywhere.
        #[inline(always)]
        pub(crate) fn all(value: i16) -> Lanes {
            // SAFETY: every processor of this kind has SSE2.
            Lanes(unsafe { _mm_set1_epi16(value) })
        }

        /// The first half twice.
        #[inline(always)]
        pub(crate) fn first_half(self) -> Lanes {
            // SAFETY: every processor of this kind has SSE2.
            Lanes(unsafe { _mm_shufflelo_epi16::<0b01_00_01_00>(self.0) })
        }

        /// The sums; those too large or too small stay at the limit.
        #[inline(always)]
        pub(crate) fn plus(self, other: Lanes) -> Lanes {
            // SAFETY: every processor of this kind has SSE2.
            Lanes(unsafe { _mm_adds_epi16(self.0, other.0) })
        }

        /// The larger ones.
        #[inline(always)]
        pub(crate) fn max(self, other: Lanes) -> Lanes {
            // SAFETY: every processor of this kind has SSE2.
            Lanes(unsafe { _mm_max_epi16(self.0, other.0) })
        }

        /// Whether any number is greater than its counterpart.
        #[inline(always)]
        pub(crate) fn any_above(self, other: Lanes) -> bool {
            // SAFETY: every processor of this kind has SSE2.
            unsafe { _mm_movemask_epi8(_mm_cmpgt_epi16(self.0, other.0)) & 0xff != 0 }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod plain {
    use super::COUNT;

    /// The numbers.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Lanes([i16; COUNT]);

    impl Lanes {
        pub(crate) fn new(values: [i16; COUNT]) -> Lanes {
            Lanes(values)
        }

        pub(crate) fn widen(values: [i8; COUNT], power: u32) -> Lanes {
            Lanes(values.map(|value| i16::from(value) << power))
        }

        pub(crate) fn values(self) -> [i16; COUNT] {
            self.0
        }

        pub(crate) fn all(value: i16) -> Lanes {
            Lanes([value; COUNT])
        }

        pub(crate) fn first_half(self) -> Lanes {
            Lanes(std::array::from_fn(|k| self.0[k % (COUNT / 2)]))
        }

        pub(crate) fn plus(self, other: Lanes) -> Lanes {
            Lanes(std::array::from_fn(|k| self.0[k].saturating_add(other.0[k])))
        }

        pub(crate) fn max(self, other: Lanes) -> Lanes {
            Lanes(std::array::from_fn(|k| self.0[k].max(other.0[k])))
        }

        pub(crate) fn any_above(self, other: Lanes) -> bool {
            (0..COUNT).any(|k| self.0[k] > other.0[k])
        }
    }
}
