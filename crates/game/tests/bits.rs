//! Words of every width against sets of numbers kept the plain way.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use ludus_game::Rng;
use ludus_game::bits::{Wide, Word};

type Naive = BTreeSet<usize>;

fn word<W: Word>(set: &Naive) -> W {
    set.iter().fold(W::EMPTY, |word, &index| word | W::bit(index))
}

/// The elements of a word, found without any of its own ways to list them.
fn naive<W: Word>(word: W) -> Naive {
    (0..W::BITS).filter(|&index| word.limb(index / 64) >> (index % 64) & 1 == 1).collect()
}

/// Nothing, everything, every single number, runs across the joints of limbs, and random sets from sparse to dense.
fn samples<W: Word>() -> Vec<Naive> {
    let mut samples = vec![Naive::new(), (0..W::BITS).collect()];
    samples.extend((0..W::BITS).map(|index| Naive::from([index])));
    samples.extend((0..W::BITS).step_by(31).map(|index| (index..(index + 67).min(W::BITS)).collect()));
    let mut rng = Rng::new(W::BITS as u64);
    for tenths in 1..10 {
        samples.extend((0..4).map(|_| (0..W::BITS).filter(|_| rng.below(10) < tenths).collect::<Naive>()));
    }
    samples
}

fn one_set<W: Word>(set: &Naive) {
    let word = word::<W>(set);
    assert_eq!(naive(word), *set);
    assert_eq!(word.count(), set.len());
    assert_eq!(word.is_empty(), set.is_empty());
    assert!(word.elements().eq(set.iter().copied()));
    assert_eq!(word.elements().len(), set.len());
    let mut visited = Vec::new();
    word.each(|index| visited.push(index));
    assert!(visited.iter().eq(set));
    assert!((0..W::BITS).all(|index| word.has(index) == set.contains(&index)));
    assert_eq!(naive(!word), (0..W::BITS).filter(|index| !set.contains(index)).collect());
    assert_eq!(naive(word.reversed()), set.iter().map(|index| W::BITS - 1 - index).collect());
    let first = set.first().copied();
    assert!(first.is_none_or(|first| word.lowest() == first));
    assert_eq!(naive(word.lowest_alone()), first.into_iter().collect());
    assert_eq!(naive(word.without_lowest()), set.iter().copied().skip(1).collect());
    let limbs: Vec<u64> = (0..W::LIMBS).map(|index| word.limb(index)).collect();
    assert_eq!(W::from_limbs(&limbs), word);
    assert_eq!(W::from_limbs(&[&limbs[..], &[!0]].concat()), word, "further limbs are ignored");
    assert_eq!(naive(W::from_limbs(&limbs[..1])), set.iter().copied().filter(|&index| index < 64).collect());
}

fn moved<W: Word>(set: &Naive) {
    let word = word::<W>(set);
    for by in 0..W::BITS {
        let higher = set.iter().map(|index| index + by).filter(|&index| index < W::BITS);
        assert_eq!(naive(word << by), higher.collect(), "{set:?} higher by {by}");
        let lower = || set.iter().filter_map(|index| index.checked_sub(by));
        assert_eq!(naive(word >> by), lower().collect(), "{set:?} lower by {by}");
        let window = lower().filter(|&index| index < 64).fold(0, |window, index| window | 1u64 << index);
        assert_eq!(word.window(by), window, "{set:?} from {by} on");
        let turned = set.iter().map(|index| (index + W::BITS - by) % W::BITS);
        assert_eq!(naive(word.rotated(by)), turned.collect(), "{set:?} turned by {by}");
    }
}

fn two_sets<W: Word>(one: &Naive, other: &Naive) {
    let (a, b) = (word::<W>(one), word::<W>(other));
    let mut assigned = [a; 3];
    assigned[0] &= b;
    assigned[1] |= b;
    assigned[2] ^= b;
    assert_eq!([a & b, a | b, a ^ b], assigned);
    assert_eq!(assigned.map(naive), [one & other, one | other, one ^ other]);
    assert_eq!(a.covers(b), other.is_subset(one));
    assert_eq!(a == b, one == other);
    // As numbers: the highest element that only one of them has decides.
    let decides = (one ^ other).last().copied();
    let expected = decides
        .map_or(Ordering::Equal, |top| if one.contains(&top) { Ordering::Greater } else { Ordering::Less });
    assert_eq!(a.cmp(&b), expected);
}

fn laws<W: Word>() {
    assert_eq!(W::BITS, 64 * W::LIMBS);
    assert_eq!((W::default(), W::FULL), (W::EMPTY, !W::EMPTY));
    assert_eq!((W::all_if(false), W::all_if(true)), (W::EMPTY, W::FULL));
    for count in 0..=W::BITS {
        assert_eq!(naive(W::below(count)), (0..count).collect(), "below {count}");
    }
    let samples = samples::<W>();
    for set in &samples {
        one_set::<W>(set);
    }
    // Every distance for sets of all kinds, though not for every single number.
    for set in samples.iter().take(4).chain(samples.iter().skip(W::BITS)) {
        moved::<W>(set);
    }
    let mut rng = Rng::new(7);
    for _ in 0..3000 {
        two_sets::<W>(&samples[rng.below(samples.len())], &samples[rng.below(samples.len())]);
    }
}

#[test]
fn words_of_one_limb_are_sets_of_numbers() {
    laws::<u64>();
    laws::<Wide<1>>();
}

#[test]
fn words_of_two_limbs_are_sets_of_numbers() {
    laws::<u128>();
    laws::<Wide<2>>();
}

#[test]
fn words_of_three_limbs_are_sets_of_numbers() {
    laws::<Wide<3>>();
}

#[test]
fn words_of_four_limbs_are_sets_of_numbers() {
    laws::<Wide<4>>();
}
