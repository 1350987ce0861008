//! Whole numbers, refused with the sentences of the command line where they are too small or too large.

use std::fmt::{self, Display, Formatter};
use std::num::ParseIntError;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::refusal::wrong;

/// A whole number as it was given, and as a size where it is one.
pub(crate) struct Whole<'py> {
    given: Bound<'py, PyAny>,
    pub(crate) size: Option<usize>,
}

impl Display for Whole<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.given.fmt(f)
    }
}

/// Any whole number, however large or small.
pub(crate) fn any<'py>(given: &Bound<'py, PyAny>) -> PyResult<Whole<'py>> {
    let size = match given.extract::<usize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => None,
        size => Some(size?),
    };
    Ok(Whole { given: given.clone(), size })
}

pub(crate) fn some<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Whole<'py>>> {
    perhaps(given, any)
}

pub(crate) fn seed(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    option(given, "--seed <S>")
}

pub(crate) fn nodes(given: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    perhaps(given, |given| option(given, "--nodes <N>"))
}

pub(crate) fn depth(given: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    let refused =
        |text: &str| format!("invalid value '{text}' for '--depth <N>': {text} is not in 0..={}", u32::MAX);
    perhaps(given, |given| {
        let depth = read(given, |text, _| refused(text))?;
        u32::try_from(depth).map_err(|_| wrong(refused(&depth.to_string())))
    })
}

pub(crate) fn lines(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    option(given, "--lines <N>").map(size)
}

pub(crate) fn games(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    option(given, "--games <N>").map(size)
}

pub(crate) fn opening(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    option(given, "--opening <N>").map(size)
}

/// Pixels of a picture.
pub(crate) fn width(given: &Bound<'_, PyAny>) -> PyResult<u32> {
    let width = any(given)?;
    let fits =
        width.size.and_then(|width| u32::try_from(width).ok()).filter(|width| (16..=4096).contains(width));
    fits.ok_or_else(|| wrong(format!("a picture cannot be {width} pixels wide; expected 16 to 4096")))
}

/// How many may work at once.
pub(crate) fn threads(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    within(given, "threads", 256)
}

/// Megabytes for what is remembered.
pub(crate) fn memory(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    within(given, "memory", 1 << 20)
}

pub(crate) fn some_threads(given: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    perhaps(given, threads)
}

pub(crate) fn some_memory(given: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    perhaps(given, memory)
}

/// What may be left out.
fn perhaps<'py, T>(
    given: &Bound<'py, PyAny>,
    read: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    if given.is_none() { Ok(None) } else { read(given).map(Some) }
}

fn within(given: &Bound<'_, PyAny>, name: &str, most: usize) -> PyResult<usize> {
    among(given, most, |text| {
        format!("the parameter {name} cannot be '{text}'; expected a whole number from 1 to {most}")
    })
}

/// A number from 1 to `most`.
pub(crate) fn among(
    given: &Bound<'_, PyAny>,
    most: usize,
    refused: impl Fn(&str) -> String,
) -> PyResult<usize> {
    let number = size(read(given, |text, _| refused(text))?);
    if (1..=most).contains(&number) { Ok(number) } else { Err(wrong(refused(&number.to_string()))) }
}

fn option(given: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
    read(given, |text, error| format!("invalid value '{text}' for '{name}': {error}"))
}

/// A whole number; what does not fit is refused with a sentence about its digits.
fn read(given: &Bound<'_, PyAny>, refused: impl FnOnce(&str, ParseIntError) -> String) -> PyResult<u64> {
    match given.extract::<u64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
            let text = given.str()?.to_string();
            text.parse().map_err(|error| wrong(refused(&text, error)))
        }
        number => number,
    }
}

/// As large as this machine's sizes go.
fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
