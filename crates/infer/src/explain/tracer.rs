//! Finds proofs by replay: for a fact that holds, a clause and a binding that derive it from earlier facts.

use std::cell::Cell;
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Arc;

use game::facts::Role;

use super::proof::{Ground, Proof};
use crate::diagnostic::{Place, Span};
use crate::engine::Engine;
use crate::exec::{Flow, Machine, View};
use crate::join::Steps;
use crate::parts;
use crate::program::*;
use crate::prover::{Prover, term};
use crate::relation::Relation;

/// A proof is cut off beyond this many lines.
const MAX_LINES: usize = 400;

/// A fact as a reader should see it: hidden arguments and names spelled out.
pub(super) fn show(program: &Program, pred: Pred, row: &[i32]) -> String {
    let info = &program.preds[pred];
    let stamped = info.name.ends_with('@') || info.origin == Origin::Given(Role::Event);
    if !stamped {
        let text = program.show_fact(pred, row);
        return text.strip_prefix("template ").map(str::to_string).unwrap_or(text);
    }
    let args: Vec<String> =
        info.sorts.iter().zip(row).skip(2).map(|(sort, &v)| program.show_value(*sort, v)).collect();
    let name = info.name.trim_end_matches('@');
    format!("{name}({}) at move {} of round {}", args.join(", "), row[0], row[1])
}

/// Builds proofs; counts lines so that no proof grows without end.
pub(super) struct Tracer<'a> {
    pub(super) engine: &'a Engine,
    lines: Cell<usize>,
}

impl<'a> Tracer<'a> {
    pub(super) fn new(engine: &'a Engine) -> Self {
        Tracer { engine, lines: Cell::new(0) }
    }

    pub(super) fn program(&self) -> &Program {
        &self.engine.kb.program
    }

    pub(super) fn full(&self) -> bool {
        self.lines.set(self.lines.get() + 1);
        self.lines.get() > MAX_LINES
    }

    pub(super) fn place(&self, span: Span) -> Place {
        self.engine.kb.source.place(span)
    }

    fn leaf(&self, text: String, ground: Ground) -> Proof {
        Proof { text, ground, place: None, children: Vec::new() }
    }

    /// The proof of a fact that holds.
    pub(super) fn fact(&self, pred: Pred, row: &[i32], prover: &Prover<'_>) -> Proof {
        let program = self.program();
        let text = show(program, pred, row);
        let ground = match program.preds[pred].origin {
            Origin::Given(Role::Event) => Ground::Log,
            Origin::Given(_) | Origin::Clock => Ground::Given,
            Origin::Goal => Ground::Goal,
            Origin::Table if program.rows.iter().any(|(p, r)| *p == pred && r == row) => Ground::Table,
            Origin::Derived | Origin::Table => Ground::Derived,
        };
        if ground == Ground::Given && prover.assumed.iter().any(|(p, r)| *p == pred && r == row) {
            return self.leaf(text, Ground::Assumed);
        }
        if self.full() || !matches!(ground, Ground::Derived | Ground::Goal) {
            return self.leaf(text, ground);
        }
        if ground == Ground::Goal {
            return self.goal(pred, row, text, prover);
        }
        let model = prover.model(&prover.assumed);
        let view = View { base: prover.base, over: model.as_deref().map(Vec::as_slice) };
        let Some((clause, env)) = self.derivation(pred, row, view, prover) else {
            return self.leaf(text, ground);
        };
        let clause = &program.clauses[clause];
        let children = self.body(&clause.body, &clause.vars, &env, prover);
        Proof { text, ground, place: Some(self.place(clause.span)), children }
    }

