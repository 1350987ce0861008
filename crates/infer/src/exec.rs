//! Carries out the steps of a body over relations.

use std::rc::Rc;

use crate::ast::Fold;
use crate::budget;
use crate::join::{Col, FoldStep, Probe, Step};
use crate::parts::Part;
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
            Step::Once(inner) => {
                let mut met = false;
                self.run(inner, env, &mut |_| {
                    met = true;
                    Flow::Enough
                });
                if met { self.run(rest, env, found) } else { Flow::More }
            }
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

    /// The number of rows where a part only counts all of a relation, which needs no look at them.
    fn counted(&self, part: &Part) -> Option<i64> {
        let [(_, Step::Scan(probe))] = part.steps.as_slice() else { return None };
        let whole = probe.cols.iter().all(|col| matches!(col, Col::Free(_)));
        (whole && !part.repeats && self.before.is_none()).then(|| self.view.get(probe.pred).len() as i64)
    }

    /// The value of an aggregate; `None` for the least or greatest of nothing. Results outside 32 bits saturate.
    pub(crate) fn fold(&self, step: &FoldStep, env: &mut [i32]) -> Option<i32> {
        // How often each binding of the part with the value comes, and what the value comes to in that part; it may be known outside.
        let (mut times, mut valued) = (1i64, Tally::default());
        valued.take(step.value.map(|v| env[v]), step.fold);
        for part in &step.parts {
            let value = step.value.filter(|v| part.counted.contains(v));
            let tally = self.tally(part, step.fold, value, env);
            if tally.count == 0 {
                return match step.fold {
                    Fold::Count | Fold::Sum => Some(0),
                    Fold::Min | Fold::Max => None,
                };
            }
            if value.is_some() {
                valued = tally;
            } else {
                times = times.saturating_mul(tally.count);
            }
        }
        let narrow = |n: i64| n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        match step.fold {
            Fold::Count => Some(narrow(times.saturating_mul(valued.count))),
            Fold::Sum => Some(narrow(times.saturating_mul(valued.total))),
            Fold::Min | Fold::Max => valued.best,
        }
    }

    /// What the bindings of one part come to.
    fn tally(&self, part: &Part, fold: Fold, value: Option<Var>, env: &mut [i32]) -> Tally {
        let mut tally = Tally::default();
        if let Some(count) = self.counted(part).filter(|_| value.is_none()) {
            tally.count = count;
            return tally;
        }
        let (width, mut rows) = (part.counted.len(), Vec::new());
        self.run(&part.steps, env, &mut |env| {
            // Without repeats every binding is a different one; without counted variables there is one or none.
            if !part.repeats || width == 0 {
                tally.take(value.map(|v| env[v]), fold);
                return if width == 0 { Flow::Enough } else { Flow::More };
            }
            if rows.len() > MOST_LISTED {
                budget::add_rows(usize::MAX);
                return Flow::Enough;
            }
            rows.extend(part.counted.iter().map(|&v| env[v]));
            Flow::More
        });
        if part.repeats && width > 0 {
            let mut seen: Vec<&[i32]> = rows.chunks_exact(width).collect();
            seen.sort_unstable();
            seen.dedup();
            let at = value.and_then(|v| part.counted.iter().position(|&c| c == v));
            seen.iter().for_each(|row| tally.take(at.map(|at| row[at]), fold));
        }
        tally
    }
}

/// Bindings counted, with the sum and the least or greatest of a value.
#[derive(Default)]
struct Tally {
    count: i64,
    total: i64,
    best: Option<i32>,
}

impl Tally {
    fn take(&mut self, value: Option<i32>, fold: Fold) {
        self.count += 1;
        let Some(n) = value else { return };
        self.total = self.total.saturating_add(i64::from(n));
        self.best = Some(match (self.best, fold) {
            (None, _) => n,
            (Some(best), Fold::Min) => best.min(n),
            (Some(best), _) => best.max(n),
        });
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
