//! The search for a winning move, from the mover's point of view at every node.

use game::Control;

use crate::solve::shapes::{LARGEST, Shapes};
use crate::solve::strips::{LANES, MOVE};
use crate::solve::table::Table;
use crate::solve::view::{Core, Promise, Tally, View};
use crate::word::Word;

/// How many nodes are searched between two looks at the clock.
const BREATH: u64 = 1024;

/// How many of the children get a closer look before the first is searched.
const PROMISING: usize = 3;

/// The score of a child that a closer look has refuted.
const REFUTED: i32 = i32::MIN + 1;

/// A position that may be searched: the board as its mover sees it.
#[derive(Clone, Copy, Debug)]
struct Child<W> {
    /// How well it looks for the player who has led to it.
    score: i32,
    cells: W,
    /// What the mover at this position has to spare.
    free: i32,
    key: u64,
}

/// What a look at a position says about one of the players.
enum Glance<W> {
    Won,
    Lost,
    /// It takes a search.
    Open(Child<W>),
}

/// The search and its memory.
#[derive(Debug)]
pub(crate) struct Search<W> {
    /// The board as X sees it and as O sees it.
    views: [View<W>; 2],
    /// Tells the views apart in the table; equal where the board is square, since then they are the same game.
    seeds: [u64; 2],
    table: Table,
    shapes: Shapes,
    /// The children of all nodes on the current line, deepest last.
    children: Vec<Child<W>>,
    nodes: u64,
    /// Nodes that `Control` has been told of.
    reported: u64,
}

impl<W: Word> Search<W> {
    pub(crate) fn new(rows: usize, columns: usize, memory: usize) -> Search<W> {
        Search {
            views: [View::new(rows, columns), View::new(columns, rows)],
            seeds: [0, if rows == columns { 0 } else { 0x9e37_79b9_7f4a_7c15 }],
            table: Table::new(memory),
            shapes: Shapes::default(),
            children: Vec::new(),
            nodes: 0,
            reported: 0,
        }
    }

    /// Positions searched so far, not counting those that a glance decides.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The view of X (0) or of O (1).
    pub(crate) fn view(&self, viewer: usize) -> &View<W> {
        &self.views[viewer]
    }

    /// Whether the player `viewer`, who has just left these cells free (in that player's view), wins; `None` when `control` says stop.
    pub(crate) fn wins_after(&mut self, viewer: usize, cells: W, control: &Control) -> Option<bool> {
        let core = self.views[viewer].core(cells);
        self.settle(viewer, core, control)
    }

    /// How well leaving these cells free looks for `viewer`: larger is better.
    pub(crate) fn score_after(&mut self, viewer: usize, cells: W) -> i32 {
        let core = self.views[viewer].core(cells);
        match self.glance(viewer, core) {
            Glance::Won => i32::MAX,
            Glance::Lost => i32::MIN,
            Glance::Open(child) => child.score,
        }
    }

    /// Whether `viewer` wins, having just moved.
    fn settle(&mut self, viewer: usize, core: Core<W>, control: &Control) -> Option<bool> {
        match self.glance(viewer, core) {
            Glance::Won => Some(true),
            Glance::Lost => Some(false),
            Glance::Open(child) => Some(!self.wins(1 - viewer, child, control)?),
        }
    }

    /// Whether the side to move, `viewer`, wins.
    fn wins(&mut self, viewer: usize, here: Child<W>, control: &Control) -> Option<bool> {
        if let Some(known) = self.table.get(here.key).wins(here.free) {
            return Some(known);
        }
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes - self.reported >= BREATH {
            let spent = self.nodes - self.reported;
            self.reported = self.nodes;
            if control.spend(spent) {
                return None;
            }
        }
        let first = self.children.len();
        let result = self.try_all(viewer, here, control);
        self.children.truncate(first);
        let wins = result?;
        self.table.put(here.key, here.free, wins, self.nodes - before);
        Some(wins)
    }

    /// Glances at all moves first, since a glance often finds a win, then takes a closer look at the most promising ones, then searches.
    fn try_all(&mut self, viewer: usize, here: Child<W>, control: &Control) -> Option<bool> {
        let first = self.children.len();
        for cell in self.views[viewer].starts(here.cells).cells() {
            let view = &self.views[viewer];
            let core = view.core(here.cells & !view.domino(cell));
            match self.glance(viewer, Core { free: core.free + here.free, ..core }) {
                Glance::Won => return Some(true),
                Glance::Lost => {}
                Glance::Open(child) => self.children.push(child),
            }
        }
        self.children[first..].sort_unstable_by_key(|child| -child.score);
        let promising = self.children.len().min(first + PROMISING);
        for index in first..promising {
            match self.look(1 - viewer, self.children[index]) {
                Glance::Won => self.children[index].score = REFUTED,
                Glance::Lost => return Some(true),
                Glance::Open(child) => self.children[index] = child,
            }
        }
        self.children[first..promising].sort_by_key(|child| -child.score);
        for index in first..self.children.len() {
            let child = self.children[index];
            if child.score == REFUTED {
                continue;
            }
            let looked_at = index < promising;
            let wins = match if looked_at { Glance::Open(child) } else { self.look(1 - viewer, child) } {
                Glance::Won => false,
                Glance::Lost => true,
                Glance::Open(child) => !self.wins(1 - viewer, child, control)?,
            };
            if wins {
                return Some(true);
            }
        }
        // A free move is worth playing only where every other move hurts.
        match spend(here.free) {
            Some(free) => self.settle(viewer, Core { cells: here.cells, free }, control),
            None => Some(false),
        }
    }

