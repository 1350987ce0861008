//! The search for the margin: zero windows, a transposition table, and the moves that matter most first.

use game::Control;

use super::maps::{Map, maps};
use super::position::{Position, Stack};
use super::prospect::{Prospect, even_cells};
use super::switches;
use super::table::{Entry, Table};
use crate::{Board, State, Taijitu, Word};

/// Nodes between two looks at the clock, a power of two.
const STRIDE: u64 = 1 << 10;

/// Positions with fewer live cells are not worth the trouble of comparing them with their images.
const SYMMETRIC_CELLS: usize = 12;

/// Positions with fewer live cells are not worth a place in the table.
const TABLED_CELLS: usize = 4;

/// Positions with fewer live cells are searched without looking their children up first.
const FORESEEN_CELLS: usize = 11;

/// A move with its place in the order of search.
#[derive(Clone, Copy)]
struct Candidate {
    promise: i32,
    own: u8,
    other: u8,
}

/// Where the search stands.
pub(super) struct Search<W> {
    board: Board<W>,
    counted: usize,
    even: W,
    maps: Vec<Map<W>>,
    /// The symmetries of the position being solved, by number; without the identity.
    symmetries: Vec<usize>,
    /// The maps that may make the mirror theorem hold below the position being solved.
    mirrors: Vec<usize>,
    table: Table,
    stack: Stack<W>,
    candidates: Vec<Candidate>,
    /// How often a half on one cell with the other half on another has refuted something; for the order of moves.
    history: Vec<i32>,
    nodes: u64,
    /// Nodes between two looks at the clock, less one; fewer than usual where a question may take but a few.
    stride: u64,
    /// Nodes after which the present effort is given up.
    patience: u64,
    stopped: bool,
}

impl<W: Word> Search<W> {
    pub fn new(board: Board<W>, counted: usize, memory: usize) -> Search<W> {
        Search {
            even: even_cells(&board),
            maps: maps(&board),
            symmetries: Vec::new(),
            mirrors: Vec::new(),
            table: Table::new(memory),
            stack: Stack::new(),
            candidates: Vec::new(),
            history: vec![0; 128 * 4],
            nodes: 0,
            stride: STRIDE - 1,
            patience: u64::MAX,
            stopped: false,
            board,
            counted,
        }
    }

    /// The margin for the mover and a move that reaches it; `None` when the control ends the search.
    pub fn solve(&mut self, state: &State<W>, control: &Control) -> Option<(i32, Taijitu)> {
        let root = self.set_out(state, u64::MAX);
        let prospect = self.prospect(&root);
        let (mover, other) = (prospect.ranges[root.side], prospect.ranges[root.side ^ 1]);
        let (mut lower, mut upper) = (mover.least - other.most, mover.most - other.least);
        let mut guess = (mover.least - other.least).clamp(lower, upper);
        let mut best = None;
        while lower < upper {
            // Ask whether the value is above or below the guess, on the side where more is open.
            let alpha = if guess > lower { guess - 1 } else { guess };
            let (value, mv) = self.root(&root, alpha, control)?;
            if value > alpha {
                (lower, best) = (value, Some((value, mv)));
            } else {
                upper = value;
            }
            guess = value;
        }
        match best {
            Some((value, mv)) if value == lower => Some((lower, mv)),
            // The bounds alone settled it: every move that keeps them will do.
            _ => self.root(&root, lower - 1, control).map(|(_, mv)| (lower, mv)),
        }
    }

    /// A move after which the mover still gets at least `value`, if one is found within `patience` nodes.
    pub fn reach(
        &mut self,
        state: &State<W>,
        value: i32,
        control: &Control,
        patience: u64,
    ) -> Option<Taijitu> {
        let root = self.set_out(state, patience);
        let (found, mv) = self.root(&root, value - 1, control)?;
        (found >= value).then_some(mv)
    }

