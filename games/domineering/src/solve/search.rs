//! The search for a winning move, from the mover's point of view at every node.

use game::Control;

use crate::board::LONGEST_SIDE;
use crate::solve::ground::{Glance, Ground, Node, Sketch};
use crate::solve::sieve::{Candidate, Sieve};
use crate::solve::strips::MOVE;
use crate::solve::view::View;
use crate::word::Word;

/// How many nodes are searched between two looks at the clock.
const BREATH: u64 = 256;

/// How many of the moves get a closer look before the first is searched.
const PROMISING: usize = 6;

/// How many winning replies to each move are remembered.
const REPLIES: usize = 2;

/// The search and its memory.
#[derive(Debug)]
pub(crate) struct Search<W> {
    ground: Ground<W>,
    sieve: Box<Sieve>,
    /// The moves of all nodes on the current line, deepest last.
    moves: Vec<Candidate>,
    /// How many moves lead to the node at hand.
    ply: usize,
    /// The cell of the last move that won at each ply.
    winners: Vec<Option<u8>>,
    /// The cells of the last moves that won right after the other player's at each cell, the latest first.
    replies: Vec<[Option<u8>; REPLIES]>,
    /// The cell of the move that led to the node at hand.
    last: usize,
    nodes: u64,
    /// Nodes that `Control` has been told of.
    reported: u64,
}

impl<W: Word> Search<W> {
    /// A search on an empty memory of at most about `memory` bytes.
    pub(crate) fn new(rows: usize, columns: usize, memory: usize) -> Search<W> {
        Search {
            ground: Ground::new(rows, columns, memory),
            sieve: Box::default(),
            moves: Vec::new(),
            ply: 0,
            // A game has half as many moves as cells, and as many more are made of what is to spare.
            winners: vec![None; LONGEST_SIDE * LONGEST_SIDE + 2],
            replies: vec![[None; REPLIES]; LONGEST_SIDE * LONGEST_SIDE],
            last: 0,
            nodes: 0,
            reported: 0,
        }
    }

