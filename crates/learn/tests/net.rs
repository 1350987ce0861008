//! The net: its gradient, its integers, and keeping up to date.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{FeatureWords, Rng};
use ludus_learn::{Accumulator, FileError, Gradient, HEADS, Net, Quantised};

const INPUTS: usize = 200;
const HIDDEN: usize = 16;

/// A net with all kinds of numbers in it.
fn net(seed: u64) -> Net {
    let mut net = Net::new(INPUTS, HIDDEN, seed);
    let mut rng = Rng::new(seed + 1);
    let mut number = |size: f32| size * (2.0 * rng.unit() as f32 - 1.0);
    net.second.iter_mut().for_each(|weight| *weight = number(1.0));
    net.offset.iter_mut().for_each(|offset| *offset = number(0.3));
    net.trust[0] = 1.3;
    net
}

fn bits(rng: &mut Rng, count: usize) -> FeatureWords {
    let mut words = [0; _];
    for _ in 0..count {
        flip(&mut words, rng.below(INPUTS));
    }
    words
}

fn flip(words: &mut FeatureWords, feature: usize) {
    words[feature / 64] ^= 1 << (feature % 64);
}

/// The loss by the book, in double precision.
fn loss(net: &Net, words: &FeatureWords, head: usize, base: f32, target: f32) -> f64 {
    let mut logit = f64::from(net.trust[0]) * f64::from(base) + f64::from(net.offset[head]);
    for unit in 0..net.hidden {
        let on = (0..net.inputs).filter(|feature| words[feature / 64] >> (feature % 64) & 1 == 1);
        let sum: f64 = on.map(|feature| f64::from(net.first[feature * net.hidden + unit])).sum();
        let sum = sum + f64::from(net.bias[unit]);
        logit += f64::from(net.second[head * net.hidden + unit]) * sum.clamp(0.0, 1.0);
    }
    let chance = 1.0 / (1.0 + (-logit).exp());
    -f64::from(target) * chance.ln() - f64::from(1.0 - target) * (1.0 - chance).ln()
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    let mut rng = Rng::new(5);
    for case in 0..20 {
        let net = net(case);
        let words = bits(&mut rng, 12);
        let (head, base, target) = (rng.below(HEADS), 0.7 - rng.unit() as f32, rng.unit() as f32);
        let mut gradient = Gradient::zero(INPUTS, HIDDEN);
        let told = net.learn((&words, head, base), target, &mut Vec::new(), &mut gradient);
        assert!((f64::from(told) - loss(&net, &words, head, base, target)).abs() < 1e-4);
        for part in 0..5 {
            for place in 0..net.parts()[part].len() {
                let step = 1e-3;
                let at = |change: f32| {
                    let mut moved = net.clone();
                    moved.parts_mut()[part][place] += change;
                    // What was really added, after rounding.
                    let real = moved.parts()[part][place] - net.parts()[part][place];
                    (loss(&moved, &words, head, base, target), f64::from(real))
                };
                let ((up, right), (down, left)) = (at(step), at(-step));
                let slope = (up - down) / (right - left);
                let claimed = f64::from(gradient.parts()[part][place]);
                // Where a sum is about to leave the linear range, the slope is not defined.
                let bent = (up + down - 2.0 * loss(&net, &words, head, base, target)).abs() > 1e-6;
                assert!(
                    bent || (slope - claimed).abs() < 1e-3,
                    "part {part}, {place}: {slope} and {claimed}"
                );
            }
        }
    }
}

#[test]
fn integers_stay_within_a_hundredth_of_the_net() {
    let mut rng = Rng::new(9);
    let net = net(3);
    let quantised = Quantised::new(&net, "toy".into());
    for _ in 0..1_000 {
        let words = bits(&mut rng, 20);
        let mut accumulator = Accumulator::new(&quantised);
        for head in 0..HEADS {
            let exact = 200.0 * net.output(&words, head) / net.trust[0];
            let coarse = accumulator.judge(&quantised, &words, head) as f32;
            let scale: f32 = net.second[head * HIDDEN..][..HIDDEN].iter().map(|weight| weight.abs()).sum();
            assert!((exact - coarse).abs() < 0.01 * 200.0 * scale, "{exact} and {coarse}");
        }
    }
}

#[test]
fn keeping_up_to_date_is_as_good_as_starting_afresh() {
    let mut rng = Rng::new(11);
    let quantised = Quantised::new(&net(4), "toy".into());
    let mut words = bits(&mut rng, 30);
    let mut kept = Accumulator::new(&quantised);
    for _ in 0..10_000 {
        for _ in 0..rng.below(6) {
            flip(&mut words, rng.below(INPUTS));
        }
        let mut fresh = Accumulator::new(&quantised);
        assert_eq!(kept.judge(&quantised, &words, 0), fresh.judge(&quantised, &words, 0));
        assert_eq!(kept, fresh);
    }
}

#[test]
fn weights_survive_the_file_and_nothing_else_does() {
    let quantised = Quantised::new(&net(6), "toy".into());
    let bytes = quantised.to_bytes();
    let read = |bytes: &[u8]| Quantised::from_bytes(bytes, "toy", INPUTS);
    assert_eq!(read(&bytes).as_ref(), Ok(&quantised));
    assert_eq!(read(b"something else"), Err(FileError::Foreign));
    assert!(matches!(Quantised::from_bytes(&bytes, "other", INPUTS), Err(FileError::Layout { .. })));
    let mut newer = bytes.clone();
    newer[8] = 200;
    assert_eq!(read(&newer), Err(FileError::Newer(200)));
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "{length} bytes");
    }
    let mut rng = Rng::new(1);
    for _ in 0..2_000 {
        let mut damaged = bytes.clone();
        let place = rng.below(damaged.len());
        damaged[place] ^= 1 << rng.below(8);
        assert!(read(&damaged).is_err(), "byte {place}");
    }
}
