//! A net of full layers that judges a position by itself, and its gradient.
//!
//! The inputs are 0 or 1 and most are 0, so the first layer adds up rows instead of multiplying. Inputs that are 1 in every position do not appear
//! at all: whatever their rows are, their sum is one more bias. The slope of the loss is the same for each of them and for the bias, and so is every
//! step that [Adam](crate::optimiser) makes for them. Hence one vector stands for all: their sum, which starts where the sum starts and moves as
//! many times as fast as the bias would alone ([`Dense::haste`]). Nothing is lost by that, and nothing changes.

use game::Rng;

use crate::optimiser::Pace;

/// Units of the hidden layers.
pub(crate) const HIDDEN: [usize; 4] = [256, 128, 64, 16];

/// A net of full layers: rectified units, and a last one squashed between -1 and 1, positive when it is good for the first seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Dense {
    pub(crate) layers: Vec<Layer>,
    /// How many inputs besides the bias are always 1.
    pub(crate) constant: usize,
}

/// Weights from each unit of one layer to all of the next.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// A row for each input.
    pub weights: Vec<f32>,
    /// One for each output.
    pub bias: Vec<f32>,
}

impl Layer {
    fn row(&self, input: usize) -> &[f32] {
        &self.weights[input * self.bias.len()..][..self.bias.len()]
    }

    fn row_mut(&mut self, input: usize) -> &mut [f32] {
        &mut self.weights[input * self.bias.len()..][..self.bias.len()]
    }
}

/// What each unit came to, and how the loss changes with it; made once and used for many positions.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    units: Vec<Vec<f32>>,
    slopes: Vec<Vec<f32>>,
}

impl Dense {
    /// A net for `inputs` inputs that change and `constant` ones that are always 1, with small random weights that follow from `seed`.
    pub fn new(inputs: usize, constant: usize, seed: u64) -> Dense {
        let mut net = Dense::zero(inputs, constant);
        let mut rng = Rng::new(seed);
        for (at, layer) in net.layers.iter_mut().enumerate() {
            let outputs = layer.bias.len();
            let fixed = if at == 0 { constant } else { 0 };
            let size = (6.0 / (layer.weights.len() / outputs + fixed + outputs) as f32).sqrt();
            let mut number = || size * (2.0 * rng.unit() as f32 - 1.0);
            layer.weights.iter_mut().for_each(|weight| *weight = number());
            layer.bias.iter_mut().for_each(|bias| *bias = (0..fixed).map(|_| number()).sum());
        }
        net
    }

    /// All numbers 0.
    pub fn zero(inputs: usize, constant: usize) -> Dense {
        let widths: Vec<usize> = [inputs].into_iter().chain(HIDDEN).chain([1]).collect();
        let layer =
            |pair: &[usize]| Layer { weights: vec![0.0; pair[0] * pair[1]], bias: vec![0.0; pair[1]] };
        Dense { layers: widths.windows(2).map(layer).collect(), constant }
    }

    /// How many inputs change from position to position.
    pub fn inputs(&self) -> usize {
        self.layers[0].weights.len() / self.layers[0].bias.len()
    }

    /// All numbers of the net, part by part: weights, bias, weights, ...
    pub fn parts(&self) -> impl Iterator<Item = &[f32]> {
        self.layers.iter().flat_map(|layer| [&layer.weights[..], &layer.bias[..]])
    }

    /// All numbers of the net, part by part.
    pub fn parts_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        self.layers.iter_mut().flat_map(|layer| [&mut layer.weights[..], &mut layer.bias[..]])
    }

    /// What the last unit sums up to before it is squashed: the hyperbolic tangent of this is the worth of the position.
    pub fn sum(&self, ones: &[u16], trace: &mut Trace) -> f32 {
        trace.units.resize(self.layers.len(), Vec::new());
        for (at, layer) in self.layers.iter().enumerate() {
            let (before, rest) = trace.units.split_at_mut(at);
            let sums = &mut rest[0];
            sums.clear();
            sums.extend_from_slice(&layer.bias);
            match before.last() {
                None => ones.iter().for_each(|&one| add(sums, layer.row(usize::from(one)), 1.0)),
                Some(units) => {
                    for (input, &unit) in units.iter().enumerate().filter(|&(_, &unit)| unit != 0.0) {
                        add(sums, layer.row(input), unit);
                    }
                }
            }
            if at + 1 < self.layers.len() {
                sums.iter_mut().for_each(|sum| *sum = sum.max(0.0));
            }
        }
        trace.units[self.layers.len() - 1][0]
    }

    /// What a position is worth to the first seat, from -1 to 1.
    pub fn worth(&self, ones: &[u16]) -> f32 {
        self.sum(ones, &mut Trace::default()).tanh()
    }

    /// Adds to `gradient` how the loss of one position changes with each number, and gives that loss: the square of the difference to `target`.
    pub fn learn(&self, ones: &[u16], target: f32, trace: &mut Trace, gradient: &mut Dense) -> f32 {
        let worth = self.sum(ones, trace).tanh();
        let error = worth - target;
        let last = self.layers.len() - 1;
        trace.slopes.resize(self.layers.len(), Vec::new());
        trace.slopes[last].clear();
        trace.slopes[last].push(2.0 * error * (1.0 - worth * worth));
        for at in (1..=last).rev() {
            let (below, above) = trace.slopes.split_at_mut(at);
            let (slopes, inner) = (&above[0], &mut below[at - 1]);
            let (layer, change) = (&self.layers[at], &mut gradient.layers[at]);
            add(&mut change.bias, slopes, 1.0);
            inner.clear();
            for (input, &unit) in trace.units[at - 1].iter().enumerate() {
                if unit > 0.0 {
                    add(change.row_mut(input), slopes, unit);
                    inner.push(dot(layer.row(input), slopes));
                } else {
                    inner.push(0.0);
                }
            }
        }
        let change = &mut gradient.layers[0];
        add(&mut change.bias, &trace.slopes[0], 1.0);
        for &one in ones {
            add(change.row_mut(usize::from(one)), &trace.slopes[0], 1.0);
        }
        error * error
    }

    /// How many times as fast as others the numbers of a part move: the first bias stands for all the inputs that are always 1 as well.
    fn haste(&self, part: usize) -> f32 {
        if part == 1 { (self.constant + 1) as f32 } else { 1.0 }
    }
}

