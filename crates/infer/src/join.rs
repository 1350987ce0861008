//! Orders the conditions of a body into steps that can be carried out one after the other.

use std::collections::{HashMap, HashSet};

use game::facts::{PredId, Role};

use crate::ast::{Cmp, Fold};
use crate::parts::{self, Part};
use crate::program::*;

/// What a step does with one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Col {
    Const(i32),
    /// Must equal a value bound before.
    Bound(Var),
    /// Binds the variable.
    Free(Var),
    /// Must equal a value that an earlier argument of the same atom has just bound, as the second X of `p(X, X)`: no index can look it up.
    Same(Var),
    Any,
}

/// A call with the index that serves it; `None` looks at every row.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    pub(crate) pred: Pred,
    pub(crate) cols: Vec<Col>,
    pub(crate) index: Option<usize>,
}

/// One step of a body.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Scan(Probe),
    Exists(Probe),
    Absent(Probe),
    Test {
        op: Cmp,
        left: Value,
        right: Value,
    },
    Bind {
        var: Var,
        value: Value,
    },
    Fold(Box<FoldStep>),
    Goal {
        pred: Pred,
        cols: Vec<Col>,
        assume: Vec<(Pred, Vec<Col>)>,
        negated: bool,
    },
    /// Steps of which one binding is enough.
    Once(Steps),
}

/// An aggregate.
#[derive(Clone, Debug)]
pub(crate) struct FoldStep {
    pub(crate) fold: Fold,
    pub(crate) result: Var,
    /// The result has a value already, as in `N = count {..}` after something gave N: it is compared instead of being bound.
    pub(crate) compared: bool,
    pub(crate) value: Option<Var>,
    /// Its bindings are those of each part with those of each other.
    pub(crate) parts: Vec<Part>,
}

/// The steps of a body in order, each with the number of the condition it carries out.
pub(crate) type Steps = Vec<(usize, Step)>;

/// A body that no order can carry out: the conditions left over and a variable each lacks.
#[derive(Debug)]
pub(crate) struct Unsafe {
    pub(crate) literal: usize,
    pub(crate) var: Option<Var>,
}

/// Which columns are indexed, predicate by predicate; plans add what they need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Indexes {
    columns: Vec<Vec<Vec<usize>>>,
    /// How many rows of a fixed relation fit when these of its columns are known, on average.
    fans: HashMap<(Pred, u32), u32>,
    /// Relations exist already: what is not indexed is scanned.
    pub(crate) frozen: bool,
    /// How many rows each relation has just now, when that is known.
    pub(crate) sizes: Option<Vec<usize>>,
}

impl Indexes {
    pub(crate) fn new(preds: usize) -> Self {
        Indexes { columns: vec![Vec::new(); preds], fans: HashMap::new(), frozen: false, sizes: None }
    }

    pub(crate) fn of(&self, pred: Pred) -> &[Vec<usize>] {
        &self.columns[pred]
    }

    /// How many rows of a fixed relation fit when some of its columns are known, on average, rounded up.
    fn fan(&mut self, program: &Program, pred: Pred, known: u32) -> u32 {
        *self.fans.entry((pred, known)).or_insert_with(|| {
            let mut keys: HashSet<Vec<i32>> = HashSet::new();
            let mut rows = 0;
            program.schema.statics().each(PredId(pred as u16), |row| {
                rows += 1;
                let known = row.iter().enumerate().filter(|(i, _)| known & (1 << i) != 0);
                keys.insert(known.map(|(_, &value)| value).collect());
            });
            u32::div_ceil(rows, keys.len().max(1) as u32)
        })
    }

    /// Number 0 is the index on all columns.
    fn on(&mut self, pred: Pred, columns: Vec<usize>, arity: usize) -> Option<usize> {
        if columns.len() == arity {
            return Some(0);
        }
        if columns.is_empty() {
            return None;
        }
        let known = &mut self.columns[pred];
        match known.iter().position(|c| *c == columns) {
            Some(at) => Some(at + 1),
            None if self.frozen => None,
            None => {
                known.push(columns);
                Some(known.len())
            }
        }
    }
}