    fn goal(&self, pred: Pred, row: &[i32], text: String, prover: &Prover<'_>) -> Proof {
        let args: Vec<Option<i32>> = row.iter().map(|&v| Some(v)).collect();
        let answers = prover.answers(pred, &args, &[]);
        let Some(answer) = answers.first() else { return self.leaf(text, Ground::Goal) };
        let clause = &self.program().clauses[answer.clause];
        let children = self.body(&clause.body, &clause.vars, &answer.env, &prover.below(&[]));
        Proof { text, ground: Ground::Goal, place: Some(self.place(clause.span)), children }
    }

    /// A clause and binding that derive a fact from facts derived before it.
    fn derivation(
        &self,
        pred: Pred,
        row: &[i32],
        view: View<'_>,
        prover: &Prover<'_>,
    ) -> Option<(usize, Vec<i32>)> {
        let kb = &self.engine.kb;
        let stamp = view.get(pred).find(row).map(|r| view.get(pred).stamp(r))?;
        let (stratum, _) = kb.strata.iter().find(|(s, _)| s.preds.contains(&pred))?;
        for &c in &stratum.clauses {
            let clause = &kb.program.clauses[c];
            if clause.head.pred != pred {
                continue;
            }
            let known: Vec<Option<i32>> = row.iter().map(|&v| Some(v)).collect();
            let Some((steps, mut env, _)) = self.entered(c, &known) else { continue };
            let machine = Machine {
                view,
                weights: &kb.weights,
                delta: None,
                before: Some((&stratum.preds, stamp)),
                solver: Some(prover),
            };
            let steps = parts::arranged(steps.to_vec(), &[]);
            let mut found = None;
            machine.run(&steps, &mut env, &mut |env| {
                let same = clause.head.args.iter().zip(row).all(|(t, r)| term(t, env) == *r);
                if same {
                    found = Some(env.to_vec());
                    return Flow::Enough;
                }
                Flow::More
            });
            if let Some(env) = found {
                return Some((c, env));
            }
        }
        None
    }

    /// The steps of a clause whose head is known, with the binding of the head.
    pub(super) fn entered(
        &self,
        clause: usize,
        known: &[Option<i32>],
    ) -> Option<(Arc<Steps>, Vec<i32>, Vec<bool>)> {
        let plan = clause;
        let clause = &self.program().clauses[clause];
        let mut env = vec![0; clause.vars.len()];
        let mut bound = vec![false; clause.vars.len()];
        for (t, value) in clause.head.args.iter().zip(known) {
            match (t, value) {
                (Term::Const(n), Some(value)) if n != value => return None,
                (Term::Var(v), Some(value)) => {
                    if bound[*v] && env[*v] != *value {
                        return None;
                    }
                    env[*v] = *value;
                    bound[*v] = true;
                }
                _ => {}
            }
        }
        let mask = known.iter().enumerate().fold(0, |m, (i, k)| if k.is_some() { m | 1 << i } else { m });
        Some((self.engine.kb.proof_plan(plan, mask)?, env, bound))
    }

    /// What each condition of a body rests on, under a binding that satisfies it.
    pub(super) fn body(
        &self,
        body: &[Literal],
        vars: &[VarInfo],
        env: &[i32],
        prover: &Prover<'_>,
    ) -> Vec<Proof> {
        body.iter().filter_map(|literal| self.literal(literal, vars, env, prover)).collect()
    }

    pub(super) fn literal(
        &self,
        literal: &Literal,
        vars: &[VarInfo],
        env: &[i32],
        prover: &Prover<'_>,
    ) -> Option<Proof> {
        match literal {
            Literal::Holds(call) => {
                if self.program().preds[call.pred].origin == Origin::Clock {
                    return None;
                }
                let row = self.matching(call, env, prover)?;
                Some(self.fact(call.pred, &row, prover))
            }
            Literal::Assume { facts, goal } => {
                let assume: Vec<(Pred, Vec<i32>)> =
                    facts.iter().map(|f| (f.pred, f.args.iter().map(|t| term(t, env)).collect())).collect();
                let under = Prover { assumed: prover.below(&assume).assumed, ..prover.clone() };
                let row = self.matching(goal, env, &under)?;
                let mut proof = self.fact(goal.pred, &row, &under);
                let supposed = assume
                    .iter()
                    .map(|(pred, row)| self.leaf(show(self.program(), *pred, row), Ground::Assumed));
                proof.children.splice(0..0, supposed);
                Some(proof)
            }
            Literal::Absent(_) => Some(self.leaf(self.written(literal, vars, env, |_| true), Ground::Absent)),
            Literal::Compare { .. } | Literal::Fold { .. } => {
                let mut named = false;
                literal.vars(&mut |v| named |= vars[v].counts());
                let hidden = matches!(literal, Literal::Compare { .. }) && !named;
                (!hidden).then(|| self.leaf(self.written(literal, vars, env, |_| true), Ground::Computed))
            }
        }
    }

