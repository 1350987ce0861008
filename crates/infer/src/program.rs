//! The checked program: names resolved, sorts known, events and templates reduced to clauses.

use game::facts::{Role, Schema, SortId, SortKind};

use crate::ast::{Cmp, Fold, Op};
use crate::claim::Promised;
use crate::diagnostic::Span;
use crate::message::Pattern;

/// Index of a predicate in [`Program::preds`]; those of the schema come first, with the schema's ids.
pub(crate) type Pred = usize;

/// Index of a variable in its clause.
pub(crate) type Var = usize;

/// Where the facts of a predicate come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The game gives them.
    Given(Role),
    /// Clauses derive them.
    Derived,
    /// Proved on demand.
    Goal,
    /// The instances of a template: table rows and what events add.
    Table,
    /// Time itself: `time(T, R)` for each tick looked at, `now(T, R)` for the present.
    Clock,
}

/// What is known about a predicate.
#[derive(Clone, Debug)]
pub(crate) struct PredInfo {
    pub(crate) name: String,
    pub(crate) sorts: Vec<Option<SortId>>,
    pub(crate) origin: Origin,
    pub(crate) span: Option<Span>,
    /// Whether it depends on the move that is judged.
    pub(crate) of_move: bool,
}

/// An argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    Var(Var),
    Const(i32),
    /// Anything; never bound.
    Any,
}

/// A number to compute.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Const(i32),
    Var(Var),
    Weight(usize),
    Neg(Box<Value>),
    Bin(Op, Box<Value>, Box<Value>),
}

impl Value {
    /// The value under a binding; `None` when it divides by zero. Results outside 32 bits saturate.
    pub(crate) fn eval(&self, env: &[i32], weights: &[i32]) -> Option<i32> {
        Some(match self {
            Value::Const(n) => *n,
            Value::Var(v) => env[*v],
            Value::Weight(w) => weights[*w],
            Value::Neg(inner) => inner.eval(env, weights)?.saturating_neg(),
            Value::Bin(op, left, right) => apply(*op, left.eval(env, weights)?, right.eval(env, weights)?)?,
        })
    }

    /// Visits the weights it counts with.
    pub(crate) fn weights(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Value::Weight(w) => visit(*w),
            Value::Const(_) | Value::Var(_) => {}
            Value::Neg(inner) => inner.weights(visit),
            Value::Bin(_, left, right) => {
                left.weights(visit);
                right.weights(visit);
            }
        }
    }

    pub(crate) fn vars(&self, visit: &mut dyn FnMut(Var)) {
        match self {
            Value::Const(_) | Value::Weight(_) => {}
            Value::Var(v) => visit(*v),
            Value::Neg(inner) => inner.vars(visit),
            Value::Bin(_, left, right) => {
                left.vars(visit);
                right.vars(visit);
            }
        }
    }

    pub(crate) fn substitute(&mut self, constants: &[Option<i32>]) {
        match self {
            Value::Var(v) => {
                if let Some(n) = constants[*v] {
                    *self = Value::Const(n);
                }
            }
            Value::Neg(inner) => inner.substitute(constants),
            Value::Bin(_, left, right) => {
                left.substitute(constants);
                right.substitute(constants);
            }
            Value::Const(_) | Value::Weight(_) => {}
        }
    }
}

pub(crate) fn apply(op: Op, left: i32, right: i32) -> Option<i32> {
    match op {
        Op::Add => Some(left.saturating_add(right)),
        Op::Sub => Some(left.saturating_sub(right)),
        Op::Mul => Some(left.saturating_mul(right)),
        Op::Div => (right != 0).then(|| left.saturating_div(right)),
        Op::Rem => (right != 0).then(|| left.wrapping_rem(right)),
    }
}

/// A predicate with arguments.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) pred: Pred,
    pub(crate) args: Vec<Term>,
    pub(crate) span: Span,
}

impl Call {
    /// The variables among its arguments.
    pub(crate) fn vars(&self) -> Vec<Var> {
        self.args.iter().filter_map(|arg| if let Term::Var(v) = arg { Some(*v) } else { None }).collect()
    }
}

/// One condition of a body.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    Holds(Call),
    Absent(Call),
    Compare {
        op: Cmp,
        left: Value,
        right: Value,
        span: Span,
    },
    /// `result = fold of value over the distinct bindings of the counted variables of body`.
    Fold {
        fold: Fold,
        result: Var,
        value: Option<Var>,
        body: Vec<Literal>,
        counted: Vec<Var>,
        span: Span,
    },
    /// A goal under suppositions.
    Assume {
        facts: Vec<Call>,
        goal: Call,
    },
}

impl Literal {
    pub(crate) fn span(&self) -> Span {
        match self {
            Literal::Holds(call) | Literal::Absent(call) | Literal::Assume { goal: call, .. } => call.span,
            Literal::Compare { span, .. } | Literal::Fold { span, .. } => *span,
        }
    }

    /// Visits every call, inner ones too; the flag says whether it must be complete before it is asked.
    pub(crate) fn calls<'a>(&'a self, visit: &mut dyn FnMut(&'a Call, bool)) {
        match self {
            Literal::Holds(call) => visit(call, false),
            Literal::Absent(call) => visit(call, true),
            Literal::Compare { .. } => {}
            Literal::Fold { body, .. } => {
                body.iter().for_each(|l| l.calls(&mut |call, _| visit(call, true)));
            }
            Literal::Assume { facts, goal } => {
                facts.iter().for_each(|f| visit(f, false));
                visit(goal, false);
            }
        }
    }

