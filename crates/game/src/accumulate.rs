//! Sums that states keep for an evaluation.

use std::fmt::Debug;

use crate::Game;

/// A game whose states keep part of an evaluation: most of it is the same after a move as before, and adding it up anew at every leaf of a search
/// would take longer than everything else.
///
/// A state holds what the rules need and its key. What an evaluation needs belongs to the [`crate::Evaluator`]; sums are the exception, and a game
/// that makes it says so here. It promises that the sums follow from the position alone, however it came about; that [`Game::play`] keeps them up
/// to date; and that no rule depends on them. [`crate::conform::sums`] holds it to that. Everybody pays for them at every move, also players who
/// do not judge, so they have to be measured to be worth it.
pub trait Accumulate: Game {
    /// The sums.
    type Sums: Copy + Eq + Debug;

    /// The sums that the state keeps.
    fn sums(&self, state: &Self::State) -> Self::Sums;

    /// The same, added up anew.
    fn sums_from_scratch(&self, state: &Self::State) -> Self::Sums;
}
