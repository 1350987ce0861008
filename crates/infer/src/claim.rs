//! Claims: what a rule promises, as something that can be checked on the game tree.

use std::collections::HashSet;

use game::facts::{Facts, PredId, Role};

use crate::ast::ClaimKind;
use crate::diagnostic::Span;
use crate::engine::Engine;
use crate::exec::{Flow, Machine, Solver};
use crate::kb::Kb;
use crate::program::*;

/// Who can do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The mover of the rule.
    Me,
    /// Everybody else, together.
    Opponent,
}

/// How far a claim reaches, counted from the position after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// So many plies.
    Plies(u32),
    /// To the end of the round: where chance acts again, or the game ends.
    Round,
    /// To the end of the game.
    Game,
}

/// What is promised. The pattern F is asked with [`Engine::satisfies`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// The mover wins with best play by all.
    Wins,
    /// The mover loses with best play by all.
    Loses,
    /// The move keeps the value of the position.
    Keeps,
    /// The move literally changes what the rule speaks of.
    Literal,
    /// F holds right after the move.
    Holds {
        /// And it did not before.
        new: bool,
    },
    /// There is a strategy by which F holds at some position up to the end, whatever the others do.
    Can(Who, Until),
    /// There is none.
    Cannot(Who, Until),
    /// F holds at every position up to the end, whatever anybody does.
    Always(Until),
    /// With best play by all until the end the mover is better off by so many points than after the median legal move.
    Gains(i32, Until),
}

/// The claim of a rule that has fired, with the values of its variables.
#[derive(Clone, Debug)]
pub struct Claim {
    /// What is promised.
    pub promise: Promise,
    /// In how many of a hundred cases of chance it has to come true; without it, in all.
    pub likely: Option<u32>,
    /// The claim as it would be written, with its values.
    pub text: String,
    rule: usize,
    env: Vec<i32>,
}

/// The claim of a rule: names resolved, values open.
#[derive(Clone, Debug)]
pub(crate) struct Promised {
    pub(crate) kind: ClaimKind,
    pub(crate) who: Who,
    pub(crate) pattern: Vec<Literal>,
    pub(crate) new: bool,
    pub(crate) until: Until,
    pub(crate) amount: Option<Value>,
    pub(crate) likely: Option<u32>,
    pub(crate) span: Span,
}

impl Promised {
    fn promise(&self, env: &[i32], weights: &[i32]) -> Promise {
        let amount = || self.amount.as_ref().and_then(|value| value.eval(env, weights)).unwrap_or(0);
        match self.kind {
            ClaimKind::Wins => Promise::Wins,
            ClaimKind::Loses => Promise::Loses,
            ClaimKind::Keeps => Promise::Keeps,
            ClaimKind::Literal => Promise::Literal,
            ClaimKind::Holds => Promise::Holds { new: self.new },
            ClaimKind::Can => Promise::Can(self.who, self.until),
            ClaimKind::Cannot => Promise::Cannot(self.who, self.until),
            ClaimKind::Always => Promise::Always(self.until),
            ClaimKind::Gains => Promise::Gains(amount(), self.until),
        }
    }

    /// The claim as it would be written, around its pattern.
    fn written(&self, pattern: &[String], promise: Promise) -> String {
        let pattern = match pattern {
            [one] => one.clone(),
            several => format!("{{ {} }}", several.join(", ")),
        };
        let who = |who: Who| if who == Who::Me { "me" } else { "opponent" };
        let reach = |until: Until, word: &str| match until {
            Until::Plies(n) => format!("{word} {n}"),
            Until::Round => "until end of round".to_string(),
            Until::Game => "until end of game".to_string(),
        };
        let text = match promise {
            Promise::Wins => "wins".to_string(),
            Promise::Loses => "loses".to_string(),
            Promise::Keeps => "keeps".to_string(),
            Promise::Literal => "literal".to_string(),
            Promise::Holds { new } => format!("holds {pattern}{}", if new { " new" } else { "" }),
            Promise::Can(w, until) => format!("can({}, {pattern}, {})", who(w), reach(until, "within")),
            Promise::Cannot(w, until) => format!("cannot({}, {pattern}, {})", who(w), reach(until, "within")),
            Promise::Always(until) => format!("always({pattern}, {})", reach(until, "until")),
            Promise::Gains(points, until) => format!("gains({points}, {})", reach(until, "until")),
        };
        match self.likely {
            Some(percent) => format!("{text} likely({percent})"),
            None => text,
        }
    }
}

