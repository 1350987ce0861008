//! How many moves a player can still hope for, and how many nobody can take away.

use game::Seat;

use crate::board::{Domineering, X};
use crate::word::Word;

/// What the dominoes of one player amount to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Places where a domino can go now, overlapping ones counted each.
    pub moves: i32,
    /// The most dominoes that would fit if the other player never moved again.
    pub real: i32,
    /// Dominoes that fit beside each other on cells that the other player can never cover.
    pub safe: i32,
}

impl<W: Word> Domineering<W> {
    /// The counts of X and of O on these free cells.
    #[inline]
    pub fn counts(&self, free: W) -> [Counts; 2] {
        let starts = [Seat::FIRST, Seat::SECOND].map(|seat| self.pairs(free, seat));
        let covered = |seat: Seat| starts[seat.index()] | starts[seat.index()] << self.step(seat);
        [Seat::FIRST, Seat::SECOND].map(|seat| {
            let step = self.step(seat);
            let mine = starts[seat.index()];
            let safe = self.pairs(free & !covered(seat.other()), seat);
            Counts {
                moves: mine.count() as i32,
                real: every_other(mine, step).count() as i32,
                safe: every_other(safe, step).count() as i32,
            }
        })
    }

    /// The lower or left cells of all dominoes of `seat` on these cells.
    #[inline]
    pub(crate) fn pairs(&self, cells: W, seat: Seat) -> W {
        let both = cells & cells >> self.step(seat);
        if seat == X { both } else { both & self.not_last_column }
    }
}

/// The first, third, fifth ... cell of every run of cells that follow each other at distance `step`: starts of dominoes that do not
/// overlap, when `starts` holds all starts. Runs have at most 15 cells.
#[inline]
pub(crate) fn every_other<W: Word>(starts: W, step: u32) -> W {
    let mut chosen = starts & !(starts << step);
    let mut joined = starts & starts << step;
    for reach in [2 * step, 4 * step, 8 * step] {
        if reach as usize >= W::BITS {
            break;
        }
        chosen = chosen | joined & chosen << reach;
        joined = joined & joined << reach;
    }
    chosen
}
