//! Matches between two players.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use arena::{Crew, Duel, Openings, Report, Terms};
use game::Options;
use pyo3::prelude::*;
use table::Record;

use crate::games;
use crate::json::python;
use crate::patience::{Time, patiently};
use crate::player::limits;
use crate::refusal::{failed, wrong};
use crate::whole;

/// The report of a match, and its games as lines.
type Told<'py> = (Bound<'py, PyAny>, Vec<String>);

/// Plays a match between two players given by their descriptions, on terms as `ludus match` has them.
#[pyfunction]
#[pyo3(signature = (game, options, a, b, *, number, time, nodes, seed, threads, opening))]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub fn contest<'py>(
    py: Python<'py>,
    game: &str,
    options: BTreeMap<String, String>,
    a: &str,
    b: &str,
    #[pyo3(from_py_with = whole::games)] number: usize,
    time: Option<Time>,
    #[pyo3(from_py_with = whole::nodes)] nodes: Option<u64>,
    #[pyo3(from_py_with = whole::seed)] seed: u64,
    #[pyo3(from_py_with = whole::threads)] threads: usize,
    #[pyo3(from_py_with = whole::opening)] opening: usize,
) -> PyResult<Told<'py>> {
    let options = options.iter().fold(Options::none(), |all, (name, value)| all.with(name, value));
    let duel = Duel {
        family: games().find(game).map_err(wrong)?.clone(),
        options,
        players: [a.parse().map_err(wrong)?, b.parse().map_err(wrong)?],
        pairs: number.div_ceil(2),
        openings: Openings::Random(opening),
        sprt: None,
        terms: Terms { limits: limits(time, nodes, None)?, ..Terms::default() },
        seed,
        log: None,
    };
    let (crew, stop) = (Crew::threads(threads), AtomicBool::new(false));
    let report = patiently(py, &stop, || duel.run(&crew, None, &stop, &|_| {}))?.map_err(wrong)?;
    tell(py, &report, seed)
}

/// Refuses the terms of a match that is played elsewhere as those of `contest` are refused.
#[pyfunction]
#[pyo3(signature = (*, number, seed, opening))]
pub fn check_terms(
    #[pyo3(from_py_with = whole::games)] number: usize,
    #[pyo3(from_py_with = whole::seed)] seed: u64,
    #[pyo3(from_py_with = whole::opening)] opening: usize,
) {
    // Reading them was the check.
    let _ = (number, seed, opening);
}

/// The report of a match that was played elsewhere: its games as lines, the two of a pair one after the other.
#[pyfunction]
pub fn tally<'py>(
    py: Python<'py>,
    lines: Vec<String>,
    #[pyo3(from_py_with = whole::seed)] seed: u64,
) -> PyResult<Told<'py>> {
    let records: Result<_, _> = lines.iter().map(|line| Record::read(line)).collect();
    let report = Report::of(records.map_err(wrong)?);
    tell(py, &report.ok_or_else(|| failed("the games are not whole pairs of finished games"))?, seed)
}

fn tell<'py>(py: Python<'py>, report: &Report, seed: u64) -> PyResult<Told<'py>> {
    Ok((python(py, &report.json(seed))?, report.records.iter().map(Record::write).collect()))
}
