//! Telling apart the moves that could end the game at once.

use crate::Game;

/// A game in which most moves visibly cannot win at once.
pub trait Threaten: Game {
    /// Whether `mv` could win the game for its mover at once. Must be cheap, may be wrong only by answering `true`: a move that wins always
    /// answers `true`.
    fn may_win(&self, state: &Self::State, mv: Self::Move) -> bool;
}
