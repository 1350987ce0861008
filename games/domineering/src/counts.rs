//! How many moves a player can still hope for, and how many nobody can take away.

use game::Seat;
use game::bits::Word;

use crate::board::{Domineering, X};

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
    #[inline(always)]
    pub fn counts(&self, free: W) -> [Counts; 2] {
        let starts = [Seat::FIRST, Seat::SECOND].map(|seat| self.pairs(free, seat));
        let covered = |seat: Seat| starts[seat.index()] | starts[seat.index()] << self.step(seat);
        [Seat::FIRST, Seat::SECOND].map(|seat| {
            let (step, length) = (self.step(seat), self.line_length(seat));
            let mine = starts[seat.index()];
            let safe = self.pairs(free & !covered(seat.other()), seat);
            Counts {
                moves: mine.count() as i32,
                real: every_other(mine, step, length).count() as i32,
                safe: every_other(safe, step, length).count() as i32,
            }
        })
    }

    pub(crate) fn line_length(&self, seat: Seat) -> usize {
        if seat == X { self.size.rows } else { self.size.columns }
    }

    /// The lower or left cells of all dominoes of `seat` on these cells.
    #[inline(always)]
    pub(crate) fn pairs(&self, cells: W, seat: Seat) -> W {
        let both = cells & cells >> self.step(seat);
        if seat == X { both } else { both & self.not_last_column }
    }
}

/// The first, third, fifth ... cell of every run of cells that follow each other at distance `step` in lines of `length` cells: starts of
/// dominoes that do not overlap, when `starts` holds all starts.
#[inline(always)]
pub(crate) fn every_other<W: Word>(starts: W, step: usize, length: usize) -> W {
    let mut chosen = starts & !(starts << step);
    let mut joined = starts & starts << step;
    for span in [2, 4, 8] {
        if span + 1 >= length {
            break;
        }
        let reach = span * step;
        chosen |= joined & chosen << reach;
        joined &= joined << reach;
    }
    chosen
}
