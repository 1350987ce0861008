//! The search for the value of a quiet position.

use std::sync::Arc;

use game::hash::GOLDEN;
use game::{Control, Peers, ranking};

use crate::grid::Grid;
use crate::solver::capture::{Offer, capture, next};
use crate::solver::graph::{Graph, Link, loose};
use crate::solver::key::{Key, Namer};
use crate::solver::pile::{Kind, PileId, Piles};
use crate::solver::table::{Known, Table};
use crate::{Board, Word};

/// Bounds on a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub low: i32,
    pub high: i32,
}

impl Bounds {
    fn exact(value: i32) -> Bounds {
        Bounds { low: value, high: value }
    }
}

/// A quiet position, apart from its graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quiet {
    pile: PileId,
    /// Boxes still to be won.
    boxes: i32,
    /// Names the graph and the pile together.
    key: Key,
    /// Whether there is nothing but the pile.
    simple: bool,
}

/// What a move at a quiet position does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    /// Draws an arc of a chain of the graph: of which joint, and which of its links.
    Link(u8, u8),
    /// Opens the shortest chain or loop of a kind in the pile.
    Pile(Kind),
}

/// A move, and what it leads to: the opponent takes `taken` boxes, all but the offer if that is better, and then somebody moves in the quiet
/// position `rest`. A safe move gives nothing to take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    mv: Move,
    rest: Quiet,
    taken: i32,
    offer: Offer,
    order: i32,
    /// Whether the step has been played once, so that what it leads to is known.
    made: bool,
    /// Whether it waits until everything else was searched, because another thread is at it.
    put_off: bool,
}

impl Step {
    fn new(mv: Move, rest: Quiet, order: i32) -> Step {
        Step { mv, rest, taken: 0, offer: Offer::Nothing, order, made: false, put_off: false }
    }

    fn leads_to_the_same_as(&self, other: &Step) -> bool {
        self.rest.key == other.rest.key && self.taken == other.taken && self.offer == other.offer
    }
}

/// The solver's memory and tables.
#[derive(Clone, Debug)]
pub(crate) struct Search<W: Word> {
    pub(super) board: Board<W>,
    pub(super) grid: Grid<W>,
    namer: Namer,
    piles: Piles,
    pub(super) table: Arc<Table>,
    pub(super) peers: Arc<Peers>,
    /// Slots of the table that this search was the first to fill.
    filled: usize,
    /// The graphs of the positions on the way from the root, and room for those to come.
    graphs: Vec<Graph>,
    /// Steps of the positions on the way from the root, one stretch each.
    steps: Vec<Step>,
    /// How many threads search when there is much to do.
    pub threads: usize,
    pub(super) nodes: u64,
    unreported: u64,
    pub(super) stopped: bool,
}

/// How many safe moves a position must have for the table to be asked about all moves before any is searched, and for threads to keep out of each
/// other's way. Where fewer moves are left that costs more than it saves.
const LARGE: usize = 8;

/// How many nodes are searched between two looks at the clock.
const REPORT: u64 = 256;

impl<W: Word> Search<W> {
    pub fn new(board: &Board<W>, memory: usize) -> Search<W> {
        Search {
            board: board.clone(),
            grid: Grid::new(board),
            namer: Namer::new(),
            piles: Piles::new(board.boxes().len()),
            table: Arc::new(Table::new(memory)),
            peers: Arc::default(),
            threads: 1,
            filled: 0,
            graphs: vec![Graph::default(); board.arcs() + 2],
            steps: Vec::new(),
            nodes: 0,
            unreported: 0,
            stopped: false,
        }
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// About how many nodes the position needs, rather too many than too few. Each box that is not in a chain yet doubles the work or nearly
    /// trebles it; the numbers were fitted to positions of all sizes and are right within a factor of two for most.
    pub fn estimate(&self, open: W) -> f64 {
        let rest = capture(&self.grid, open).rest;
        let anatomy = self.grid.anatomy(rest);
        let three = anatomy.three.count() as f64;
        let four = (anatomy.many & !anatomy.three).count() as f64;
        let safe = (rest & !self.grid.arcs(anatomy.two)).count() as f64;
        (0.2 + 1.04 * three + 1.5 * four + 0.09 * safe + 0.08 * anatomy.two.count() as f64).exp2()
    }

    /// Begins a new piece of work.
    pub(super) fn begin(&mut self) {
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.grow_older();
        }
        self.stopped = false;
    }

    /// Tells the control about the nodes it does not know yet; whether the search must stop.
    pub(super) fn report(&mut self, control: &Control) -> bool {
        control.spend(std::mem::take(&mut self.unreported))
    }

