//! The board with all that is known about it, and what a glance at a position says.

use std::sync::Arc;

use game::bits::Word;
use game::hash::GOLDEN;

use crate::solver::promise::Promise;
use crate::solver::shapes::{LARGEST, Shapes, hash};
use crate::solver::strips::MOVE;
use crate::solver::table::Table;
use crate::solver::view::{Core, Tables, View};

/// The score that is as good as won: of the positions on boards of 63 and 64 cells that look so good, one in ten thousand is not.
const LEAD: i32 = 6 * MOVE as i32;

/// A position that takes a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<W> {
    /// The board as the mover sees it, and as the other player does.
    pub(crate) cells: [W; 2],
    /// Those in regions too large to be valued, as the mover sees them.
    pub(crate) large: W,
    /// What the other regions promise the mover and the other player.
    pub(crate) small: [Promise; 2],
    /// What the mover has to spare.
    pub(crate) free: i32,
    pub(crate) key: u64,
    /// How well it looks for the player who has led to it.
    pub(crate) score: i32,
}

impl<W> Node<W> {
    /// Whether the mover is so far behind that the position will be lost, though that is not certain.
    #[inline(always)]
    pub(crate) fn looks_lost(&self) -> bool {
        self.score >= LEAD
    }
}

/// A position that has been looked at for its regions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sketch<W> {
    /// As the player sees it who has led to it.
    cells: W,
    large: W,
    /// What that player has to spare.
    free: i32,
    /// As in the node that it becomes.
    small: [Promise; 2],
    key: u64,
}

/// What a look at a position says about one of the players.
pub(crate) enum Glance<T> {
    Won,
    Lost,
    /// It takes a search.
    Open(T),
}

/// The ways in which the inner parts of the search are compiled: for any processor, or for one with newer instructions and perhaps for a
/// square board of the commonest sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    Any,
    Modern,
    /// 8x8 in 64 bits, 9x9 in 128.
    Square,
}

impl Build {
    /// The fastest one that fits this processor and the board.
    fn best<W: Word>(rows: usize, columns: usize) -> Build {
        match (rows, columns) {
            _ if !modern() => Build::Any,
            (8, 8) if W::BITS == 64 => Build::Square,
            (9, 9) if W::BITS == 128 => Build::Square,
            _ => Build::Modern,
        }
    }
}

/// Whether the processor has the instructions that every build but [`Build::Any`] needs.
fn modern() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// The board and what is known about it. A copy shares the table.
#[derive(Clone, Debug)]
pub(crate) struct Ground<W> {
    /// For X and for O.
    tables: [Tables<W>; 2],
    /// Tells the views apart in the table; equal where the board is square, since then they are the same game.
    seeds: [u64; 2],
    shapes: Shapes<W>,
    pub(crate) table: Arc<Table>,
    pub(crate) build: Build,
}

impl<W: Word> Ground<W> {
    /// A board, with a table of at most about `memory` bytes.
    pub(crate) fn new(rows: usize, columns: usize, memory: usize) -> Ground<W> {
        Ground {
            tables: [Tables::new(rows, columns), Tables::new(columns, rows)],
            seeds: [0, if rows == columns { 0 } else { GOLDEN }],
            shapes: Shapes::new(),
            table: Arc::new(Table::new(memory.min(wanted(rows * columns)))),
            build: Build::best::<W>(rows, columns),
        }
    }

