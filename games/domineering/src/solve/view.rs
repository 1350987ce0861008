//! The board as one player sees it: turned so that the player's dominoes stand upright.

use std::sync::Arc;

use crate::counts::every_other;
use crate::solve::shapes::Shape;
use crate::solve::strips::{LANES, Lanes, MOVE, Strips, TAXES, WIDEST, Walls};
use crate::word::Word;

/// One player's view of a board, with the tables that make looking fast.
#[derive(Debug)]
pub(crate) struct View<W> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    not_last_column: W,
    row_mask: u64,
    /// Where the cells of a row go in the other player's view, for row 0: by the low eight bits and by the others.
    turned: [Vec<W>; 2],
    strips: Arc<Strips>,
}

/// A position without the parts in which only one player can move, and what these parts are worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Core<W> {
    /// The cells that matter.
    pub(crate) cells: W,
    /// Free moves of the upright player minus those of the flat one, in units of [`MOVE`].
    pub(crate) free: i32,
}

/// How many dominoes of the upright player can go somewhere now, fit at most, and are safe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    pub(crate) moves: i32,
    pub(crate) real: i32,
    pub(crate) safe: i32,
}

/// What a player is sure of, for every tax: moving second and moving first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Promise {
    pub(crate) second: Lanes,
    pub(crate) first: Lanes,
}

impl Promise {
    /// Nothing on the board.
    pub(crate) const NOTHING: Promise = Promise { second: [0; LANES], first: [i16::MIN; LANES] };

    /// Worse than anything.
    const NEVER: Promise = Promise { second: [i16::MIN; LANES], first: [i16::MIN; LANES] };

    /// Adds what is certain in another region.
    #[inline]
    pub(crate) fn join(&mut self, second: Lanes, first: Lanes) {
        self.first = best(add(self.first, second), add(self.second, first));
        self.second = add(self.second, second);
    }

    /// What is certain in two regions together.
    #[inline]
    pub(crate) fn and(mut self, other: Promise) -> Promise {
        self.join(other.second, other.first);
        self
    }

    /// The promise with a number added.
    #[inline]
    fn with(&self, number: i16) -> Promise {
        Promise { second: add(self.second, [number; LANES]), first: add(self.first, [number; LANES]) }
    }

    /// The better of two promises for every tax.
    #[inline]
    pub(crate) fn or(&self, other: Promise) -> Promise {
        Promise { second: best(self.second, other.second), first: best(self.first, other.first) }
    }

    /// Whether the player wins moving second when `free` moves are added.
    #[inline]
    pub(crate) fn wins_second(&self, free: i32) -> bool {
        self.second_margin() + free >= 0
    }

    /// Whether the player wins moving first when `free` moves are added.
    #[inline]
    pub(crate) fn wins_first(&self, free: i32) -> bool {
        self.first_margin() + free >= 0
    }

    /// The value the player is sure of moving second; 0 and more wins.
    #[inline]
    pub(crate) fn second_margin(&self) -> i32 {
        // With tax the value does not say who is to move in the end, so it takes more than 0 to win.
        let taxed = (1..LANES).map(|k| i32::from(self.second[k]) - i32::from(TAXES[k]) - 1);
        taxed.fold(i32::from(self.second[0]), i32::max)
    }

    /// The value the player is sure of moving first; 0 and more wins.
    #[inline]
    pub(crate) fn first_margin(&self) -> i32 {
        let taxed = (1..LANES).map(|k| i32::from(self.first[k]) - 1);
        taxed.fold(i32::from(self.first[0]), i32::max)
    }
}

/// The most runs of a row that choose for themselves.
const CHOOSERS: usize = 3;

/// The ways to join the runs of one row to the row above; the others are joined to the row below.
#[derive(Clone, Copy)]
struct Choices {
    count: usize,
    ups: [usize; 1 << CHOOSERS],
}

impl Choices {
    /// The choices of `row` between the rows `below` and `above` it. Only a run with upright dominoes on both sides has a choice; those beyond
    /// [`CHOOSERS`] choose together.
    #[inline]
    fn of(below: usize, row: usize, above: usize) -> Choices {
        let mut choices = Choices { count: 1, ups: [0; 1 << CHOOSERS] };
        let mut rest = row;
        let mut choosers = 0;
        while rest != 0 {
            let lowest = rest & rest.wrapping_neg();
            let run = rest & !(rest + lowest);
            rest &= !run;
            let count = choices.count;
            match (run & above != 0, run & below != 0) {
                (false, _) => {}
                (true, true) if choosers < CHOOSERS => {
                    choosers += 1;
                    for choice in 0..count {
                        choices.ups[count + choice] = choices.ups[choice] | run;
                    }
                    choices.count *= 2;
                }
                (true, true) => choices.ups[count / 2..count].iter_mut().for_each(|up| *up |= run),
                (true, false) => choices.ups[..count].iter_mut().for_each(|up| *up |= run),
            }
        }
        choices
    }
}

