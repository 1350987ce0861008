//! What a request is told when it cannot be served.

use axum::http::StatusCode;

/// Why a request cannot be served, with a sentence for the reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// There is nothing at this address.
    NotFound,
    /// What was sent is wrong.
    Wrong(String),
    /// A field of a form is wrong.
    Field {
        /// Which one.
        field: String,
        /// What is wrong with it.
        sentence: String,
    },
    /// What was sent does not fit what has happened meanwhile.
    Outdated(String),
    /// The request comes from another site, or lacks the key.
    Forbidden(String),
    /// Too much was asked at once.
    Busy(String),
    /// It is our fault.
    Broken(String),
}

impl Failure {
    /// The machine has too much to do.
    pub fn busy() -> Failure {
        Failure::Busy("the machine is busy; try again in a moment".into())
    }

    /// What was sent is wrong.
    pub fn wrong(sentence: impl ToString) -> Failure {
        Failure::Wrong(sentence.to_string())
    }

    /// The same, of a field of a form.
    pub fn at(self, field: impl Into<String>) -> Failure {
        match self {
            Failure::Wrong(sentence) => Failure::Field { field: field.into(), sentence },
            other => other,
        }
    }

    /// The same, what is wrong with a field in other words where there are any.
    pub fn said(self, other: impl FnOnce(&str) -> Option<String>) -> Failure {
        match self {
            Failure::Field { field, sentence } => {
                let sentence = other(&sentence).unwrap_or(sentence);
                Failure::Field { field, sentence }
            }
            failure => failure,
        }
    }

    /// The field of a form that is wrong.
    pub fn field(&self) -> Option<&str> {
        match self {
            Failure::Field { field, .. } => Some(field),
            _ => None,
        }
    }

    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            Failure::NotFound => StatusCode::NOT_FOUND,
            Failure::Wrong(_) | Failure::Field { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Failure::Outdated(_) => StatusCode::CONFLICT,
            Failure::Forbidden(_) => StatusCode::FORBIDDEN,
            Failure::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
            Failure::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The sentence for the reader; empty when the status says it all.
    pub fn sentence(&self) -> &str {
        match self {
            Failure::NotFound => "",
            Failure::Wrong(text)
            | Failure::Field { sentence: text, .. }
            | Failure::Outdated(text)
            | Failure::Forbidden(text)
            | Failure::Busy(text)
            | Failure::Broken(text) => text,
        }
    }
}

impl From<store::StoreError> for Failure {
    fn from(error: store::StoreError) -> Failure {
        Failure::Broken(error.to_string())
    }
}

impl From<table::OpenError> for Failure {
    fn from(error: table::OpenError) -> Failure {
        match error {
            table::OpenError::Unknown { .. } => Failure::NotFound,
            table::OpenError::Wrong(problems) => Failure::wrong(problems),
        }
    }
}

impl From<game::MoveError> for Failure {
    fn from(error: game::MoveError) -> Failure {
        Failure::wrong(error)
    }
}
