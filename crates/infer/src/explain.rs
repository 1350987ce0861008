//! Explanation by replay: why a fact holds, what a rule saw, and why something does not hold.

use std::cell::Cell;
use std::fmt::{self, Write as _};
use std::rc::Rc;

use game::facts::{Facts, Role, SortId, SortKind};

use crate::ast::{Expr, ExprKind};
use crate::diagnostic::{Diagnostics, Place, Source, Span};
use crate::engine::{Engine, Firing, Verdict};
use crate::exec::{Flow, Machine, View};
use crate::join::{Indexes, Step, Steps, order};
use crate::message::Filling;
use crate::parser::parse_atom;
use crate::program::*;
use crate::prover::{Prover, term};
use crate::relation::Relation;

/// A proof is cut off beyond this many lines.
const MAX_LINES: usize = 400;

/// A question with variables is answered with at most this many proofs.
const MAX_PROOFS: usize = 50;

/// How a line of a proof is justified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The game says so.
    Given,
    /// It follows by a clause from the lines below.
    Derived,
    /// A goal, proved by the lines below.
    Goal,
    /// It was supposed in order to prove a goal.
    Assumed,
    /// It happened: an entry of the log.
    Log,
    /// It is a row of a template's table.
    Table,
    /// It does not hold, as required.
    Absent,
    /// It was computed or compared.
    Computed,
}

impl Ground {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        ["given", "derived", "goal", "assumed", "log", "table", "absent", "computed"][self as usize]
    }
}

/// A proof tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What holds.
    pub text: String,
    /// Why it may be said.
    pub ground: Ground,
    /// The clause that was used.
    pub place: Option<Place>,
    /// What it rests on.
    pub children: Vec<Proof>,
}

impl Proof {
    /// The facts at the leaves, each once.
    pub fn facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        self.leaves(&mut facts);
        facts
    }

    fn leaves(&self, facts: &mut Vec<String>) {
        if matches!(self.ground, Ground::Given | Ground::Log | Ground::Assumed) && !facts.contains(&self.text)
        {
            facts.push(self.text.clone());
        }
        self.children.iter().for_each(|child| child.leaves(facts));
    }

    fn draw(&self, indent: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:indent$}{} [{}", "", self.text, self.ground.name())?;
        if let Some(place) = &self.place {
            write!(f, ", {place}")?;
        }
        writeln!(f, "]")?;
        self.children.iter().try_for_each(|child| child.draw(indent + 2, f))
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(0, f)
    }
}

/// One rule's contribution to a verdict.
#[derive(Clone, Debug)]
pub struct Reason {
    /// The rule.
    pub rule: String,
    /// The part of the knowledge it belongs to.
    pub layer: Layer,
    /// Its points; 0 for a veto.
    pub points: i32,
    /// Whether it forbids the move.
    pub veto: bool,
    /// The rule of the same exclusive group that counts instead; `None` when this one counts.
    pub beaten_by: Option<String>,
    /// The message in the language asked for.
    pub text: String,
    /// Where the rule is written.
    pub place: Place,
    /// The values of its variables.
    pub binding: Vec<(String, String)>,
    /// What each of its conditions rests on.
    pub proof: Vec<Proof>,
}

impl Reason {
    /// The facts that its proof rests on, each once.
    pub fn facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        self.proof.iter().for_each(|p| p.leaves(&mut facts));
        facts
    }
}

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

/// A fact that was derived, in the order of derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// The fact.
    pub text: String,
    /// Where its predicate is defined.
    pub place: Place,
}

/// A question: a predicate with some arguments known.
struct Question {
    pred: Pred,
    args: Vec<Option<i32>>,
}

impl Engine {
    /// Judges a move and gives the reasons, in a language; rules without a message in it use English.
    pub fn explain_move(&mut self, movement: &Facts, lang: &str) -> (Verdict, Vec<Reason>) {
        let verdict = self.judge(movement);
        let reasons = self.reasons(&verdict, lang);
        (verdict, reasons)
    }

    /// Assesses the position and gives the reasons, in a language.
    pub fn explain_position(&mut self, lang: &str) -> (Verdict, Vec<Reason>) {
        let verdict = self.assess();
        let reasons = self.reasons(&verdict, lang);
        (verdict, reasons)
    }

    fn reasons(&self, verdict: &Verdict, lang: &str) -> Vec<Reason> {
        verdict.firings.iter().map(|firing| self.reason(verdict, firing, lang)).collect()
    }