/// Orders a body. `bound` says which variables have values before; on success it says which have after.
/// `first` is a condition to begin with (the one that looks at new rows).
pub(crate) fn order(
    program: &Program,
    indexes: &mut Indexes,
    body: &[Literal],
    bound: &mut [bool],
    first: Option<usize>,
) -> Result<Steps, Unsafe> {
    let mut left: Vec<usize> = (0..body.len()).collect();
    let mut steps = Vec::new();
    if let Some(first) = first {
        left.retain(|&l| l != first);
        steps.push((first, step(program, indexes, &body[first], bound)?));
    }
    while !left.is_empty() {
        let ready = left
            .iter()
            .enumerate()
            .filter_map(|(at, &l)| cost(program, indexes, body, l, bound).map(|cost| (cost, at)))
            .min();
        let Some((_, at)) = ready else {
            let literal = left[0];
            return Err(Unsafe { literal, var: missing(&body[literal], bound) });
        };
        let literal = left.remove(at);
        let made = step(program, indexes, &body[literal], bound)
            .map_err(|inner| Unsafe { literal, var: inner.var })?;
        steps.push((literal, made));
    }
    Ok(steps)
}

/// A variable of the condition that has no value yet; named ones first.
fn missing(literal: &Literal, bound: &[bool]) -> Option<Var> {
    let mut found = None;
    let mut look = |v: Var| {
        if !bound[v] && found.is_none() {
            found = Some(v);
        }
    };
    match literal {
        Literal::Fold { body, counted, .. } => {
            body.iter().for_each(|l| {
                l.vars(&mut |v| {
                    if !counted.contains(&v) {
                        look(v)
                    }
                })
            });
        }
        _ => literal.vars(&mut look),
    }
    found
}

fn is_bound(value: &Value, bound: &[bool]) -> bool {
    let mut all = true;
    value.vars(&mut |v| all &= bound[v]);
    all
}

/// What has to be proved comes after everything that is looked up.
const LATE: u32 = 1 << 25;

/// A fixed relation of which more rows fit than this is no cheaper than facts of the position.
const WIDE: u32 = 40;

/// How many rows of a relation of this size fit when these arguments are known, as if its elements were spread evenly; rounded up.
pub(crate) fn fitting(
    program: &Program,
    pred: Pred,
    rows: usize,
    known: impl Iterator<Item = usize>,
) -> usize {
    /// What a number is taken to be one of.
    const NUMBERS: usize = 8;
    let sorts = &program.preds[pred].sorts;
    let elements = |at: usize| sorts[at].and_then(|sort| program.schema.size(sort)).unwrap_or(NUMBERS).max(1);
    known.fold(rows, |rows, at| rows.div_ceil(elements(at)))
}

/// How early a condition should run; `None` while it cannot. Among equals, the order of the text decides.
///
/// The numbers are guesses of how many rows a condition lets through, on no particular scale: tests and what is computed come first (0 to 2), then
/// what has one row or a few (3 to 5), fixed relations by how many rows really fit (from 9), facts and derived predicates by how many arguments
/// are open and known (about 20), and last goals, which have to be proved ([`LATE`] and more). Where the sizes of relations are known, the rows that
/// fit are counted instead.
fn cost(
    program: &Program,
    indexes: &mut Indexes,
    body: &[Literal],
    at: usize,
    bound: &[bool],
) -> Option<u32> {
    match &body[at] {
        Literal::Compare { op, left, right, .. } => {
            let (l, r) = (is_bound(left, bound), is_bound(right, bound));
            let binds =
                *op == Cmp::Eq && (matches!(left, Value::Var(_)) && r || matches!(right, Value::Var(_)) && l);
            ((l && r) || binds).then_some(0)
        }
        Literal::Absent(call) => {
            let ready = call.args.iter().all(|arg| match arg {
                Term::Var(v) => bound[*v] || only_here(body, at, *v),
                _ => true,
            });
            ready.then_some(if program.is_goal(call.pred) { LATE } else { 2 })
        }
        Literal::Fold { body: inner, counted, result, .. } => {
            let mut ready = true;
            // What is not local to the aggregate must be known; locals are those that no other
            // condition of this body mentions.
            inner.iter().for_each(|l| {
                l.vars(&mut |v| {
                    ready &= bound[v] || counted.contains(&v) || v == *result || only_here(body, at, v)
                })
            });
            ready.then_some(5)
        }
        Literal::Holds(call) => {
            // What may be anything makes a condition neither narrower nor wider.
            let free = call.args.iter().filter(|a| **a != Term::Any && !is_known(a, bound)).count() as u32;
            let known = call.args.iter().filter(|a| is_known(a, bound)).count() as u32;
            if program.is_goal(call.pred) {
                return Some(LATE + 10 + free);
            }
            if let Some(sizes) = indexes.sizes.as_ref().filter(|_| free > 0) {
                let known = (0..call.args.len()).filter(|&i| is_known(&call.args[i], bound));
                let fitting = fitting(program, call.pred, sizes[call.pred], known);
                return Some(3 + (fitting as u32).min(1 << 24));
            }
            Some(match program.preds[call.pred].origin {
                _ if free == 0 => 1,
                Origin::Clock => 3,
                // A move is one fact, or a few; but it may bring whole sets, such as the board after it.
                Origin::Given(Role::Move) if program.set_size(call.pred).is_none() => 4,
                Origin::Given(Role::Static) => {
                    let mask = call.args.iter().enumerate().filter(|(_, a)| is_known(a, bound));
                    let mask = mask.fold(0, |mask, (i, _)| mask | 1 << i);
                    9 + free + indexes.fan(program, call.pred, mask).min(WIDE)
                }
                _ => 20 + 8 * free - 2 * known.min(4),
            })
        }
        Literal::Assume { facts, .. } => {
            let ready = facts.iter().flat_map(|f| &f.args).all(|a| is_known(a, bound));
            ready.then_some(LATE + 20)
        }
    }
}

