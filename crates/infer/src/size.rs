//! Joins planned by size: where a plan made beforehand would look at very many rows, another is made with the number of rows that relations really have.

use crate::budget;
use crate::exec::View;
use crate::join::{Col, Probe, Step, Steps, fitting, order};
use crate::kb::Kb;
use crate::parts::arranged;
use crate::program::*;

/// Plans that look at fewer rows than this are not thought about again, which takes as long as looking at some thousand rows.
const MANY: usize = 1 << 15;

/// What a plan is made for.
pub(crate) struct Body<'a> {
    pub(crate) conditions: &'a [Literal],
    /// Variables that have a value before, of all that there are.
    pub(crate) bound: Vec<bool>,
    /// The condition to begin with.
    pub(crate) first: Option<usize>,
    pub(crate) wanted: Vec<Var>,
}

/// A plan that looks at fewer rows, if these steps look at many and there is one.
pub(crate) fn better<'a>(
    kb: &Kb,
    view: View<'_>,
    steps: &Steps,
    body: impl FnOnce() -> Body<'a>,
) -> Option<Steps> {
    let before = looks(kb, steps, view);
    if steps.len() < 2 || before < MANY {
        return None;
    }
    let (mut body, mut indexes) = (body(), kb.indexes.clone());
    let conditions = body.conditions.len();
    if budget::steps(conditions * conditions * conditions + kb.program.preds.len()) {
        return None;
    }
    indexes.sizes = Some((0..kb.program.preds.len()).map(|pred| view.get(pred).len()).collect());
    let steps = order(&kb.program, &mut indexes, body.conditions, &mut body.bound, body.first).ok()?;
    let steps = arranged(steps, &body.wanted);
    (looks(kb, &steps, view) < before).then_some(steps)
}

/// About how many rows are looked at.
fn looks(kb: &Kb, steps: &Steps, view: View<'_>) -> usize {
    let (mut looked, mut times) = (0usize, 1usize);
    for (_, step) in steps {
        let (each, through) = match step {
            Step::Scan(probe) => scanned(kb, probe, view),
            Step::Exists(probe) | Step::Absent(probe) => (scanned(kb, probe, view).0, 1),
            Step::Once(steps) => (looks(kb, steps, view), 1),
            Step::Fold(fold) => {
                (fold.parts.iter().map(|part| looks(kb, &part.steps, view)).fold(0, usize::saturating_add), 1)
            }
            Step::Test { .. } | Step::Bind { .. } | Step::Goal { .. } => (1, 1),
        };
        looked = looked.saturating_add(times.saturating_mul(each));
        times = times.saturating_mul(through);
    }
    looked
}

/// How many rows one look at a relation goes through, and how many of them fit.
fn scanned(kb: &Kb, probe: &Probe, view: View<'_>) -> (usize, usize) {
    let rows = view.get(probe.pred).len();
    let known = probe.cols.iter().enumerate().filter(|(_, col)| matches!(col, Col::Const(_) | Col::Bound(_)));
    let fits = fitting(&kb.program, probe.pred, rows, known.map(|(at, _)| at));
    (if probe.index.is_some() { fits } else { rows }, fits)
}
