//! The goal prover: depth-limited, tabled, all answers, under suppositions.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use crate::budget;
use crate::engine::{Assumed, Models, Overlay, derive};
use crate::exec::{Flow, Machine, Solver, View};
use crate::kb::Kb;
use crate::program::*;
use crate::relation::{Relation, step};

/// No position asks for more tables than this; beyond it goals fail.
const MAX_TABLES: usize = 1 << 15;

/// No position remembers more answers and rows of models than this.
const MAX_REMEMBERED: usize = 1 << 20;

/// What a model takes besides its rows, counted as rows.
const MODEL_ROWS: usize = 16;

/// A call: goal, known arguments, suppositions, levels left.
type Key = (Pred, Vec<Option<i32>>, Assumed, usize);

/// An answer with the clause and binding that gave it.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) args: Vec<i32>,
    pub(crate) clause: usize,
    pub(crate) env: Vec<i32>,
}

/// What has been proved about the present position.
#[derive(Default)]
pub(crate) struct Memo {
    tables: HashMap<Key, Rc<Vec<Answer>>, BuildHasherDefault<Mixer>>,
    models: Models,
    /// Answers and rows of models, which are all kept until the next position.
    rows: usize,
}

impl Memo {
    pub(crate) fn clear(&mut self) {
        self.tables.clear();
        self.models.clear();
        self.rows = 0;
    }
}

/// Hashes the small numbers of calls, of which nobody can choose many that collide: quicker than the usual guard against that.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_i32(i32::from(byte)));
    }

    fn write_i32(&mut self, value: i32) {
        self.0 = step(self.0, value);
    }

    fn write_usize(&mut self, value: usize) {
        self.0 = step(self.0, value as i32);
    }

    fn write_isize(&mut self, value: isize) {
        self.0 = step(self.0, value as i32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Proves goals over the relations of a position, to a depth, under suppositions.
#[derive(Clone)]
pub(crate) struct Prover<'a> {
    pub(crate) kb: &'a Kb,
    pub(crate) base: &'a [Relation],
    pub(crate) memo: &'a RefCell<Memo>,
    pub(crate) depth: usize,
    pub(crate) assumed: Assumed,
}

impl Solver for Prover<'_> {
    fn solve(&self, pred: Pred, args: &[Option<i32>], assume: &[(Pred, Vec<i32>)]) -> Rc<Vec<Answer>> {
        self.answers(pred, args, assume)
    }
}

