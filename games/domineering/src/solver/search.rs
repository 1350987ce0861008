//! The search for a winning move, from the mover's point of view at every node.

use std::ops::Range;
use std::sync::Arc;

use game::bits::Word;
use game::{Control, Limits, Peers, race};

use crate::board::LONGEST_SIDE;
use crate::solver::ground::{Glance, Ground, Node, Sketch};
use crate::solver::sieve::{Candidate, Sieve};
use crate::solver::strips::MOVE;
use crate::solver::view::View;

/// How many nodes are searched between two looks at the clock.
const BREATH: u64 = 256;

/// How many nodes are searched before other threads are called in.
const ALONE: u64 = 1 << 14;

/// How many of the moves get a closer look before the first is searched.
const PROMISING: usize = 6;

/// What an answer that looks even counts against a move.
const ANSWER: i32 = 150;

/// How much better an answer must look to count twice as much.
const DOUBLE: i32 = 3 * MOVE as i32;

/// How many winning replies to each move are remembered.
const REPLIES: usize = 2;

/// Spreads moves to spare over the bits of a key.
const FREE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The search and its memory. Copies share the table and tell each other where they are.
#[derive(Clone, Debug)]
pub(crate) struct Search<W> {
    ground: Ground<W>,
    sieve: Box<Sieve>,
    /// The moves of all nodes on the current line, deepest last.
    moves: Vec<Candidate>,
    /// Where at least so many cells lie in large regions, promising moves are compared by the answers that they leave. That takes time, but what
    /// follows is a large part of the search.
    wide: usize,
    /// How many moves lead to the node at hand.
    ply: usize,
    /// The cell of the last move that won at each ply.
    winners: Vec<Option<u8>>,
    /// The cells of the last moves that won right after the other player's at each cell, the latest first.
    replies: Vec<[Option<u8>; REPLIES]>,
    /// The cell of the move that led to the node at hand.
    last: usize,
    nodes: u64,
    peers: Arc<Peers>,
    /// How many threads search when there is much to do.
    pub(crate) threads: usize,
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
            wide: rows * columns * 3 / 4,
            ply: 0,
            // A game has half as many moves as cells, and as many more are made of what is to spare.
            winners: vec![None; LONGEST_SIDE * LONGEST_SIDE + 2],
            replies: vec![[None; REPLIES]; LONGEST_SIDE * LONGEST_SIDE],
            last: 0,
            nodes: 0,
            peers: Arc::default(),
            threads: 1,
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
        if self.threads < 2 {
            return self.wins_alone(viewer, cells, control);
        }
        let start = control.part(Limits { nodes: Some(ALONE), ..Limits::default() });
        let wins = self.wins_alone(viewer, cells, &start);
        if wins.is_some() || control.stopped() { wins } else { self.wins_together(viewer, cells, control) }
    }

    fn wins_alone(&mut self, viewer: usize, cells: W, control: &Control) -> Option<bool> {
        (self.ply, self.last) = (0, 0);
        self.settle(viewer, cells, 0, control)
    }

    /// All threads search the same position and share what they find in the table. Each leaves the positions for later that others are at.
    fn wins_together(&mut self, viewer: usize, cells: W, control: &Control) -> Option<bool> {
        self.peers = Arc::new(Peers::new());
        let before = self.nodes;
        let mut threads = vec![self.clone(); self.threads];
        let wins = race(&mut threads, control, |search, race| search.wins_alone(viewer, cells, race));
        let nodes = threads.iter().map(|search| search.nodes - before).sum::<u64>();
        *self = threads.swap_remove(0);
        self.nodes = before + nodes;
        self.reported = self.nodes;
        self.peers = Arc::default();
        wins
    }

    /// How well leaving these cells free looks for `viewer`: larger is better, and the largest and the smallest numbers are certainties.
    pub(crate) fn score_after(&mut self, viewer: usize, cells: W) -> i32 {
        match self.ground.glance(viewer, cells, 0) {
            Glance::Won => i32::MAX,
            Glance::Lost => i32::MIN,
            Glance::Open(node) => node.score,
        }
    }

    /// What positions have in common that look the same to `viewer`, who has just left these cells free; `None` where a glance decides.
    pub(crate) fn likeness_after(&mut self, viewer: usize, cells: W) -> Option<u64> {
        match self.ground.glance(viewer, cells, 0) {
            Glance::Open(node) => Some(node.key ^ (node.free as u64).wrapping_mul(FREE)),
            Glance::Won | Glance::Lost => None,
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
        self.peers.enter(here.key);
        let result = self.try_all(viewer, here, control);
        self.peers.leave(here.key);
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
        if self.sieve.sift(&self.ground, viewer, here, !here.looks_lost(), &mut self.moves) {
            return Some(true);
        }
        for cell in self.view(viewer).starts(here.cells[0] & !here.large).elements() {
            match self.glance_after(viewer, here, cell) {
                Glance::Won => return Some(true),
                Glance::Lost => {}
                Glance::Open(node) => self.moves.push(Candidate::new(node.score, cell)),
            }
        }
        best_first(&mut self.moves[first..]);
        let promising = (first + PROMISING).min(self.moves.len());
        let Some(mut looks) = self.look_closer(viewer, here, first..promising) else { return Some(true) };
        if here.large.count() >= self.wide && !here.looks_lost() {
            self.bring_hardest_forward(viewer, &mut looks);
        }
        // What another thread is at is left for the end, save what is likely to win.
        let end = self.moves.len();
        for (place, &(cell, ref node)) in looks.iter().enumerate() {
            if (place > 0 || here.looks_lost()) && self.peers.are_at(node.key) {
                self.moves.push(Candidate::new(node.score, cell));
                continue;
            }
            if self.wins_by(cell, viewer, node, control)? {
                return Some(self.won_by(cell));
            }
        }
        let mut ahead = self.sketch_next(viewer, here, promising);
        let mut index = promising;
        while index < self.moves.len() {
            let cell = self.moves[index].cell();
            let sketch = ahead;
            index += 1;
            ahead = self.sketch_next(viewer, here, index);
            let wins = match self.judge(viewer, sketch) {
                Glance::Won => true,
                Glance::Lost => false,
                Glance::Open(node) if index <= end && self.peers.are_at(node.key) => {
                    self.moves.push(Candidate::new(node.score, cell));
                    false
                }
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

    /// Looks at some of the moves on the list; `None` when one is seen to win.
    fn look_closer(&mut self, viewer: usize, here: &Node<W>, moves: Range<usize>) -> Option<Looks<W>> {
        let mut looks = Looks::new();
        let mut ahead = self.sketch_next(viewer, here, moves.start);
        for index in moves.clone() {
            let cell = self.moves[index].cell();
            let sketch = ahead;
            ahead =
                if index + 1 < moves.end { self.sketch_next(viewer, here, index + 1) } else { Glance::Lost };
            match self.judge(viewer, sketch) {
                Glance::Won => {
                    self.won_by(cell);
                    return None;
                }
                Glance::Lost => {}
                Glance::Open(node) => looks.add(cell, node),
            }
        }
        Some(looks)
    }

    /// Puts the move first that looks well and leaves few good answers.
    fn bring_hardest_forward(&mut self, viewer: usize, looks: &mut Looks<W>) {
        let mut best = (0, i32::MIN);
        for (place, &index) in looks.order[..looks.count].iter().enumerate() {
            let Some((_, node)) = &looks.moves[index] else { continue };
            let score = self.score_by_answers(1 - viewer, node, best.1);
            if score > best.1 {
                best = (place, score);
            }
        }
        looks.order[..=best.0].rotate_right(1);
    }

    /// The score of a node less what the answers of `viewer` count, who is to move there; not exact where it is not more than `least`.
    fn score_by_answers(&mut self, viewer: usize, node: &Node<W>, least: i32) -> i32 {
        let first = self.moves.len();
        let mut score = node.score;
        self.sieve.sift(&self.ground, viewer, node, false, &mut self.moves);
        for index in first..self.moves.len() {
            match self.glance_after(viewer, node, self.moves[index].cell()) {
                Glance::Won => score = i32::MIN,
                Glance::Lost => {}
                Glance::Open(answer) => score -= weight(answer.score),
            }
            if score <= least {
                break;
            }
        }
        self.moves.truncate(first);
        score
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

/// The moves that got a closer look.
struct Looks<W> {
    /// Their cells and where they lead.
    moves: [Option<(usize, Node<W>)>; PROMISING],
    /// Their places, the best first.
    order: [usize; PROMISING],
    count: usize,
}

impl<W: Word> Looks<W> {
    fn new() -> Looks<W> {
        Looks { moves: [None; PROMISING], order: [0; PROMISING], count: 0 }
    }

    /// Adds a move behind those that do not look worse.
    fn add(&mut self, cell: usize, node: Node<W>) {
        let worse = |&i: &usize| self.moves[i].is_some_and(|(_, other)| other.score < node.score);
        let place = self.order[..self.count].iter().position(worse).unwrap_or(self.count);
        self.order[place..=self.count].rotate_right(1);
        self.order[place] = self.count;
        self.moves[self.count] = Some((cell, node));
        self.count += 1;
    }

    /// The moves, the best first.
    fn iter(&self) -> impl Iterator<Item = &(usize, Node<W>)> {
        self.order[..self.count].iter().filter_map(|&index| self.moves[index].as_ref())
    }
}

/// What an answer counts that has this score: twice as much for every [`DOUBLE`].
fn weight(score: i32) -> i32 {
    let (whole, part) = (score.div_euclid(DOUBLE), score.rem_euclid(DOUBLE));
    let even = ANSWER * (DOUBLE + part) / DOUBLE;
    if whole < 0 { even >> (-whole).min(8) } else { even << whole.min(8) }
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

fn best_first(moves: &mut [Candidate]) {
    moves.sort_unstable_by(|a, b| b.cmp(a));
}