impl<W: Word> View<W> {
    pub(crate) fn new(rows: usize, columns: usize) -> View<W> {
        let last = (0..rows).fold(W::EMPTY, |set, row| set | W::bit(row * columns + columns - 1));
        let turn = |bits: usize, first: usize, count: usize| {
            (0..count)
                .filter(|i| bits >> i & 1 == 1)
                .fold(W::EMPTY, |set, i| set | W::bit((first + i) * rows))
        };
        let low = columns.min(8);
        let high = columns - low;
        let turned = [
            (0..1 << low).map(|bits| turn(bits, 0, low)).collect(),
            (0..1 << high).map(|bits| turn(bits, low, high)).collect(),
        ];
        View {
            rows,
            columns,
            not_last_column: W::first(rows * columns) & !last,
            row_mask: (1 << columns) - 1,
            turned,
            strips: Strips::of_width(if columns <= WIDEST { columns } else { 8 }),
        }
    }

    #[inline]
    fn row(&self, cells: W, row: usize) -> usize {
        (cells.window(row * self.columns) & self.row_mask) as usize
    }

    /// The lower cells of all upright dominoes.
    #[inline]
    pub(crate) fn starts(&self, cells: W) -> W {
        cells & cells >> self.columns as u32
    }

    /// The left cells of all flat dominoes.
    #[inline]
    fn flat_starts(&self, cells: W) -> W {
        cells & cells >> 1 & self.not_last_column
    }

    /// The cells of the upright domino at `cell`.
    #[inline]
    pub(crate) fn domino(&self, cell: usize) -> W {
        W::bit(cell) | W::bit(cell) << self.columns as u32
    }

    /// The same cells in the other player's view.
    #[inline]
    pub(crate) fn turn(&self, cells: W) -> W {
        let mut turned = W::EMPTY;
        for row in 0..self.rows {
            let bits = self.row(cells, row);
            let low = self.turned[0][bits & (self.turned[0].len() - 1)];
            let high = if self.columns > 8 { self.turned[1][bits >> 8] } else { W::EMPTY };
            turned = turned | (low | high) << row as u32;
        }
        turned
    }

    /// Takes away the cells that nobody can use and the regions in which only one player can move, counting the latter.
    #[inline]
    pub(crate) fn core(&self, cells: W) -> Core<W> {
        let (up, flat) = (self.starts(cells), self.flat_starts(cells));
        let step = self.columns as u32;
        let (by_upright, by_flat) = (up | up << step, flat | flat << 1);
        // A column run that no flat domino touches is the upright player's alone, and the other way round.
        let shared_up = spread(by_upright & by_flat, by_upright, up, step);
        let shared_flat = spread(by_upright & by_flat, by_flat, flat, 1);
        let (own_up, own_flat) = (up & !shared_up, flat & !shared_flat);
        let free = every_other(own_up, step).count() as i32 - every_other(own_flat, 1).count() as i32;
        Core { cells: shared_up | shared_flat, free: free * i32::from(MOVE) }
    }

    /// The region that the least of the cells belongs to.
    #[inline]
    pub(crate) fn region(&self, cells: W) -> W {
        let (up, flat) = (self.starts(cells), self.flat_starts(cells));
        let step = self.columns as u32;
        let (from_below, from_left) = (up << step, flat << 1);
        let mut region = W::bit(cells.lowest());
        loop {
            let mut more = region | from_below & region << step | up & region >> step;
            more = more | from_left & more << 1 | flat & more >> 1;
            if more == region {
                return region;
            }
            region = more;
        }
    }

    /// A small region in its bounding box.
    #[inline]
    pub(crate) fn shape(&self, region: W) -> Shape {
        let bottom = region.lowest() / self.columns;
        let (mut columns, mut rows) = (0, 0);
        let mut rest = region >> (bottom * self.columns) as u32;
        let mut lines = [0; 16];
        while !rest.is_empty() {
            lines[rows] = rest.window(0) & self.row_mask;
            columns |= lines[rows];
            rows += 1;
            if rows * self.columns >= W::BITS {
                break;
            }
            rest = rest >> self.columns as u32;
        }
        let left = columns.trailing_zeros();
        let width = 64 - columns.leading_zeros() - left;
        let mut cells = 0;
        for (row, line) in lines[..rows].iter().enumerate() {
            cells |= line >> left << (row as u32 * width);
        }
        Shape { cells, width }
    }

    /// Of all images of the cells under reflection, the least.
    #[inline]
    pub(crate) fn canonical(&self, cells: W) -> W {
        let unused = (W::BITS - self.rows * self.columns) as u32;
        let mut flipped = W::EMPTY;
        for row in 0..self.rows {
            let bits = W::from_low(self.row(cells, row) as u64);
            flipped = flipped | bits << ((self.rows - 1 - row) * self.columns) as u32;
        }
        let halves = [cells.reversed() >> unused, flipped.reversed() >> unused];
        cells.min(flipped).min(halves[0]).min(halves[1])
    }

