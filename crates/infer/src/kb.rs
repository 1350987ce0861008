//! A knowledge base: a text, checked against a schema and planned, ready to run.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use game::facts::Schema;

use crate::bits::compile::{self, BackEnd, Choice};
use crate::budget;
use crate::check;
use crate::claim::ClaimPlan;
use crate::diagnostic::{Diagnostics, Place, Source, Span};
use crate::join::{Col, Indexes, Step, Steps, Unsafe, order};
use crate::lower::lower;
use crate::message::Renderer;
use crate::parser::parse;
use crate::parts::arranged;
use crate::program::*;
use crate::strata::{Stratum, stratify};

/// How many nested goals are tried unless the text says `const goal_depth = N.`
const GOAL_DEPTH: usize = 5;

/// The orders in which one clause runs: from scratch, and from new rows of each recursive condition.
#[derive(Clone, Debug)]
pub(crate) struct ClausePlan {
    pub(crate) clause: usize,
    pub(crate) full: Steps,
    /// For each condition on a predicate of its own stratum: its number in the body, the predicate, and the steps that begin with it.
    pub(crate) deltas: Vec<(usize, Pred, Steps)>,
}

/// Goal clauses ordered for a pattern of known arguments.
pub(crate) type GoalPlan = Arc<Vec<(usize, Steps)>>;

/// A clause ordered for a pattern of known arguments; `None` when no order can carry it out.
type ProofPlan = Option<Arc<Steps>>;

/// A loaded text. Cheap to share (`Arc`), never changes while it runs.
#[derive(Debug)]
pub struct Kb {
    pub(crate) program: Program,
    pub(crate) source: Source,
    notes: Diagnostics,
    pub(crate) strata: Vec<(Stratum, Vec<ClausePlan>)>,
    pub(crate) rule_steps: Vec<Steps>,
    /// Whether different bindings of a rule's steps can agree on the variables that count.
    pub(crate) rule_repeats: Vec<bool>,
    /// How the claim of each rule is asked.
    pub(crate) claims: Vec<ClaimPlan>,
    pub(crate) indexes: Indexes,
    goal_plans: Mutex<HashMap<(Pred, u32), Option<GoalPlan>>>,
    /// Clauses ordered for patterns of known arguments, as proofs ask for them.
    proof_plans: Mutex<HashMap<(usize, u32), ProofPlan>>,
    /// What each predicate depends on, itself and indirect dependence included.
    pub(crate) needs: Vec<HashSet<Pred>>,
    pub(crate) renderer: Renderer,
    pub(crate) weights: Vec<i32>,
    pub(crate) goal_depth: usize,
    pub(crate) choices: Vec<Choice>,
}

/// One line of the planner's report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The predicate or rule.
    pub name: String,
    /// Where its first clause is written.
    pub place: Place,
    /// The back end it got.
    pub back_end: BackEnd,
    /// Why.
    pub reason: String,
}

