//! The independent replay of a claim that was confirmed: plain recursion over the whole tree without table or cuts where it is small; where it is not,
//! games by lot, and replies by lot along the line that shows the claim. It shares no search with what licensed the claim, and it looks at positions
//! that have been written and read again. Claims about results are replayed by whoever has players and solvers (`crates/audit`).

use std::collections::HashSet;

use game::facts::{EventLog, Facts};
use game::{Rng, Seat, Turn};
use infer::{Claim, Engine, Ground, Promise, Proof, Reason, Until, Who};
use serde::{Deserialize, Serialize};

use super::hunt::{Hunter, is_end, plies};
use super::tree::Tree;

/// What a replay came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Replay {
    /// The whole tree was gone through: the claim is true.
    Proved,
    /// The tree is too large; what was tried did not refute it.
    Unrefuted,
    /// The claim is false.
    Refuted,
}

/// How many games are played by lot where the tree is too large.
const GAMES: usize = 24;

/// Replays a claim. The tree stands at the position before the move; `index` is the move.
pub(crate) struct Replayer<'a> {
    pub(crate) tree: &'a mut dyn Tree,
    pub(crate) engine: &'a mut Engine,
    pub(crate) claim: &'a Claim,
    /// What the rule said when it fired.
    pub(crate) reason: &'a Reason,
    /// The line after the move that is to show the claim.
    pub(crate) line: &'a [String],
    pub(crate) me: Seat,
    /// Positions that plain recursion may look at.
    pub(crate) budget: u64,
    pub(crate) facts: Facts,
}

/// What is hunted for after the move.
#[derive(Clone, Copy)]
struct Quarry {
    hunter: Hunter,
    until: Until,
    /// Whether the pattern is to hold or to fail.
    sought: bool,
    /// Whether the hunter was claimed to succeed.
    expected: bool,
}

