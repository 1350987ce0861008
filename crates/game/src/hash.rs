//! Mixing bits: numbers that look random, made from numbers that do not, the same on every machine and for ever.
//!
//! The keys of positions, the node counts pinned for each game and all that follows from a seed depend on these functions, so none of them
//! ever changes what it returns.

/// What [`nth`] counts in: 2^64 divided by the golden ratio, so that the multiples are spread evenly.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads what tells two numbers apart over all 64 bits, one to one (the finaliser of SplitMix64). 0 stays 0.
#[inline]
pub const fn mix(number: u64) -> u64 {
    rounds(number, [30, 27, 31], [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb])
}

/// Does what [`mix`] does, but to other numbers (the finaliser of MurmurHash3): for a second hash that must be independent of the first.
#[inline]
pub const fn mix_again(number: u64) -> u64 {
    rounds(number, [33, 33, 33], [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53])
}

#[inline]
const fn rounds(mut z: u64, shifts: [u32; 3], factors: [u64; 2]) -> u64 {
    z = (z ^ z >> shifts[0]).wrapping_mul(factors[0]);
    z = (z ^ z >> shifts[1]).wrapping_mul(factors[1]);
    z ^ z >> shifts[2]
}

/// The `index`-th number of the random sequence that begins at `seed` (SplitMix64). What is known beforehand about a position's parts - a piece
/// on a square, a side to move - gets its share of the key from here.
#[inline]
pub const fn nth(seed: u64, index: u64) -> u64 {
    mix(seed.wrapping_add(index.wrapping_mul(GOLDEN)))
}

/// Takes one more word into a hash: one multiplication, good enough for hash tables in memory that look at the high bits.
#[inline]
pub const fn fold(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Keys that were pinned with other numbers are worth nothing any more.
    #[test]
    fn what_is_returned_never_changes() {
        // The first outputs of SplitMix64 seeded with 0, as its authors give them.
        assert_eq!([1, 2, 3].map(|index| nth(0, index)), SPLIT_MIX);
        assert_eq!([0, 1].map(mix), [0, 0x5692_161d_100b_05e5]);
        assert_eq!([0, 1].map(mix_again), [0, 0xb456_bcfc_34c2_cb2c]);
        assert_eq!(fold(0, 1), 0x517c_c1b7_2722_0a95);
        assert_eq!(fold(1, 0), 0x517c_c1b7_2722_0a95u64.wrapping_mul(32));
    }

    const SPLIT_MIX: [u64; 3] = [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f];

    #[test]
    fn one_changed_bit_changes_about_half_of_them() {
        for mixer in [mix, mix_again] {
            for bit in 0..64 {
                let changed: u32 =
                    (1..=256).map(|i| (mixer(nth(5, i)) ^ mixer(nth(5, i) ^ 1 << bit)).count_ones()).sum();
                assert!((28..=36).contains(&(changed / 256)), "bit {bit} changes {changed} of 256 times 64");
            }
        }
    }

    #[test]
    fn mixing_is_one_to_one() {
        for mixer in [mix, mix_again, |number| nth(9, number), |number| fold(9, number)] {
            let seen: HashSet<u64> = (0..1 << 16).chain((1..1 << 16).map(|i| i << 48)).map(mixer).collect();
            assert_eq!(seen.len(), (1 << 17) - 1);
        }
    }
}
