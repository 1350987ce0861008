//! Why there is no answer.

use game::MoveError;
use thiserror::Error;

/// Why a question has no answer. Shown as one lower-case sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ExpertError {
    /// The game gives no facts.
    #[error("no knowledge has been written for this game")]
    NoKnowledge,
    /// There is no pack of this name.
    #[error("unknown pack '{name}'; expected one of {known}")]
    UnknownPack {
        /// What was asked for.
        name: String,
        /// The packs there are.
        known: String,
    },
    /// The text of the pack is wrong and nothing stands in for it.
    #[error("{0}")]
    Broken(String),
    /// The move to explain cannot be played.
    #[error("{0}")]
    Move(#[from] MoveError),
    /// There is no move to explain.
    #[error("nobody is to move in this position, so there is no move to explain")]
    NobodyToMove,
    /// The question is not a fact.
    #[error("cannot ask '{asked}': {problem}")]
    Unasked {
        /// What was asked.
        asked: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The fact does not hold.
    #[error("{0} does not hold here; `ludus rules whynot` says why")]
    DoesNotHold(String),
    /// The rules took more than they were given.
    #[error("{0}")]
    Exceeded(#[from] infer::Exceeded),
    /// A tuning cannot begin or go on.
    #[error("{0}")]
    Untuned(String),
    /// There is no such language.
    #[error("unknown language '{0}'; expected en, sr or pt")]
    UnknownLanguage(String),
}
