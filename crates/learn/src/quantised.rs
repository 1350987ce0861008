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

    /// The weights of an input.
    #[inline(always)]
    fn row(&self, input: usize) -> &[i16] {
        &self.first[input * self.hidden..][..self.hidden]
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

    /// The correction for the viewer in another position. Only what differs from the last one costs anything.
    #[inline]
    pub fn judge(&mut self, net: &Quantised, words: &FeatureWords, head: usize) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
            // SAFETY: the processor has the instructions.
            return unsafe { self.judge_modern(net, words, head) };
        }
        self.judge_any(net, words, head)
    }

    /// The same with the instructions of newer processors.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn judge_modern(&mut self, net: &Quantised, words: &FeatureWords, head: usize) -> i32 {
        self.judge_any(net, words, head)
    }

    #[inline(always)]
    fn judge_any(&mut self, net: &Quantised, words: &FeatureWords, head: usize) -> i32 {
        self.go_to(net, words);
        let head = head.min(HEADS - 1);
        let weights = &net.second[head * net.hidden..][..net.hidden];
        let products = self.sums.iter().zip(weights);
        let sum: i32 = products.map(|(&sum, &weight)| i32::from(sum.clamp(0, ONE)) * i32::from(weight)).sum();
        (sum + net.offset[head]) / (i32::from(ONE) * FINE as i32)
    }

    #[inline(always)]
    fn go_to(&mut self, net: &Quantised, words: &FeatureWords) {
        // A piece that moved leaves one input and enters another: together they take one walk through the sums.
        let mut left = None;
        for (place, (old, &new)) in self.words[..net.inputs.div_ceil(64)].iter_mut().zip(words).enumerate() {
            let changed = *old ^ new;
            *old = new;
            for bit in Bits(changed) {
                let change = (64 * place + bit, new >> bit & 1 == 1);
                left = match left.take() {
                    None => Some(change),
                    Some((input, enters)) => {
                        apply(&mut self.sums, net.row(input), enters, net.row(change.0), change.1);
                        None
                    }
                };
            }
        }
        if let Some((input, enters)) = left {
            let sign = if enters { 1 } else { -1 };
            let pairs = self.sums.iter_mut().zip(net.row(input));
            pairs.for_each(|(sum, &weight)| *sum = sum.wrapping_add(sign * weight));
        }
    }
}

/// Adds two rows of weights to the sums, or takes away those whose input is left.
#[inline(always)]
fn apply(sums: &mut [i16], a: &[i16], a_enters: bool, b: &[i16], b_enters: bool) {
    // Negative numbers are the complements of positive ones less one, so a mask and one subtraction change the sign without a branch.
    let (mask_a, mask_b) = (i16::from(a_enters) - 1, i16::from(b_enters) - 1);
    for ((sum, &a), &b) in sums.iter_mut().zip(a).zip(b) {
        let (a, b) = ((a ^ mask_a).wrapping_sub(mask_a), (b ^ mask_b).wrapping_sub(mask_b));
        *sum = sum.wrapping_add(a).wrapping_add(b);
    }
}