fn is_known(term: &Term, bound: &[bool]) -> bool {
    match term {
        Term::Var(v) => bound[*v],
        Term::Const(_) => true,
        Term::Any => false,
    }
}

fn only_here(body: &[Literal], at: usize, var: Var) -> bool {
    let mut elsewhere = false;
    for (i, literal) in body.iter().enumerate() {
        if i != at {
            literal.vars(&mut |v| elsewhere |= v == var);
        }
    }
    !elsewhere
}

fn columns(call: &Call, bound: &mut [bool], bind: bool) -> Vec<Col> {
    let before: Vec<bool> = bound.to_vec();
    call.args
        .iter()
        .map(|arg| match arg {
            Term::Const(n) => Col::Const(*n),
            Term::Any => Col::Any,
            Term::Var(v) if before[*v] => Col::Bound(*v),
            Term::Var(v) if bind && bound[*v] => Col::Same(*v),
            Term::Var(v) if bind => {
                bound[*v] = true;
                Col::Free(*v)
            }
            Term::Var(_) => Col::Any,
        })
        .collect()
}

fn probe(program: &Program, indexes: &mut Indexes, call: &Call, cols: Vec<Col>) -> Probe {
    let keyed = cols
        .iter()
        .enumerate()
        .filter(|(_, c)| matches!(c, Col::Const(_) | Col::Bound(_)))
        .map(|(i, _)| i)
        .collect();
    let index = indexes.on(call.pred, keyed, program.arity(call.pred));
    Probe { pred: call.pred, cols, index }
}

fn step(
    program: &Program,
    indexes: &mut Indexes,
    literal: &Literal,
    bound: &mut [bool],
) -> Result<Step, Unsafe> {
    Ok(match literal {
        Literal::Holds(call) if program.is_goal(call.pred) => Step::Goal {
            pred: call.pred,
            cols: columns(call, bound, true),
            assume: Vec::new(),
            negated: false,
        },
        Literal::Absent(call) if program.is_goal(call.pred) => Step::Goal {
            pred: call.pred,
            cols: columns(call, bound, false),
            assume: Vec::new(),
            negated: true,
        },
        Literal::Holds(call) => {
            let cols = columns(call, bound, true);
            let binds = cols.iter().any(|c| matches!(c, Col::Free(_)));
            let probe = probe(program, indexes, call, cols);
            if binds { Step::Scan(probe) } else { Step::Exists(probe) }
        }
        Literal::Absent(call) => {
            let cols = columns(call, bound, false);
            Step::Absent(probe(program, indexes, call, cols))
        }
        Literal::Compare { op, left, right, .. } => match (left, right) {
            (Value::Var(v), _) if !bound[*v] => {
                bound[*v] = true;
                Step::Bind { var: *v, value: right.clone() }
            }
            (_, Value::Var(v)) if !bound[*v] => {
                bound[*v] = true;
                Step::Bind { var: *v, value: left.clone() }
            }
            _ => Step::Test { op: *op, left: left.clone(), right: right.clone() },
        },
        Literal::Fold { fold, result, value, body, counted, .. } => {
            let mut inside = bound.to_vec();
            let steps = order(program, indexes, body, &mut inside, None)?;
            if let Some(unbound) = value.iter().chain(counted).find(|&&v| !inside[v]) {
                return Err(Unsafe { literal: 0, var: Some(*unbound) });
            }
            let compared = std::mem::replace(&mut bound[*result], true);
            let parts = parts::counted(steps, counted);
            Step::Fold(Box::new(FoldStep { fold: *fold, result: *result, compared, value: *value, parts }))
        }
        Literal::Assume { facts, goal } => {
            let assume = facts.iter().map(|f| (f.pred, columns(f, bound, false))).collect();
            Step::Goal { pred: goal.pred, cols: columns(goal, bound, true), assume, negated: false }
        }
    })
}