impl Claim {
    /// The claim of a rule under a binding of the rule's variables; `None` when the rule has none.
    pub(crate) fn of(engine: &Engine, rule: usize, env: &[i32]) -> Option<Claim> {
        let kb = engine.kb();
        let promised = kb.program.rules[rule].claim.as_ref()?;
        let promise = promised.promise(env, &kb.weights);
        let bound = &kb.claims[rule].bound;
        let pattern = engine.written(&promised.pattern, rule, env, bound);
        let text = promised.written(&pattern, promise);
        Some(Claim { promise, likely: promised.likely, text, rule, env: env.to_vec() })
    }

    /// The rule and its binding.
    pub(crate) fn firing(&self) -> (usize, &[i32]) {
        (self.rule, &self.env)
    }

    /// The same promise as another: same rule, same values.
    pub fn is_same(&self, other: &Claim) -> bool {
        self.rule == other.rule && self.text == other.text
    }
}

/// How the pattern of a rule's claim is asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClaimPlan {
    pub(crate) steps: crate::join::Steps,
    /// The variables that have a value when the rule has fired.
    pub(crate) bound: Vec<bool>,
    /// Everything that the pattern rests on.
    pub(crate) needs: HashSet<Pred>,
}

impl Engine {
    /// Whether the pattern of a claim holds in the position that the engine was given last.
    pub fn satisfies(&self, claim: &Claim) -> bool {
        let kb: &Kb = self.kb();
        let Some(plan) = kb.claims.get(claim.rule) else { return false };
        let prover = self.solver();
        let solver: &dyn Solver = &prover;
        let machine = Machine {
            view: crate::engine::Store::view(&self.store),
            weights: &kb.weights,
            delta: None,
            before: None,
            solver: Some(solver),
        };
        let mut env = claim.env.clone();
        env.resize(kb.program.rules[claim.rule].vars.len(), 0);
        machine.run(&plan.steps, &mut env, &mut |_| Flow::Enough) == Flow::Enough && !crate::budget::is_over()
    }

    /// Takes a position, but derives only what the pattern of a claim rests on, and says whether it holds. Nothing else may be asked of that position.
    pub fn glance(&mut self, facts: &Facts, claim: &Claim) -> bool {
        let kb = self.kb().clone();
        let Some(plan) = kb.claims.get(claim.rule) else { return false };
        self.position_of(facts, &plan.needs);
        self.satisfies(claim)
    }
}

impl Kb {
    /// The rules about moves that have a sentence, and whether each has a claim.
    pub fn spoken_rules(&self) -> impl Iterator<Item = (&str, bool)> {
        let about = self.program.rules.iter().filter(|rule| rule.of_move && !rule.messages.is_empty());
        about.map(|rule| (rule.name.as_str(), rule.claim.is_some()))
    }

    /// Whether a predicate of the schema comes with positions.
    pub(crate) fn is_of_position(&self, pred: Pred) -> bool {
        self.program.preds[pred].origin == Origin::Given(Role::Position)
    }

    /// Whether the facts of a predicate given with positions, written as in proofs, differ between two positions; used by whoever checks `literal`.
    pub fn position_facts(&self, facts: &Facts) -> HashSet<String> {
        let mut shown = HashSet::new();
        for pred in (0..self.program.preds.len()).filter(|&pred| self.is_of_position(pred)) {
            facts.each(PredId(pred as u16), |row| {
                shown.insert(self.program.show_fact(pred, row));
            });
        }
        shown
    }
}
