//! Claims: their names looked up, their variables tied to those of the rule.

use std::collections::HashMap;

use super::scope::{Scope, direct_vars};
use super::{Dropped, Lowerer};
use crate::ast::{ClaimEnd, ClaimKind, ClaimSaid};
use crate::claim::{Promised, Until, Who};
use crate::diagnostic::nearest;
use crate::program::*;

/// No claim reaches further than this many plies: nothing could check it.
const FARTHEST: i32 = 64;

impl Lowerer<'_> {
    /// What a rule promises. `scope` has the variables of the rule; those that only the claim has must begin with `_`.
    pub(super) fn claim(&mut self, claim: &ClaimSaid, scope: &mut Scope) -> Result<Promised, Dropped> {
        self.claim_variables(claim, scope)?;
        let mut pattern = Vec::new();
        scope.levels.push(HashMap::new());
        scope.declare_body(&claim.pattern);
        let lowered = self.body(&claim.pattern, scope, &mut pattern);
        scope.levels.pop();
        lowered?;
        let mut extra = Vec::new();
        let amount = claim.amount.as_ref().map(|amount| self.value(amount, scope, &mut extra)).transpose()?;
        if !extra.is_empty() {
            return Err(self.report("claim", claim.span, "a claim cannot count what it gains".into()));
        }
        let until = match &claim.end {
            None => Until::Plies(0),
            Some(ClaimEnd::Round) => Until::Round,
            Some(ClaimEnd::Game) => Until::Game,
            Some(ClaimEnd::Plies(plies)) => match self.constant_value(plies)? {
                n @ 1..=FARTHEST => Until::Plies(n as u32),
                n => {
                    let message = format!("a claim reaches over 1 to {FARTHEST} plies, not {n}");
                    return Err(self.report("claim", plies.span, message));
                }
            },
        };
        let likely = match &claim.likely {
            None => None,
            Some(percent) => match self.constant_value(percent)? {
                n @ 1..=99 => Some(n as u32),
                n => {
                    let message = format!("odds are 1 to 99 in a hundred, not {n}");
                    return Err(self.report("claim", percent.span, message));
                }
            },
        };
        if likely.is_some() && !matches!(claim.kind, ClaimKind::Can) {
            let message = "only `can` has odds".into();
            return Err(self.report("claim", claim.span, message));
        }
        let who = if claim.me { Who::Me } else { Who::Opponent };
        let (kind, new, span) = (claim.kind, claim.new, claim.span);
        Ok(Promised { kind, who, pattern, new, until, amount, likely, span })
    }

    /// Every variable of the claim is one of the rule, or says by its `_` that it only has to exist.
    fn claim_variables(&mut self, claim: &ClaimSaid, scope: &Scope) -> Result<(), Dropped> {
        let mut unknown = Vec::new();
        let mut see = |name: &str, span| {
            if scope.lookup(name).is_none() && !name.starts_with('_') {
                unknown.push((name.to_string(), span));
            }
        };
        claim.pattern.iter().for_each(|condition| direct_vars(condition, &mut see));
        let Some((name, span)) = unknown.into_iter().next() else { return Ok(()) };
        let known: Vec<&str> = scope.levels[0].keys().map(String::as_str).collect();
        let help = match nearest(&name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write `_{name}` if it only has to exist"),
        };
        self.report("unbound", span, format!("the claim asks for `{name}`, which the rule does not bind"));
        self.help(Some(help));
        Err(Dropped)
    }

    /// A claim speaks of positions: nothing in it may depend on the move or on the log.
    pub(super) fn check_claims(&mut self, rules: &[Rule], preds: &[PredInfo], clauses: &[Clause]) {
        let of_log = of_log(preds, clauses);
        for rule in rules {
            let Some(claim) = &rule.claim else { continue };
            for literal in &claim.pattern {
                literal.calls(&mut |call, _| {
                    let info = &preds[call.pred];
                    let what = match (info.of_move, of_log[call.pred]) {
                        (true, _) => "the move",
                        (_, true) => "the log",
                        _ => return,
                    };
                    let message =
                        format!("a claim speaks of positions to come, but `{}` depends on {what}", info.name);
                    self.diagnostics.error("claim", call.span, message);
                    self.failed = true;
                });
            }
        }
    }
}

/// The predicates that depend on what has been played.
fn of_log(preds: &[PredInfo], clauses: &[Clause]) -> Vec<bool> {
    use game::facts::Role;
    let mut of_log: Vec<bool> =
        preds.iter().map(|pred| matches!(pred.origin, Origin::Clock | Origin::Given(Role::Event))).collect();
    loop {
        let mut changed = false;
        for clause in clauses {
            let mut found = false;
            clause.body.iter().for_each(|l| l.calls(&mut |call, _| found |= of_log[call.pred]));
            if found && !of_log[clause.head.pred] {
                of_log[clause.head.pred] = true;
                changed = true;
            }
        }
        if !changed {
            return of_log;
        }
    }
}