    /// Visits every variable, inner ones too.
    pub(crate) fn vars(&self, visit: &mut dyn FnMut(Var)) {
        let mut of_call = |call: &Call| {
            for arg in &call.args {
                if let Term::Var(v) = arg {
                    visit(*v);
                }
            }
        };
        match self {
            Literal::Holds(call) | Literal::Absent(call) => of_call(call),
            Literal::Compare { left, right, .. } => {
                left.vars(visit);
                right.vars(visit);
            }
            Literal::Fold { result, body, .. } => {
                visit(*result);
                body.iter().for_each(|l| l.vars(visit));
            }
            Literal::Assume { facts, goal } => {
                facts.iter().for_each(&mut of_call);
                of_call(goal);
            }
        }
    }

    pub(crate) fn substitute(&mut self, constants: &[Option<i32>]) {
        let of_call = |call: &mut Call| {
            for arg in &mut call.args {
                if let Term::Var(v) = arg
                    && let Some(n) = constants[*v]
                {
                    *arg = Term::Const(n);
                }
            }
        };
        match self {
            Literal::Holds(call) | Literal::Absent(call) => of_call(call),
            Literal::Compare { left, right, .. } => {
                left.substitute(constants);
                right.substitute(constants);
            }
            Literal::Fold { body, .. } => body.iter_mut().for_each(|l| l.substitute(constants)),
            Literal::Assume { facts, goal } => {
                facts.iter_mut().for_each(of_call);
                of_call(goal);
            }
        }
    }
}

/// A variable of a clause.
#[derive(Clone, Debug)]
pub(crate) struct VarInfo {
    pub(crate) name: String,
    pub(crate) sort: Option<SortId>,
    pub(crate) span: Span,
    /// It stands for an element written in the text, until sorts are known.
    pub(crate) symbol: bool,
}

impl VarInfo {
    /// Variables that only have to exist do not multiply firings.
    pub(crate) fn counts(&self) -> bool {
        !self.symbol && !self.name.starts_with('_')
    }
}

/// `head if body`.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) head: Call,
    pub(crate) body: Vec<Literal>,
    pub(crate) vars: Vec<VarInfo>,
    pub(crate) span: Span,
}

/// Which part of the knowledge a reason comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// A rule on the facts.
    Forward,
    /// An instance of a template, from its table.
    Template,
    /// A rule that asks a goal.
    Backward,
    /// A rule on the log, or an instance of a template that an event has added.
    Event,
}

impl Layer {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        ["forward", "template", "backward", "event"][self as usize]
    }
}

/// A rule that gives points, or forbids.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) layer: Layer,
    pub(crate) group: Option<usize>,
    pub(crate) body: Vec<Literal>,
    pub(crate) vars: Vec<VarInfo>,
    /// It fires once for each binding of these.
    pub(crate) counted: Vec<Var>,
    /// `None`: a veto.
    pub(crate) weight: Option<Value>,
    pub(crate) of_move: bool,
    /// The template's instance table, when it is one, and its parameters.
    pub(crate) table: Option<(Pred, Vec<Var>)>,
    pub(crate) messages: Vec<(String, Pattern)>,
    /// What it promises.
    pub(crate) claim: Option<Promised>,
    /// The predicate it counts, when it is a `score`.
    pub(crate) counts: Option<Pred>,
    pub(crate) span: Span,
}

/// Which firings of an exclusive group count.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) name: String,
    /// Those of the first rule that fires, rather than the single greatest one.
    pub(crate) first: bool,
}

/// A number that a tuner may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// Its name: as declared, or that of the rule in which it is written.
    pub name: String,
    /// Its value.
    pub value: i32,
    /// The line where it is written.
    pub line: usize,
    /// Whether rules about moves count with it, and not only scores of positions.
    pub for_moves: bool,
    /// Where in the text the number stands.
    pub(crate) span: Span,
}

/// How far back the log has to be looked at for what events have added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Horizon {
    Now,
    Round,
    Game,
}

/// A whole checked text.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) schema: Schema,
    pub(crate) preds: Vec<PredInfo>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) groups: Vec<Group>,
    pub(crate) weights: Vec<Weight>,
    /// Rows of template tables: predicate, values, where written.
    pub(crate) rows: Vec<(Pred, Vec<i32>)>,
    /// Translations of elements: language, element, text.
    pub(crate) words: Vec<(String, String, String)>,
    pub(crate) horizon: Horizon,
    pub(crate) time: Pred,
    pub(crate) now: Pred,
}

impl Program {
    pub(crate) fn arity(&self, pred: Pred) -> usize {
        self.preds[pred].sorts.len()
    }

    pub(crate) fn show_value(&self, sort: Option<SortId>, value: i32) -> String {
        self.schema.show(sort.unwrap_or(SortId::INT), value)
    }

    /// A fact as it would be written.
    pub(crate) fn show_fact(&self, pred: Pred, args: &[i32]) -> String {
        let info = &self.preds[pred];
        let shown: Vec<String> =
            info.sorts.iter().zip(args).map(|(sort, &value)| self.show_value(*sort, value)).collect();
        if shown.is_empty() { info.name.clone() } else { format!("{}({})", info.name, shown.join(", ")) }
    }

    pub(crate) fn is_goal(&self, pred: Pred) -> bool {
        self.preds[pred].origin == Origin::Goal
    }

    /// The number of elements when the predicate is a set of elements of a named sort.
    pub(crate) fn set_size(&self, pred: Pred) -> Option<usize> {
        match self.preds[pred].sorts.as_slice() {
            [Some(sort)] => self.schema.size(*sort),
            _ => None,
        }
    }

    pub(crate) fn is_number(&self, sort: SortId) -> bool {
        matches!(self.schema.sorts()[sort.0 as usize].kind, SortKind::Number(_))
    }
}
