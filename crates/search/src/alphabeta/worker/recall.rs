//! What the table settles without a search.

use game::{Evaluate, Evaluator, Seat, Turn};

use super::{Window, Worker};
use crate::alphabeta::Pruning;
use crate::score::{from_root, is_result};
use crate::table::{Bound, Entry};

/// From this depth on the table is asked about all successors before any is searched.
const LOOK_AROUND: i32 = 5;

impl<G: Evaluate, E: Evaluator<G> + Clone> Worker<'_, G, E> {
    /// What the table's entry settles about a node.
    #[inline]
    pub(super) fn recall(&mut self, entry: &Entry, window: Window, ply: usize) -> Option<i32> {
        let Window { alpha, beta, depth } = window;
        let usable = match self.pruning {
            Pruning::Faithful => i32::from(entry.depth) == depth,
            Pruning::Selective => entry.proved || i32::from(entry.depth) >= depth,
        };
        if !usable || beta - alpha > 1 && !entry.proved {
            return None;
        }
        // A result from an earlier move of the match did not know of the positions that have since been used up.
        if self.repetition.is_some() && !entry.fresh && is_result(entry.value) {
            return None;
        }
        let value = from_root::<G>(entry.value, ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        if !settles {
            return None;
        }
        self.guesses += u64::from(!entry.proved);
        Some(value)
    }

    /// Asks the table whether some successor is already known to be good enough.
    pub(super) fn look_around(
        &mut self,
        state: &G::State,
        seat: Seat,
        moves: &[G::Move],
        window: Window,
        ply: usize,
    ) -> Option<i32> {
        let Window { alpha, beta, depth } = window;
        if depth < LOOK_AROUND
            || beta - alpha > 1
            || self.repetition.is_some()
            || self.pruning == Pruning::Faithful
        {
            return None;
        }
        for &mv in moves {
            let mut next = *state;
            self.game.play(&mut next, mv);
            let Turn::Player(mover) = self.game.turn(&next) else { continue };
            let Some(entry) = self.table.probe(self.key(&next)) else { continue };
            if !entry.proved && i32::from(entry.depth) < depth - 1 {
                continue;
            }
            let value = from_root::<G>(entry.value, ply + 1);
            let bounded_below = match (mover == seat, entry.bound) {
                (_, Bound::Exact) => true,
                (true, bound) => bound == Bound::Lower,
                (false, bound) => bound == Bound::Upper,
            };
            let value = if mover == seat { value } else { -value };
            if bounded_below && value >= beta {
                self.guesses += u64::from(!entry.proved);
                return Some(value);
            }
        }
        None
    }
}
