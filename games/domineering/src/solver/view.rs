//! The board as one player sees it: turned so that the player's dominoes stand upright.

use std::sync::Arc;

use game::bits::Word;

use crate::counts::every_other;
use crate::solver::lines::{PLACE, Weights};
use crate::solver::promise::{Promise, dropped_bits};
use crate::solver::shapes::Shape;
use crate::solver::strips::{MOVE, Strips, WIDEST, fitting};

/// The tables that make looking at a board fast, for one player.
#[derive(Clone, Debug)]
pub(crate) struct Tables<W> {
    rows: usize,
    columns: usize,
    not_last_column: W,
    /// Where the cells of a row go in the other player's view, for row 0: by the low eight bits and by the others.
    turned: [Vec<W>; 2],
    strips: Arc<Strips>,
    /// What the flat player's dominoes in a row count for.
    weights: Weights,
}

/// One player's view of a board. Small, so that it can be made anew wherever its sides are known when the program is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a, W> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    not_last_column: W,
    tables: &'a Tables<W>,
}

/// A position without the parts in which only one player can move, and what these parts are worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Core<W> {
    /// The cells that matter.
    pub(crate) cells: W,
    /// Free moves of the upright player minus those of the flat one, in units of [`MOVE`].
    pub(crate) free: i32,
}

impl<W: Word> Tables<W> {
    pub(crate) fn new(rows: usize, columns: usize) -> Tables<W> {
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
        Tables {
            rows,
            columns,
            not_last_column: W::below(rows * columns) & !last,
            turned,
            strips: Strips::of_width(if columns <= WIDEST { columns } else { 8 }),
            weights: Weights::new(columns),
        }
    }

    /// The view of a board; `SIDE` is the length of its sides if it is a square that the caller is compiled for, else 0.
    #[inline(always)]
    pub(crate) fn view<const SIDE: usize>(&self) -> View<'_, W> {
        let (rows, columns) = if SIDE > 0 { (SIDE, SIDE) } else { (self.rows, self.columns) };
        View { rows, columns, not_last_column: self.not_last_column, tables: self }
    }
}