impl Prover<'_> {
    /// The suppositions with some more.
    fn suppose(&self, assume: &[(Pred, Vec<i32>)]) -> Assumed {
        if assume.is_empty() {
            return self.assumed.clone();
        }
        let mut all: Vec<(Pred, Vec<i32>)> = self.assumed.iter().chain(assume).cloned().collect();
        all.sort();
        all.dedup();
        Rc::new(all)
    }

    /// All answers to a goal, each once, in the order in which they are found.
    ///
    /// A question is remembered with the levels that were left: the same question asked from deeper down may have fewer answers. Goals that call
    /// themselves end because each call has one level less.
    pub(crate) fn answers(
        &self,
        pred: Pred,
        args: &[Option<i32>],
        assume: &[(Pred, Vec<i32>)],
    ) -> Rc<Vec<Answer>> {
        if self.depth == 0 {
            return Rc::default();
        }
        let assumed = self.suppose(assume);
        let key: Key = (pred, args.to_vec(), assumed.clone(), self.depth);
        if let Some(known) = self.memo.borrow().tables.get(&key) {
            return known.clone();
        }
        if self.memo.borrow().tables.len() >= MAX_TABLES {
            return Rc::default();
        }
        let mask = args.iter().enumerate().fold(0, |m, (i, a)| if a.is_some() { m | 1 << i } else { m });
        let Some(plan) = self.kb.goal_plan(pred, mask) else { return Rc::default() };
        let model = self.model(&assumed);
        let inner = Prover { depth: self.depth - 1, assumed, ..self.clone() };
        let mut answers: Vec<Answer> = Vec::new();
        let mut seen: HashSet<Vec<i32>> = HashSet::new();
        for (c, steps) in plan.iter() {
            let clause = &self.kb.program.clauses[*c];
            let mut env = vec![0; clause.vars.len()];
            if !enter(&clause.head.args, args, &mut env) {
                continue;
            }
            let machine = Machine {
                view: View { base: self.base, over: model.as_deref().map(Vec::as_slice) },
                weights: &self.kb.weights,
                delta: None,
                before: None,
                solver: Some(&inner),
            };
            machine.run(steps, &mut env, &mut |env| {
                let found: Vec<i32> = clause.head.args.iter().map(|arg| term(arg, env)).collect();
                let fits = found.iter().zip(args).all(|(f, a)| a.is_none_or(|a| a == *f));
                if fits && seen.insert(found.clone()) {
                    answers.push(Answer { args: found, clause: *c, env: env.to_vec() });
                    self.memo.borrow_mut().rows += 1;
                }
                Flow::More
            });
            budget::blame(|| self.kb.place_of(&self.kb.program.preds[pred].name, clause.span));
        }
        if self.memo.borrow().rows > MAX_REMEMBERED {
            budget::add_rows(usize::MAX);
        }
        if budget::is_over() {
            return Rc::default();
        }
        let answers = Rc::new(answers);
        self.memo.borrow_mut().tables.insert(key, answers.clone());
        answers
    }

    /// The prover one level down, under the suppositions of a step.
    pub(crate) fn below(&self, assume: &[(Pred, Vec<i32>)]) -> Self {
        Prover { depth: self.depth.saturating_sub(1), assumed: self.suppose(assume), ..self.clone() }
    }

    /// What follows from the suppositions, where that differs from the position.
    pub(crate) fn model(&self, assumed: &Assumed) -> Option<Rc<Vec<Option<Relation>>>> {
        if assumed.is_empty() {
            return None;
        }
        if let Some(model) = self.memo.borrow().models.get(assumed) {
            return Some(model.clone());
        }
        let kb = self.kb;
        let mut overlay = Overlay { base: self.base, over: vec![None; self.base.len()] };
        for (pred, row) in assumed.iter() {
            crate::engine::Store::get_mut(&mut overlay, *pred).insert(row, 0);
        }
        let goals: Vec<Pred> = (0..kb.needs.len()).filter(|&p| kb.program.is_goal(p)).collect();
        let (mut stamp, mut buffer) = (0, Vec::new());
        for (stratum, plans) in kb.strata.iter().filter(|(s, _)| !s.of_move) {
            // Only what depends on a supposition can change, and only what a goal looks at matters.
            let touched = stratum.preds.iter().any(|&p| assumed.iter().any(|(a, _)| kb.needs[p].contains(a)));
            let wanted = stratum.preds.iter().any(|p| goals.iter().any(|&g| kb.needs[g].contains(p)));
            if !touched || !wanted {
                continue;
            }
            for &pred in &stratum.preds {
                overlay.over[pred] = Some(Relation::new(kb.program.arity(pred), kb.indexes.of(pred)));
            }
            derive(kb, &mut overlay, stratum, plans, &mut stamp, &mut buffer);
        }
        let rows: usize = overlay.over.iter().flatten().map(Relation::len).sum();
        self.memo.borrow_mut().rows += rows + MODEL_ROWS;
        let model = Rc::new(overlay.over);
        self.memo.borrow_mut().models.insert(assumed.clone(), model.clone());
        Some(model)
    }
}

/// Binds the head of a clause to the known arguments; false when they do not fit.
fn enter(head: &[Term], args: &[Option<i32>], env: &mut [i32]) -> bool {
    let mut bound: Vec<Var> = Vec::new();
    for (term, arg) in head.iter().zip(args) {
        match (term, arg) {
            (Term::Const(n), Some(a)) if n != a => return false,
            (Term::Var(v), Some(a)) => {
                if bound.contains(v) && env[*v] != *a {
                    return false;
                }
                env[*v] = *a;
                bound.push(*v);
            }
            _ => {}
        }
    }
    true
}

pub(crate) fn term(term: &Term, env: &[i32]) -> i32 {
    match term {
        Term::Var(v) => env[*v],
        Term::Const(n) => *n,
        Term::Any => 0,
    }
}
