//! The search for the value of a quiet position.

use game::Control;

use crate::grid::{Anatomy, Grid};
use crate::solver::capture::{Offer, Spoils, capture};
use crate::solver::images::Images;
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

/// A quiet position in its representative form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quiet<W> {
    core: W,
    pile: PileId,
}

/// A move at a quiet position, and what it leads to: the opponent takes `taken` boxes, all but the offer if that is better, and then somebody
/// moves in the quiet position `rest`. A safe move gives nothing to take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<W> {
    rest: Quiet<W>,
    group: usize,
    taken: i32,
    offer: Offer,
    code: u8,
    order: i32,
}

/// Codes of moves that open something in the pile, one for each kind; smaller codes are arcs.
const PILE_CODE: u8 = 250;
pub(super) const NO_CODE: u8 = 255;

/// The solver's memory and tables.
#[derive(Clone, Debug)]
pub(crate) struct Search<W: Word> {
    pub(super) board: Board<W>,
    pub(super) grid: Grid<W>,
    images: Images<W>,
    piles: Piles,
    table: Table<W>,
    /// Steps of the positions on the way from the root, one stretch each.
    steps: Vec<Step<W>>,
    nodes: u64,
    unreported: u64,
    pub(super) stopped: bool,
}

/// How many safe moves a position must have for the table to be asked about all of them before any is searched.
const LOOK: usize = 8;

/// How many nodes are searched between two looks at the clock.
const REPORT: u64 = 1024;

