//! What straight cuts between rows promise after each of the next moves, from work that is done once for all of them.
//!
//! A move changes one row or two. The best cuts of the rows below and of the rows above stay what they were, so for each move only the
//! few ways to join these two parts to the changed rows are left to compare.

use game::bits::Word;

use crate::board::LONGEST_SIDE;
use crate::solver::promise::Promise;
use crate::solver::view::View;

/// A row and what surrounds it. Beyond the board there are no free cells, and nothing is promised that includes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    below: usize,
    here: usize,
    above: usize,
    /// What all rows below promise, and those below the next.
    under: [Promise; 2],
    /// What all rows above promise, and those above the next.
    over: [Promise; 2],
}

/// The best straight cuts of one position in one player's view.
#[derive(Clone, Debug)]
pub(crate) struct Cuts([Joint; LONGEST_SIDE]);

impl Default for Cuts {
    fn default() -> Cuts {
        let beyond = [Promise::nothing(), Promise::never()];
        Cuts([Joint { below: 0, here: 0, above: 0, under: beyond, over: beyond }; LONGEST_SIDE])
    }
}

impl Cuts {
    /// Looks at the free cells of a board, from which safe dominoes have been set aside; `sure` is what the player has besides.
    #[inline(always)]
    pub(crate) fn look<W: Word>(&mut self, view: &View<'_, W>, cells: W, sure: Promise) {
        let joints = &mut self.0[..view.rows];
        let (mut below, mut under) = (0, [sure, Promise::never()]);
        for (row, joint) in joints.iter_mut().enumerate() {
            let here = view.row(cells, row);
            (joint.below, joint.here, joint.under) = (below, here, under);
            let single = under[0].with(view.row_value(here));
            under = [single.or(under[1].and(view.pair(below, here))), under[0]];
            below = here;
        }
        let (mut above, mut over) = (0, [Promise::nothing(), Promise::never()]);
        for joint in joints.iter_mut().rev() {
            (joint.above, joint.over) = (above, over);
            let single = over[0].with(view.row_value(joint.here));
            over = [single.or(over[1].and(view.pair(joint.here, above))), over[0]];
            above = joint.here;
        }
    }

    /// A row with its surroundings.
    #[inline(always)]
    pub(crate) fn joint(&self, row: usize) -> &Joint {
        &self.0[row]
    }
}

impl Joint {
    /// What remains certain after the other player covers these cells of the row.
    #[inline(always)]
    pub(crate) fn after_flat<W: Word>(&self, view: &View<'_, W>, covered: usize) -> Promise {
        let here = self.here & !covered;
        let cut_above = self.up_to(view, here).and(self.over[0]);
        let joined = self.under[0].and(view.pair(here, self.above)).and(self.over[1]);
        cut_above.or(joined)
    }

    /// What is certain after the player covers these cells of the row and of the next.
    #[inline(always)]
    pub(crate) fn after_upright<W: Word>(&self, next: &Joint, view: &View<'_, W>, covered: usize) -> Promise {
        let (low, high) = (self.here & !covered, next.here & !covered);
        let joined = self.under[0].and(view.pair(low, high)).and(next.over[0]);
        joined.or(self.up_to(view, low).and(next.from(view, high)))
    }

    /// What is certain up to this row, of which these cells are free.
    #[inline(always)]
    fn up_to<W: Word>(&self, view: &View<'_, W>, here: usize) -> Promise {
        let single = self.under[0].with(view.row_value(here));
        single.or(self.under[1].and(view.pair(self.below, here)))
    }

    /// What is certain from this row on, of which these cells are free.
    #[inline(always)]
    fn from<W: Word>(&self, view: &View<'_, W>, here: usize) -> Promise {
        let single = self.over[0].with(view.row_value(here));
        single.or(self.over[1].and(view.pair(here, self.above)))
    }
}