    /// What the upright player is sure of. Cutting between rows only takes moves from that player, so the strips that are left are together
    /// never better for the upright player than the board. Every run of cells in a row is joined either to the row above or to the row
    /// below, whichever promises most. Safe dominoes are set aside first, wherever the cuts may fall.
    #[inline]
    pub(crate) fn promise(&self, cells: W) -> Promise {
        let (cells, sure) = self.without_safe(cells);
        let mut below = Choices { count: 1, ups: [0; 1 << CHOOSERS] };
        let mut promises = [Promise::NOTHING; 1 << CHOOSERS];
        let (mut lower, mut bits) = (0, self.row(cells, 0));
        for row in 0..self.rows {
            let upper = if row + 1 < self.rows { self.row(cells, row + 1) } else { 0 };
            let here = Choices::of(lower, bits, upper);
            let mut next = [Promise::NEVER; 1 << CHOOSERS];
            for (up, next) in here.ups[..here.count].iter().zip(&mut next) {
                let down = bits & !up;
                for (up, promise) in below.ups[..below.count].iter().zip(&promises) {
                    let walls = self.pair_walls(*up, down);
                    let mut promise = *promise;
                    promise.join(walls.right, walls.left);
                    *next = next.or(promise);
                }
            }
            (below, promises) = (here, next);
            (lower, bits) = (bits, upper);
        }
        // Nothing is above the last row, so there is one choice left.
        promises[0].with(sure)
    }

    /// The same with straight cuts only: less, but sooner.
    #[inline]
    pub(crate) fn quick_promise(&self, cells: W) -> Promise {
        let (cells, sure) = self.without_safe(cells);
        let (mut total, mut total_below) = (Promise::NOTHING, Promise::NEVER);
        let mut below = 0;
        for row in 0..self.rows {
            let bits = self.row(cells, row);
            let mut next = total;
            next.join([self.row_value(bits); LANES], [i16::MIN; LANES]);
            if row > 0 {
                let walls = self.pair_walls(below, bits);
                total_below.join(walls.right, walls.left);
                next = next.or(total_below);
            }
            (total_below, total) = (total, next);
            below = bits;
        }
        total.with(sure)
    }

    /// The cells without the safe dominoes, and what these are worth.
    #[inline]
    fn without_safe(&self, cells: W) -> (W, i16) {
        let safe = self.safe(cells);
        (cells & !(safe | safe << self.columns as u32), MOVE * safe.count() as i16)
    }

    /// Lower cells of upright dominoes beside each other that the flat player can never touch.
    #[inline]
    fn safe(&self, cells: W) -> W {
        let flat = self.flat_starts(cells);
        every_other(self.starts(cells & !(flat | flat << 1)), self.columns as u32)
    }

    /// The upright player's dominoes, for ordering moves.
    #[inline]
    pub(crate) fn tally(&self, cells: W) -> Tally {
        let starts = self.starts(cells);
        Tally {
            moves: starts.count() as i32,
            real: every_other(starts, self.columns as u32).count() as i32,
            safe: self.safe(cells).count() as i32,
        }
    }

    #[inline]
    fn row_value(&self, bits: usize) -> i16 {
        if self.columns <= WIDEST {
            self.strips.row(bits)
        } else {
            -MOVE * crate::solve::strips::fitting(bits)
        }
    }

    #[inline]
    fn pair_walls(&self, lower: usize, upper: usize) -> Walls {
        if self.columns <= WIDEST {
            *self.strips.pair(lower | upper << self.columns)
        } else {
            self.wide_walls(lower, upper)
        }
    }

    /// The walls of a strip that is wider than the tables: those of the parts between which no flat domino fits, added up. A part that
    /// is too wide still is judged as if only the flat player could move there.
    fn wide_walls(&self, lower: usize, upper: usize) -> Walls {
        let width = self.strips.width;
        let joined = lower & lower >> 1 | upper & upper >> 1;
        let (mut second, mut first) = ([0; LANES], [i16::MIN; LANES]);
        let mut column = 0;
        while column < self.columns {
            let length = 1 + (joined >> column).trailing_ones() as usize;
            let mask = (1 << length) - 1;
            let (low, high) = (lower >> column & mask, upper >> column & mask);
            let walls = if length <= width {
                *self.strips.pair(low | high << width)
            } else {
                let fitting = crate::solve::strips::fitting;
                Walls::number(-MOVE * (fitting(low) + fitting(high)))
            };
            first = best(add(first, walls.right), add(second, walls.left));
            second = add(second, walls.right);
            column += length;
        }
        Walls { right: second, left: first }
    }
}

/// The cells of `field` that are joined to `seeds` by dominoes starting at `starts`, at distance `step`. Lines have at most 16 cells.
#[inline]
fn spread<W: Word>(seeds: W, field: W, starts: W, step: u32) -> W {
    // `up` holds the cells that are joined to the cell before them.
    let (mut up, mut down) = (starts << step, starts);
    let mut reached = seeds & field;
    for reach in [step, 2 * step, 4 * step, 8 * step] {
        if reach as usize >= W::BITS {
            break;
        }
        reached = reached | up & reached << reach | down & reached >> reach;
        up = up & up << reach;
        down = down & down >> reach;
    }
    reached
}

#[inline]
fn add(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|k| a[k].saturating_add(b[k]))
}

#[inline]
fn best(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|k| a[k].max(b[k]))
}