    /// Looks at the position that `viewer` has just reached: small regions have exact values, of the rest each player's certain share
    /// is known, and the position may have been met before. The answer speaks of `viewer`.
    #[inline]
    fn glance(&mut self, viewer: usize, core: Core<W>) -> Glance<W> {
        let Core { mut cells, mut free } = core;
        let (mut mine, mut theirs) = (Promise::NOTHING, Promise::NOTHING);
        let (mut rest, mut large) = (cells, W::EMPTY);
        while !rest.is_empty() {
            let region = self.views[viewer].region(rest);
            rest = rest & !region;
            if region.count() > LARGEST {
                large = large | region;
                continue;
            }
            let worth = self.shapes.worth(self.views[viewer].shape(region));
            if let Some(number) = worth.number {
                free += i32::from(number);
                cells = cells & !region;
            } else {
                mine.join(worth.upright.right, worth.upright.left);
                theirs.join(worth.flat.right, worth.flat.left);
            }
        }
        if cells.is_empty() {
            return if free >= 0 { Glance::Won } else { Glance::Lost };
        }
        let (view, other) = (&self.views[viewer], &self.views[1 - viewer]);
        if !large.is_empty() {
            mine = mine.and(view.quick_promise(large));
        }
        if mine.wins_second(free) {
            return Glance::Won;
        }
        if !large.is_empty() {
            theirs = theirs.and(other.quick_promise(view.turn(large)));
        }
        if theirs.wins_first(-free) {
            return Glance::Lost;
        }
        let seen = view.turn(cells);
        let key = other.canonical(seen).hash64() ^ self.seeds[1 - viewer];
        if let Some(wins) = self.table.get(key).wins(-free) {
            return if wins { Glance::Lost } else { Glance::Won };
        }
        let score = score([view, other], [cells, seen], [mine, theirs]) + 4 * free;
        Glance::Open(Child { score, cells: seen, free: -free, key })
    }

    /// A closer look at a position that a glance has left open, with the better bound. The answer speaks of `viewer`, who is to move there.
    fn look(&mut self, viewer: usize, child: Child<W>) -> Glance<W> {
        let Child { cells, free, key, .. } = child;
        match self.table.get(key).wins(free) {
            Some(true) => return Glance::Won,
            Some(false) => return Glance::Lost,
            None => {}
        }
        let reached = self.views[viewer].turn(cells);
        let theirs = self.promise(1 - viewer, reached);
        if theirs.wins_second(-free) {
            self.table.put(key, free, false, 0);
            return Glance::Lost;
        }
        let mine = self.promise(viewer, cells);
        if mine.wins_first(free) {
            self.table.put(key, free, true, 0);
            return Glance::Won;
        }
        let views = [&self.views[1 - viewer], &self.views[viewer]];
        let score = score(views, [reached, cells], [theirs, mine]) - 4 * free;
        Glance::Open(Child { score, ..child })
    }

    /// The most that `viewer` is known to be sure of on these cells.
    fn promise(&mut self, viewer: usize, cells: W) -> Promise {
        let view = &self.views[viewer];
        let (mut rest, mut large) = (cells, W::EMPTY);
        let mut sure = Promise::NOTHING;
        while !rest.is_empty() {
            let region = view.region(rest);
            rest = rest & !region;
            if region.count() > LARGEST {
                large = large | region;
                continue;
            }
            let worth = self.shapes.worth(view.shape(region));
            sure.join(worth.upright.right, worth.upright.left);
        }
        if large.is_empty() { sure } else { sure.and(view.promise(large)) }
    }
}

/// How well a position looks for the first of two players, who has just moved: by what each is sure of when moves elsewhere cost much,
/// and by counting dominoes.
fn score<W: Word>(views: [&View<W>; 2], cells: [W; 2], sure: [Promise; 2]) -> i32 {
    let player = |i: usize| i32::from(sure[i].second[LANES - 1]) + worth(views[i].tally(cells[i]));
    player(0) - player(1)
}

/// What the dominoes of one player count for in the order of moves, in units of a sixteenth of a move.
fn worth(tally: Tally) -> i32 {
    i32::from(MOVE) * (tally.real + tally.safe) + i32::from(MOVE) / 16 * tally.moves
}

/// What is left of the moves to spare after one of them is made: of a whole number one less; of a fraction the next coarser number below,
/// as the simplest form of a number has it. `None` when there is no such move.
fn spend(free: i32) -> Option<i32> {
    let whole = i32::from(MOVE);
    if free % whole == 0 {
        return (free > 0).then_some(free - whole);
    }
    Some(free - (1 << free.trailing_zeros()))
}
