//! Sentences as exceptions.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

/// What was given is wrong.
pub(crate) fn wrong(sentence: impl Display) -> PyErr {
    PyValueError::new_err(sentence.to_string())
}

/// The work failed.
pub(crate) fn failed(sentence: impl Display) -> PyErr {
    PyRuntimeError::new_err(sentence.to_string())
}
