//! Why something cannot be taught.

use coach::CoachError;
use game::MoveError;
use table::{BotError, OpenError};
use thiserror::Error;

/// Why something cannot be taught.
#[derive(Debug, Error)]
pub enum SchoolError {
    /// The position of a puzzle or step cannot be set up.
    #[error("{0}")]
    Open(#[from] OpenError),
    /// A move cannot be played.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// The coach has nothing to say.
    #[error("{0}")]
    Coach(#[from] CoachError),
    /// There is no player that could reply.
    #[error("{0}")]
    Bot(#[from] BotError),
    /// A line of puzzles, lessons or kept progress is wrong.
    #[error("{0}")]
    Data(String),
}
