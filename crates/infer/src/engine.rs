//! The tuple engine: derives everything that follows from a position, then judges moves.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use game::facts::{EventLog, Facts, PredId, Role};

use crate::budget;
use crate::exec::{Flow, Machine, Solver, View};
use crate::kb::{ClausePlan, Kb};
use crate::program::*;
use crate::prover::{Memo, Prover};
use crate::relation::Relation;
use crate::size;
use crate::strata::Stratum;

/// Derivation stops when a position has this many facts: a recursion through arithmetic has no end.
const MAX_ROWS: usize = 1 << 17;

/// Relations that can be read and added to.
pub(crate) trait Store {
    fn view(&self) -> View<'_>;
    fn get_mut(&mut self, pred: Pred) -> &mut Relation;
}

/// All relations of a position.
pub(crate) struct Whole(pub(crate) Vec<Relation>);

impl Store for Whole {
    fn view(&self) -> View<'_> {
        View { base: &self.0, over: None }
    }

    fn get_mut(&mut self, pred: Pred) -> &mut Relation {
        &mut self.0[pred]
    }
}

/// Runs one stratum to its fixpoint; false when it had to be stopped.
///
/// Rows of a relation are never removed or moved while it is derived, so "what the last round has added" is a range of row numbers: `low` to `high`,
/// one pair for each predicate of the stratum. A binding that is new must use a new row in at least one of its recursive conditions; each of
/// them has a plan of its own that begins there ([`ClausePlan::deltas`]) and looks at all rows in the others. A binding with several new rows is
/// found several times, and inserting it again does nothing.
pub(crate) fn derive(
    kb: &Kb,
    store: &mut dyn Store,
    stratum: &Stratum,
    plans: &[ClausePlan],
    stamp: &mut u32,
    buffer: &mut Vec<i32>,
) -> bool {
    let mut env = Vec::new();
    let mut rows = 0;
    // A clause that needs facts of its own stratum derives nothing before the others have.
    for plan in plans.iter().filter(|plan| plan.deltas.is_empty()) {
        rows += apply(kb, store, plan.clause, &plan.full, None, stamp, buffer, &mut env);
    }
    if !stratum.recursive {
        return true;
    }
    let mut low: Vec<u32> = vec![0; stratum.preds.len()];
    loop {
        let high: Vec<u32> = stratum.preds.iter().map(|&p| store.view().get(p).len() as u32).collect();
        if low == high {
            return true;
        }
        for plan in plans {
            for (literal, pred, steps) in &plan.deltas {
                let at = stratum.preds.iter().position(|p| p == pred).expect("a predicate of the stratum");
                if low[at] == high[at] {
                    continue;
                }
                let delta = Some((*literal, low[at], high[at]));
                rows += apply(kb, store, plan.clause, steps, delta, stamp, buffer, &mut env);
                if rows > MAX_ROWS || budget::is_over() {
                    return false;
                }
            }
        }
        low = high;
    }
}