impl Replayer<'_> {
    /// `None` for a claim about the result.
    pub(crate) fn run(&mut self, index: usize, rng: &mut Rng) -> Option<Replay> {
        if self.claim.promise == Promise::Literal {
            return Some(judged(self.changes(index)));
        }
        let before = matches!(self.claim.promise, Promise::Holds { new: true }) && self.holds();
        self.tree.step(index);
        let found = self.after(before, rng);
        self.tree.back();
        found
    }

    fn after(&mut self, before: bool, rng: &mut Rng) -> Option<Replay> {
        let side = |who| if who == Who::Me { Hunter::Seat(self.me) } else { Hunter::AllBut(self.me) };
        let quarry = match self.claim.promise {
            Promise::Holds { .. } => return Some(judged(self.holds() && !before)),
            Promise::Can(who, until) => Quarry { hunter: side(who), until, sought: true, expected: true },
            Promise::Cannot(who, until) => Quarry { hunter: side(who), until, sought: true, expected: false },
            // What always holds is what nobody can make fail.
            Promise::Always(until) => {
                Quarry { hunter: Hunter::Anybody, until, sought: false, expected: false }
            }
            Promise::Wins | Promise::Loses | Promise::Keeps | Promise::Gains(..) | Promise::Literal => {
                return None;
            }
        };
        Some(self.hunted(quarry, rng))
    }

    /// The pattern, asked of the whole position.
    fn holds(&mut self) -> bool {
        self.tree.facts_anew(self.me, &mut self.facts);
        self.engine.position(&self.facts, &EventLog::default());
        self.engine.satisfies(self.claim)
    }

    /// Whether the rule fires in the position written and read again, and one of the facts that its proof ends at is another after the move.
    fn changes(&mut self, index: usize) -> bool {
        self.tree.facts_anew(self.me, &mut self.facts);
        let mut log = EventLog::default();
        self.tree.log(&mut log);
        self.engine.position(&self.facts, &log);
        let before = self.written();
        let mut movement = self.engine.kb().schema().facts();
        self.tree.movement(index, self.me, &mut movement);
        let (_, reasons) = self.engine.explain_move(&movement, "en");
        let same = |other: &&Reason| other.rule == self.reason.rule && other.binding == self.reason.binding;
        let Some(again) = reasons.iter().find(same) else { return false };
        self.tree.step(index);
        self.tree.facts_anew(self.me, &mut self.facts);
        self.tree.back();
        let after = self.written();
        again.proof.iter().any(|proof| differs(proof, &before, &after))
    }

    /// The facts of the position as proofs write them.
    fn written(&self) -> HashSet<String> {
        let schema = self.engine.kb().schema();
        let mut texts = HashSet::new();
        for (name, predicate) in schema.predicates().iter().map(|known| (&known.name, known)) {
            let Some(id) = schema.find(name) else { continue };
            self.facts.each(id, |row| {
                let shown: Vec<String> =
                    predicate.args.iter().zip(row).map(|(&sort, &value)| schema.show(sort, value)).collect();
                let bare = shown.is_empty();
                texts.insert(if bare { name.to_string() } else { format!("{name}({})", shown.join(", ")) });
            });
        }
        texts
    }

    fn hunted(&mut self, quarry: Quarry, rng: &mut Rng) -> Replay {
        if self.claim.likely.is_some() {
            return Replay::Unrefuted;
        }
        let whole = self.budget;
        if let Some(reached) = self.recurse(quarry, plies(quarry.until)) {
            return judged(reached == quarry.expected);
        }
        // Only where nobody decides against it does one game refute a claim.
        let refuted = match quarry.hunter {
            Hunter::Anybody => (0..GAMES).any(|_| self.meets(quarry, rng)),
            _ => !self.along(quarry, whole, rng),
        };
        if refuted { Replay::Refuted } else { Replay::Unrefuted }
    }

    /// Plain recursion; `None` when the budget is spent.
    fn recurse(&mut self, quarry: Quarry, left: u32) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        if self.holds() == quarry.sought {
            return Some(true);
        }
        let turn = self.tree.turn();
        if is_end(turn, quarry.until) {
            return Some(false);
        }
        if left == 0 {
            return matches!(quarry.until, Until::Plies(_)).then_some(false);
        }
        let mut found = Vec::new();
        for index in 0..self.tree.width() {
            self.tree.step(index);
            let one = self.recurse(quarry, left - 1);
            self.tree.back();
            found.push(one?);
        }
        let chooses = quarry.hunter.chooses(turn);
        Some(if chooses { found.contains(&true) } else { !found.contains(&false) })
    }

    /// Whether a game by lot meets a position where the pattern is as sought.
    fn meets(&mut self, quarry: Quarry, rng: &mut Rng) -> bool {
        let (mut steps, mut met) = (0, self.holds() == quarry.sought);
        while !met && steps < plies(quarry.until) && !is_end(self.tree.turn(), quarry.until) {
            let width = self.tree.width();
            if width == 0 || self.tree.turn() == Turn::Over {
                break;
            }
            self.tree.step(rng.below(width));
            steps += 1;
            met = self.holds() == quarry.sought;
        }
        (0..steps).for_each(|_| self.tree.back());
        met
    }

    /// Whether the line bears the claim out as far as it goes, against one other reply by lot at each of its turns; where recursion after such a reply
    /// costs more than the budget, the reply passes.
    fn along(&mut self, quarry: Quarry, budget: u64, rng: &mut Rng) -> bool {
        let (mut steps, mut sound) = (0, true);
        for (ply, name) in (1..).zip(self.line) {
            let left = plies(quarry.until).saturating_sub(ply);
            let strategist = quarry.hunter.chooses(self.tree.turn()) == quarry.expected;
            let width = self.tree.width();
            if !strategist && width > 0 {
                self.tree.step(rng.below(width));
                self.budget = budget;
                let reached = self.recurse(quarry, left);
                self.tree.back();
                sound &= reached.is_none_or(|reached| reached == quarry.expected);
            }
            let Some(index) = (0..width).find(|&index| self.tree.name(index) == *name) else {
                sound = false;
                break;
            };
            self.tree.step(index);
            steps += 1;
            let met = self.holds() == quarry.sought;
            sound &= !met || quarry.expected;
            if met || !sound {
                break;
            }
        }
        (0..steps).for_each(|_| self.tree.back());
        sound
    }
}

/// Whether a fact that the proof ends at is so in one of the positions and not in the other.
fn differs(proof: &Proof, before: &HashSet<String>, after: &HashSet<String>) -> bool {
    let here = match proof.ground {
        Ground::Given => before.contains(&proof.text) && !after.contains(&proof.text),
        Ground::Absent => {
            proof.text.strip_prefix("not ").is_some_and(|fact| !before.contains(fact) && after.contains(fact))
        }
        _ => false,
    };
    here || proof.children.iter().any(|child| differs(child, before, after))
}

fn judged(so: bool) -> Replay {
    if so { Replay::Proved } else { Replay::Refuted }
}
