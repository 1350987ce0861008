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

/// Letters of what a server says that are passed on.
const SHOWN: usize = 200;

/// What a server or a machine says, as it may stand in a line: shortened, without orders to terminals.
pub(crate) fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(SHOWN).collect()
}