impl<W: Word> Search<W> {
    pub fn new(board: &Board<W>, memory: usize) -> Search<W> {
        Search {
            board: board.clone(),
            grid: Grid::new(board),
            images: Images::new(board),
            piles: Piles::new(board.boxes().len()),
            table: Table::new(memory),
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
        (1.0 + 1.04 * three + 1.5 * four + 0.09 * safe + 0.08 * anatomy.two.count() as f64).exp2()
    }

    /// Begins a new piece of work.
    pub(super) fn begin(&mut self) {
        self.table.grow_older();
        self.stopped = false;
    }

    /// Tells the control about the nodes it does not know yet; whether the search must stop.
    pub(super) fn report(&mut self, control: &Control) -> bool {
        control.spend(std::mem::take(&mut self.unreported))
    }

    /// The exact value of any position.
    pub fn value(&mut self, open: W, control: &Control) -> Option<i32> {
        let spoils = capture(&self.grid, open);
        let rest = self.normalise(&spoils);
        let value = self.quiet_value(rest, control)?;
        Some(spoils.value(value))
    }

    pub(super) fn normalise(&mut self, spoils: &Spoils<W>) -> Quiet<W> {
        let two = self.grid.anatomy(spoils.rest).two;
        self.quiet(spoils.rest, two, Piles::EMPTY)
    }

    /// Closes in on the value by asking yes-or-no questions, beginning at the guess that nobody is ahead.
    fn quiet_value(&mut self, at: Quiet<W>, control: &Control) -> Option<i32> {
        let boxes = self.open_boxes(at);
        let mut bounds = Bounds { low: -boxes, high: boxes };
        let mut goal = 1;
        while bounds.low < bounds.high {
            let found = self.search(at, goal, control);
            if self.stopped {
                return None;
            }
            bounds.low = bounds.low.max(found.low);
            bounds.high = bounds.high.min(found.high);
            goal = if found.low >= goal { bounds.low + 1 } else { bounds.high };
        }
        Some(bounds.low)
    }

    #[inline]
    fn open_boxes(&self, at: Quiet<W>) -> i32 {
        self.grid.anatomy(at.core).open_boxes().count() as i32 + self.piles.boxes(at.pile)
    }

    /// The representative of a quiet position. Chains and loops that touch nothing are looked for only through the boxes `touched`.
    #[inline]
    fn quiet(&mut self, mut core: W, mut touched: W, mut pile: PileId) -> Quiet<W> {
        if !touched.is_empty() {
            let anatomy = self.grid.anatomy(core);
            touched &= anatomy.two;
            while !touched.is_empty() {
                let seed = W::bit(touched.lowest());
                let run = self.grid.run(core, &anatomy, seed, anatomy.two);
                touched &= !run.boxes;
                if run.joined {
                    continue;
                }
                core &= !run.arcs;
                pile = match run.is_loop() {
                    true => self.piles.with_loop(pile, run.length),
                    false => self.piles.with_chain(pile, run.length),
                };
            }
        }
        let core = if core.is_empty() { core } else { self.images.representative(core) };
        Quiet { core, pile }
    }

    #[inline]
    pub(super) fn step(&self, rest: Quiet<W>, taken: i32, offer: Offer, code: u8) -> Step<W> {
        let group = self.table.group(rest.core, rest.pile);
        Step { rest, group, taken, offer, code, order: 0 }
    }

    /// What is known about a quiet position without searching it.
    #[inline]
    fn look(&self, at: Quiet<W>, group: usize) -> Option<Bounds> {
        if at.core.is_empty() {
            return Some(Bounds::exact(self.piles.value(at.pile)));
        }
        self.table.get(group, at.core, at.pile).map(|known| Bounds { low: known.low, high: known.high })
    }

    /// What is known about the value of a step without searching it.
    #[inline]
    pub(super) fn known(&self, step: &Step<W>) -> Bounds {
        const NOTHING: Bounds = Bounds { low: -127, high: 127 };
        self.look(step.rest, step.group).map_or(NOTHING, |rest| step_bounds(step, rest))
    }

    /// Bounds on the value of a step to the side that makes it, such that it is known whether it reaches `goal`.
    pub(super) fn settle(&mut self, step: &Step<W>, goal: i32, control: &Control) -> Bounds {
        if step.offer == Offer::Nothing {
            let rest = self.search(step.rest, 1 - goal - step.taken, control);
            return step_bounds(step, rest);
        }
        // The opponent has the choice: the rest must be worth neither too much nor too little.
        let offer = step.offer.boxes();
        let most = -goal - step.taken + offer;
        if most < 0 {
            return Bounds { low: -127, high: offer - step.taken };
        }
        let mut rest = self.search(step.rest, most - offer + 1, control);
        if rest.high <= most - offer && rest.low < -most - offer && !self.stopped {
            let more = self.search(step.rest, -most - offer, control);
            rest = Bounds { low: rest.low.max(more.low), high: rest.high.min(more.high) };
        }
        step_bounds(step, rest)
    }

    /// Bounds on the value of a quiet position to the side to move, such that it is known whether it reaches `goal`. Meaningless once stopped.
    fn search(&mut self, at: Quiet<W>, goal: i32, control: &Control) -> Bounds {
        if at.core.is_empty() {
            return Bounds::exact(self.piles.value(at.pile));
        }
        let anatomy = self.grid.anatomy(at.core);
        let boxes = anatomy.open_boxes().count() as i32 + self.piles.boxes(at.pile);
        // All boxes are shared out in the end, so values are odd or even as their number is.
        let goal = goal + ((goal + boxes) & 1);
        let mut bounds = Bounds { low: -boxes, high: boxes };
        if goal <= bounds.low || goal > bounds.high {
            return bounds;
        }
        let group = self.table.group(at.core, at.pile);
        let mut best = NO_CODE;
        if let Some(known) = self.table.get(group, at.core, at.pile) {
            bounds = Bounds { low: known.low, high: known.high };
            if goal <= bounds.low || goal > bounds.high {
                return bounds;
            }
            best = known.best;
        }
        if self.count_node(control) {
            return bounds;
        }
        let before = self.nodes;
        let base = self.steps.len();
        let (found, code) = self.expand(at, &anatomy, goal, best, base, control);
        self.steps.truncate(base);
        if self.stopped {
            return bounds;
        }
        bounds.low = bounds.low.max(found.low + ((found.low + boxes) & 1));
        bounds.high = bounds.high.min(found.high - ((found.high + boxes) & 1));
        let best = if code == NO_CODE { best } else { code };
        let known = Known { low: bounds.low, high: bounds.high, best };
        self.table.put(at.core, at.pile, known, self.nodes - before + 1);
        bounds
    }

    /// Tries the moves of a quiet position in turn. Returns bounds on its value and the code of the move that reaches the goal, if any.
    fn expand(
        &mut self,
        at: Quiet<W>,
        anatomy: &Anatomy<W>,
        goal: i32,
        best: u8,
        base: usize,
        control: &Control,
    ) -> (Bounds, u8) {
        let mut found = Bounds { low: -127, high: -127 };
        let reaches = |search: &mut Self, step: &Step<W>, found: &mut Bounds| {
            let bounds = search.settle(step, goal, control);
            found.low = found.low.max(bounds.low);
            found.high = found.high.max(bounds.high);
            bounds.low >= goal || search.stopped
        };

        let safe = at.core & !self.grid.arcs(anatomy.two);
        if best < PILE_CODE && safe.has(best as usize) {
            let step = self.safe_step(at, anatomy, best as usize);
            if reaches(self, &step, &mut found) {
                return (Bounds { low: found.low, high: 127 }, best);
            }
        }
        // Before searching anything, see whether the table knows a move that is good enough. Where few moves are left that costs more
        // than it saves.
        let looking = safe.count() >= LOOK;
        for arc in safe.elements().filter(|&arc| arc != best as usize) {
            let order = self.promise(anatomy, safe, arc);
            let step = match looking {
                true => self.safe_step(at, anatomy, arc),
                false => self.step(at, 0, Offer::Nothing, arc as u8),
            };
            self.steps.push(Step { order, ..step });
        }
        if looking {
            self.steps[base..].iter().for_each(|step| self.table.touch(step.group));
            let mut kept = base;
            for index in base..self.steps.len() {
                let step = self.steps[index];
                let known = self.known(&step);
                if known.low >= goal {
                    return (Bounds { low: known.low, high: 127 }, step.code);
                }
                if known.high < goal {
                    found.high = found.high.max(known.high);
                    continue;
                }
                self.steps[kept] = step;
                kept += 1;
            }
            self.steps.truncate(kept);
        }
        self.steps[base..].sort_unstable_by_key(|step| (step.order, step.code));
        for index in base..self.steps.len() {
            let mut step = self.steps[index];
            if !looking {
                step = self.safe_step(at, anatomy, step.code as usize);
                self.steps[index] = step;
            }
            if self.steps[base..index].iter().any(|other| other.rest == step.rest) {
                continue;
            }
            if reaches(self, &step, &mut found) {
                return (Bounds { low: found.low, high: 127 }, step.code);
            }
        }
        self.steps.truncate(base);
        let spared = self.push_openings(at, anatomy, goal);
        found.high = found.high.max(spared);
        self.steps[base..].sort_by_key(|step| step.order);
        for index in base..self.steps.len() {
            let step = self.steps[index];
            if reaches(self, &step, &mut found) {
                return (Bounds { low: found.low, high: 127 }, step.code);
            }
        }
        (Bounds { low: found.low, high: found.high }, NO_CODE)
    }

    /// The order of search among safe moves; smaller first. Moves that leave few safe moves come first, because they are settled soonest.
    #[inline]
    fn promise(&self, anatomy: &Anatomy<W>, safe: W, arc: usize) -> i32 {
        let (mut safe, mut three) = (safe, 0);
        for beside in &self.board.beside[arc] {
            if !(beside.bit & anatomy.three).is_empty() {
                safe &= !beside.sides;
                three -= 1;
            } else if !beside.bit.is_empty() {
                three += 1;
            }
        }
        16 * safe.count() as i32 - 2 * three
    }

    /// The step of drawing an arc that touches no box of degree two.
    #[inline]
    fn safe_step(&mut self, at: Quiet<W>, anatomy: &Anatomy<W>, arc: usize) -> Step<W> {
        let [one, other] = &self.board.beside[arc];
        let touched = (one.bit | other.bit) & anatomy.three;
        let rest = self.quiet(at.core ^ W::bit(arc), touched, at.pile);
        self.step(rest, 0, Offer::Nothing, arc as u8)
    }

    /// Pushes the steps that open a chain or a loop, except those that cannot reach the goal however good the rest is. Returns a bound on the
    /// value of those left out.
    fn push_openings(&mut self, at: Quiet<W>, anatomy: &Anatomy<W>, goal: i32) -> i32 {
        let mut spared = -127;
        for kind in Kind::ALL {
            let Some((length, pile)) = self.piles.open(at.pile, kind) else { continue };
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
            let rest = Quiet { core: at.core, pile };
            let step = self.step(rest, length, offer, PILE_CODE + kind as u8);
            self.steps.push(Step { order: length, ..step });
        }
        let mut two = anatomy.two;
        while !two.is_empty() {
            let run = self.grid.run(at.core, anatomy, W::bit(two.lowest()), anatomy.two);
            two &= !run.boxes;
            let length = run.length as i32;
            if length >= 3 && 2 - length < goal {
                spared = spared.max(2 - length);
                continue;
            }
            let step = self.opening(at, anatomy, run.boxes, run.arcs);
            self.steps.push(Step { order: length, ..step });
        }
        spared
    }

    /// The step of opening a chain that leads to a box of degree three or more at one end at least.
    fn opening(&mut self, at: Quiet<W>, anatomy: &Anatomy<W>, boxes: W, arcs: W) -> Step<W> {
        let length = boxes.count() as i32;
        // The arc between the two boxes of a pair leaves nothing to hand back.
        let arc = match length {
            2 => {
                let first = W::bit(boxes.lowest());
                self.grid.arcs(first) & self.grid.arcs(boxes & !first) & arcs
            }
            _ => W::bit(arcs.lowest()),
        };
        let rest = at.core & !arcs;
        let offer = if length >= 3 { Offer::Two } else { Offer::Nothing };
        let mut spoils = Spoils { taken: length, offer, rest };
        // A chain that leads back to where it began opens the box there too.
        if !self.grid.anatomy(rest).one.is_empty() {
            spoils = capture(&self.grid, at.core & !arc);
        }
        let touched = anatomy.many;
        let rest = self.quiet(spoils.rest, touched, at.pile);
        self.step(rest, spoils.taken, spoils.offer, arc.lowest() as u8)
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
fn step_bounds<W>(step: &Step<W>, rest: Bounds) -> Bounds {
    let offer = step.offer.boxes();
    if step.offer == Offer::Nothing {
        return Bounds { low: -step.taken - rest.high, high: -step.taken - rest.low };
    }
    let (low, high) = (rest.low + offer, rest.high + offer);
    let most = low.abs().max(high.abs());
    let least = if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) };
    Bounds { low: offer - step.taken - most, high: offer - step.taken - least }
}