/// Runs one clause and adds what it derives; returns how many rows were new.
#[allow(clippy::too_many_arguments)]
fn apply(
    kb: &Kb,
    store: &mut dyn Store,
    clause: usize,
    steps: &crate::join::Steps,
    delta: Option<(usize, u32, u32)>,
    stamp: &mut u32,
    buffer: &mut Vec<i32>,
    env: &mut Vec<i32>,
) -> usize {
    let clause = &kb.program.clauses[clause];
    *stamp += 1;
    // The relation that is added to may be one that is read, so what is found waits in the buffer.
    buffer.clear();
    env.clear();
    env.resize(clause.vars.len(), 0);
    let mut found = 0usize;
    let view = store.view();
    let better = size::better(kb, view, steps, || size::Body {
        conditions: &clause.body,
        bound: vec![false; clause.vars.len()],
        first: delta.map(|(literal, ..)| literal),
        wanted: clause.head.vars(),
    });
    let machine = Machine { view, weights: &kb.weights, delta, before: None, solver: None };
    machine.run(better.as_ref().unwrap_or(steps), env, &mut |env| {
        found += 1;
        buffer.extend(clause.head.args.iter().map(|arg| match arg {
            Term::Var(v) => env[*v],
            Term::Const(n) => *n,
            Term::Any => 0,
        }));
        if found > MAX_ROWS { Flow::Enough } else { Flow::More }
    });
    budget::blame(|| kb.place_of(&kb.program.preds[clause.head.pred].name, clause.span));
    let relation = store.get_mut(clause.head.pred);
    let arity = clause.head.args.len();
    if arity == 0 {
        return usize::from(found > 0 && relation.insert(&[], *stamp));
    }
    let new = buffer.chunks_exact(arity).filter(|row| relation.insert(row, *stamp)).count();
    budget::add_rows(new);
    budget::blame(|| kb.place_of(&kb.program.preds[clause.head.pred].name, clause.span));
    new
}

/// A rule that has fired: which one, with what binding, for how many points.
#[derive(Clone, Debug)]
pub(crate) struct Firing {
    pub(crate) rule: usize,
    pub(crate) env: Vec<i32>,
    pub(crate) points: i32,
    /// The firing of the same exclusive group that counts instead of this one.
    pub(crate) beaten_by: Option<usize>,
}

/// What the rules say about a move or a position.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The sum of the points that count.
    pub points: i32,
    /// Whether a veto has fired.
    pub vetoed: bool,
    pub(crate) firings: Vec<Firing>,
}

impl Verdict {
    /// The rules of its firings, in the order of the reasons, as places in [`Kb::rules`].
    pub fn firing_rules(&self) -> Vec<usize> {
        self.firings.iter().map(|firing| firing.rule).collect()
    }

    /// The rules with a firing that counts, each once, as places in [`Kb::rules`].
    pub fn rules(&self) -> Vec<usize> {
        let counting = self.firings.iter().filter(|firing| firing.beaten_by.is_none());
        let mut rules: Vec<usize> = counting.map(|firing| firing.rule).collect();
        rules.dedup();
        rules
    }
}

/// Runs a knowledge base on positions, one after the other. Make one per thread and keep it.
pub struct Engine {
    pub(crate) kb: Arc<Kb>,
    pub(crate) store: Whole,
    pub(crate) memo: RefCell<Memo>,
    /// How many runs of clauses there have been for this position; rows are stamped with it.
    stamp: u32,
    /// The same before any move was considered, for moves to begin at.
    position_stamp: u32,
    /// The rows that the position alone has.
    position_rows: u64,
    buffer: Vec<i32>,
    complete: bool,
    /// Some rule looks at the log; if none does, nobody has to load it.
    uses_log: bool,
    /// Predicates refilled with every position, and with every move.
    of_position: Vec<Pred>,
    of_move: Vec<Pred>,
}

impl Engine {
    /// An engine without a position.
    pub fn new(kb: Arc<Kb>) -> Self {
        let program = &kb.program;
        let mut relations: Vec<Relation> =
            (0..program.preds.len()).map(|p| Relation::new(program.arity(p), kb.indexes.of(p))).collect();
        let (mut of_position, mut of_move) = (Vec::new(), Vec::new());
        for (pred, info) in program.preds.iter().enumerate() {
            if info.origin == Origin::Given(Role::Static) {
                program.schema.statics().each(PredId(pred as u16), |row| {
                    relations[pred].insert(row, 0);
                });
            } else if info.of_move {
                of_move.push(pred);
            } else {
                of_position.push(pred);
            }
        }
        let mut uses_log = false;
        for clause in &program.clauses {
            for literal in &clause.body {
                literal.calls(&mut |call, _| {
                    let origin = program.preds[call.pred].origin;
                    uses_log |= matches!(origin, Origin::Clock | Origin::Given(Role::Event));
                });
            }
        }
        Engine {
            kb,
            store: Whole(relations),
            memo: RefCell::default(),
            stamp: 0,
            position_stamp: 0,
            position_rows: 0,
            buffer: Vec::new(),
            complete: true,
            uses_log,
            of_position,
            of_move,
        }
    }

