//! The simplest sensible player of a game.

use crate::Game;

/// A game in which a move has an obvious immediate worth.
pub trait Greedy: Game {
    /// What the mover gains at once by `mv`; larger is better. The greedy player draws by lot among the best.
    fn gain(&self, state: &Self::State, mv: Self::Move) -> i32;
}
