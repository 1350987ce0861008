//! What there is to learn from.

use game::FeatureWords;

use crate::net::{Gradient, Net};
use crate::optimiser::Adam;

/// A position and what it should be worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// What the game tells of it.
    pub words: FeatureWords,
    /// The output that judges it.
    pub head: usize,
    /// What the game's evaluation says, as log-odds of the first seat's winning.
    pub base: f32,
    /// The chance that the first seat wins.
    pub target: f32,
}

/// Samples per step.
const BATCH: usize = 256;

/// Steps through all samples once. Gives the mean loss.
pub(crate) fn learn(net: &mut Net, adam: &mut Adam, samples: &[Sample], rate: f32) -> f32 {
    let mut gradient = Gradient::zero(net.inputs, net.hidden);
    let mut sums = Vec::new();
    let mut total = 0.0;
    for batch in samples.chunks(BATCH) {
        for sample in batch {
            let input = (&sample.words, sample.head, sample.base);
            total += f64::from(net.learn(input, sample.target, &mut sums, &mut gradient));
        }
        let share = 1.0 / batch.len() as f32;
        gradient.parts_mut().into_iter().flatten().for_each(|slope| *slope *= share);
        adam.step(net, &mut gradient, rate);
    }
    (total / samples.len().max(1) as f64) as f32
}