    /// The exact value of any position.
    pub fn value(&mut self, open: W, control: &Control) -> Option<i32> {
        let step = self.step_to(open);
        let value = self.shared_value(step.rest, control)?;
        Some(-step_bounds(&step, Bounds::exact(value)).low)
    }

    /// Bounds on the value of any position, such that it is known whether it is at least `goal`; `None` when `control` ended the work first.
    pub fn compare(&mut self, open: W, goal: i32, control: &Control) -> Option<Bounds> {
        self.stopped = false;
        let step = self.step_to(open);
        let bounds = self.settle(0, &step, 1 - goal, control);
        self.report(control);
        if self.stopped { None } else { Some(Bounds { low: -bounds.high, high: -bounds.low }) }
    }

    /// Names what a position is worth to whoever moves there.
    pub fn name(&mut self, open: W) -> u64 {
        let step = self.step_to(open);
        step.rest.key.word() ^ ((step.taken * 5 + step.offer.boxes()) as u64).wrapping_mul(GOLDEN)
    }

    /// Arcs among which is a best move, the most promising first; of moves that lead to the same one.
    pub fn candidates(&mut self, open: W) -> Vec<usize> {
        if let Some(arcs) = next(&self.grid, open) {
            return arcs;
        }
        let anatomy = self.grid.anatomy(open);
        self.graphs[0].read(&self.board, &anatomy, open);
        // The order in which the graph was read.
        let mut orders = vec![None; self.board.arcs()];
        for (number, joint) in anatomy.many.elements().enumerate() {
            for (arc, link) in
                (self.board.boxes()[joint] & open).elements().zip(self.graphs[0].joints()[number].iter())
            {
                if link.length == 0 {
                    orders[arc] = Some(self.graphs[0].order(number, *link));
                }
            }
        }
        let steps = open.elements().map(|arc| {
            let step = self.step_to(open & !W::bit(arc));
            (orders[arc].unwrap_or(step.taken), arc, step)
        });
        let mut steps: Vec<(i32, usize, Step)> = steps.collect();
        ranking::by_key(&mut steps, |&(order, ..)| i64::from(order));
        let mut kept: Vec<(i32, usize, Step)> = Vec::new();
        for step in steps {
            if kept.iter().all(|(.., other)| !other.leads_to_the_same_as(&step.2)) {
                kept.push(step);
            }
        }
        kept.into_iter().map(|(_, arc, _)| arc).collect()
    }

    /// Closes in on the value by asking yes-or-no questions, beginning at the guess that nobody is ahead.
    pub(super) fn quiet_value(&mut self, at: Quiet, control: &Control) -> Option<i32> {
        let mut bounds = Bounds { low: -at.boxes, high: at.boxes };
        let mut goal = 1;
        while bounds.low < bounds.high {
            let found = self.search(0, at, goal, control);
            if self.stopped {
                return None;
            }
            bounds.low = bounds.low.max(found.low);
            bounds.high = bounds.high.min(found.high);
            goal = if found.low >= goal { bounds.low + 1 } else { bounds.high };
        }
        Some(bounds.low)
    }

    /// The step of a move that leads to this position, quiet or not, and closes no box. The quiet position becomes the root.
    pub(super) fn step_to(&mut self, open: W) -> Step {
        let spoils = capture(&self.grid, open);
        let anatomy = self.grid.anatomy(spoils.rest);
        let pile = loose(&self.grid, &anatomy, spoils.rest, &mut self.piles);
        self.graphs[0].read(&self.board, &anatomy, spoils.rest);
        let boxes = anatomy.open_boxes().count() as i32;
        let rest = self.quiet(0, pile, boxes);
        Step { taken: spoils.taken, offer: spoils.offer, ..Step::new(Move::Pile(Kind::Short), rest, 0) }
    }

    /// The quiet position with the graph at `ply`.
    #[inline]
    fn quiet(&mut self, ply: usize, pile: PileId, boxes: i32) -> Quiet {
        let graph = &self.graphs[ply];
        let key = self.namer.key(graph) + self.piles.key(pile);
        Quiet { pile, boxes, key, simple: graph.is_empty() }
    }

    /// What is known about the value of a step without searching it.
    #[inline]
    pub(super) fn known(&self, step: &Step) -> Bounds {
        const NOTHING: Bounds = Bounds { low: -127, high: 127 };
        if step.rest.simple {
            return step_bounds(step, Bounds::exact(self.piles.value(step.rest.pile)));
        }
        let known = self.table.get(step.rest.key);
        known.map_or(NOTHING, |known| step_bounds(step, Bounds { low: known.low, high: known.high }))
    }