    /// The row that a condition has matched; looks for one where an argument is left open.
    fn matching(&self, call: &Call, env: &[i32], prover: &Prover<'_>) -> Option<Vec<i32>> {
        if !call.args.contains(&Term::Any) {
            return Some(call.args.iter().map(|t| term(t, env)).collect());
        }
        let known: Vec<Option<i32>> =
            call.args.iter().map(|t| if *t == Term::Any { None } else { Some(term(t, env)) }).collect();
        if self.program().is_goal(call.pred) {
            return prover.answers(call.pred, &known, &[]).first().map(|a| a.args.clone());
        }
        let fits = |row: &&[i32]| row.iter().zip(&known).all(|(r, k)| k.is_none_or(|k| k == *r));
        let model: Option<Rc<Vec<Option<Relation>>>> = prover.model(&prover.assumed);
        let view = View { base: prover.base, over: model.as_deref().map(Vec::as_slice) };
        view.get(call.pred).rows().find(fits).map(<[i32]>::to_vec)
    }

    /// A condition as text, with the values it has; unknown variables keep their names.
    pub(super) fn written(
        &self,
        literal: &Literal,
        vars: &[VarInfo],
        env: &[i32],
        bound: impl Fn(Var) -> bool,
    ) -> String {
        let program = self.program();
        let call_text = |call: &Call| {
            let shown: Vec<String> = call
                .args
                .iter()
                .enumerate()
                .map(|(i, t)| match t {
                    Term::Const(n) => program.show_value(program.preds[call.pred].sorts[i], *n),
                    Term::Var(v) if bound(*v) => program.show_value(vars[*v].sort, env[*v]),
                    Term::Var(v) => vars[*v].name.clone(),
                    Term::Any => "_".into(),
                })
                .collect();
            let name = program.preds[call.pred].name.trim_end_matches('@').trim_start_matches("template ");
            if shown.is_empty() { name.to_string() } else { format!("{name}({})", shown.join(", ")) }
        };
        match literal {
            Literal::Holds(call) | Literal::Assume { goal: call, .. } => call_text(call),
            Literal::Absent(call) => format!("not {}", call_text(call)),
            Literal::Compare { span, .. } | Literal::Fold { span, .. } => {
                let source = self.engine.kb.source.text();
                let mut text = source.get(span.start as usize..span.end as usize).unwrap_or("").to_string();
                if let Literal::Fold { result, .. } = literal
                    && bound(*result)
                {
                    let _ = write!(text, " = {}", env[*result]);
                }
                let mut values: Vec<String> = Vec::new();
                literal.vars(&mut |v| {
                    if vars[v].counts() && bound(v) && !self.local(literal, v) {
                        let value =
                            format!("{} = {}", vars[v].name, program.show_value(vars[v].sort, env[v]));
                        if !values.contains(&value) && value != text {
                            values.push(value);
                        }
                    }
                });
                if values.is_empty() { text } else { format!("{text} where {}", values.join(", ")) }
            }
        }
    }

    fn local(&self, literal: &Literal, var: Var) -> bool {
        matches!(literal, Literal::Fold { counted, .. } if counted.contains(&var))
    }
}
