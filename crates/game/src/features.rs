//! Telling a position to a net.

use std::fmt;

use crate::{Evaluate, Evaluator, Rect, Seat};

/// A game whose positions can be told to a net as bits.
///
/// A net made for a game corrects its strongest evaluation, so the bits need not say again what that evaluation sees; they say what it may have
/// overlooked: which piece stands where, mostly.
pub trait Features: Evaluate {
    /// The type of the strongest evaluation.
    type Base: Evaluator<Self> + Clone;

    /// The evaluation that a net corrects: the strongest of [`Evaluate::EVALUATIONS`].
    fn base(&self) -> Self::Base;

    /// Names what the bits mean, options included. Weights made for another layout are refused.
    fn layout(&self) -> String;

    /// How many bits there are; at most [`MOST_FEATURES`].
    fn features(&self) -> usize;

    /// Sets the bits of a position that is not finished, as `viewer` sees it: feature `i` is bit `i % 64` of word `i / 64`. The words come
    /// zeroed. Games of two are told as the first seat sees them, always.
    fn tell(&self, state: &Self::State, viewer: Seat, words: &mut FeatureWords);

    /// What a feature says when it is set for `viewer`, in words; `None` for one that no position sets. What the features of a position say is
    /// never the same.
    fn feature(&self, index: usize, viewer: Seat) -> Option<Feature>;

    /// The weights that come with the game for these options, as written by training; `None` where no net has proved better than the
    /// evaluation.
    fn weights(&self) -> Option<&'static [u8]>;
}

/// The most features a game may have.
pub const MOST_FEATURES: usize = 1024;

/// The features of a position as bits.
pub type FeatureWords = [u64; MOST_FEATURES / 64];

/// A feature in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// What it says: `white pawn`, `at least 3 tiles`.
    pub what: String,
    /// The place on the board that it says it of, where there is one.
    pub site: Option<Site>,
}

/// A place on the board that features speak of, whether or not people can touch it.
#[derive(Clone, PartialEq, Debug)]
pub struct Site {
    /// Its name; where it is a hotspot, the beginning of what a screen reader says: `C4`.
    pub name: String,
    /// Where the scene shows it.
    pub at: Rect,
}

impl Feature {
    /// A feature that speaks of the whole position.
    pub fn new(what: impl Into<String>) -> Feature {
        Feature { what: what.into(), site: None }
    }

    /// A feature that speaks of a place.
    pub fn at(what: impl Into<String>, name: impl Into<String>, at: Rect) -> Feature {
        Feature { what: what.into(), site: Some(Site { name: name.into(), at }) }
    }
}

/// `white pawn at C4`.
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        self.site.as_ref().map_or(Ok(()), |site| write!(f, " at {}", site.name))
    }
}