    /// Bounds on the margin for the mover, such that it is known whether it is at least `goal`; `None` when the control ends the search.
    pub fn compare(&mut self, state: &State<W>, goal: i32, control: &Control) -> Option<(i32, i32)> {
        let root = self.set_out(state, u64::MAX);
        let prospect = self.prospect(&root);
        let (mover, other) = (prospect.ranges[root.side], prospect.ranges[root.side ^ 1]);
        let most = control.limits().nodes.unwrap_or(STRIDE).clamp(1, STRIDE);
        self.stride = (1 << most.ilog2()) - 1;
        let value = self.search(&root, goal - 1, control);
        self.report(control);
        self.stride = STRIDE - 1;
        let (lower, upper) = (mover.least - other.most, mover.most - other.least);
        match self.stopped {
            true => None,
            false if value >= goal => Some((lower.max(value), upper)),
            false => Some((lower, upper.min(value))),
        }
    }

    /// How good the position looks for the side that has just moved, and what it has in common with its images.
    pub fn look(&mut self, state: &State<W>) -> (i32, u64) {
        let root = self.set_out(state, u64::MAX);
        let prospect = self.prospect(&root);
        let key = |map: &Map<W>| prospect.key(self.counted, &root, &self.stack, |set| map.image(set));
        (self.foresee(&root).1, self.maps.iter().map(key).min().unwrap_or_default())
    }

    fn set_out(&mut self, state: &State<W>, patience: u64) -> Position<W> {
        self.stack.clear();
        self.candidates.clear();
        (self.nodes, self.patience, self.stopped) = (0, patience, false);
        let cells = [game::Seat::FIRST, game::Seat::SECOND].map(|seat| state.of(seat));
        let root = Position::new(&self.board, cells, state.side().index(), self.counted, &mut self.stack);
        let prospect = self.prospect(&root);
        let key = |map: &Map<W>| prospect.key(self.counted, &root, &self.stack, |set| map.image(set));
        let plain = key(&self.maps[0]);
        self.symmetries = (1..self.maps.len()).filter(|&map| key(&self.maps[map]) == plain).collect();
        self.mirrors = (1..self.maps.len()).filter(|&map| self.maps[map].may_mirror(cells)).collect();
        root
    }

    fn prospect(&self, position: &Position<W>) -> Prospect<W> {
        Prospect::of(&self.board, self.even, self.counted, position, &self.stack)
    }

    /// The key of the position, and the map to the image that it is filed under.
    fn key(&self, position: &Position<W>, prospect: &Prospect<W>, live: usize) -> (u64, usize) {
        let plain = (prospect.key(self.counted, position, &self.stack, |set| set), 0);
        if live < SYMMETRIC_CELLS {
            return plain;
        }
        let image = |&map: &usize| {
            (prospect.key(self.counted, position, &self.stack, |set| self.maps[map].image(set)), map)
        };
        self.symmetries.iter().map(image).fold(plain, Ord::min)
    }

    /// Searches the position with the window between `alpha` and the next number. The value is a bound on the side where it lies; the move
    /// is the best seen.
    fn root(&mut self, root: &Position<W>, alpha: i32, control: &Control) -> Option<(i32, Taijitu)> {
        let columns = self.board.size().columns;
        let prospect = self.prospect(root);
        let live = root.live.count();
        let (key, map) = self.key(root, &prospect, live);
        let first = self.table.get(key).map(|entry| self.unmap(entry.best, map));
        // All moves, because one of them has to be named even where none of them matters.
        let every = Prospect { matters: root.live, pass: None, ..prospect };
        let (value, best) = self.branch(root, &every, alpha, first, live, control);
        self.report(control);
        if self.stopped {
            return None;
        }
        let mv = Taijitu::on(best.0.into(), best.1.into(), columns).expect("candidates are pairs");
        Some((value, mv))
    }

    /// Tells the control about the nodes it does not know yet.
    fn report(&mut self, control: &Control) {
        let left = self.nodes & self.stride;
        if left > 0 {
            control.spend(left);
            self.nodes -= left;
        }
    }