impl<'a, W: Word> View<'a, W> {
    /// What the flat player's dominoes in a row count for.
    #[inline(always)]
    pub(crate) fn weights(&self) -> &'a Weights {
        &self.tables.weights
    }

    /// The free cells of a row.
    #[inline(always)]
    pub(crate) fn row(&self, cells: W, row: usize) -> usize {
        (cells.window(row * self.columns) & self.row_mask()) as usize
    }

    #[inline(always)]
    fn row_mask(&self) -> u64 {
        (1 << self.columns) - 1
    }

    /// The lower cells of all upright dominoes.
    #[inline(always)]
    pub(crate) fn starts(&self, cells: W) -> W {
        cells & cells >> self.columns
    }

    /// The left cells of all flat dominoes.
    #[inline(always)]
    fn flat_starts(&self, cells: W) -> W {
        cells & cells >> 1 & self.not_last_column
    }

    /// The cells of the upright domino at `cell`.
    #[inline(always)]
    pub(crate) fn domino(&self, cell: usize) -> W {
        W::bit(cell) | W::bit(cell) << self.columns
    }

    /// The same cells in the other player's view.
    #[inline(always)]
    pub(crate) fn turn(&self, cells: W) -> W {
        if W::BITS == 64 && self.rows == 8 && self.columns == 8 {
            return W::from_limbs(&[transposed(cells.limb(0))]);
        }
        let mut turned = W::EMPTY;
        for row in 0..self.rows {
            let bits = self.row(cells, row);
            let low = self.tables.turned[0][bits & (self.tables.turned[0].len() - 1)];
            let high = if self.columns > 8 { self.tables.turned[1][bits >> 8] } else { W::EMPTY };
            turned |= (low | high) << row;
        }
        turned
    }

    /// The [`core`] of these cells.
    #[inline(always)]
    pub(crate) fn core(&self, cells: W) -> Core<W> {
        core(self.starts(cells), self.flat_starts(cells), self.rows, self.columns)
    }

    /// The region that the least of the cells belongs to.
    #[inline(always)]
    pub(crate) fn region(&self, cells: W) -> W {
        let (up, flat) = (self.starts(cells), self.flat_starts(cells));
        let step = self.columns;
        let (from_below, from_left) = (up << step, flat << 1);
        let mut region = W::bit(cells.lowest());
        loop {
            let mut more = region | from_below & region << step | up & region >> step;
            more |= from_left & more << 1 | flat & more >> 1;
            if more == region {
                return region;
            }
            region = more;
        }
    }

    /// A small region in its bounding box.
    #[inline(always)]
    pub(crate) fn shape(&self, region: W) -> Shape {
        let bottom = region.lowest() / self.columns;
        let (mut columns, mut rows) = (0, 0);
        let mut rest = region >> (bottom * self.columns);
        let mut lines = [0; 16];
        while !rest.is_empty() {
            lines[rows] = rest.limb(0) & self.row_mask();
            columns |= lines[rows];
            rows += 1;
            if rows * self.columns >= W::BITS {
                break;
            }
            rest = rest >> self.columns;
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
    #[inline(always)]
    pub(crate) fn canonical(&self, cells: W) -> W {
        let unused = W::BITS - self.rows * self.columns;
        let turned = cells.reversed() >> unused;
        let (flipped, mirrored) = (self.flipped(cells), self.flipped(turned));
        cells.min(turned).min(flipped.min(mirrored))
    }

    /// The cells with the rows in the opposite order.
    #[inline(always)]
    fn flipped(&self, cells: W) -> W {
        if W::BITS == 64 && self.columns == 8 {
            return W::from_limbs(&[cells.limb(0).swap_bytes() >> (64 - 8 * self.rows)]);
        }
        let mut flipped = W::EMPTY;
        for row in 0..self.rows {
            let bits = W::from_limbs(&[self.row(cells, row) as u64]);
            flipped |= bits << ((self.rows - 1 - row) * self.columns);
        }
        flipped
    }

    /// What the dominoes of the upright player count for in the order of moves, minus those of the flat player: as
    /// [`Weights`] has it line by line.
    #[inline(always)]
    pub(crate) fn balance(&self, cells: W) -> i32 {
        let step = self.columns;
        let (up, flat) = (self.starts(cells), self.flat_starts(cells));
        let inner = cells & self.not_last_column;
        let alone = self.starts(cells & !(inner << 1) & !(cells >> 1 & self.not_last_column));
        let alone_flat = self.flat_starts(cells & !(cells << step) & !(cells >> step));
        let count = |starts: W, step: usize, length: usize| every_other(starts, step, length).count() as i32;
        let fitting = count(up, step, self.rows) + count(alone, step, self.rows)
            - count(flat, 1, self.columns)
            - count(alone_flat, 1, self.columns);
        i32::from(MOVE) * fitting + i32::from(PLACE) * (up.count() as i32 - flat.count() as i32)
    }

    /// What the upright player is sure of. Cutting between rows only takes moves from that player, so the strips that are left are together
    /// never better for the upright player than the board. Safe dominoes are set aside first, wherever the cuts may fall.
    #[inline(always)]
    pub(crate) fn promise(&self, cells: W) -> Promise {
        let (cells, sure) = self.without_safe(cells);
        let (mut total, mut total_below) = (Promise::nothing(), Promise::never());
        let mut below = 0;
        for row in 0..self.rows {
            let bits = self.row(cells, row);
            let alone = total.with(self.row_value(bits));
            let next = alone.or(total_below.and(self.pair(below, bits)));
            (total_below, total) = (total, next);
            below = bits;
        }
        total.with(sure)
    }

    /// The cells without the safe dominoes, and what these are worth.
    #[inline(always)]
    pub(crate) fn without_safe(&self, cells: W) -> (W, i16) {
        let safe = self.safe(cells);
        (cells & !(safe | safe << self.columns), MOVE * safe.count() as i16)
    }

    /// Lower cells of upright dominoes beside each other that the flat player can never touch.
    #[inline(always)]
    pub(crate) fn safe(&self, cells: W) -> W {
        let flat = self.flat_starts(cells);
        every_other(self.starts(cells & !(flat | flat << 1)), self.columns, self.rows)
    }

    #[inline(always)]
    pub(crate) fn row_value(&self, bits: usize) -> i16 {
        if self.columns <= WIDEST { self.tables.strips.row(bits) } else { -MOVE * fitting(bits) }
    }

    /// What a strip of two rows promises.
    #[inline(always)]
    pub(crate) fn pair(&self, lower: usize, upper: usize) -> Promise {
        if self.columns <= WIDEST {
            self.tables.strips.pair(lower | upper << self.columns, dropped_bits(self.columns))
        } else {
            self.wide_pair(lower, upper)
        }
    }

    /// The walls of a strip that is wider than the tables: those of the parts between which no flat domino fits, added up. A part that
    /// is too wide still is judged as if only the flat player could move there.
    #[cold]
    #[inline(never)]
    fn wide_pair(&self, lower: usize, upper: usize) -> Promise {
        let width = self.tables.strips.width;
        let joined = lower & lower >> 1 | upper & upper >> 1;
        let mut total = Promise::nothing();
        let mut column = 0;
        while column < self.columns {
            let length = 1 + (joined >> column).trailing_ones() as usize;
            let mask = (1 << length) - 1;
            let (low, high) = (lower >> column & mask, upper >> column & mask);
            let walls = if length <= width {
                self.tables.strips.pair(low | high << width, dropped_bits(width))
            } else {
                Promise::number(-MOVE * (fitting(low) + fitting(high)))
            };
            total = total.and(walls);
            column += length;
        }
        total
    }
}

/// Takes away the cells that nobody can use and the regions in which only one player can move, counting the latter. `up` and `flat` are the lower
/// and the left cells of all dominoes.
#[inline(always)]
pub(crate) fn core<W: Word>(up: W, flat: W, rows: usize, columns: usize) -> Core<W> {
    let step = columns;
    let (by_upright, by_flat) = (up | up << step, flat | flat << 1);
    // A column run that no flat domino touches is the upright player's alone, and the other way round.
    let shared_up = spread(by_upright & by_flat, by_upright, up, step, rows);
    let shared_flat = spread(by_upright & by_flat, by_flat, flat, 1, columns);
    let (own_up, own_flat) = (up & !shared_up, flat & !shared_flat);
    let free =
        every_other(own_up, step, rows).count() as i32 - every_other(own_flat, 1, columns).count() as i32;
    Core { cells: shared_up | shared_flat, free: free * i32::from(MOVE) }
}

/// The bits of an 8x8 board with rows and columns exchanged: of each block of two, then of four, then of eight, the corners that are
/// not on the diagonal change places.
#[inline(always)]
fn transposed(mut bits: u64) -> u64 {
    for (distance, corners) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0xf0f0_f0f0)] {
        let swapped = (bits ^ bits >> distance) & corners;
        bits ^= swapped ^ swapped << distance;
    }
    bits
}

/// The cells of `field` that are joined to `seeds` by dominoes starting at `starts`, in lines of `length` cells at distance `step`.
#[inline(always)]
fn spread<W: Word>(seeds: W, field: W, starts: W, step: usize, length: usize) -> W {
    // `up` holds the cells that are joined to the cell before them.
    let (mut up, mut down) = (starts << step, starts);
    let mut reached = seeds & field;
    for span in [1, 2, 4, 8] {
        if span >= length {
            break;
        }
        let reach = span * step;
        reached |= up & reached << reach | down & reached >> reach;
        up &= up << reach;
        down &= down >> reach;
    }
    reached
}
