//! The net of full layers: its gradient and its file.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::Rng;
use ludus_learn::{Dense, FileError, Trace};

const INPUTS: usize = 60;

fn ones(rng: &mut Rng) -> Vec<u16> {
    (0..INPUTS as u16).filter(|_| rng.below(4) == 0).collect()
}

/// The loss by the book, in double precision.
fn loss(net: &Dense, ones: &[u16], target: f32) -> f64 {
    let mut units: Vec<f64> =
        (0..INPUTS as u16).map(|input| f64::from(u8::from(ones.contains(&input)))).collect();
    let parts: Vec<&[f32]> = net.parts().collect();
    for (at, layer) in parts.chunks_exact(2).enumerate() {
        let [weights, bias] = layer else { unreachable!("weights and bias") };
        let width = bias.len();
        let sum = |output: usize| -> f64 {
            let inputs = units.iter().enumerate();
            inputs.map(|(input, unit)| unit * f64::from(weights[input * width + output])).sum()
        };
        let last = 2 * (at + 1) == parts.len();
        let unit = |output: usize| {
            let sum = sum(output) + f64::from(bias[output]);
            if last { sum.tanh() } else { sum.max(0.0) }
        };
        units = (0..width).map(unit).collect();
    }
    (units[0] - f64::from(target)).powi(2)
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    let mut rng = Rng::new(5);
    for case in 0..4 {
        let net = Dense::new(INPUTS, 7, case);
        let (ones, target) = (ones(&mut rng), 2.0 * rng.unit() as f32 - 1.0);
        let mut gradient = Dense::zero(INPUTS, 7);
        let told = net.learn(&ones, target, &mut Trace::default(), &mut gradient);
        assert!((f64::from(told) - loss(&net, &ones, target)).abs() < 1e-4);
        let mut checked = 0;
        let lengths: Vec<usize> = net.parts().map(<[f32]>::len).collect();
        for (part, &length) in lengths.iter().enumerate() {
            // All of a small part, some of a large one.
            for _ in 0..length.min(60) {
                let place = if length <= 60 { checked % length } else { rng.below(length) };
                let at = |change: f32| {
                    let mut moved = net.clone();
                    let number = &mut moved.parts_mut().nth(part).unwrap()[place];
                    let before = *number;
                    *number += change;
                    // What was really added, after rounding.
                    let real = f64::from(*number) - f64::from(before);
                    (loss(&moved, &ones, target), real)
                };
                let ((up, right), (down, left)) = (at(1e-4), at(-1e-4));
                let slope = (up - down) / (right - left);
                let claimed = f64::from(gradient.parts().nth(part).unwrap()[place]);
                // Where a unit is about to fall silent, the slope is not defined.
                let bent = (up + down - 2.0 * loss(&net, &ones, target)).abs() > 1e-8;
                assert!(
                    bent || (slope - claimed).abs() < 1e-3,
                    "part {part}, {place}: {slope} and {claimed}"
                );
                checked += 1;
            }
        }
        assert!(checked > 300);
    }
}

#[test]
fn the_file_holds_the_net_within_a_hundredth() {
    let net = Dense::new(INPUTS, 7, 1);
    let read = Dense::from_bytes(&net.to_bytes("toy"), "toy", INPUTS).unwrap();
    let mut rng = Rng::new(2);
    for _ in 0..200 {
        let ones = ones(&mut rng);
        let (exact, coarse) = (net.worth(&ones), read.worth(&ones));
        assert!((exact - coarse).abs() < 0.01, "{exact} and {coarse}");
    }
    assert_eq!(read.to_bytes("toy"), net.to_bytes("toy"), "writing again changes nothing");
}

#[test]
fn weights_survive_the_file_and_nothing_else_does() {
    let bytes = Dense::new(INPUTS, 7, 1).to_bytes("toy");
    let read = |bytes: &[u8]| Dense::from_bytes(bytes, "toy", INPUTS).map(|_| ());
    assert_eq!(read(&bytes), Ok(()));
    assert_eq!(read(b"something else"), Err(FileError::Foreign));
    assert!(matches!(Dense::from_bytes(&bytes, "other", INPUTS), Err(FileError::Layout { .. })));
    assert!(matches!(Dense::from_bytes(&bytes, "toy", INPUTS + 1), Err(FileError::Layout { .. })));
    let mut newer = bytes.clone();
    newer[8] = 200;
    assert_eq!(read(&newer), Err(FileError::Newer(200)));
    let mut rng = Rng::new(1);
    for length in (0..100).chain((0..50).map(|_| rng.below(bytes.len()))) {
        assert!(read(&bytes[..length]).is_err(), "{length} bytes");
    }
    for _ in 0..200 {
        let mut damaged = bytes.clone();
        let place = rng.below(damaged.len());
        damaged[place] ^= 1 << rng.below(8);
        assert!(read(&damaged).is_err(), "byte {place}");
    }
    // Weights of the other kind are intact, but for something else.
    let other = ludus_learn::Quantised::silent("toy".into(), INPUTS).to_bytes();
    assert!(matches!(read(&other), Err(FileError::Layout { .. })));
}
