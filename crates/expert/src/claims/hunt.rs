//! The bounded and/or search that confirms or refutes what a rule claims.

use std::collections::HashMap;
use std::time::Instant;

use game::{Seat, Turn};
use infer::Until;

use super::tree::Tree;

/// Deeper than this nothing is looked at, whatever the budget.
const DEEPEST: u32 = 200;

/// So many positions are looked at between two looks at the clock.
const BETWEEN: u64 = 8;

/// What a search may cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Positions that may be looked at.
    pub(crate) nodes: u64,
    /// When it has to end.
    pub(crate) deadline: Option<Instant>,
}

/// Who tries to reach something; the others try to prevent it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hunter {
    /// One seat.
    Seat(Seat),
    /// All but this seat, together.
    AllBut(Seat),
    /// Everybody and chance: can it happen at all?
    Anybody,
}

impl Hunter {
    /// Whether the hunter chooses here.
    pub(crate) fn chooses(self, turn: Turn) -> bool {
        match (self, turn) {
            (Hunter::Anybody, _) => true,
            (_, Turn::Chance | Turn::Over) => false,
            (Hunter::Seat(seat), Turn::Player(mover)) => seat == mover,
            (Hunter::AllBut(seat), Turn::Player(mover)) => seat != mover,
        }
    }
}

/// What the search found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    Yes,
    No,
    /// The budget was spent first.
    Open,
}

/// How many plies a claim may still look ahead, and where it ends before.
pub(crate) fn plies(until: Until) -> u32 {
    match until {
        Until::Plies(n) => n,
        Until::Round | Until::Game => DEEPEST,
    }
}

/// Whether nothing is looked at beyond this position.
pub(crate) fn is_end(turn: Turn, until: Until) -> bool {
    match turn {
        Turn::Over => true,
        Turn::Chance => until == Until::Round,
        Turn::Player(_) => false,
    }
}

/// Asks whether the pattern holds at the current position of a tree.
pub(crate) type Ask<'a> = dyn FnMut(&dyn Tree) -> bool + 'a;

/// A search for a strategy by which the pattern holds at some position up to the end.
pub(crate) struct Hunt<'a> {
    pub(crate) tree: &'a mut dyn Tree,
    pub(crate) ask: &'a mut Ask<'a>,
    pub(crate) hunter: Hunter,
    pub(crate) until: Until,
    /// Positions that may still be looked at.
    pub(crate) budget: u64,
    deadline: Option<Instant>,
    /// What is known of positions with so many plies to go, and the move that shows it.
    known: HashMap<(u64, u32), (Truth, u32)>,
}

/// No move shows it: it is so here.
const HERE: u32 = u32::MAX;

impl<'a> Hunt<'a> {
    pub(crate) fn new(
        tree: &'a mut dyn Tree,
        ask: &'a mut Ask<'a>,
        hunter: Hunter,
        until: Until,
        bounds: Bounds,
    ) -> Hunt<'a> {
        let Bounds { nodes, deadline } = bounds;
        Hunt { tree, ask, hunter, until, budget: nodes, deadline, known: HashMap::new() }
    }

    /// Searches from the current position, which counts too.
    pub(crate) fn run(&mut self) -> Truth {
        self.reach(plies(self.until))
    }

    fn reach(&mut self, left: u32) -> Truth {
        let at = (self.tree.key(), left);
        if let Some((truth, _)) = self.known.get(&at).filter(|_| self.tree.merges()) {
            return *truth;
        }
        if self.is_spent() {
            return Truth::Open;
        }
        self.budget -= 1;
        let (truth, shown) = self.look(left);
        if truth != Truth::Open {
            self.known.insert(at, (truth, shown));
        }
        truth
    }

    /// Whether no other position may be looked at. The clock is read now and then.
    fn is_spent(&mut self) -> bool {
        let late = |deadline: Instant| self.budget.is_multiple_of(BETWEEN) && Instant::now() >= deadline;
        if self.deadline.is_some_and(late) {
            self.budget = 0;
        }
        self.budget == 0
    }

    fn look(&mut self, left: u32) -> (Truth, u32) {
        if (self.ask)(&*self.tree) {
            return (Truth::Yes, HERE);
        }
        let turn = self.tree.turn();
        if is_end(turn, self.until) {
            return (Truth::No, HERE);
        }
        if left == 0 {
            // A claim to the end that is too far away stays open.
            let cut = self.until == Until::Round || self.until == Until::Game;
            return (if cut { Truth::Open } else { Truth::No }, HERE);
        }
        let chooses = self.hunter.chooses(turn);
        // One move with this answer settles it; without any, the other answer holds.
        let (settling, otherwise) = if chooses { (Truth::Yes, Truth::No) } else { (Truth::No, Truth::Yes) };
        let mut open = false;
        for index in 0..self.tree.width() {
            self.tree.step(index);
            let found = self.reach(left - 1);
            self.tree.back();
            if found == settling {
                return (settling, index as u32);
            }
            open |= found == Truth::Open;
            if open && self.budget == 0 {
                return (Truth::Open, HERE);
            }
        }
        (if open { Truth::Open } else { otherwise }, 0)
    }

    /// With what odds the hunter reaches it, when chance is not against him; `None` when the budget was spent first.
    pub(crate) fn odds(&mut self) -> Option<f64> {
        self.weigh(plies(self.until))
    }

    fn weigh(&mut self, left: u32) -> Option<f64> {
        if self.is_spent() {
            return None;
        }
        self.budget -= 1;
        if (self.ask)(&*self.tree) {
            return Some(1.0);
        }
        let turn = self.tree.turn();
        if is_end(turn, self.until) {
            return Some(0.0);
        }
        if left == 0 {
            return matches!(self.until, Until::Plies(_)).then_some(0.0);
        }
        let chooses = self.hunter.chooses(turn);
        let mut best = if turn == Turn::Chance || chooses { 0.0 } else { 1.0 };
        for index in 0..self.tree.width() {
            let share = if turn == Turn::Chance { self.tree.odds(index) } else { 1.0 };
            self.tree.step(index);
            let found = self.weigh(left - 1);
            self.tree.back();
            best = match turn {
                Turn::Chance => best + share * found?,
                _ if chooses => f64::max(best, found?),
                _ => f64::min(best, found?),
            };
        }
        Some(best)
    }

    /// The line that shows what the search found: the hunter's way to the pattern, or his best try and what stops it. The tree is left where it was.
    pub(crate) fn line(&mut self) -> Vec<String> {
        let (mut names, mut left) = (Vec::new(), plies(self.until));
        while let Some(&(_, shown)) = self.known.get(&(self.tree.key(), left)) {
            if shown == HERE || left == 0 || shown as usize >= self.tree.width() {
                break;
            }
            names.push(self.tree.name(shown as usize));
            self.tree.step(shown as usize);
            left -= 1;
        }
        names.iter().for_each(|_| self.tree.back());
        names
    }
}
