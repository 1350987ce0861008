//! The net in integers: what plays.

use game::{FeatureWords, SPREAD};

use crate::net::{Bits, HEADS, Net};

/// A sum of 1.0 in a hidden unit.
const ONE: i16 = 256;

/// Output weights are stored in this part of a hundredth.
const FINE: f32 = 16.0;

/// A net of small integers. Its output is in the unit of an evaluation with the usual [`SPREAD`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantised {
    pub(crate) layout: String,
    pub(crate) inputs: usize,
    pub(crate) hidden: usize,
    pub(crate) first: Vec<i16>,
    pub(crate) bias: Vec<i16>,
    pub(crate) second: Vec<i16>,
    pub(crate) offset: Vec<i32>,
}

impl Quantised {
    /// The nearest net of integers. What the net adds to the trusted evaluation is divided by the trust, so that the evaluation keeps its unit.
    pub fn new(net: &Net, layout: String) -> Quantised {
        let word = |number: f32| number.round().clamp(-32_000.0, 32_000.0) as i16;
        let outer = SPREAD * FINE / net.trust[0];
        Quantised {
            layout,
            inputs: net.inputs,
            hidden: net.hidden,
            first: net.first.iter().map(|&weight| word(weight * f32::from(ONE))).collect(),
            bias: net.bias.iter().map(|&bias| word(bias * f32::from(ONE))).collect(),
            second: net.second.iter().map(|&weight| word(weight * outer)).collect(),
            offset: net.offset.iter().map(|&offset| (offset * outer * f32::from(ONE)) as i32).collect(),
        }
    }

    /// A net without units, which corrects nothing.
    pub fn silent(layout: String, inputs: usize) -> Quantised {
        let (first, bias, second) = (Vec::new(), Vec::new(), Vec::new());
        Quantised { layout, inputs, hidden: 0, first, bias, second, offset: vec![0; HEADS] }
    }

    /// Names what its inputs mean.
    pub fn layout(&self) -> &str {
        &self.layout
    }

    /// How many bits go in.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many units there are.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// The correction for the viewer.
    #[inline]
    pub fn output(&self, accumulator: &Accumulator, head: usize) -> i32 {
        let weights = &self.second[head.min(HEADS - 1) * self.hidden..][..self.hidden];
        let sum: i32 = accumulator
            .sums
            .iter()
            .zip(weights)
            .map(|(&sum, &weight)| i32::from(sum.clamp(0, ONE)) * i32::from(weight))
            .sum();
        (sum + self.offset[head.min(HEADS - 1)]) / (i32::from(ONE) * FINE as i32)
    }
}

/// The sums of the hidden units for one position, kept up to date from one to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accumulator {
    words: FeatureWords,
    sums: Vec<i16>,
}

impl Accumulator {
    /// For a position without any feature.
    pub fn new(net: &Quantised) -> Accumulator {
        Accumulator { words: [0; _], sums: net.bias.clone() }
    }

    /// Goes on to another position: only what differs costs anything.
    #[inline]
    pub fn go_to(&mut self, net: &Quantised, words: &FeatureWords) {
        let used = net.inputs.div_ceil(64);
        for (place, (old, &new)) in self.words[..used].iter_mut().zip(words).enumerate() {
            let changed = *old ^ new;
            if changed == 0 {
                continue;
            }
            for bit in Bits(changed & new) {
                let row = &net.first[(64 * place + bit) * net.hidden..][..net.hidden];
                self.sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
            }
            for bit in Bits(changed & *old) {
                let row = &net.first[(64 * place + bit) * net.hidden..][..net.hidden];
                self.sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_sub(weight));
            }
            *old = new;
        }
    }
}
