//! The net in floating point, and its gradient.

use game::{FeatureWords, Rng, Seat, Turn};

/// Outputs: one for the viewer to move, one for others, one for chance.
pub const HEADS: usize = 3;

/// The head that judges a position for `viewer`.
#[inline]
pub fn head(turn: Turn, viewer: Seat) -> usize {
    match turn {
        Turn::Player(seat) => usize::from(seat != viewer),
        Turn::Chance | Turn::Over => 2,
    }
}

/// One hidden layer of clipped linear units over bits.
///
/// The log-odds of the viewer's winning are `trust * base + output`, where `base` is what the game's evaluation says, as log-odds.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// How many bits go in.
    pub inputs: usize,
    /// How many units there are.
    pub hidden: usize,
    /// A row of `hidden` weights for each input.
    pub first: Vec<f32>,
    /// One for each unit.
    pub bias: Vec<f32>,
    /// A row of `hidden` weights for each head.
    pub second: Vec<f32>,
    /// One for each head.
    pub offset: Vec<f32>,
    /// How far the evaluation is to be trusted; above 0.
    pub trust: Vec<f32>,
}

/// The same shape as the net: how the loss changes with each of its numbers.
pub type Gradient = Net;

impl Net {
    /// A net whose output is 0 everywhere and which is ready to learn.
    pub fn new(inputs: usize, hidden: usize, seed: u64) -> Net {
        let mut rng = Rng::new(seed);
        let mut net = Net::zero(inputs, hidden);
        net.first.iter_mut().for_each(|weight| *weight = 0.15 * (2.0 * rng.unit() as f32 - 1.0));
        net.bias.iter_mut().for_each(|bias| *bias = 0.5 * rng.unit() as f32);
        net.trust[0] = 1.0;
        net
    }

    /// All numbers 0.
    pub fn zero(inputs: usize, hidden: usize) -> Net {
        Net {
            inputs,
            hidden,
            first: vec![0.0; inputs * hidden],
            bias: vec![0.0; hidden],
            second: vec![0.0; HEADS * hidden],
            offset: vec![0.0; HEADS],
            trust: vec![0.0],
        }
    }

    /// All numbers of the net, part by part.
    pub fn parts(&self) -> [&[f32]; 5] {
        [&self.first, &self.bias, &self.second, &self.offset, &self.trust]
    }

    /// All numbers of the net, part by part.
    pub fn parts_mut(&mut self) -> [&mut [f32]; 5] {
        [&mut self.first, &mut self.bias, &mut self.second, &mut self.offset, &mut self.trust]
    }

    /// What each unit sums up to.
    fn sums(&self, words: &FeatureWords, sums: &mut Vec<f32>) {
        sums.clear();
        sums.extend_from_slice(&self.bias);
        for feature in features(words) {
            let row = &self.first[feature * self.hidden..][..self.hidden];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
    }

    /// The correction, as log-odds.
    pub fn output(&self, words: &FeatureWords, head: usize) -> f32 {
        let mut sums = Vec::new();
        self.sums(words, &mut sums);
        self.offset[head] + dot(&self.second[head * self.hidden..][..self.hidden], &sums)
    }

    /// The log-odds of the viewer's winning.
    pub fn logit(&self, words: &FeatureWords, head: usize, base: f32) -> f32 {
        self.trust[0] * base + self.output(words, head)
    }

    /// Adds to `gradient` how the loss of one sample changes, and gives that loss: the cross-entropy between `target`, the chance that the
    /// viewer wins, and what the net says.
    pub fn learn(
        &self,
        (words, head, base): (&FeatureWords, usize, f32),
        target: f32,
        sums: &mut Vec<f32>,
        gradient: &mut Gradient,
    ) -> f32 {
        let hidden = self.hidden;
        self.sums(words, sums);
        let second = &self.second[head * hidden..][..hidden];
        let logit = self.trust[0] * base + self.offset[head] + dot(second, sums);
        let error = sigmoid(logit) - target;
        gradient.trust[0] += error * base;
        gradient.offset[head] += error;
        let outer = &mut gradient.second[head * hidden..][..hidden];
        for ((sum, weight), outer) in sums.iter_mut().zip(second).zip(outer) {
            *outer += error * sum.clamp(0.0, 1.0);
            // From here on the list holds how the loss changes with the sums.
            *sum = if *sum > 0.0 && *sum < 1.0 { error * weight } else { 0.0 };
        }
        gradient.bias.iter_mut().zip(&*sums).for_each(|(bias, delta)| *bias += delta);
        for feature in features(words) {
            let row = &mut gradient.first[feature * hidden..][..hidden];
            row.iter_mut().zip(&*sums).for_each(|(weight, delta)| *weight += delta);
        }
        // log(1 + exp(x)) - target * x, written so that nothing overflows.
        logit.max(0.0) - target * logit + (-logit.abs()).exp().ln_1p()
    }
}

/// The features that are set.
pub(crate) fn features(words: &FeatureWords) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| Bits(word).map(move |bit| 64 * place + bit))
}

/// The places of the bits of a word.
pub(crate) struct Bits(pub(crate) u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

fn dot(weights: &[f32], sums: &[f32]) -> f32 {
    weights.iter().zip(sums).map(|(weight, sum)| weight * sum.clamp(0.0, 1.0)).sum()
}

/// The chance that belongs to log-odds.
pub(crate) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