impl Kb {
    /// Checks and plans a text. `name` is what diagnostics call it.
    ///
    /// # Errors
    /// All errors and warnings, when there is at least one error.
    pub fn load(name: &str, text: &str, schema: &Schema) -> Result<Arc<Kb>, Diagnostics> {
        budget::begin();
        let source = Source::new(name, text);
        let mut diagnostics = Diagnostics::new(source.clone());
        let items = parse(text, &mut diagnostics);
        let (program, _) = lower(&items, schema, &mut diagnostics);
        let strata = stratify(&program, &mut diagnostics);
        check::goals(&program, &mut diagnostics);
        let mut planner =
            Planner { program: &program, indexes: Indexes::new(program.preds.len()), diagnostics };
        let strata: Vec<_> = strata.into_iter().map(|s| planner.stratum(s)).collect();
        let (rule_steps, mut claims): (Vec<Steps>, Vec<ClaimPlan>) =
            program.rules.iter().map(|r| planner.rule(r)).unzip();
        let goal_plans = planner.goals(rule_steps.iter().chain(claims.iter().map(|claim| &claim.steps)));
        let Planner { mut indexes, mut diagnostics, .. } = planner;
        if !diagnostics.has_errors() {
            check::warnings(&program, &mut diagnostics);
        }
        diagnostics.sort();
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        indexes.frozen = true;
        let needs = needs(&program);
        for (rule, plan) in program.rules.iter().zip(&mut claims) {
            for literal in rule.claim.iter().flat_map(|claim| &claim.pattern) {
                literal.calls(&mut |call, _| plan.needs.extend(needs[call.pred].iter().copied()));
            }
        }
        let choices = compile::choose(&program, &strata);
        let goal_depth = check::constant(&items, "goal_depth").unwrap_or(GOAL_DEPTH).clamp(1, 64);
        let weights = program.weights.iter().map(|w| w.value).collect();
        let rule_repeats = program.rules.iter().map(repeats).collect();
        Ok(Arc::new(Kb {
            program,
            source,
            notes: diagnostics,
            strata,
            rule_steps,
            rule_repeats,
            claims,
            indexes,
            goal_plans: Mutex::new(goal_plans),
            proof_plans: Mutex::default(),
            needs,
            renderer: Renderer::default(),
            weights,
            goal_depth,
            choices,
        }))
    }

    /// A rule or predicate with its place, for whoever has to name it.
    pub(crate) fn place_of(&self, name: &str, span: Span) -> String {
        format!("`{name}` ({})", self.source.place(span))
    }

    /// Warnings about the text.
    pub fn warnings(&self) -> &Diagnostics {
        &self.notes
    }

    /// The schema it was loaded against.
    pub fn schema(&self) -> &Schema {
        &self.program.schema
    }

    /// What the text is called.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// Whether any rule gives points to positions, rather than to moves.
    pub fn judges_positions(&self) -> bool {
        self.program.rules.iter().any(|rule| !rule.of_move)
    }

    /// The names of the rules with their layers, in the order of the text.
    pub fn rules(&self) -> impl Iterator<Item = (&str, Layer)> {
        self.program.rules.iter().map(|r| (r.name.as_str(), r.layer))
    }

    /// The numbers that a tuner may change, with their present values.
    pub fn weights(&self) -> Vec<Weight> {
        let mut weights = self.program.weights.clone();
        weights.iter_mut().zip(&self.weights).for_each(|(w, &value)| w.value = value);
        weights
    }

    /// The same knowledge with other weights, given in the order of [`Kb::weights`].
    pub fn with_weights(self: &Arc<Kb>, values: &[i32]) -> Arc<Kb> {
        let mut weights = self.weights.clone();
        weights.iter_mut().zip(values).for_each(|(w, &v)| *w = v);
        let goal_plans = self.goal_plans.lock().unwrap_or_else(|p| p.into_inner()).clone();
        Arc::new(Kb {
            program: self.program.clone(),
            source: self.source.clone(),
            notes: self.notes.clone(),
            strata: self.strata.clone(),
            rule_steps: self.rule_steps.clone(),
            rule_repeats: self.rule_repeats.clone(),
            claims: self.claims.clone(),
            indexes: self.indexes.clone(),
            goal_plans: Mutex::new(goal_plans),
            proof_plans: Mutex::default(),
            needs: self.needs.clone(),
            renderer: Renderer::default(),
            weights,
            goal_depth: self.goal_depth,
            choices: self.choices.clone(),
        })
    }

    /// The text with the present weights in place of those it was written with.
    pub fn text(&self) -> String {
        let written = self.source.text();
        let mut weights: Vec<(Span, i32)> =
            self.program.weights.iter().zip(&self.weights).map(|(w, &value)| (w.span, value)).collect();
        weights.sort_by_key(|(span, _)| span.start);
        let (mut text, mut copied) = (String::with_capacity(written.len()), 0);
        for (span, value) in weights {
            text += &written[copied..span.start as usize];
            text += &value.to_string();
            copied = span.end as usize;
        }
        text + &written[copied..]
    }