    /// The knowledge it runs.
    pub fn kb(&self) -> &Arc<Kb> {
        &self.kb
    }

    /// Takes a position and derives all that follows from it. Facts must be of the knowledge base's schema.
    pub fn position(&mut self, facts: &Facts, log: &EventLog) {
        budget::begin();
        self.memo.borrow_mut().clear();
        self.complete = true;
        self.stamp = 0;
        for &pred in &self.of_position {
            self.store.0[pred].clear();
        }
        self.forget_move();
        for (pred, info) in self.kb.program.preds.iter().enumerate() {
            if info.origin == Origin::Given(Role::Position) {
                let relation = &mut self.store.0[pred];
                facts.each(PredId(pred as u16), |row| {
                    relation.insert(row, 0);
                });
            }
        }
        for (pred, row) in &self.kb.program.rows {
            self.store.0[*pred].insert(row, 0);
        }
        if self.uses_log {
            self.load_log(log);
        }
        self.run_strata(false);
        self.position_stamp = self.stamp;
        self.position_rows = budget::rows();
    }

    /// Takes a position and derives only these predicates. What they rest on must be among them.
    pub(crate) fn position_of(&mut self, facts: &Facts, wanted: &HashSet<Pred>) {
        budget::begin();
        self.memo.borrow_mut().clear();
        self.complete = true;
        self.stamp = 0;
        for &pred in &self.of_position {
            self.store.0[pred].clear();
        }
        self.forget_move();
        let kb = self.kb.clone();
        for &pred in wanted.iter().filter(|&&pred| kb.is_of_position(pred)) {
            let relation = &mut self.store.0[pred];
            facts.each(PredId(pred as u16), |row| {
                relation.insert(row, 0);
            });
        }
        for (pred, row) in kb.program.rows.iter().filter(|(pred, _)| wanted.contains(pred)) {
            self.store.0[*pred].insert(row, 0);
        }
        for (stratum, plans) in kb.strata.iter().filter(|(s, _)| !s.of_move) {
            if stratum.preds.iter().any(|pred| wanted.contains(pred)) {
                self.complete &=
                    derive(&kb, &mut self.store, stratum, plans, &mut self.stamp, &mut self.buffer);
            }
        }
        self.position_stamp = self.stamp;
    }

    /// Fills the relations of the log, whose rows begin with the number of the move and the round, and the clock: `now`, and as many ticks of the
    /// past as the rules look at events of.
    fn load_log(&mut self, log: &EventLog) {
        let program = &self.kb.program;
        let mut ticks: Vec<(u32, u32)> = Vec::new();
        let mut row = Vec::new();
        for event in &log.events {
            let pred = event.predicate.0 as usize;
            if program.preds.get(pred).is_none_or(|p| p.origin != Origin::Given(Role::Event)) {
                continue;
            }
            row.clear();
            row.extend([event.number as i32, event.round as i32]);
            row.extend_from_slice(&event.args);
            if row.len() == program.arity(pred) {
                self.store.0[pred].insert(&row, 0);
            }
            if ticks.last() != Some(&(event.number, event.round)) {
                ticks.push((event.number, event.round));
            }
        }
        let number = ticks.last().map_or(0, |t| t.0);
        let now = (number, log.round.max(ticks.last().map_or(0, |t| t.1)));
        let wanted = |&(_, round): &(u32, u32)| match program.horizon {
            Horizon::Now => false,
            Horizon::Round => round == now.1,
            Horizon::Game => true,
        };
        let (time, present) = (program.time, program.now);
        for tick in ticks.into_iter().filter(wanted).chain([now]) {
            self.store.0[time].insert(&[tick.0 as i32, tick.1 as i32], 0);
        }
        self.store.0[present].insert(&[now.0 as i32, now.1 as i32], 0);
    }