    fn reason(&self, verdict: &Verdict, firing: &Firing, lang: &str) -> Reason {
        let program = &self.kb.program;
        let rule = &program.rules[firing.rule];
        let tracer = Tracer { engine: self, lines: Cell::new(0) };
        Reason {
            rule: rule.name.clone(),
            layer: rule.layer,
            points: firing.points,
            veto: rule.weight.is_none(),
            beaten_by: firing.beaten_by.map(|i| program.rules[verdict.firings[i].rule].name.clone()),
            text: self.message(rule, &firing.env, lang),
            place: self.kb.source.place(rule.span),
            binding: self.binding(&rule.vars, &firing.env, |_| true),
            proof: tracer.body(&rule.body, &rule.vars, &firing.env, &self.solver()),
        }
    }

    fn message(&self, rule: &Rule, env: &[i32], lang: &str) -> String {
        let program = &self.kb.program;
        let find = |lang: &str| rule.messages.iter().find(|(l, _)| l == lang);
        let Some((lang, pattern)) = find(lang).or_else(|| find("en")) else {
            return rule.name.replace('_', " ");
        };
        self.kb.renderer.render(lang, pattern, |name| {
            let Some(v) = rule.vars.iter().position(|v| v.name == name && !v.symbol) else {
                return Filling::Number(0);
            };
            let sort = rule.vars[v].sort.unwrap_or(SortId::INT);
            if program.is_number(sort) {
                return Filling::Number(env[v]);
            }
            let key = program.schema.show(sort, env[v]);
            let translated = program.words.iter().find(|(l, element, _)| l == lang && *element == key);
            let text = translated.map_or_else(|| key.clone(), |(_, _, text)| text.clone());
            Filling::Word { key, text }
        })
    }

    fn binding(&self, vars: &[VarInfo], env: &[i32], bound: impl Fn(Var) -> bool) -> Vec<(String, String)> {
        let shown = vars.iter().enumerate().filter(|(v, info)| info.counts() && bound(*v));
        shown.map(|(v, info)| (info.name.clone(), self.kb.program.show_value(info.sort, env[v]))).collect()
    }

    /// The proofs of a fact, or of all facts that fit a question with variables; none when nothing fits.
    /// Goals are proved. Facts about a move are those of the move considered last.
    ///
    /// # Errors
    /// When the question is not a predicate of the text or the schema with the right arguments.
    pub fn why(&self, question: &str) -> Result<Vec<Proof>, Diagnostics> {
        let question = self.question(question)?;
        let tracer = Tracer { engine: self, lines: Cell::new(0) };
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
        Ok(Tracer { engine: self, lines: Cell::new(0) }.missing(&question, 3))
    }

    /// Why a rule does not fire on the position and the move considered last; `None` for an unknown name.
    pub fn why_not_rule(&self, name: &str) -> Option<WhyNot> {
        let index = self.kb.program.rules.iter().position(|r| r.name == name)?;
        let rule = &self.kb.program.rules[index];
        let tracer = Tracer { engine: self, lines: Cell::new(0) };
        let env = vec![0; rule.vars.len()];
        let bound = vec![false; rule.vars.len()];
        let steps = &self.kb.rule_steps[index];
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

    fn question(&self, text: &str) -> Result<Question, Diagnostics> {
        let mut diagnostics = Diagnostics::new(Source::new("question", text));
        let program = &self.kb.program;
        let Some(atom) = parse_atom(text, &mut diagnostics) else { return Err(diagnostics) };
        let Some(pred) = self.find(&atom.name.text) else {
            let names = program.preds.iter().map(|p| p.name.as_str()).filter(|n| !n.contains(['@', ' ']));
            let near =
                crate::diagnostic::nearest(&atom.name.text, names).map(|n| format!("did you mean `{n}`?"));
            let message = format!("no predicate is called `{}`", atom.name.text);
            diagnostics.error("unknown-predicate", atom.name.span, message).help = near;
            return Err(diagnostics);
        };
        let arity = program.arity(pred);
        if atom.args.len() != arity && !(atom.bare && arity > 0) {
            let message = format!("`{}` takes {arity} arguments, {} given", atom.name.text, atom.args.len());
            diagnostics.error("arity", atom.span, message);
            return Err(diagnostics);
        }
        let mut args = vec![None; arity];
        for (i, (slot, arg)) in args.iter_mut().zip(&atom.args).enumerate() {
            match self.constant(program.preds[pred].sorts[i], arg) {
                Ok(value) => *slot = value,
                Err(message) => {
                    diagnostics.error("unknown-element", arg.span, message);
                    return Err(diagnostics);
                }
            }
        }
        Ok(Question { pred, args })
    }

    /// An argument of a question: `None` for a variable.
    fn constant(&self, sort: Option<SortId>, arg: &Expr) -> Result<Option<i32>, String> {
        let schema = &self.kb.program.schema;
        let element = |word: &str| match &schema.sorts()[sort.unwrap_or(SortId::INT).0 as usize].kind {
            SortKind::Named(names) => names.iter().position(|n| n == word).map(|i| i as i32),
            SortKind::Number(_) => None,
        };
        match &arg.kind {
            ExprKind::Int(n) => Ok(Some(*n)),
            ExprKind::Var(word) => Ok(element(word)),
            ExprKind::Word(word) | ExprKind::Quoted(word) => {
                let number = schema.constants().iter().find(|(n, _)| n == word).map(|(_, v)| *v);
                element(word).or(number).map(Some).ok_or_else(|| format!("no element is called `{word}`"))
            }
            _ => Err("expected an element, a number or a variable".into()),
        }
    }
}

/// A fact as a reader should see it: hidden arguments and names spelled out.
fn show(program: &Program, pred: Pred, row: &[i32]) -> String {
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
struct Tracer<'a> {
    engine: &'a Engine,
    lines: Cell<usize>,
}

impl Tracer<'_> {
    fn program(&self) -> &Program {
        &self.engine.kb.program
    }

