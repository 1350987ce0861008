//! Why something does not hold: how far each clause comes, and what stops it.

use std::fmt;

use super::question::Question;
use super::tracer::Tracer;
use crate::diagnostic::{Place, Span};
use crate::exec::{Flow, Machine, View};
use crate::join::Steps;
use crate::parts::binds;
use crate::program::*;
use crate::prover::term;

/// Why something does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyNot {
    /// What was asked.
    pub text: String,
    /// It holds after all.
    pub holds: bool,
    /// How far each clause or rule came, the one that came furthest first.
    pub attempts: Vec<Attempt>,
}

/// How far one clause came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The clause or rule.
    pub place: Place,
    /// The conditions that could be met, under the closest binding.
    pub met: Vec<String>,
    /// The first condition that could not.
    pub failed: String,
    /// Where it is written.
    pub failed_place: Place,
    /// The values of the variables at that point.
    pub binding: Vec<(String, String)>,
    /// Why the failed condition does not hold, when that can be said.
    pub because: Option<Box<WhyNot>>,
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(0, f)
    }
}

impl WhyNot {
    fn draw(&self, indent: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.holds {
            return writeln!(f, "{:indent$}{} holds", "", self.text);
        }
        writeln!(f, "{:indent$}{} does not hold", "", self.text)?;
        if self.attempts.is_empty() {
            return writeln!(f, "{:indent$}  the game does not give it", "");
        }
        for attempt in &self.attempts {
            let binding: Vec<String> = attempt.binding.iter().map(|(n, v)| format!("{n} = {v}")).collect();
            let with =
                if binding.is_empty() { String::new() } else { format!(" with {}", binding.join(", ")) };
            writeln!(f, "{:indent$}  {}: fails at {}{with}", "", attempt.place, attempt.failed)?;
            if let Some(because) = &attempt.because {
                because.draw(indent + 4, f)?;
            }
        }
        Ok(())
    }
}

impl Tracer<'_> {
    pub(super) fn missing(&self, question: &Question, depth: usize) -> WhyNot {
        let program = self.program();
        let kb = &self.engine.kb;
        let prover = self.engine.solver();
        let shown: Vec<String> = question
            .args
            .iter()
            .zip(&program.preds[question.pred].sorts)
            .map(|(arg, sort)| arg.map_or("_".into(), |v| program.show_value(*sort, v)))
            .collect();
        let name = &program.preds[question.pred].name;
        let text = if shown.is_empty() { name.clone() } else { format!("{name}({})", shown.join(", ")) };
        let holds = if program.is_goal(question.pred) {
            !prover.answers(question.pred, &question.args, &[]).is_empty()
        } else {
            let fits = |row: &[i32]| row.iter().zip(&question.args).all(|(r, a)| a.is_none_or(|a| a == *r));
            self.engine.store.0[question.pred].rows().any(fits)
        };
        if holds {
            return WhyNot { text, holds, attempts: Vec::new() };
        }
        let mut attempts: Vec<(usize, Attempt)> = Vec::new();
        let clauses = kb.program.clauses.iter().enumerate();
        for (c, clause) in clauses.filter(|(_, c)| c.head.pred == question.pred) {
            let Some((steps, env, bound)) = self.entered(c, &question.args) else { continue };
            attempts.extend(self.attempt(&clause.body, &clause.vars, clause.span, &steps, env, bound, depth));
        }
        attempts.sort_by_key(|(met, _)| std::cmp::Reverse(*met));
        WhyNot { text, holds, attempts: attempts.into_iter().map(|(_, a)| a).collect() }
    }

    /// How far the steps of a body come, and what stops them; `None` when nothing does.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn attempt(
        &self,
        body: &[Literal],
        vars: &[VarInfo],
        span: Span,
        steps: &Steps,
        env: Vec<i32>,
        mut bound: Vec<bool>,
        depth: usize,
    ) -> Option<(usize, Attempt)> {
        let kb = &self.engine.kb;
        let prover = self.engine.solver();
        let machine = Machine {
            view: View { base: &self.engine.store.0, over: None },
            weights: &kb.weights,
            delta: None,
            before: None,
            solver: Some(&prover),
        };
        let mut closest = env.clone();
        for reached in 1..=steps.len() {
            let mut found = None;
            machine.run(&steps[..reached], &mut env.clone(), &mut |env| {
                found = Some(env.to_vec());
                Flow::Enough
            });
            if let Some(env) = found {
                closest = env;
                binds(&steps[reached - 1].1, &mut |var| bound[var] = true);
                continue;
            }
            let (literal, _) = &steps[reached - 1];
            let visible = |l: &Literal| self.literal(l, vars, &closest, &prover).is_some();
            let met = steps[..reached - 1].iter().map(|(l, _)| &body[*l]).filter(|l| visible(l));
            let met: Vec<String> = met.map(|l| self.written(l, vars, &closest, |v| bound[v])).collect();
            let failed = &body[*literal];
            let attempt = Attempt {
                place: self.place(span),
                met,
                failed: self.written(failed, vars, &closest, |v| bound[v]),
                failed_place: self.place(failed.span()),
                binding: self.engine.binding(vars, &closest, |v| bound[v]),
                because: self.because(failed, &closest, &bound, depth),
            };
            return Some((reached - 1, attempt));
        }
        None
    }

    /// Why a failed condition does not hold, when clauses derive it.
    fn because(&self, failed: &Literal, env: &[i32], bound: &[bool], depth: usize) -> Option<Box<WhyNot>> {
        let Literal::Holds(call) = failed else { return None };
        let derived = matches!(self.program().preds[call.pred].origin, Origin::Derived | Origin::Goal);
        if depth == 0 || !derived || self.full() {
            return None;
        }
        let args = call.args.iter().map(|t| match t {
            Term::Var(v) if !bound[*v] => None,
            Term::Any => None,
            t => Some(term(t, env)),
        });
        let question = Question { pred: call.pred, args: args.collect() };
        Some(Box::new(self.missing(&question, depth - 1)))
    }
}