    fn run_strata(&mut self, of_move: bool) {
        let kb = self.kb.clone();
        for (stratum, plans) in kb.strata.iter().filter(|(s, _)| s.of_move == of_move) {
            self.complete &= derive(&kb, &mut self.store, stratum, plans, &mut self.stamp, &mut self.buffer);
        }
    }

    fn forget_move(&mut self) {
        for &pred in &self.of_move {
            self.store.0[pred].clear();
        }
    }

    /// Whether everything could be derived; false when a recursion without end was cut short, or it cost too much.
    pub fn is_complete(&self) -> bool {
        self.complete && !budget::is_over()
    }

    /// Makes a move the one that is judged: derives what follows from it. The last position stays.
    pub fn consider(&mut self, movement: &Facts) {
        self.forget_move();
        self.stamp = self.position_stamp;
        budget::back_to(self.position_rows);
        for &pred in &self.of_move {
            if self.kb.program.preds[pred].origin == Origin::Given(Role::Move) {
                let relation = &mut self.store.0[pred];
                movement.each(PredId(pred as u16), |row| {
                    relation.insert(row, 0);
                });
            }
        }
        self.run_strata(true);
    }

    /// What the rules about moves say of a move.
    pub fn judge(&mut self, movement: &Facts) -> Verdict {
        self.consider(movement);
        self.fire(true)
    }

    /// What the rules about positions say of the position.
    pub fn assess(&mut self) -> Verdict {
        self.fire(false)
    }

    /// The points of the position, counting instead of listing where that is possible.
    pub fn score(&mut self) -> i32 {
        let kb = self.kb.clone();
        let rules = kb.program.rules.iter().enumerate().filter(|(_, r)| !r.of_move);
        if rules.clone().any(|(_, r)| r.group.is_some()) {
            return self.fire(false).points;
        }
        let mut points = 0i32;
        for (i, rule) in rules {
            match (rule.counts, &rule.weight) {
                (Some(pred), Some(Value::Weight(w))) if !kb.program.is_goal(pred) => {
                    let count = self.store.0[pred].len() as i32;
                    points = points.saturating_add(kb.weights[*w].saturating_mul(count));
                }
                _ => self.each_firing(i, &mut |_, p| points = points.saturating_add(p)),
            }
        }
        points
    }

