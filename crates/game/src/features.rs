//! Telling a position to a net.

use crate::{Evaluate, Evaluator, Seat};

/// A game whose positions can be told to a net as bits.
///
/// A net made for a game corrects its strongest evaluation, so the bits need not say again what that evaluation sees; they say what it may have
/// overlooked: which piece stands where, mostly.
pub trait Features: Evaluate {
    /// The type of the strongest evaluation.
    type Base: Evaluator<Self>;

    /// The evaluation that a net corrects: the strongest of [`Evaluate::EVALUATIONS`].
    fn base(&self) -> Self::Base;

    /// Names what the bits mean, options included. Weights made for another layout are refused.
    fn layout(&self) -> String;

    /// How many bits there are; at most [`MOST_FEATURES`].
    fn features(&self) -> usize;

    /// Sets the bits of a position that is not finished, as `viewer` sees it: feature `i` is bit `i % 64` of word `i / 64`. The words come
    /// zeroed. Games of two are told as the first seat sees them, always.
    fn tell(&self, state: &Self::State, viewer: Seat, words: &mut FeatureWords);

    /// The weights that come with the game for these options, as written by training; `None` where no net has proved better than the
    /// evaluation.
    fn weights(&self) -> Option<&'static [u8]>;
}

/// The most features a game may have.
pub const MOST_FEATURES: usize = 1024;

/// The features of a position as bits.
pub type FeatureWords = [u64; MOST_FEATURES / 64];
