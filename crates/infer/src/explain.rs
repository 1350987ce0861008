//! Explanation by replay: why a fact holds, what a rule saw, and why something does not hold.

mod absence;
mod proof;
mod question;
mod reason;
mod tracer;

pub use absence::{Attempt, WhyNot};
pub use proof::{Ground, Proof};
pub use reason::Reason;

use crate::diagnostic::{Diagnostics, Place};
use crate::engine::Engine;
use crate::program::*;
use tracer::{Tracer, show};

/// A question with variables is answered with at most this many proofs.
const MAX_PROOFS: usize = 50;

/// A fact that was derived, in the order of derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The fact.
    pub text: String,
    /// Where its predicate is defined.
    pub place: Place,
}

impl Engine {
    /// The proofs of a fact, or of all facts that fit a question with variables; none when nothing fits.
    /// Goals are proved. Facts about a move are those of the move considered last.
    ///
    /// # Errors
    /// When the question is not a predicate of the text or the schema with the right arguments.
    pub fn why(&self, question: &str) -> Result<Vec<Proof>, Diagnostics> {
        let question = self.question(question)?;
        let tracer = Tracer::new(self);
        let prover = self.solver();
        let mut rows: Vec<Vec<i32>> = if self.kb.program.is_goal(question.pred) {
            prover.answers(question.pred, &question.args, &[]).iter().map(|a| a.args.clone()).collect()
        } else {
            let fits = |row: &&[i32]| row.iter().zip(&question.args).all(|(r, a)| a.is_none_or(|a| a == *r));
            self.store.0[question.pred].rows().filter(fits).map(<[i32]>::to_vec).collect()
        };
        rows.sort();
        rows.truncate(MAX_PROOFS);
        Ok(rows.iter().map(|row| tracer.fact(question.pred, row, &prover)).collect())
    }

    /// Why a fact does not hold: for each clause the first condition that fails, with the closest binding.
    ///
    /// # Errors
    /// As for [`Engine::why`].
    pub fn why_not(&self, question: &str) -> Result<WhyNot, Diagnostics> {
        let question = self.question(question)?;
        Ok(Tracer::new(self).missing(&question, 3))
    }

    /// Why a rule does not fire on the position and the move considered last; `None` for an unknown name.
    pub fn why_not_rule(&self, name: &str) -> Option<WhyNot> {
        let index = self.kb.program.rules.iter().position(|r| r.name == name)?;
        let rule = &self.kb.program.rules[index];
        let tracer = Tracer::new(self);
        let env = vec![0; rule.vars.len()];
        let bound = vec![false; rule.vars.len()];
        let steps = &self.kb.rule_plan(index)?;
        let attempt = tracer.attempt(&rule.body, &rule.vars, rule.span, steps, env, bound, 3);
        let holds = attempt.is_none();
        Some(WhyNot {
            text: format!("rule {name}"),
            holds,
            attempts: attempt.into_iter().map(|(_, a)| a).collect(),
        })
    }

    /// Every fact derived from the position and the move considered last, in order of derivation.
    pub fn trace(&self) -> Vec<Derived> {
        let program = &self.kb.program;
        let mut facts: Vec<(u32, Pred, Vec<i32>)> = Vec::new();
        for clause in &program.clauses {
            let pred = clause.head.pred;
            if program.is_goal(pred) || facts.iter().any(|(_, p, _)| *p == pred) {
                continue;
            }
            let relation = &self.store.0[pred];
            facts.extend(
                (0..relation.len() as u32).map(|r| (relation.stamp(r), pred, relation.row(r).to_vec())),
            );
        }
        facts.sort();
        let place = |pred: Pred| self.kb.source.place(program.preds[pred].span.unwrap_or_default());
        facts
            .into_iter()
            .map(|(_, pred, row)| Derived { text: show(program, pred, &row), place: place(pred) })
            .collect()
    }
}
