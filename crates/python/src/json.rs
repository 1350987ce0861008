//! Answers as Python's own dictionaries and lists: those that the command line prints with `--json`.

use pyo3::prelude::*;
use serde::Serialize;

use crate::refusal::failed;

pub(crate) fn python<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(answer).map_err(failed)?;
    py.import("json")?.call_method1("loads", (text,))
}