    /// Which back end each derived predicate and each rule got, and why.
    pub fn plan(&self) -> Vec<Planned> {
        self.choices
            .iter()
            .map(|c| Planned {
                name: c.name.clone(),
                place: self.source.place(c.span),
                back_end: c.back_end,
                reason: c.reason.clone(),
            })
            .collect()
    }

    /// The rules that have no message in a language.
    pub fn untranslated(&self, lang: &str) -> Vec<&str> {
        let missing = |r: &&Rule| !r.messages.iter().any(|(l, _)| l == lang);
        self.program.rules.iter().filter(missing).map(|r| r.name.as_str()).collect()
    }

    /// The order of a goal's clauses for a pattern of known arguments; `None` when there is none.
    pub(crate) fn goal_plan(&self, pred: Pred, known: u32) -> Option<GoalPlan> {
        let mut plans = self.goal_plans.lock().unwrap_or_else(|p| p.into_inner());
        plans
            .entry((pred, known))
            .or_insert_with(|| {
                let mut indexes = self.indexes.clone();
                plan_goal(&self.program, &mut indexes, pred, known).ok().map(Arc::new)
            })
            .clone()
    }

    /// The conditions of a rule one after the other, as whoever asks where it fails wants them.
    pub(crate) fn rule_plan(&self, rule: usize) -> Option<Steps> {
        let rule = &self.program.rules[rule];
        order(&self.program, &mut self.indexes.clone(), &rule.body, &mut vec![false; rule.vars.len()], None)
            .ok()
    }

    /// The order of a clause's conditions for a pattern of known arguments of its head; `None` when there is none.
    pub(crate) fn proof_plan(&self, clause: usize, known: u32) -> Option<Arc<Steps>> {
        let mut plans = self.proof_plans.lock().unwrap_or_else(|p| p.into_inner());
        plans
            .entry((clause, known))
            .or_insert_with(|| {
                let clause = &self.program.clauses[clause];
                let mut bound = entered(clause, known);
                let mut indexes = self.indexes.clone();
                order(&self.program, &mut indexes, &clause.body, &mut bound, None).ok().map(Arc::new)
            })
            .clone()
    }
}

/// The variables of a clause that have a value when these arguments of its head are known.
fn entered(clause: &Clause, known: u32) -> Vec<bool> {
    let mut bound = vec![false; clause.vars.len()];
    for (i, arg) in clause.head.args.iter().enumerate() {
        if let Term::Var(v) = arg
            && known & (1 << i) != 0
        {
            bound[*v] = true;
        }
    }
    bound
}

fn repeats(rule: &Rule) -> bool {
    let mut repeats = false;
    for literal in &rule.body {
        match literal {
            Literal::Holds(call) | Literal::Assume { goal: call, .. } => {
                repeats |= call.args.iter().any(|a| match a {
                    Term::Any => true,
                    Term::Var(v) => !rule.counted.contains(v),
                    Term::Const(_) => false,
                });
            }
            _ => {}
        }
    }
    repeats
}

fn needs(program: &Program) -> Vec<HashSet<Pred>> {
    let mut direct: Vec<HashSet<Pred>> = vec![HashSet::new(); program.preds.len()];
    for clause in &program.clauses {
        let mine = &mut direct[clause.head.pred];
        clause.body.iter().for_each(|l| {
            l.calls(&mut |call, _| {
                mine.insert(call.pred);
            });
        });
    }
    let reach = |pred: Pred| {
        let mut seen = HashSet::from([pred]);
        let mut open = vec![pred];
        while let Some(at) = open.pop() {
            open.extend(direct[at].iter().filter(|&&next| seen.insert(next)));
        }
        seen
    };
    (0..program.preds.len()).map(reach).collect()
}