    pub(crate) fn solver(&self) -> Prover<'_> {
        Prover {
            kb: &self.kb,
            base: &self.store.0,
            memo: &self.memo,
            depth: self.kb.goal_depth,
            assumed: Rc::default(),
        }
    }

    /// Calls `found` with the binding and the points of each firing of a rule.
    fn each_firing(&self, index: usize, found: &mut dyn FnMut(&[i32], i32)) {
        let kb = &self.kb;
        let rule = &kb.program.rules[index];
        let prover = self.solver();
        let solver: &dyn Solver = &prover;
        let machine = Machine {
            view: self.store.view(),
            weights: &kb.weights,
            delta: None,
            before: None,
            solver: Some(solver),
        };
        let (steps, view) = (&kb.rule_steps[index], self.store.view());
        let better = size::better(kb, view, steps, || size::Body {
            conditions: &rule.body,
            bound: vec![false; rule.vars.len()],
            first: None,
            wanted: rule.counted.clone(),
        });
        let mut env = vec![0; rule.vars.len()];
        let mut seen: HashSet<Vec<i32>> = HashSet::new();
        machine.run(better.as_ref().unwrap_or(steps), &mut env, &mut |env| {
            if kb.rule_repeats[index] {
                let key: Vec<i32> = rule.counted.iter().map(|&v| env[v]).collect();
                if !seen.insert(key) {
                    return Flow::More;
                }
            }
            if budget::add_rows(1) {
                return Flow::Enough;
            }
            let points = match &rule.weight {
                None => Some(0),
                Some(weight) => weight.eval(env, &kb.weights),
            };
            if let Some(points) = points {
                found(env, points);
            }
            Flow::More
        });
        budget::blame(|| kb.place_of(&rule.name, rule.span));
    }

    fn fire(&self, of_move: bool) -> Verdict {
        let kb = self.kb.clone();
        let mut verdict = Verdict::default();
        for (i, rule) in kb.program.rules.iter().enumerate().filter(|(_, r)| r.of_move == of_move) {
            let start = verdict.firings.len();
            self.each_firing(i, &mut |env, points| {
                let firing = Firing { rule: i, env: env.to_vec(), points, beaten_by: None };
                verdict.firings.push(firing);
            });
            // The order in which rows were found is of no interest to a reader.
            verdict.firings[start..].sort_by(|a, b| {
                rule.counted.iter().map(|&v| a.env[v]).cmp(rule.counted.iter().map(|&v| b.env[v]))
            });
            verdict.vetoed |= rule.weight.is_none() && verdict.firings.len() > start;
        }
        exclude(&kb, &mut verdict.firings);
        let counting = verdict.firings.iter().filter(|f| f.beaten_by.is_none());
        verdict.points = counting.fold(0i32, |sum, f| sum.saturating_add(f.points));
        verdict
    }

    /// How many facts a predicate has now, by name; for reports and tests.
    pub fn count(&self, predicate: &str) -> Option<usize> {
        Some(self.store.0[self.find(predicate)?].len())
    }

    /// The facts of a predicate, sorted; for reports and tests.
    pub fn rows(&self, predicate: &str) -> Option<Vec<Vec<i32>>> {
        let mut rows: Vec<Vec<i32>> =
            self.store.0[self.find(predicate)?].rows().map(<[i32]>::to_vec).collect();
        rows.sort();
        Some(rows)
    }

    pub(crate) fn find(&self, predicate: &str) -> Option<Pred> {
        self.kb.program.preds.iter().position(|p| p.name == predicate)
    }
}

/// Lets only one firing, or the firings of one rule, of each exclusive group count.
fn exclude(kb: &Kb, firings: &mut [Firing]) {
    for (g, group) in kb.program.groups.iter().enumerate() {
        let members: Vec<usize> =
            (0..firings.len()).filter(|&i| kb.program.rules[firings[i].rule].group == Some(g)).collect();
        let best = members.iter().copied().reduce(|best, i| {
            let greater = firings[i].points.unsigned_abs() > firings[best].points.unsigned_abs();
            if greater && !group.first { i } else { best }
        });
        let Some(best) = best else { continue };
        for i in members {
            let counts = i == best || (group.first && firings[i].rule == firings[best].rule);
            firings[i].beaten_by = (!counts).then_some(best);
        }
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("rules", &self.kb.program.rules.len()).finish_non_exhaustive()
    }
}

/// Relations that follow from suppositions, laid over those of the position.
pub(crate) struct Overlay<'a> {
    pub(crate) base: &'a [Relation],
    pub(crate) over: Vec<Option<Relation>>,
}

impl Store for Overlay<'_> {
    fn view(&self) -> View<'_> {
        View { base: self.base, over: Some(&self.over) }
    }

    fn get_mut(&mut self, pred: Pred) -> &mut Relation {
        let base = self.base;
        self.over[pred].get_or_insert_with(|| base[pred].clone())
    }
}

/// Suppositions in a fixed order, so that the order in which they were made does not matter.
pub(crate) type Assumed = Rc<Vec<(Pred, Vec<i32>)>>;

/// Relations by supposition.
pub(crate) type Models = HashMap<Assumed, Rc<Vec<Option<Relation>>>>;
