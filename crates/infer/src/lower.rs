//! From the syntax tree to the checked program: names are looked up, templates become tables.
//!
//! `names` declares and finds, `rule` and `table` lower statements, `body` their conditions, `scope` keeps their variables.

mod body;
mod claim;
mod names;
mod rule;
mod scope;
mod table;

use std::collections::HashMap;

use game::facts::{Role, Schema, SortId};

use crate::ast::Item;
use crate::diagnostic::{Diagnostics, Span};
use crate::program::*;
use crate::sorts;
use scope::atom_vars;

pub(crate) use scope::{Scope, direct_vars};

/// A statement could not be lowered; the reason has been reported.
pub(crate) struct Dropped;

pub(crate) struct Lowerer<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) diagnostics: &'a mut Diagnostics,
    pub(crate) preds: Vec<PredInfo>,
    by_name: HashMap<String, Pred>,
    consts: HashMap<String, i32>,
    weights: Vec<Weight>,
    weight_by_name: HashMap<String, usize>,
    groups: Vec<Group>,
    pub(crate) clauses: Vec<Clause>,
    rules: Vec<Rule>,
    pub(crate) rows: Vec<(Pred, Vec<i32>)>,
    pub(crate) horizon: Horizon,
    pub(crate) time: Pred,
    pub(crate) now: Pred,
    /// Templates that an event adds to.
    pub(crate) fed: Vec<Pred>,
    failed: bool,
}

/// Lowers a whole text. Statements with errors are left out; `None` is never returned for warnings.
pub(crate) fn lower(items: &[Item], schema: &Schema, diagnostics: &mut Diagnostics) -> (Program, bool) {
    let mut lowerer = Lowerer::new(schema, diagnostics);
    lowerer.declare(items);
    for item in items {
        if lowerer.item(item).is_err() {
            lowerer.failed = true;
        }
    }
    let words = lowerer.words(items);
    lowerer.finish(words)
}

impl<'a> Lowerer<'a> {
    fn new(schema: &'a Schema, diagnostics: &'a mut Diagnostics) -> Self {
        let mut preds: Vec<PredInfo> = Vec::new();
        for p in schema.predicates() {
            let stamp: &[SortId] = if p.role == Role::Event { &[SortId::INT, SortId::INT] } else { &[] };
            preds.push(PredInfo {
                name: p.name.clone(),
                sorts: stamp.iter().chain(&p.args).map(|&s| Some(s)).collect(),
                origin: Origin::Given(p.role),
                span: None,
                of_move: p.role == Role::Move,
            });
        }
        let by_name = preds.iter().enumerate().map(|(i, p)| (p.name.clone(), i)).collect();
        let time = preds.len();
        for name in ["time of the log", "now"] {
            preds.push(PredInfo {
                name: name.into(),
                sorts: vec![Some(SortId::INT); 2],
                origin: Origin::Clock,
                span: None,
                of_move: false,
            });
        }
        Lowerer {
            schema,
            diagnostics,
            preds,
            by_name,
            consts: schema.constants().iter().cloned().collect(),
            weights: Vec::new(),
            weight_by_name: HashMap::new(),
            groups: Vec::new(),
            clauses: Vec::new(),
            rules: Vec::new(),
            rows: Vec::new(),
            horizon: Horizon::Now,
            time,
            now: time + 1,
            fed: Vec::new(),
            failed: false,
        }
    }

    pub(crate) fn report(&mut self, code: &'static str, span: Span, message: String) -> Dropped {
        self.failed = true;
        self.diagnostics.error(code, span, message);
        Dropped
    }

    fn item(&mut self, item: &Item) -> Result<(), Dropped> {
        match item {
            Item::Clause { head, body, span, .. } => {
                let pred = self.resolve(&head.name, Some(head.args.len()), head.span)?;
                let mut scope = Scope::new();
                atom_vars(head, &mut |name, span| {
                    scope.declare(name, span);
                });
                scope.declare_body(body);
                let mut literals = Vec::new();
                let args = self.args(&head.args, &mut scope, &mut literals)?;
                let late = std::mem::take(&mut literals);
                self.body(body, &mut scope, &mut literals)?;
                literals.extend(late);
                let head = Call { pred, args, span: head.span };
                self.clauses.push(Clause { head, body: literals, vars: scope.vars, span: *span });
                Ok(())
            }
            Item::Rule(rule) => self.rule(rule),
            Item::Event { head, window, body, span } => self.event(head, window, body, *span),
            Item::On { event, body, template, until, span } => self.on(event, body, template, until, *span),
            Item::Message { lang, rule, text } => self.message(lang, rule, text),
            Item::Group { .. } | Item::Const { .. } | Item::Word { .. } => Ok(()),
        }
    }

    fn finish(mut self, words: Vec<(String, String, String)>) -> (Program, bool) {
        let sound =
            sorts::infer(self.schema, &mut self.preds, &mut self.clauses, &mut self.rules, self.diagnostics);
        self.failed |= !sound;
        mark_moves(&mut self.preds, &self.clauses);
        let (rules, preds, clauses) = (
            std::mem::take(&mut self.rules),
            std::mem::take(&mut self.preds),
            std::mem::take(&mut self.clauses),
        );
        self.check_claims(&rules, &preds, &clauses);
        (self.rules, self.preds, self.clauses) = (rules, preds, clauses);
        let fed = self.fed;
        for rule in &mut self.rules {
            let mut goal = false;
            let mut event = rule.table.as_ref().is_some_and(|(pred, _)| fed.contains(pred));
            for literal in &rule.body {
                literal.calls(&mut |call, _| {
                    let info = &self.preds[call.pred];
                    rule.of_move |= info.of_move;
                    goal |= info.origin == Origin::Goal;
                    event |= self.by_name.contains_key(&at_name(&info.name));
                });
            }
            if let Some(weight) = rule.weight.as_ref().filter(|_| rule.of_move) {
                weight.weights(&mut |w| self.weights[w].for_moves = true);
            }
            rule.layer = match (event, goal, &rule.table) {
                (true, _, _) => Layer::Event,
                (_, true, _) => Layer::Backward,
                (_, _, Some(_)) => Layer::Template,
                _ => Layer::Forward,
            };
        }
        let program = Program {
            schema: self.schema.clone(),
            preds: self.preds,
            clauses: self.clauses,
            rules: self.rules,
            groups: self.groups,
            weights: self.weights,
            rows: self.rows,
            words,
            horizon: self.horizon,
            time: self.time,
            now: self.now,
        };
        (program, !self.failed)
    }
}

/// Marks the predicates that depend on the move that is judged.
fn mark_moves(preds: &mut [PredInfo], clauses: &[Clause]) {
    loop {
        let mut changed = false;
        for clause in clauses.iter().filter(|c| !preds[c.head.pred].of_move).collect::<Vec<_>>() {
            let mut of_move = false;
            clause.body.iter().for_each(|l| l.calls(&mut |call, _| of_move |= preds[call.pred].of_move));
            if of_move {
                preds[clause.head.pred].of_move = true;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// The hidden predicate that says at which tick an event was recognised.
pub(crate) fn at_name(event: &str) -> String {
    format!("{event}@")
}

/// The hidden predicate that holds the instances of a template.
pub(crate) fn template_name(template: &str) -> String {
    format!("template {template}")
}
