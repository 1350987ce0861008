//! The independent replay of a claim that was confirmed: plain recursion over the whole tree without table or cuts where it is small, and play by lot
//! where it is not. It shares no search with what licensed the claim, and it looks at positions that have been written and read again.

use game::facts::{EventLog, Facts};
use game::{Rng, Seat, Turn};
use infer::{Claim, Engine, Promise, Until, Who};
use serde::Serialize;

use super::hunt::{Hunter, is_end, plies};
use super::tree::Tree;

/// What a replay came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
    pub(crate) me: Seat,
    /// Positions that plain recursion may look at.
    pub(crate) budget: u64,
    pub(crate) facts: Facts,
}

impl Replayer<'_> {
    pub(crate) fn run(&mut self, index: usize, rng: &mut Rng) -> Replay {
        let before = matches!(self.claim.promise, Promise::Holds { new: true }) && self.holds();
        self.tree.step(index);
        let found = self.after(before, rng);
        self.tree.back();
        found
    }

    fn after(&mut self, before: bool, rng: &mut Rng) -> Replay {
        let side = |who| if who == Who::Me { Hunter::Seat(self.me) } else { Hunter::AllBut(self.me) };
        match self.claim.promise {
            Promise::Holds { .. } => judged(self.holds() && !before),
            Promise::Can(who, until) => self.whole(side(who), until, true, true, rng),
            Promise::Cannot(who, until) => self.whole(side(who), until, true, false, rng),
            // What always holds is what nobody can make fail.
            Promise::Always(until) => self.whole(Hunter::Anybody, until, false, false, rng),
            _ => Replay::Unrefuted,
        }
    }

    /// The pattern, asked of the whole position.
    fn holds(&mut self) -> bool {
        self.tree.facts_anew(self.me, &mut self.facts);
        self.engine.position(&self.facts, &EventLog::default());
        self.engine.satisfies(self.claim)
    }

    /// Whether the hunter reaches a position where the pattern is `sought`; `expected` is what was claimed of that.
    fn whole(&mut self, hunter: Hunter, until: Until, sought: bool, expected: bool, rng: &mut Rng) -> Replay {
        if self.claim.likely.is_some() {
            return Replay::Unrefuted;
        }
        if let Some(reached) = self.recurse(hunter, until, sought, plies(until)) {
            return judged(reached == expected);
        }
        // Only where nobody decides against it does one game refute a claim.
        if hunter == Hunter::Anybody && !expected {
            for _ in 0..GAMES {
                if self.meets(until, sought, rng) {
                    return Replay::Refuted;
                }
            }
        }
        Replay::Unrefuted
    }

    /// Plain recursion; `None` when the budget is spent.
    fn recurse(&mut self, hunter: Hunter, until: Until, sought: bool, left: u32) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        if self.holds() == sought {
            return Some(true);
        }
        let turn = self.tree.turn();
        if is_end(turn, until) {
            return Some(false);
        }
        if left == 0 {
            return matches!(until, Until::Plies(_)).then_some(false);
        }
        let mut found = Vec::new();
        for index in 0..self.tree.width() {
            self.tree.step(index);
            let one = self.recurse(hunter, until, sought, left - 1);
            self.tree.back();
            found.push(one?);
        }
        let chooses = hunter.chooses(turn);
        Some(if chooses { found.contains(&true) } else { !found.contains(&false) })
    }

    /// Whether a game by lot meets a position where the pattern is `sought`.
    fn meets(&mut self, until: Until, sought: bool, rng: &mut Rng) -> bool {
        let (mut steps, mut met) = (0, self.holds() == sought);
        while !met && steps < plies(until) && !is_end(self.tree.turn(), until) {
            let width = self.tree.width();
            if width == 0 || self.tree.turn() == Turn::Over {
                break;
            }
            self.tree.step(rng.below(width));
            steps += 1;
            met = self.holds() == sought;
        }
        (0..steps).for_each(|_| self.tree.back());
        met
    }
}

fn judged(so: bool) -> Replay {
    if so { Replay::Proved } else { Replay::Refuted }
}
