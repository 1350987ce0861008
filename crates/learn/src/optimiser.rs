//! Adam: steps of a size that suits each number of a net.

use crate::net::{Gradient, Net};

const MOMENTUM: f32 = 0.9;
const CAUTION: f32 = 0.999;
const TINY: f32 = 1e-8;

/// The size of one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    rate: f32,
    mean_bias: f32,
    square_bias: f32,
}

impl Pace {
    /// The `steps`-th step, counted from 1.
    pub(crate) fn new(steps: u64, rate: f32) -> Pace {
        let power = steps.min(100_000) as i32;
        Pace { rate, mean_bias: 1.0 - MOMENTUM.powi(power), square_bias: 1.0 - CAUTION.powi(power) }
    }

    /// Moves numbers against their slopes, which are cleared, and remembers running means of the slopes and of their squares.
    pub(crate) fn step(
        &self,
        numbers: &mut [f32],
        slopes: &mut [f32],
        means: &mut [f32],
        squares: &mut [f32],
    ) {
        for (((number, slope), mean), square) in numbers.iter_mut().zip(slopes).zip(means).zip(squares) {
            *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * *slope;
            *square = CAUTION * *square + (1.0 - CAUTION) * *slope * *slope;
            *number -= self.rate * (*mean / self.mean_bias) / ((*square / self.square_bias).sqrt() + TINY);
            *slope = 0.0;
        }
    }
}

/// The optimiser of a correcting net and what it remembers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Adam {
    pub(crate) steps: u64,
    /// Running means of the gradient and of its square.
    pub(crate) mean: Net,
    pub(crate) square: Net,
}

impl Adam {
    pub(crate) fn new(inputs: usize, hidden: usize) -> Adam {
        Adam { steps: 0, mean: Net::zero(inputs, hidden), square: Net::zero(inputs, hidden) }
    }

    /// Moves `net` against `gradient`, the mean over a batch, and clears it.
    pub(crate) fn step(&mut self, net: &mut Net, gradient: &mut Gradient, rate: f32) {
        self.steps += 1;
        let pace = Pace::new(self.steps, rate);
        let parts = net.parts_mut().into_iter().zip(gradient.parts_mut());
        let memory = self.mean.parts_mut().into_iter().zip(self.square.parts_mut());
        for ((numbers, slopes), (means, squares)) in parts.zip(memory) {
            pace.step(numbers, slopes, means, squares);
        }
        // Sums of integers must not overflow: a hundred weights of at most 1 stay below 128.
        net.first.iter_mut().for_each(|weight| *weight = weight.clamp(-1.0, 1.0));
        // An evaluation that counted for nothing, or against itself, could not be corrected any more.
        net.trust[0] = net.trust[0].max(0.05);
    }
}