/// The optimiser of such a net and what it remembers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct DenseAdam {
    pub(crate) steps: u64,
    pub(crate) mean: Dense,
    pub(crate) square: Dense,
}

impl DenseAdam {
    pub(crate) fn new(net: &Dense) -> DenseAdam {
        let zero = Dense::zero(net.inputs(), net.constant);
        DenseAdam { steps: 0, mean: zero.clone(), square: zero }
    }

    /// Moves `net` against `gradient`, a sum over `count` positions, and clears it.
    pub(crate) fn step(&mut self, net: &mut Dense, gradient: &mut Dense, count: usize, rate: f32) {
        self.steps += 1;
        let share = 1.0 / count as f32;
        let hastes: Vec<f32> = (0..2 * net.layers.len()).map(|part| net.haste(part)).collect();
        let memory = self.mean.parts_mut().zip(self.square.parts_mut());
        for (((numbers, slopes), (means, squares)), haste) in
            net.parts_mut().zip(gradient.parts_mut()).zip(memory).zip(hastes)
        {
            slopes.iter_mut().for_each(|slope| *slope *= share);
            Pace::new(self.steps, rate * haste).step(numbers, slopes, means, squares);
        }
    }
}

/// `sums += factor * row`.
#[inline]
fn add(sums: &mut [f32], row: &[f32], factor: f32) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += factor * weight);
}

/// The inner product, in lanes that a machine can work on at once.
#[inline]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<16>(), b.as_chunks::<16>());
    let mut lanes = [0.0; 16];
    for (a, b) in a.iter().zip(b) {
        lanes.iter_mut().zip(a).zip(b).for_each(|((lane, a), b)| *lane += a * b);
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A net that is told the inputs that never change, and one that has folded them into its bias, learn the same.
    #[test]
    fn inputs_that_never_change_fold_into_the_bias() {
        const INPUTS: usize = 12;
        const FIXED: usize = 5;
        let mut told = Dense::new(INPUTS + FIXED, 0, 3);
        let mut folded = Dense::zero(INPUTS, FIXED);
        folded.layers[1..].clone_from_slice(&told.layers[1..]);
        let row = HIDDEN[0];
        let (changing, fixed) = told.layers[0].weights.split_at(INPUTS * row);
        folded.layers[0].weights.copy_from_slice(changing);
        fixed.chunks_exact(row).for_each(|row| add(&mut folded.layers[0].bias, row, 1.0));
        let mut optimisers = [DenseAdam::new(&told), DenseAdam::new(&folded)];
        let mut gradients = [told.clone(), folded.clone()];
        gradients.iter_mut().flat_map(|net| net.layers.iter_mut()).for_each(|layer| {
            layer.weights.fill(0.0);
            layer.bias.fill(0.0);
        });
        let (mut rng, mut trace) = (Rng::new(1), Trace::default());
        for _ in 0..20 {
            let ones: Vec<u16> = (0..INPUTS as u16).filter(|_| rng.below(2) == 0).collect();
            let all: Vec<u16> = ones.iter().copied().chain(INPUTS as u16..(INPUTS + FIXED) as u16).collect();
            let target = 2.0 * rng.unit() as f32 - 1.0;
            let losses = [
                told.learn(&all, target, &mut trace, &mut gradients[0]),
                folded.learn(&ones, target, &mut trace, &mut gradients[1]),
            ];
            assert!((losses[0] - losses[1]).abs() < 1e-3 * (1.0 + losses[0]), "{losses:?}");
            optimisers[0].step(&mut told, &mut gradients[0], 1, 1e-4);
            optimisers[1].step(&mut folded, &mut gradients[1], 1, 1e-4);
        }
    }
}