    fn full(&self) -> bool {
        self.lines.set(self.lines.get() + 1);
        self.lines.get() > MAX_LINES
    }

    fn place(&self, span: Span) -> Place {
        self.engine.kb.source.place(span)
    }

    fn leaf(&self, text: String, ground: Ground) -> Proof {
        Proof { text, ground, place: None, children: Vec::new() }
    }

    /// The proof of a fact that holds.
    fn fact(&self, pred: Pred, row: &[i32], prover: &Prover<'_>) -> Proof {
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
            let Some((steps, mut env, _)) = self.entered(clause, &known) else { continue };
            let machine = Machine {
                view,
                weights: &kb.weights,
                delta: None,
                before: Some((&stratum.preds, stamp)),
                solver: Some(prover),
            };
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
    fn entered(&self, clause: &Clause, known: &[Option<i32>]) -> Option<(Steps, Vec<i32>, Vec<bool>)> {
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
        let before = bound.clone();
        let mut indexes: Indexes = self.engine.kb.indexes.clone();
        let steps = order(self.program(), &mut indexes, &clause.body, &mut bound, None).ok()?;
        Some((steps, env, before))
    }

    /// What each condition of a body rests on, under a binding that satisfies it.
    fn body(&self, body: &[Literal], vars: &[VarInfo], env: &[i32], prover: &Prover<'_>) -> Vec<Proof> {
        body.iter().filter_map(|literal| self.literal(literal, vars, env, prover)).collect()
    }

    fn literal(
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
    fn written(
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

    fn missing(&self, question: &Question, depth: usize) -> WhyNot {
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
        for clause in kb.program.clauses.iter().filter(|c| c.head.pred == question.pred) {
            let Some((steps, env, bound)) = self.entered(clause, &question.args) else { continue };
            attempts.extend(self.attempt(&clause.body, &clause.vars, clause.span, &steps, env, bound, depth));
        }
        attempts.sort_by_key(|(met, _)| std::cmp::Reverse(*met));
        WhyNot { text, holds, attempts: attempts.into_iter().map(|(_, a)| a).collect() }
    }

    /// How far the steps of a body come, and what stops them; `None` when nothing does.
    #[allow(clippy::too_many_arguments)]
    fn attempt(
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
                mark(&steps[reached - 1].1, &mut bound);
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

/// Marks the variables that a step binds.
fn mark(step: &Step, bound: &mut [bool]) {
    use crate::join::Col;
    let mut columns = |cols: &[Col]| {
        for col in cols {
            if let Col::Free(v) = col {
                bound[*v] = true;
            }
        }
    };
    match step {
        Step::Scan(probe) | Step::Exists(probe) => columns(&probe.cols),
        Step::Goal { cols, .. } => columns(cols),
        Step::Bind { var, .. } => bound[*var] = true,
        Step::Fold(fold) => bound[fold.result] = true,
        Step::Absent(_) | Step::Test { .. } => {}
    }
}