    /// The view of X (0) or of O (1).
    pub(crate) fn view(&self, viewer: usize) -> View<'_, W> {
        self.tables[viewer].view::<0>()
    }

    /// The view of a player, then that of the other one. `SIDE` is the length of the sides if the caller is compiled for a square, else 0.
    #[inline(always)]
    pub(crate) fn views<const SIDE: usize>(&self, viewer: usize) -> [View<'_, W>; 2] {
        [self.tables[viewer].view::<SIDE>(), self.tables[1 - viewer].view::<SIDE>()]
    }

    /// Looks at the position in which `viewer` has just left these cells free and has `free` to spare: small regions have exact values, of
    /// the rest each player's certain share is known, and the position may have been met before. The answer speaks of `viewer`.
    pub(crate) fn glance(&mut self, viewer: usize, cells: W, free: i32) -> Glance<Node<W>> {
        match self.sketch(viewer, cells, free) {
            Glance::Won => Glance::Won,
            Glance::Lost => Glance::Lost,
            Glance::Open(sketch) => self.judge(viewer, &sketch),
        }
    }

    /// The first half of [`Ground::glance`]. What is known about the position is being fetched from then on, so it pays to do something else
    /// before the second half.
    pub(crate) fn sketch(&mut self, viewer: usize, cells: W, free: i32) -> Glance<Sketch<W>> {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: these builds are only chosen when the processor has the instructions.
        unsafe {
            match self.build {
                Build::Any => {}
                Build::Square if W::BITS == 64 => return self.sketch_modern::<8>(viewer, cells, free),
                Build::Square if W::BITS == 128 => return self.sketch_modern::<9>(viewer, cells, free),
                Build::Modern | Build::Square => return self.sketch_modern::<0>(viewer, cells, free),
            }
        }
        self.sketch_any::<0>(viewer, cells, free)
    }

    /// The second half of [`Ground::glance`].
    pub(crate) fn judge(&self, viewer: usize, sketch: &Sketch<W>) -> Glance<Node<W>> {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: these builds are only chosen when the processor has the instructions.
        unsafe {
            match self.build {
                Build::Any => {}
                Build::Square if W::BITS == 64 => return self.judge_modern::<8>(viewer, sketch),
                Build::Square if W::BITS == 128 => return self.judge_modern::<9>(viewer, sketch),
                Build::Modern | Build::Square => return self.judge_modern::<0>(viewer, sketch),
            }
        }
        self.judge_any::<0>(viewer, sketch)
    }

    /// Whether [`Ground::glance`] would say that `viewer` has won, for less work.
    pub(crate) fn sees_win(&mut self, viewer: usize, cells: W, free: i32) -> bool {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: these builds are only chosen when the processor has the instructions.
        unsafe {
            match self.build {
                Build::Any => {}
                Build::Square if W::BITS == 64 => return self.sees_win_modern::<8>(viewer, cells, free),
                Build::Square if W::BITS == 128 => return self.sees_win_modern::<9>(viewer, cells, free),
                Build::Modern | Build::Square => return self.sees_win_modern::<0>(viewer, cells, free),
            }
        }
        self.sees_win_any::<0>(viewer, cells, free)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn sees_win_modern<const SIDE: usize>(&mut self, viewer: usize, cells: W, free: i32) -> bool {
        self.sees_win_any::<SIDE>(viewer, cells, free)
    }

    #[inline(always)]
    fn sees_win_any<const SIDE: usize>(&mut self, viewer: usize, cells: W, free: i32) -> bool {
        let sketch = match self.sketch_any::<SIDE>(viewer, cells, free) {
            Glance::Won => return true,
            Glance::Lost => return false,
            Glance::Open(sketch) => sketch,
        };
        let mut mine = sketch.small[1];
        if !sketch.large.is_empty() {
            mine = mine.and(self.tables[viewer].view::<SIDE>().promise(sketch.large));
        }
        mine.exceeds(Promise::to_win_second(sketch.free))
            || self.table.get(sketch.key).wins(-sketch.free) == Some(false)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn sketch_modern<const SIDE: usize>(&mut self, viewer: usize, cells: W, free: i32) -> Glance<Sketch<W>> {
        self.sketch_any::<SIDE>(viewer, cells, free)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn judge_modern<const SIDE: usize>(&self, viewer: usize, sketch: &Sketch<W>) -> Glance<Node<W>> {
        self.judge_any::<SIDE>(viewer, sketch)
    }

    #[inline(always)]
    fn sketch_any<const SIDE: usize>(&mut self, viewer: usize, cells: W, free: i32) -> Glance<Sketch<W>> {
        let Ground { tables, seeds, shapes, table, .. } = self;
        let view = tables[viewer].view::<SIDE>();
        let Core { mut cells, free: more } = view.core(cells);
        let mut free = free + more;
        let (mut mine, mut theirs) = (Promise::nothing(), Promise::nothing());
        let (mut rest, mut large, mut small_key) = (cells, W::EMPTY, 0u64);
        while !rest.is_empty() {
            let region = view.region(rest);
            rest &= !region;
            let worth = if region.count() <= LARGEST {
                shapes.worth(viewer, region, || view.shape(region))
            } else {
                None
            };
            let Some(worth) = worth else {
                large |= region;
                continue;
            };
            if let Some(number) = worth.number {
                free += i32::from(number);
                cells &= !region;
            } else {
                mine = mine.and(worth.upright);
                theirs = theirs.and(worth.flat);
                small_key = small_key.wrapping_add(worth.key);
            }
        }
        if cells.is_empty() {
            return if free >= 0 { Glance::Won } else { Glance::Lost };
        }
        // Small regions are worth the same wherever and however they lie.
        let key = hash(view.canonical(large)).wrapping_add(small_key) ^ seeds[viewer];
        table.prefetch(key);
        Glance::Open(Sketch { cells, large, free, small: [theirs, mine], key })
    }

    #[inline(always)]
    fn judge_any<const SIDE: usize>(&self, viewer: usize, sketch: &Sketch<W>) -> Glance<Node<W>> {
        let &Sketch { cells, large, free, small, key } = sketch;
        let [view, other] = self.views::<SIDE>(viewer);
        let [mut theirs, mut mine] = small;
        if !large.is_empty() {
            mine = mine.and(view.promise(large));
        }
        if mine.exceeds(Promise::to_win_second(free)) {
            return Glance::Won;
        }
        let turned = view.turn(large);
        if !large.is_empty() {
            theirs = theirs.and(other.promise(turned));
        }
        if theirs.exceeds(Promise::to_win_first(-free)) {
            return Glance::Lost;
        }
        if let Some(wins) = self.table.get(key).wins(-free) {
            return if wins { Glance::Lost } else { Glance::Won };
        }
        let seen = if large == cells { turned } else { view.turn(cells) };
        let score = mine.cold() - theirs.cold() + view.balance(cells) + 4 * free;
        Glance::Open(Node { cells: [seen, cells], large: turned, small, free: -free, key, score })
    }
}

/// The bytes of a table that holds all that is worth keeping of a board. A larger one only takes longer to reach.
fn wanted(cells: usize) -> usize {
    (1 << 20) << (cells.saturating_sub(55) / 3).min(30)
}
