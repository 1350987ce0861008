//! Showing a position to a net as planes.

use crate::Game;

/// A game between two whose positions can be shown to a net as planes: one input for every cell and kind of thing, 1 where it is and 0 elsewhere.
///
/// This is the plain picture of the board, for a net that judges positions all by itself. Nets that correct an evaluation are told
/// [`crate::Features`].
pub trait Planes: Game {
    /// What never changes about the planes.
    fn planes(&self) -> PlaneSet;

    /// Replaces the contents of `ones` by the inputs that are 1 in a position, finished or not; each is below [`PlaneSet::inputs`].
    fn show(&self, state: &Self::State, ones: &mut Vec<u16>);
}

/// What never changes about the planes of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaneSet {
    /// Names what the inputs mean, options included. Weights made for another layout are refused.
    pub layout: String,
    /// How many inputs differ from position to position.
    pub inputs: usize,
    /// How many more are 1 in every position: what lies on the board and never moves. (Inputs that are 0 in every position say nothing and are
    /// not counted.)
    pub constant: usize,
    /// The weights that come with the game for these options, as written by training.
    pub weights: Option<&'static [u8]>,
}
