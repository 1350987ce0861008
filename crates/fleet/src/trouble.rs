//! What can go wrong with work.

use thiserror::Error;

/// Why work ended before its end.
#[derive(Debug, Error)]
pub enum Trouble {
    /// The server cannot be used.
    #[error("{0}")]
    Server(String),
    /// The work itself cannot be done.
    #[error("{0}")]
    Work(String),
    /// Somebody has cancelled it.
    #[error("the work was cancelled by `ludus fleet cancel`")]
    Cancelled,
}