    /// Bounds on the value of a step to the side that makes it, such that it is known whether it reaches `goal`. The graph it leads to is at
    /// `ply`.
    pub(super) fn settle(&mut self, ply: usize, step: &Step, goal: i32, control: &Control) -> Bounds {
        if step.offer == Offer::Nothing {
            let rest = self.search(ply, step.rest, 1 - goal - step.taken, control);
            return step_bounds(step, rest);
        }
        // The opponent has the choice: the rest must be worth neither too much nor too little.
        let offer = step.offer.boxes();
        let most = -goal - step.taken + offer;
        if most < 0 {
            return Bounds { low: -127, high: offer - step.taken };
        }
        let mut rest = self.search(ply, step.rest, most - offer + 1, control);
        if rest.high <= most - offer && rest.low < -most - offer && !self.stopped {
            let more = self.search(ply, step.rest, -most - offer, control);
            rest = Bounds { low: rest.low.max(more.low), high: rest.high.min(more.high) };
        }
        step_bounds(step, rest)
    }

    /// Bounds on the value of a quiet position to the side to move, such that it is known whether it reaches `goal`. Its graph is at `ply`.
    /// Meaningless once stopped.
    fn search(&mut self, ply: usize, at: Quiet, goal: i32, control: &Control) -> Bounds {
        if at.simple {
            return Bounds::exact(self.piles.value(at.pile));
        }
        // All boxes are shared out in the end, so values are odd or even as their number is.
        let goal = goal + ((goal + at.boxes) & 1);
        let mut bounds = Bounds { low: -at.boxes, high: at.boxes };
        if goal <= bounds.low || goal > bounds.high {
            return bounds;
        }
        if let Some(known) = self.table.get(at.key) {
            bounds = Bounds { low: known.low, high: known.high };
            if goal <= bounds.low || goal > bounds.high {
                return bounds;
            }
        }
        if self.count_node(control) {
            return bounds;
        }
        let before = self.nodes;
        let base = self.steps.len();
        let found = self.expand(ply, at, goal, control);
        self.steps.truncate(base);
        if self.stopped {
            return bounds;
        }
        bounds.low = bounds.low.max(found.low + ((found.low + at.boxes) & 1));
        bounds.high = bounds.high.min(found.high - ((found.high + at.boxes) & 1));
        self.keep(at.key, Known { low: bounds.low, high: bounds.high }, self.nodes - before + 1, control);
        bounds
    }

    #[inline]
    fn keep(&mut self, key: Key, known: Known, nodes: u64, control: &Control) {
        self.filled += usize::from(self.table.put(key, known, nodes));
        if self.filled >= self.table.comfort()
            && let Some(table) = Arc::get_mut(&mut self.table)
        {
            table.grow(|| control.stopped());
        }
    }

    /// Tries the moves of a quiet position in turn. Returns bounds on its value.
    fn expand(&mut self, ply: usize, at: Quiet, goal: i32, control: &Control) -> Bounds {
        let base = self.steps.len();
        let safe = self.push_safe(ply, at);
        let mut found = Bounds { low: -127, high: self.push_openings(ply, at, goal) };
        let large = safe >= LARGE;
        if large {
            let known = self.look_ahead(ply, at, goal, base);
            if known.low >= goal {
                return known;
            }
            found.high = found.high.max(known.high);
        }
        self.steps[base..].sort_by_key(|step| (step.order, step.rest.key.0[0]));
        let mut index = base;
        while index < self.steps.len() {
            let step = self.make(ply, at, self.steps[index]);
            self.steps[index] = step;
            let tried = &self.steps[base..index];
            index += 1;
            if !step.put_off {
                if tried.iter().any(|other| other.leads_to_the_same_as(&step)) {
                    continue;
                }
                if large && !tried.is_empty() && self.peers.are_at(step.rest.key.word()) {
                    self.steps.push(Step { put_off: true, ..step });
                    continue;
                }
            }
            if large {
                self.peers.enter(step.rest.key.word());
            }
            let bounds = self.settle(ply + 1, &step, goal, control);
            if large {
                self.peers.leave(step.rest.key.word());
            }
            found.low = found.low.max(bounds.low);
            found.high = found.high.max(bounds.high);
            if bounds.low >= goal || self.stopped {
                return Bounds { low: found.low, high: 127 };
            }
        }
        found
    }

