//! Reasons: which rules have fired, for how many points, and what they say.

use game::facts::{Facts, SortId};

use super::proof::Proof;
use super::tracer::Tracer;
use crate::claim::Claim;
use crate::diagnostic::Place;
use crate::engine::{Engine, Firing, Verdict};
use crate::message::Filling;
use crate::program::*;

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
    /// What it promises.
    pub claim: Option<Claim>,
}

impl Reason {
    /// The facts that its proof rests on, each once.
    pub fn facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        self.proof.iter().for_each(|p| p.leaves(&mut facts));
        facts
    }
}

/// Whether reasons come with what they rest on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proofs {
    Given,
    LeftOut,
}

impl Engine {
    /// Judges a move and gives the reasons, in a language; rules without a message in it use English.
    pub fn explain_move(&mut self, movement: &Facts, lang: &str) -> (Verdict, Vec<Reason>) {
        let verdict = self.judge(movement);
        let reasons = self.reasons(&verdict, lang, Proofs::Given);
        (verdict, reasons)
    }

    /// The same without proofs, which take most of the time of an explanation.
    pub fn remark_move(&mut self, movement: &Facts, lang: &str) -> (Verdict, Vec<Reason>) {
        let verdict = self.judge(movement);
        let reasons = self.reasons(&verdict, lang, Proofs::LeftOut);
        (verdict, reasons)
    }

    /// Assesses the position and gives the reasons, in a language.
    pub fn explain_position(&mut self, lang: &str) -> (Verdict, Vec<Reason>) {
        let verdict = self.assess();
        let reasons = self.reasons(&verdict, lang, Proofs::Given);
        (verdict, reasons)
    }

    fn reasons(&self, verdict: &Verdict, lang: &str, proofs: Proofs) -> Vec<Reason> {
        verdict.firings.iter().map(|firing| self.reason(verdict, firing, lang, proofs)).collect()
    }

    fn reason(&self, verdict: &Verdict, firing: &Firing, lang: &str, proofs: Proofs) -> Reason {
        let program = &self.kb.program;
        let rule = &program.rules[firing.rule];
        let proof = match proofs {
            Proofs::Given => Tracer::new(self).body(&rule.body, &rule.vars, &firing.env, &self.solver()),
            Proofs::LeftOut => Vec::new(),
        };
        Reason {
            rule: rule.name.clone(),
            layer: rule.layer,
            points: firing.points,
            veto: rule.weight.is_none(),
            beaten_by: firing.beaten_by.map(|i| program.rules[verdict.firings[i].rule].name.clone()),
            text: self.message(rule, &firing.env, lang),
            place: self.kb.source.place(rule.span),
            binding: self.binding(&rule.vars, &firing.env, |_| true),
            proof,
            claim: Claim::of(self, firing.rule, &firing.env),
        }
    }

    /// The facts that the rule of a claim rests on, in the position and with the move that the engine considered last; what must be absent begins with `not`.
    pub fn grounds(&self, claim: &Claim) -> Vec<String> {
        let (rule, env) = claim.firing();
        let rule = &self.kb.program.rules[rule];
        let proofs = Tracer::new(self).body(&rule.body, &rule.vars, env, &self.solver());
        let mut facts = Vec::new();
        proofs.iter().for_each(|proof| proof.leaves(&mut facts));
        facts
    }

    /// Conditions as they would be written under a binding.
    pub(crate) fn written(
        &self,
        conditions: &[Literal],
        rule: usize,
        env: &[i32],
        bound: &[bool],
    ) -> Vec<String> {
        let (tracer, vars) = (Tracer::new(self), &self.kb.program.rules[rule].vars);
        conditions.iter().map(|one| tracer.written(one, vars, env, |v| bound[v])).collect()
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

    pub(super) fn binding(
        &self,
        vars: &[VarInfo],
        env: &[i32],
        bound: impl Fn(Var) -> bool,
    ) -> Vec<(String, String)> {
        let shown = vars.iter().enumerate().filter(|(v, info)| info.counts() && bound(*v));
        shown.map(|(v, info)| (info.name.clone(), self.kb.program.show_value(info.sort, env[v]))).collect()
    }
}
