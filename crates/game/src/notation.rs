//! A second way to write positions.

use crate::{Game, Problems};

/// A game whose positions are also written in the notation of the program that it goes back to.
pub trait Notated: Game {
    /// The position in that notation, on one line.
    fn write_notation(&self, state: &Self::State) -> String;

    /// The position text behind a text in that notation; `None` when the text is not in it at all. What that text says is still to be checked
    /// by [`Game::read`].
    fn read_notation(text: &str) -> Option<Result<String, Problems>>;
}
