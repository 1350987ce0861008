//! Carries out the steps of a body over relations.

use std::rc::Rc;

use crate::ast::Fold;
use crate::budget;
use crate::join::{Col, FoldStep, Probe, Step};
use crate::program::*;
use crate::prover::Answer;
use crate::relation::Relation;

/// An aggregate lists at most so many numbers in order to tell its bindings apart.
const MOST_LISTED: usize = 1 << 22;

/// Relations, some of them replaced by what follows from suppositions.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) base: &'a [Relation],
    pub(crate) over: Option<&'a [Option<Relation>]>,
}

impl<'a> View<'a> {
    pub(crate) fn get(&self, pred: Pred) -> &'a Relation {
        match self.over.and_then(|over| over[pred].as_ref()) {
            Some(relation) => relation,
            None => &self.base[pred],
        }
    }
}

/// Answers goals that occur in a body.
pub(crate) trait Solver {
    /// All answers to a goal; `None` in `args` is unknown. Each answer has a value for every argument.
    fn solve(&self, pred: Pred, args: &[Option<i32>], assume: &[(Pred, Vec<i32>)]) -> Rc<Vec<Answer>>;
}

/// Stops the search for further bindings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    More,
    Enough,
}

/// Everything the steps may look at.
pub(crate) struct Machine<'a> {
    pub(crate) view: View<'a>,
    pub(crate) weights: &'a [i32],
    /// Only rows of this range count for that condition: those derived in the last round.
    pub(crate) delta: Option<(usize, u32, u32)>,
    /// Only rows of these predicates derived before this stamp count: the search for a proof.
    pub(crate) before: Option<(&'a [Pred], u32)>,
    pub(crate) solver: Option<&'a dyn Solver>,
}