/// Orders the clauses of a goal; on failure the clause and what it lacks.
fn plan_goal(
    program: &Program,
    indexes: &mut Indexes,
    pred: Pred,
    known: u32,
) -> Result<Vec<(usize, Steps)>, (usize, Unsafe)> {
    let mut plans = Vec::new();
    for (c, clause) in program.clauses.iter().enumerate().filter(|(_, c)| c.head.pred == pred) {
        let mut bound = entered(clause, known);
        let steps = order(program, indexes, &clause.body, &mut bound, None).map_err(|e| (c, e))?;
        let open = clause.head.args.iter().find_map(|arg| match arg {
            Term::Var(v) if !bound[*v] => Some(Some(*v)),
            Term::Any => Some(None),
            _ => None,
        });
        if let Some(var) = open {
            return Err((c, Unsafe { literal: usize::MAX, var }));
        }
        plans.push((c, arranged(steps, &clause.head.vars())));
    }
    Ok(plans)
}

struct Planner<'a> {
    program: &'a Program,
    indexes: Indexes,
    diagnostics: Diagnostics,
}

impl Planner<'_> {
    fn unsafe_body(&mut self, error: &Unsafe, body: &[Literal], vars: &[VarInfo], at: Span) {
        let span = body.get(error.literal).map_or(at, Literal::span);
        match error.var.map(|v| &vars[v]) {
            Some(var) if var.counts() => {
                let message = format!("nothing gives variable `{}` a value", var.name);
                self.diagnostics.error("unsafe", span, message).help =
                    Some(format!("add a condition that binds `{}`, such as a predicate", var.name));
            }
            _ => {
                let message = "a value is needed here, but nothing gives it".into();
                self.diagnostics.error("unsafe", span, message);
            }
        }
    }

    fn stratum(&mut self, stratum: Stratum) -> (Stratum, Vec<ClausePlan>) {
        let mut plans = Vec::new();
        for &c in &stratum.clauses {
            let clause = &self.program.clauses[c];
            if self.is_over(&clause.body, clause.span) {
                break;
            }
            let mut bound = vec![false; clause.vars.len()];
            let full = match order(self.program, &mut self.indexes, &clause.body, &mut bound, None) {
                Ok(full) => arranged(full, &clause.head.vars()),
                Err(error) => {
                    self.unsafe_body(&error, &clause.body, &clause.vars, clause.span);
                    continue;
                }
            };
            let open = clause.head.args.iter().find_map(|arg| match arg {
                Term::Var(v) if !bound[*v] => Some(Some(*v)),
                Term::Any => Some(None),
                _ => None,
            });
            if let Some(var) = open {
                let error = Unsafe { literal: usize::MAX, var };
                self.unsafe_body(&error, &clause.body, &clause.vars, clause.head.span);
                continue;
            }
            let mut deltas = Vec::new();
            for (i, literal) in clause.body.iter().enumerate().filter(|_| stratum.recursive) {
                if let Literal::Holds(call) = literal
                    && stratum.preds.contains(&call.pred)
                {
                    let mut bound = vec![false; clause.vars.len()];
                    match order(self.program, &mut self.indexes, &clause.body, &mut bound, Some(i)) {
                        Ok(steps) => deltas.push((i, call.pred, arranged(steps, &clause.head.vars()))),
                        Err(error) => self.unsafe_body(&error, &clause.body, &clause.vars, clause.span),
                    }
                }
            }
            plans.push(ClausePlan { clause: c, full, deltas });
        }
        (stratum, plans)
    }

    /// Pays for the ordering of a body; whether there is nothing left to pay with, which is an error at that place.
    fn is_over(&mut self, body: &[Literal], span: Span) -> bool {
        let paid = !budget::steps(body.len() * body.len() * body.len());
        if !paid && !self.diagnostics.has_errors() {
            self.diagnostics.error("extent", span, "the text takes too long to plan; given up here".into());
        }
        !paid
    }

    fn rule(&mut self, rule: &Rule) -> (Steps, ClaimPlan) {
        if self.is_over(&rule.body, rule.span) {
            return (Steps::new(), ClaimPlan::default());
        }
        let mut bound = vec![false; rule.vars.len()];
        let steps = match order(self.program, &mut self.indexes, &rule.body, &mut bound, None) {
            Ok(steps) => arranged(steps, &rule.counted),
            Err(error) => {
                self.unsafe_body(&error, &rule.body, &rule.vars, rule.span);
                return (Steps::new(), ClaimPlan::default());
            }
        };
        let mut lacking = None;
        if let Some(weight) = &rule.weight {
            weight.vars(&mut |v| lacking = lacking.or((!bound[v]).then_some(v)));
        }
        for (_, pattern) in &rule.messages {
            for name in pattern.vars() {
                let var = rule.vars.iter().position(|v| v.name == name && !v.symbol);
                lacking = lacking.or(var.filter(|&v| !bound[v]));
            }
        }
        let lacking = lacking.or(rule.counted.iter().copied().find(|&v| !bound[v]));
        if let Some(var) = lacking {
            let error = Unsafe { literal: usize::MAX, var: Some(var) };
            self.unsafe_body(&error, &rule.body, &rule.vars, rule.vars[var].span);
        }
        let claim = self.claim(rule, bound);
        (steps, claim)
    }

    /// Orders the pattern of a rule's claim, given what the rule has bound.
    fn claim(&mut self, rule: &Rule, bound: Vec<bool>) -> ClaimPlan {
        let Some(claim) = &rule.claim else { return ClaimPlan::default() };
        let mut after = bound.clone();
        let steps = match order(self.program, &mut self.indexes, &claim.pattern, &mut after, None) {
            Ok(steps) => arranged(steps, &[]),
            Err(error) => {
                self.unsafe_body(&error, &claim.pattern, &rule.vars, claim.span);
                Steps::new()
            }
        };
        if let Some(amount) = &claim.amount {
            let mut lacking = None;
            amount.vars(&mut |v| lacking = lacking.or((!bound[v]).then_some(v)));
            if let Some(var) = lacking {
                let error = Unsafe { literal: usize::MAX, var: Some(var) };
                self.unsafe_body(&error, &[], &rule.vars, claim.span);
            }
        }
        ClaimPlan { steps, bound, needs: HashSet::new() }
    }

    /// Plans every goal for the patterns of known arguments in which rules and other goals call it.
    fn goals<'s>(
        &mut self,
        rule_steps: impl Iterator<Item = &'s Steps>,
    ) -> HashMap<(Pred, u32), Option<GoalPlan>> {
        let mut plans: HashMap<(Pred, u32), Option<GoalPlan>> = HashMap::new();
        let mut wanted: Vec<(Pred, u32)> = Vec::new();
        rule_steps.for_each(|steps| called(steps, &mut wanted));
        let all = (0..self.program.preds.len()).filter(|&p| self.program.is_goal(p));
        let mut uncalled: Vec<(Pred, u32)> = all.map(|p| (p, (1 << self.program.arity(p)) - 1)).collect();
        loop {
            let Some((pred, known)) = wanted.pop().or_else(|| uncalled.pop()) else { return plans };
            if plans.contains_key(&(pred, known)) {
                continue;
            }
            match plan_goal(self.program, &mut self.indexes, pred, known) {
                Ok(plan) => {
                    plan.iter().for_each(|(_, steps)| called(steps, &mut wanted));
                    plans.insert((pred, known), Some(Arc::new(plan)));
                }
                Err((c, error)) => {
                    let clause = &self.program.clauses[c];
                    self.unsafe_body(&error, &clause.body, &clause.vars, clause.head.span);
                    plans.insert((pred, known), None);
                }
            }
        }
    }
}

fn called(steps: &Steps, wanted: &mut Vec<(Pred, u32)>) {
    for (_, step) in steps {
        match step {
            Step::Goal { pred, cols, .. } => {
                let known = cols.iter().enumerate().fold(0, |mask, (i, col)| match col {
                    Col::Const(_) | Col::Bound(_) => mask | 1 << i,
                    _ => mask,
                });
                wanted.push((*pred, known));
            }
            Step::Fold(fold) => fold.parts.iter().for_each(|part| called(&part.steps, wanted)),
            Step::Once(steps) => called(steps, wanted),
            _ => {}
        }
    }
}
