//! A search whose leaves a function in Python judges, many at a time.

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::Serialize;
use table::{Tree, TreeTally};

use crate::arrays::{bytes, floats};
use crate::json::python;
use crate::patience::Time;
use crate::position::Position;
use crate::refusal::{failed, wrong};
use crate::whole;

/// The most positions that a search looks at: they are all kept.
const MOST_NODES: usize = 10_000_000;

/// The most positions that are judged at once.
const LARGEST_BATCH: usize = 1 << 16;

fn simulations(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    let refused = |text: &str| format!("{text} nodes were asked for; expected 1 to {MOST_NODES}");
    whole::among(given, MOST_NODES, refused).map(|nodes| nodes as u64)
}

fn together(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    let refused = |text: &str| format!("a batch of {text} was asked for; expected 1 to {LARGEST_BATCH}");
    whole::among(given, LARGEST_BATCH, refused)
}

/// What a search found out, named as `ludus think --json` names it.
#[derive(Serialize)]
struct Found {
    r#move: String,
    action: usize,
    win: f64,
    exact: bool,
    pv: Vec<String>,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    batches: u64,
    lines: Vec<Tried>,
}

#[derive(Serialize)]
struct Tried {
    r#move: String,
    action: usize,
    visits: u64,
    win: f64,
    prior: f32,
    pv: Vec<String>,
}

impl From<TreeTally> for Tried {
    fn from(tally: TreeTally) -> Tried {
        let TreeTally { mv, number, visits, value, prior, pv } = tally;
        Tried { r#move: mv, action: number, visits, win: (value + 1.0) / 2.0, prior, pv }
    }
}

/// Searches for the best move, asking `evaluate(observations, masks)` what positions are worth, `batch` of them at a time.
///
/// It is given uint8 arrays: what the player to move sees of each position, as `Position.observe` has it, and its legal moves, as `Position.legal_mask`
/// has them. It returns a value for each, from -1 (the player to move has lost) to 1 (has won); in games of more than two a row for each, the player
/// to move first and the others in turn order. A pair is values and, for each position, how likely each move is to be the best.
///
/// The search is PUCT with `nodes` simulations, or as many as there are in `time`. Returns a dictionary like that of `think`; its `lines` say how
/// often each move was tried. The same seed and the same answers give the same search.
#[pyfunction]
#[pyo3(signature = (position, evaluate, *, nodes = 800, batch = 32, time = None, explore = 1.5, seed = 1))]
#[allow(clippy::too_many_arguments, reason = "Python names them")]
pub fn search<'py>(
    py: Python<'py>,
    position: &Position,
    evaluate: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = simulations)] nodes: u64,
    #[pyo3(from_py_with = together)] batch: usize,
    time: Option<Time>,
    explore: f64,
    #[pyo3(from_py_with = whole::seed)] seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    if !(0.0..=100.0).contains(&explore) {
        return Err(wrong(format!("cannot explore by {explore}; expected 0 to 100")));
    }
    let time = time.map(|time| time.read()).transpose()?;
    let (numbers, seats) = (position.numbers()?, position.board().seat_names().len());
    let tree = numbers.tree(explore, seed);
    let mut tree = tree.ok_or_else(|| failed("nobody is to move in this position"))?;
    let tree = tree.as_mut();
    let (view, actions) = (numbers.view().shape, numbers.actions());
    let (started, mut batches) = (Instant::now(), 0);
    while tree.simulations() < nodes && time.is_none_or(|time| started.elapsed() < time || batches < 2) {
        let left = usize::try_from(nodes - tree.simulations()).unwrap_or(batch);
        let waiting = py.detach(|| tree.gather(batch.min(left)));
        py.check_signals()?;
        if waiting == 0 {
            continue;
        }
        let shape: Vec<usize> = [waiting].into_iter().chain(view.iter().copied()).collect();
        let waits: &mut dyn Tree = &mut *tree;
        let seen = bytes(py, &shape, move |values| waits.observe(values))?;
        let waits: &mut dyn Tree = &mut *tree;
        let masks = bytes(py, &[waiting, actions], move |mask| waits.legal(mask))?;
        let answer = Answer::read(&evaluate.call1((seen, masks))?, waiting, seats, actions)?;
        py.detach(|| tree.learn(&answer.values, answer.policies.as_deref()));
        batches += 1;
    }
    let lines: Vec<Tried> = tree.tallies().into_iter().map(Tried::from).collect();
    let best = lines.first().ok_or_else(|| failed("nobody is to move in this position"))?;
    let (nodes, seconds) = (tree.simulations(), started.elapsed().as_secs_f64());
    let found = Found {
        r#move: best.r#move.clone(),
        action: best.action,
        win: best.win,
        exact: false,
        pv: best.pv.clone(),
        nodes,
        nps: (nodes as f64 / seconds.max(1e-9)) as u64,
        time_ms: (1000.0 * seconds) as u64,
        batches,
        lines,
    };
    python(py, &found)
}

/// What the function said.
struct Answer {
    /// As many for each position as there are seats.
    values: Vec<f32>,
    policies: Option<Vec<f32>>,
}

impl Answer {
    fn read(answer: &Bound<'_, PyAny>, positions: usize, seats: usize, actions: usize) -> PyResult<Answer> {
        let (values, policies) = match answer.cast::<PyTuple>() {
            Ok(pair) if pair.len() == 2 => (pair.get_item(0)?, Some(pair.get_item(1)?)),
            _ => (answer.clone(), None),
        };
        let (shape, given) = floats(&values)?;
        let values = match shape.as_slice() {
            [count] | [count, 1] if *count == positions && seats == 2 => {
                given.into_iter().flat_map(|value| [value, -value]).collect()
            }
            [count, each] if *count == positions && *each == seats => given,
            _ => {
                let expected =
                    if seats == 2 { format!("({positions},)") } else { format!("({positions}, {seats})") };
                return Err(wrong(format!("the values have shape {shape:?}; expected {expected}")));
            }
        };
        if let Some(value) = values.iter().find(|value| !(-1.001..=1.001).contains(*value)) {
            return Err(wrong(format!("a value is {value}; expected -1 to 1")));
        }
        let Some(policies) = policies else { return Ok(Answer { values, policies: None }) };
        let (shape, policies) = floats(&policies)?;
        if shape != [positions, actions] {
            return Err(wrong(format!(
                "the chances of moves have shape {shape:?}; expected ({positions}, {actions})"
            )));
        }
        if let Some(chance) = policies.iter().find(|chance| !(0.0..=f32::MAX).contains(*chance)) {
            return Err(wrong(format!("the chance of a move is {chance}; expected 0 or more")));
        }
        Ok(Answer { values, policies: Some(policies) })
    }
}
