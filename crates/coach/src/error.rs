//! Why the coach has nothing to say.

use game::MoveError;
use table::BotError;
use thiserror::Error;

/// Why the coach has nothing to say.
#[derive(Debug, Error)]
pub enum CoachError {
    /// The game is over, or chance is to act.
    #[error("nobody is to move in this position")]
    NobodyToMove,
    /// The move cannot be played.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// There is no player that could judge.
    #[error("{0}")]
    Bot(#[from] BotError),
    /// Whoever was asked to look says so.
    #[error("{0}")]
    Eyes(String),
    /// The words of the game's stories are wrong.
    #[error("{0}")]
    Tellings(String),
}