    /// Before searching any of the steps from `base` on, sees whether the table knows one that is good enough; its bounds are returned. If there is
    /// none, those that are known not to be good enough are dropped, and a bound on all of them is returned.
    fn look_ahead(&mut self, ply: usize, at: Quiet, goal: i32, base: usize) -> Bounds {
        for index in base..self.steps.len() {
            self.steps[index] = self.make(ply, at, self.steps[index]);
            self.table.prefetch(self.steps[index].rest.key);
        }
        let (mut dropped, mut kept) = (-127, base);
        for index in base..self.steps.len() {
            let known = self.known(&self.steps[index]);
            if known.low >= goal {
                return Bounds { low: known.low, high: 127 };
            }
            if known.high < goal {
                dropped = dropped.max(known.high);
                continue;
            }
            self.steps[kept] = self.steps[index];
            kept += 1;
        }
        self.steps.truncate(kept);
        Bounds { low: -127, high: dropped }
    }

    /// Plays a step, so that the graph it leads to is at the next ply, and completes its description.
    #[inline]
    fn make(&mut self, ply: usize, at: Quiet, step: Step) -> Step {
        let (before, after) = self.graphs.split_at_mut(ply + 1);
        let graph = &mut after[0];
        graph.copy_from(&before[ply]);
        match step.mv {
            Move::Link(joint, index) => {
                let mut pile = at.pile;
                let more = graph.cut(joint.into(), index.into(), &mut self.piles, &mut pile);
                if step.made {
                    return step;
                }
                let taken = step.taken + i32::from(more);
                Step { rest: self.quiet(ply + 1, pile, at.boxes - taken), taken, made: true, ..step }
            }
            Move::Pile(kind) => {
                let (length, pile) = self.piles.open(at.pile, kind).expect("pushed because it is there");
                let key = at.key - self.piles.key(at.pile) + self.piles.key(pile);
                Step { rest: Quiet { pile, boxes: at.boxes - length, key, ..at }, ..step }
            }
        }
    }

    /// Pushes the safe moves, not yet played. Returns how many there are, equal ones counted as often as they are there.
    fn push_safe(&mut self, ply: usize, at: Quiet) -> usize {
        let graph = &self.graphs[ply];
        let mut safe = 0;
        for (joint, links) in graph.joints().iter().enumerate() {
            for (index, &link) in links.iter().enumerate() {
                if link.length != 0 || usize::from(link.to) < joint {
                    continue;
                }
                safe += 1;
                if links.iter().take(index).any(|&other| other == link) {
                    continue;
                }
                let order = graph.order(joint, link);
                self.steps.push(Step::new(Move::Link(joint as u8, index as u8), at, order));
            }
        }
        safe
    }

    /// Pushes the moves that open a chain or a loop, not yet played, except those that cannot reach the goal however good the rest is. Returns a
    /// bound on the value of those left out.
    fn push_openings(&mut self, ply: usize, at: Quiet, goal: i32) -> i32 {
        let mut spared = -127;
        for kind in Kind::ALL {
            let Some((length, _)) = self.piles.open(at.pile, kind) else { continue };
            let offer = match kind {
                Kind::Short => Offer::Nothing,
                Kind::Long => Offer::Two,
                Kind::Loop => Offer::Four,
            };
            let most = offer.boxes() - length;
            if offer != Offer::Nothing && most < goal {
                spared = spared.max(most);
                continue;
            }
            let step = Step::new(Move::Pile(kind), at, length);
            self.steps.push(Step { taken: length, offer, ..step });
        }
        for (joint, links) in self.graphs[ply].joints().iter().enumerate() {
            for (index, &link) in links.iter().enumerate() {
                let Link { to, length } = link;
                if length == 0
                    || (to as usize) < joint
                    || links.iter().take(index).any(|&other| other == link)
                {
                    continue;
                }
                let length = i32::from(length);
                let offer = if length >= 3 { Offer::Two } else { Offer::Nothing };
                if length >= 3 && 2 - length < goal {
                    spared = spared.max(2 - length);
                    continue;
                }
                let step = Step::new(Move::Link(joint as u8, index as u8), at, length);
                self.steps.push(Step { taken: length, offer, ..step });
            }
        }
        spared
    }

    /// Counts a node; whether the search must stop.
    #[inline]
    fn count_node(&mut self, control: &Control) -> bool {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported >= REPORT || self.stopped {
            self.stopped |= self.report(control) || self.piles.len() >= Piles::MOST;
        }
        self.stopped
    }
}

/// Bounds on the value of a step, from bounds on what it leads to.
#[inline]
fn step_bounds(step: &Step, rest: Bounds) -> Bounds {
    let offer = step.offer.boxes();
    if step.offer == Offer::Nothing {
        return Bounds { low: -step.taken - rest.high, high: -step.taken - rest.low };
    }
    let (low, high) = (rest.low + offer, rest.high + offer);
    let most = low.abs().max(high.abs());
    let least = if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) };
    Bounds { low: offer - step.taken - most, high: offer - step.taken - least }
}