    /// Positions searched so far, not counting those that a glance decides.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The view of X (0) or of O (1).
    pub(crate) fn view(&self, viewer: usize) -> View<'_, W> {
        self.ground.view(viewer)
    }

    /// Whether the player `viewer`, who has just left these cells free (in that player's view), wins; `None` when `control` says stop.
    pub(crate) fn wins_after(&mut self, viewer: usize, cells: W, control: &Control) -> Option<bool> {
        (self.ply, self.last) = (0, 0);
        self.settle(viewer, cells, 0, control)
    }

    /// How well leaving these cells free looks for `viewer`: larger is better, and the largest and the smallest numbers are certainties.
    pub(crate) fn score_after(&mut self, viewer: usize, cells: W) -> i32 {
        match self.ground.glance(viewer, cells, 0) {
            Glance::Won => i32::MAX,
            Glance::Lost => i32::MIN,
            Glance::Open(node) => node.score,
        }
    }

    /// Whether `viewer` wins, having just left these cells free and having that much to spare.
    fn settle(&mut self, viewer: usize, cells: W, free: i32, control: &Control) -> Option<bool> {
        match self.ground.glance(viewer, cells, free) {
            Glance::Won => Some(true),
            Glance::Lost => Some(false),
            Glance::Open(node) => Some(!self.wins(1 - viewer, &node, control)?),
        }
    }

    /// Whether the side to move, `viewer`, wins.
    fn wins(&mut self, viewer: usize, here: &Node<W>, control: &Control) -> Option<bool> {
        if let Some(known) = self.ground.table.get(here.key).wins(here.free) {
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
        let first = self.moves.len();
        self.ply += 1;
        let result = self.try_all(viewer, here, control);
        self.ply -= 1;
        self.moves.truncate(first);
        let wins = result?;
        self.ground.table.put(here.key, here.free, wins, self.nodes - before);
        Some(wins)
    }

    /// Tries what has refuted the position's siblings, unless the position looks lost, then judges all moves cheaply, since that often finds a
    /// win, then takes a closer look at the most promising ones, then searches.
    fn try_all(&mut self, viewer: usize, here: &Node<W>, control: &Control) -> Option<bool> {
        if !here.looks_lost() && self.try_winners(viewer, here) {
            return Some(true);
        }
        let first = self.moves.len();
        if self.sieve.sift(&self.ground, viewer, here, &mut self.moves) {
            return Some(true);
        }
        for cell in self.view(viewer).starts(here.cells[0] & !here.large).cells() {
            match self.glance_after(viewer, here, cell) {
                Glance::Won => return Some(true),
                Glance::Lost => {}
                Glance::Open(node) => self.moves.push(Candidate::new(node.score, cell)),
            }
        }
        self.moves[first..].sort_unstable_by(|a, b| b.cmp(a));
        let promising = (self.moves.len() - first).min(PROMISING);
        let mut closer: [Option<Node<W>>; PROMISING] = [None; PROMISING];
        let mut order = [0; PROMISING];
        let mut open = 0;
        let mut ahead = self.sketch_next(viewer, here, first);
        for index in 0..promising {
            let sketch = ahead;
            ahead = self.sketch_next(viewer, here, first + index + 1);
            let cell = self.moves[first + index].cell();
            match self.judge(viewer, sketch) {
                Glance::Won => return Some(self.won_by(cell)),
                Glance::Lost => {}
                Glance::Open(node) => {
                    let worse = |&i: &usize| closer[i].is_some_and(|other| other.score < node.score);
                    let place = order[..open].iter().position(worse).unwrap_or(open);
                    order[place..=open].rotate_right(1);
                    order[place] = index;
                    closer[index] = Some(node);
                    open += 1;
                }
            }
        }
        for &index in &order[..open] {
            let Some(node) = &closer[index] else { continue };
            let cell = self.moves[first + index].cell();
            if self.wins_by(cell, viewer, node, control)? {
                return Some(self.won_by(cell));
            }
        }
        for index in first + promising..self.moves.len() {
            let cell = self.moves[index].cell();
            let sketch = ahead;
            ahead = self.sketch_next(viewer, here, index + 1);
            let wins = match self.judge(viewer, sketch) {
                Glance::Won => true,
                Glance::Lost => false,
                Glance::Open(node) => self.wins_by(cell, viewer, &node, control)?,
            };
            if wins {
                return Some(self.won_by(cell));
            }
        }
        // A free move is worth playing only where every other move hurts.
        match spend(here.free) {
            Some(free) => self.settle(viewer, here.cells[0], free, control),
            None => Some(false),
        }
    }

    /// Whether the move at `cell`, by which `viewer` leads to a node, wins.
    fn wins_by(&mut self, cell: usize, viewer: usize, node: &Node<W>, control: &Control) -> Option<bool> {
        let before = std::mem::replace(&mut self.last, cell);
        let wins = !self.wins(1 - viewer, node, control)?;
        self.last = before;
        Some(wins)
    }

    /// Whether one of the moves that won in a similar place last is seen to win again.
    fn try_winners(&mut self, viewer: usize, here: &Node<W>) -> bool {
        let starts = self.view(viewer).starts(here.cells[0]);
        let [first, second] = self.replies[self.last];
        let third = Some(self.winners[self.ply]).filter(|other| ![first, second].contains(other)).flatten();
        for cell in [first, second, third].into_iter().flatten().map(usize::from) {
            if !starts.has(cell) {
                continue;
            }
            let domino = self.view(viewer).domino(cell);
            if self.ground.sees_win(viewer, here.cells[0] & !domino, here.free) {
                return self.won_by(cell);
            }
        }
        false
    }

    /// Remembers a move that has won. Returns that it has.
    fn won_by(&mut self, cell: usize) -> bool {
        let winner = u8::try_from(cell).ok();
        self.winners[self.ply] = winner;
        let replies = &mut self.replies[self.last];
        if replies[0] != winner {
            *replies = [winner, replies[0]];
        }
        true
    }

    /// Begins to look at the position after the move at this place in the list, if there is one.
    fn sketch_next(&mut self, viewer: usize, here: &Node<W>, index: usize) -> Glance<Sketch<W>> {
        let Some(cell) = self.moves.get(index).map(|mv| mv.cell()) else { return Glance::Lost };
        let domino = self.view(viewer).domino(cell);
        self.ground.sketch(viewer, here.cells[0] & !domino, here.free)
    }

    fn judge(&self, viewer: usize, sketch: Glance<Sketch<W>>) -> Glance<Node<W>> {
        match sketch {
            Glance::Won => Glance::Won,
            Glance::Lost => Glance::Lost,
            Glance::Open(sketch) => self.ground.judge(viewer, &sketch),
        }
    }

    /// Looks at the position that `viewer` reaches by a move. The answer speaks of `viewer`.
    fn glance_after(&mut self, viewer: usize, here: &Node<W>, cell: usize) -> Glance<Node<W>> {
        let domino = self.view(viewer).domino(cell);
        self.ground.glance(viewer, here.cells[0] & !domino, here.free)
    }
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
