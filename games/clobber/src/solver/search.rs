//! Who wins a sum of parts, by trying moves.

use game::Control;
use game::bits::Word;

use super::parts::{Part, split};
use super::table::Table;
use crate::board::{Cells, Clobber};

/// Parts with more stones than this are not judged one by one.
const JUDGED: u32 = 8;

/// How many nodes lie between two looks at the clock.
const STRIDE: u64 = 256;

/// The search, with what it remembers.
#[derive(Debug)]
pub(super) struct Search {
    game: Clobber,
    table: Table,
    nodes: u64,
}

impl Search {
    pub(super) fn new(game: &Clobber, memory: usize) -> Search {
        Search { game: game.clone(), table: Table::new(memory), nodes: 0 }
    }

    /// Whether the player to move, whose stones come first, wins; `None` when `control` ended the work.
    pub(super) fn wins(&mut self, stones: [Cells; 2], control: &Control) -> Option<bool> {
        let mut parts = Vec::new();
        split(&self.game, stones, &mut parts);
        self.sum(&mut parts, control)
    }

    fn sum(&mut self, parts: &mut Vec<Part>, control: &Control) -> Option<bool> {
        if parts.is_empty() {
            return Some(false);
        }
        let key = parts.iter().fold(0u128, |key, part| key.wrapping_add(part.key));
        if let Some(known) = self.table.get(key) {
            return Some(known);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRIDE) && control.spend(STRIDE) {
            return None;
        }
        let wins = match self.judged(parts, control)? {
            Some(wins) => wins,
            None => self.tried(parts, control)?,
        };
        self.table.put(key, wins);
        Some(wins)
    }

    /// What follows from the parts one by one, if anything does. Parts that are won by whoever moves second are worth nothing and are removed.
    fn judged(&mut self, parts: &mut Vec<Part>, control: &Control) -> Option<Option<bool>> {
        if parts.len() < 2 {
            return Some(None);
        }
        let (mut good, mut bad, mut open, mut unknown) = (0, 0, 0, 0);
        let mut at = 0;
        while let Some(&part) = parts.get(at) {
            at += 1;
            if (part.stones[0] | part.stones[1]).count_ones() > JUDGED {
                unknown += 1;
                continue;
            }
            let first = self.sum(&mut vec![part], control)?;
            let second = !self.wins([part.stones[1], part.stones[0]], control)?;
            match (first, second) {
                (true, true) => good += 1,
                (true, false) => open += 1,
                (false, false) => bad += 1,
                (false, true) => {
                    at -= 1;
                    parts.swap_remove(at);
                }
            }
        }
        Some(match (good, bad, open, unknown) {
            (0, _, 0, 0) => Some(false),
            (_, 0, 0 | 1, 0) => Some(true),
            _ => None,
        })
    }

    fn tried(&mut self, parts: &[Part], control: &Control) -> Option<bool> {
        let stones = parts.iter().fold([0; 2], |[a, b], part| [a | part.stones[0], b | part.stones[1]]);
        for next in self.replies(stones) {
            if !self.wins(next, control)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The positions after each move, seen by the other player, the most promising first.
    fn replies(&self, [mine, theirs]: [Cells; 2]) -> Vec<[Cells; 2]> {
        let mut replies = Vec::new();
        for from in (mine & self.game.around(theirs)).elements() {
            for to in (self.game.around(1 << from) & theirs).elements() {
                let next = [theirs & !(1 << to), mine & !(1 << from) | 1 << to];
                replies.push((self.promise(next), next));
            }
        }
        replies.sort_by_key(|&(promise, _)| promise);
        replies.into_iter().map(|(_, next)| next).collect()
    }

    /// How many stones the other player can still move, less the own.
    fn promise(&self, [theirs, mine]: [Cells; 2]) -> i32 {
        let theirs_movable = (theirs & self.game.around(mine)).count_ones() as i32;
        let mine_movable = (mine & self.game.around(theirs)).count_ones() as i32;
        theirs_movable * 2 - mine_movable
    }

    /// Positions looked at since the search was made.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