    /// A move of the image under `map`, seen from the position itself.
    fn unmap(&self, (own, other): (u8, u8), map: usize) -> (u8, u8) {
        let cells = &self.maps[map].cells;
        let back = |cell| cells.iter().position(|&image| image == cell).map_or(0, |cell| cell as u8);
        if map == 0 { (own, other) } else { (back(own), back(other)) }
    }

    fn search(&mut self, position: &Position<W>, alpha: i32, control: &Control) -> i32 {
        self.nodes += 1;
        if self.nodes & self.stride == 0 && (control.spend(self.stride + 1) || self.nodes > self.patience) {
            self.stopped = true;
        }
        if self.stopped {
            return alpha;
        }
        let (mine, theirs) = (position.side, position.side ^ 1);
        if position.live.is_empty() {
            return position.settled[mine].sum() - position.settled[theirs].sum();
        }
        let prospect = self.prospect(position);
        let lower = prospect.ranges[mine].least - prospect.ranges[theirs].most;
        let upper = prospect.ranges[mine].most - prospect.ranges[theirs].least;
        if lower > alpha {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        if alpha >= 0 && self.mirrors.iter().any(|&map| self.maps[map].mirrors(position.cells, position.live))
        {
            return 0;
        }
        if self.counted == 1
            && prospect.single_moves
            && let Some(margin) = switches::margin(&self.board, position, &prospect, &self.stack)
        {
            return margin;
        }
        let live = position.live.count();
        if live < TABLED_CELLS {
            return self.branch(position, &prospect, alpha, None, live, control).0;
        }
        let (key, map) = self.key(position, &prospect, live);
        let (mut lower, mut upper, mut first) = (lower, upper, None);
        if let Some(entry) = self.table.get(key) {
            (lower, upper) = (lower.max(entry.lower.into()), upper.min(entry.upper.into()));
            if lower > alpha {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            first = Some(self.unmap(entry.best, map));
        }
        let (value, best) = self.branch(position, &prospect, alpha, first, live, control);
        if self.stopped {
            return alpha;
        }
        if value > alpha {
            lower = lower.max(value);
        } else {
            upper = upper.min(value);
        }
        let cells = &self.maps[map].cells;
        let best = (cells[usize::from(best.0)], cells[usize::from(best.1)]);
        let entry = Entry { lower: lower as i8, upper: upper as i8, best, weight: live as u8 };
        self.table.put(key, entry);
        value
    }

    /// Searches the moves one by one until one is better than `alpha`.
    fn branch(
        &mut self,
        position: &Position<W>,
        prospect: &Prospect<W>,
        alpha: i32,
        first: Option<(u8, u8)>,
        live: usize,
        control: &Control,
    ) -> (i32, (u8, u8)) {
        let begin = self.candidates.len();
        let mut best = self.list(position, prospect, alpha, first);
        if best.0 > alpha {
            self.candidates.truncate(begin);
            return best;
        }
        let end = self.candidates.len();
        let floor = self.stack.len();
        if live >= FORESEEN_CELLS {
            // A child that is known to refute makes searching the others needless.
            for index in begin..end {
                let Candidate { own, other, .. } = self.candidates[index];
                let next = position.after(&self.board, own.into(), other.into(), &mut self.stack);
                let (most, promise) = self.foresee(&next);
                self.stack.truncate(floor);
                if -most > alpha {
                    self.candidates.truncate(begin);
                    return (-most, (own, other));
                }
                let slot = &mut self.candidates[index].promise;
                *slot = slot.saturating_add(promise);
            }
        }
        for index in begin..end {
            let ahead = (index..end).max_by_key(|&at| (self.candidates[at].promise, std::cmp::Reverse(at)));
            self.candidates.swap(index, ahead.unwrap_or(index));
            let Candidate { own, other, .. } = self.candidates[index];
            let next = position.after(&self.board, own.into(), other.into(), &mut self.stack);
            let value = self.search(&next, -alpha - 1, control);
            self.stack.truncate(floor);
            // What was stopped has no value, not even one that could be negated.
            if self.stopped {
                break;
            }
            let value = -value;
            if value > best.0 {
                best = (value, (own, other));
            }
            if value > alpha {
                self.reward(own, other, live);
                break;
            }
        }
        self.candidates.truncate(begin);
        best
    }

    /// An upper bound on a position's value for its mover that costs no search, and how good it looks for the other side.
    fn foresee(&self, position: &Position<W>) -> (i32, i32) {
        let prospect = self.prospect(position);
        let (mine, theirs) = (prospect.ranges[position.side], prospect.ranges[position.side ^ 1]);
        let most = mine.most - theirs.least;
        let (key, _) = self.key(position, &prospect, position.live.count());
        let promise = 64 * (theirs.least + theirs.most - mine.least - mine.most);
        (self.table.get(key).map_or(most, |entry| most.min(entry.upper.into())), promise)
    }

    /// Puts the moves on the list of candidates, except those that what each side has or can get decides already; of these, the best is returned.
    fn list(
        &mut self,
        position: &Position<W>,
        prospect: &Prospect<W>,
        alpha: i32,
        first: Option<(u8, u8)>,
    ) -> (i32, (u8, u8)) {
        let board = &self.board;
        let columns = board.size().columns;
        let (mine, theirs) = (position.side, position.side ^ 1);
        // How large a group would be that a half on this cell belongs to, by colour.
        let mut joined = [[1i32; 128]; 2];
        for (colour, joined) in joined.iter_mut().enumerate() {
            for group in position.groups(colour, &self.stack) {
                (group.liberties & prospect.open[colour]).each(|cell| joined[cell] += i32::from(group.size));
            }
        }
        let (own_range, their_range) = (prospect.ranges[mine], prospect.ranges[theirs]);
        let single = self.counted == 1;
        let mut decided = (i32::MIN, (0, 0));
        let history = &self.history;
        let candidates = &mut self.candidates;
        let mut add = |own: usize, other: usize| {
            let grown = (joined[mine][own] - own_range.least).max(0);
            let given = (joined[theirs][other] - their_range.least).max(0);
            if single {
                let (has, had) = (own_range.least + grown, their_range.least + given);
                let (lower, upper) = match prospect.last_move {
                    true => (has - had, has - had),
                    false => (has - their_range.most, own_range.most - had),
                };
                if lower > alpha || upper <= alpha {
                    let bound = if lower > alpha { lower } else { upper };
                    decided = decided.max((bound, (own as u8, other as u8)));
                    return;
                }
            }
            let grown = grown - given;
            let hot = |cell: usize| joined[0][cell] + joined[1][cell];
            let mut promise = 64 * (4 * grown + hot(own) - hot(other)) + history[way(own, other, columns)];
            if first == Some((own as u8, other as u8)) {
                promise = i32::MAX;
            }
            candidates.push(Candidate { promise, own: own as u8, other: other as u8 });
        };
        board.across(prospect.matters).each(|cell| {
            add(cell, cell + 1);
            add(cell + 1, cell);
        });
        board.upright(prospect.matters).each(|cell| {
            add(cell, cell + columns);
            add(cell + columns, cell);
        });
        if let Some(pass) = prospect.pass {
            let (across, upright) = (board.across(pass), board.upright(pass));
            match across.is_empty() {
                true => add(upright.lowest(), upright.lowest() + columns),
                false => add(across.lowest(), across.lowest() + 1),
            }
        }
        decided
    }

    fn reward(&mut self, own: u8, other: u8, live: usize) {
        let columns = self.board.size().columns;
        let slot = &mut self.history[way(own.into(), other.into(), columns)];
        *slot += live as i32;
        if *slot > 4096 {
            self.history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}

/// The number of a move in the table of refutations.
#[inline]
fn way(own: usize, other: usize, columns: usize) -> usize {
    let direction = match other.wrapping_sub(own) {
        1 => 0,
        step if step == columns => 1,
        step if step == usize::MAX => 2,
        _ => 3,
    };
    own * 4 + direction
}
