//! What the dominoes of both players count for in the order of moves, line by line.

use game::bits::Word;

use crate::board::LONGEST_SIDE;
use crate::solver::strips::{MOVE, fitting};
use crate::solver::view::View;

/// What a place for a domino counts for.
pub(crate) const PLACE: i16 = 3 * MOVE / 32;

/// What a line's dominoes count for, by its free cells.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// A move for each domino that fits, and a little for each place.
    open: Vec<i16>,
    /// A move for each domino that fits, for cells that only one player can cover.
    safe: Vec<i16>,
}

impl Weights {
    /// For lines of this many cells.
    pub(crate) fn new(cells: usize) -> Weights {
        let open = |line: usize| MOVE * fitting(line) + PLACE * (line & line >> 1).count_ones() as i16;
        Weights {
            open: (0..1 << cells).map(open).collect(),
            safe: (0..1 << cells).map(|line| MOVE * fitting(line)).collect(),
        }
    }

    #[inline(always)]
    fn open(&self, line: usize) -> i32 {
        i32::from(self.open[line])
    }

    #[inline(always)]
    fn safe(&self, line: usize) -> i32 {
        i32::from(self.safe[line])
    }
}

/// A line and what of its surroundings matters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Line {
    here: usize,
    /// The cells that the other player cannot cover.
    safe: usize,
    /// Those of the line before, and those that become safe once their neighbours here are covered.
    before: [usize; 2],
    /// The same of the next line.
    after: [usize; 2],
    /// What the line counts for.
    count: i32,
    /// What the safe cells of the line before and of the next count for.
    around: [i32; 2],
}

/// The lines of one player in a position: that player's dominoes lie along them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines([Line; LONGEST_SIDE]);

impl Lines {
    /// The lines of the player who sees the rows of `view` as lines, on these cells. Returns what they count for together.
    #[inline(always)]
    pub(crate) fn look<W: Word>(&mut self, view: &View<'_, W>, cells: W) -> i32 {
        let lines = &mut self.0[..view.rows];
        let (mut earlier, mut before) = (0, 0);
        let mut before_safe = 0;
        let mut before_count = 0;
        let mut total = 0;
        for (row, line) in lines.iter_mut().enumerate() {
            let here = view.row(cells, row);
            let after = if row + 1 < view.rows { view.row(cells, row + 1) } else { 0 };
            let safe = here & !before & !after;
            let safe_count = view.weights().safe(safe);
            line.here = here;
            line.safe = safe;
            line.before = [before_safe, before & !earlier];
            line.count = view.weights().open(here);
            line.around[0] = before_count;
            total += line.count + safe_count;
            (earlier, before, before_safe, before_count) = (before, here, safe, safe_count);
        }
        let (mut later, mut after) = (0, 0);
        let mut after_safe = 0;
        let mut after_count = 0;
        for line in lines.iter_mut().rev() {
            line.after = [after_safe, after & !later];
            line.around[1] = after_count;
            (later, after, after_safe, after_count) =
                (after, line.here, line.safe, view.weights().safe(line.safe));
        }
        total
    }

    /// One of the lines.
    #[inline(always)]
    pub(crate) fn line(&self, row: usize) -> &Line {
        &self.0[row]
    }
}

impl Line {
    /// How the count of all lines changes when the player covers these cells.
    #[inline(always)]
    pub(crate) fn own_move(&self, weights: &Weights, covered: usize) -> i32 {
        weights.open(self.here & !covered) - self.count + weights.safe(self.safe & !covered)
            - weights.safe(self.safe)
            + self.gain_before(weights, covered)
            + self.gain_after(weights, covered)
    }

    /// How the count of all lines changes when the other player covers these cells of this line and the next.
    #[inline(always)]
    pub(crate) fn other_move(&self, next: &Line, weights: &Weights, covered: usize) -> i32 {
        weights.open(self.here & !covered) - self.count + weights.open(next.here & !covered) - next.count
            + self.gain_before(weights, covered)
            + next.gain_after(weights, covered)
    }

    #[inline(always)]
    fn gain_before(&self, weights: &Weights, covered: usize) -> i32 {
        weights.safe(self.before[0] | self.before[1] & covered) - self.around[0]
    }

    #[inline(always)]
    fn gain_after(&self, weights: &Weights, covered: usize) -> i32 {
        weights.safe(self.after[0] | self.after[1] & covered) - self.around[1]
    }
}