impl Machine<'_> {
    /// Finds the bindings of `steps`, calling `found` for each.
    ///
    /// `env` holds a number for each variable. Those that the planner knows to be bound at a step hold their value; what the others hold is left over
    /// from earlier rows and never read.
    pub(crate) fn run(
        &self,
        steps: &[(usize, Step)],
        env: &mut [i32],
        found: &mut dyn FnMut(&mut [i32]) -> Flow,
    ) -> Flow {
        if budget::is_over() {
            return Flow::Enough;
        }
        let Some(((literal, step), rest)) = steps.split_first() else { return found(env) };
        match step {
            Step::Scan(probe) => self.scan(*literal, probe, env, &mut |env| self.run(rest, env, found)),
            Step::Exists(probe) => {
                let seen = self.scan(*literal, probe, env, &mut |_| Flow::Enough) == Flow::Enough;
                if seen { self.run(rest, env, found) } else { Flow::More }
            }
            Step::Absent(probe) => {
                // No condition has this number: what must be absent must be absent from all rows, not only from the new ones.
                let seen = self.scan(usize::MAX, probe, env, &mut |_| Flow::Enough) == Flow::Enough;
                if seen { Flow::More } else { self.run(rest, env, found) }
            }
            Step::Test { op, left, right } => {
                match (left.eval(env, self.weights), right.eval(env, self.weights)) {
                    (Some(l), Some(r)) if op.holds(l, r) => self.run(rest, env, found),
                    _ => Flow::More,
                }
            }
            Step::Bind { var, value } => match value.eval(env, self.weights) {
                Some(n) => {
                    env[*var] = n;
                    self.run(rest, env, found)
                }
                None => Flow::More,
            },
            Step::Fold(fold) => match self.fold(fold, env) {
                Some(n) if !fold.compared || env[fold.result] == n => {
                    env[fold.result] = n;
                    self.run(rest, env, found)
                }
                _ => Flow::More,
            },
            Step::Goal { pred, cols, assume, negated } => {
                let answers = self.ask(*pred, cols, assume, env);
                if *negated {
                    return if answers.is_empty() { self.run(rest, env, found) } else { Flow::More };
                }
                for answer in answers.iter() {
                    if matches(cols, &answer.args, env) && self.run(rest, env, found) == Flow::Enough {
                        return Flow::Enough;
                    }
                }
                Flow::More
            }
        }
    }

    fn ask(&self, pred: Pred, cols: &[Col], assume: &[(Pred, Vec<Col>)], env: &[i32]) -> Rc<Vec<Answer>> {
        let Some(solver) = self.solver else { return Rc::default() };
        let args: Vec<Option<i32>> = cols.iter().map(|col| known(col, env)).collect();
        let facts: Vec<(Pred, Vec<i32>)> = assume
            .iter()
            .map(|(pred, cols)| (*pred, cols.iter().filter_map(|col| known(col, env)).collect()))
            .collect();
        solver.solve(pred, &args, &facts)
    }

    fn scan(
        &self,
        literal: usize,
        probe: &Probe,
        env: &mut [i32],
        found: &mut dyn FnMut(&mut [i32]) -> Flow,
    ) -> Flow {
        let relation = self.view.get(probe.pred);
        let (low, high) = match self.delta {
            Some((at, low, high)) if at == literal => (low, high),
            _ => (0, relation.len() as u32),
        };
        let limit = self.before.filter(|(preds, _)| preds.contains(&probe.pred)).map(|(_, stamp)| stamp);
        let mut visit = |row: u32, env: &mut [i32]| {
            if budget::step() {
                return Flow::Enough;
            }
            if limit.is_some_and(|stamp| relation.stamp(row) >= stamp) {
                return Flow::More;
            }
            if matches(&probe.cols, relation.row(row), env) { found(env) } else { Flow::More }
        };
        match probe.index {
            Some(index) => {
                let key = probe.cols.iter().filter_map(|col| known(col, env));
                for row in relation.candidates(index, key) {
                    let fits = (low..high).contains(&row);
                    if if fits { visit(row, env) == Flow::Enough } else { budget::step() } {
                        return Flow::Enough;
                    }
                }
            }
            None => {
                for row in low..high {
                    if visit(row, env) == Flow::Enough {
                        return Flow::Enough;
                    }
                }
            }
        }
        Flow::More
    }

    /// The number of rows where an aggregate only counts all of a relation, which needs no look at them.
    fn counted(&self, step: &FoldStep) -> Option<i32> {
        let [(_, Step::Scan(probe))] = step.steps.as_slice() else { return None };
        let whole = probe.cols.iter().all(|col| matches!(col, Col::Free(_)));
        if step.fold != Fold::Count || step.repeats || !whole || self.before.is_some() {
            return None;
        }
        i32::try_from(self.view.get(probe.pred).len()).ok()
    }

    /// The value of an aggregate; `None` for the least or greatest of nothing.
    pub(crate) fn fold(&self, step: &FoldStep, env: &mut [i32]) -> Option<i32> {
        if let Some(count) = self.counted(step) {
            return Some(count);
        }
        let mut rows: Vec<i32> = Vec::new();
        let (mut count, mut total, mut best) = (0i32, 0i32, None::<i32>);
        let mut take = |n: Option<i32>| {
            count = count.saturating_add(1);
            if let Some(n) = n {
                total = total.saturating_add(n);
                best = Some(match (best, step.fold) {
                    (None, _) => n,
                    (Some(b), Fold::Min) => b.min(n),
                    (Some(b), _) => b.max(n),
                });
            }
        };
        let width = step.counted.len();
        self.run(&step.steps, env, &mut |env| {
            // Without repeats every binding is a different one; without counted variables there is one or none.
            if !step.repeats {
                take(step.value.map(|v| env[v]));
                return Flow::More;
            }
            if width == 0 {
                take(step.value.map(|v| env[v]));
                return Flow::Enough;
            }
            if rows.len() > MOST_LISTED {
                budget::add_rows(usize::MAX);
                return Flow::Enough;
            }
            rows.extend(step.counted.iter().map(|&v| env[v]));
            Flow::More
        });
        if step.repeats && width > 0 {
            let mut seen: Vec<&[i32]> = rows.chunks_exact(width).collect();
            seen.sort_unstable();
            seen.dedup();
            let at = step.value.and_then(|v| step.counted.iter().position(|&c| c == v));
            seen.iter().for_each(|row| take(at.map(|at| row[at])));
        }
        match step.fold {
            Fold::Count => Some(count),
            Fold::Sum => Some(total),
            Fold::Min | Fold::Max => best,
        }
    }
}

fn known(col: &Col, env: &[i32]) -> Option<i32> {
    match col {
        Col::Const(n) => Some(*n),
        Col::Bound(v) => Some(env[*v]),
        Col::Free(_) | Col::Same(_) | Col::Any => None,
    }
}

/// Compares a row with the columns and binds what is free.
fn matches(cols: &[Col], row: &[i32], env: &mut [i32]) -> bool {
    for (col, &value) in cols.iter().zip(row) {
        match col {
            Col::Const(n) if *n != value => return false,
            Col::Bound(v) | Col::Same(v) if env[*v] != value => return false,
            Col::Free(v) => env[*v] = value,
            _ => {}
        }
    }
    true
}
