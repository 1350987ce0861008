//! What is wrong with a text that came from outside.

use std::fmt;

/// Everything that is wrong with a position or an option, each as a lower-case sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Problems(Vec<String>);

impl Problems {
    /// No problem yet.
    pub fn none() -> Problems {
        Problems::default()
    }

    /// A single problem.
    pub fn one(problem: impl Into<String>) -> Problems {
        Problems(vec![problem.into()])
    }

    /// Adds a problem to the list.
    pub fn add(&mut self, problem: impl Into<String>) {
        self.0.push(problem.into());
    }

    /// `value` when there is no problem, otherwise the problems.
    pub fn or<T>(self, value: T) -> Result<T, Problems> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Whether nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The problems in the order they were found.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

impl std::error::Error for Problems {}

/// Why a move text was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text is not a move of this game at all.
    Unreadable {
        /// What was given.
        text: String,
        /// What a move looks like, with an example.
        expected: &'static str,
    },
    /// The text names a move that the rules forbid here.
    Illegal {
        /// What was given.
        text: String,
        /// The rule that forbids it: `the domino sticks out of the board`.
        reason: String,
    },
}

impl MoveError {
    /// The text is not a move of this game; `expected` says what a move looks like.
    pub fn unreadable(text: &str, expected: &'static str) -> MoveError {
        MoveError::Unreadable { text: text.trim().to_string(), expected }
    }

    /// The rules forbid the move for this reason.
    pub fn illegal(text: &str, reason: impl Into<String>) -> MoveError {
        MoveError::Illegal { text: text.trim().to_string(), reason: reason.into() }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Unreadable { text, expected } => {
                write!(f, "cannot read '{text}' as a move; expected {expected}")
            }
            MoveError::Illegal { text, reason } => write!(f, "'{text}' is not allowed: {reason}"),
        }
    }
}

impl std::error::Error for MoveError {}
