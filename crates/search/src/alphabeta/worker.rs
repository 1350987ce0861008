//! One thread of alpha-beta search. `recall` is what it takes from the table, `noisy` how it goes on where its depth ends, `foresight` where chance
//! decides.

mod foresight;
mod noisy;
mod recall;

use game::{DECIDED, Evaluate, Evaluator, Line, Outcome, Seat, Turn};

use super::Pruning;
use super::order::{self, Favourites, History, Killers};
use crate::meter::Meter;
use crate::ranking;
use crate::score::{INFINITE, counts_points, finished, from_node, is_result};
use crate::table::{Bound, Entry, Table};
use foresight::Foresight;

/// Lines are judged where they reach this length.
pub(crate) const MAX_PLY: usize = 240;

/// With no more plies than this left, a judgement may do in place of a search.
const RESTED: i32 = 3;

/// Noisy moves in a row that are followed beyond the depth of the search.
const NOISY_PLIES: i32 = 8;

/// A move of the position that is thought about.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    /// For the side to move, as of the last search that told.
    pub(crate) value: i32,
    /// What is expected to follow.
    pub(crate) pv: Vec<M>,
    /// Whether the value holds to the end of the game.
    pub(crate) proved: bool,
}

/// What a thread counted.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Statistics {
    pub(crate) alpha_cuts: u64,
    pub(crate) beta_cuts: u64,
    pub(crate) hash_hits: u64,
    pub(crate) seldepth: usize,
}

impl Statistics {
    pub(crate) fn add(&mut self, other: &Statistics) {
        self.alpha_cuts += other.alpha_cuts;
        self.beta_cuts += other.beta_cuts;
        self.hash_hits += other.hash_hits;
        self.seldepth = self.seldepth.max(other.seldepth);
    }
}

/// What a thread keeps per ply.
struct Frame<M> {
    moves: Vec<M>,
    order: Vec<i64>,
    killers: Killers<M>,
    pv: Vec<M>,
}

/// A thread's search.
pub(crate) struct Worker<'a, G: Evaluate, E> {
    game: G,
    evaluator: E,
    table: &'a Table,
    meter: Meter<'a>,
    pruning: Pruning,
    /// What must be left for each ply for a judgement to do in place of a search.
    margin: Option<i32>,
    /// What a draw by repetition is taken to be worth to the side to move at the root.
    drawn: i32,
    root: G::State,
    seat: Seat,
    pub(crate) roots: Vec<RootMove<G::Move>>,
    pub(crate) statistics: Statistics,
    frames: Vec<Frame<G::Move>>,
    history: History,
    reductions: Vec<i8>,
    repetition: Option<Outcome>,
    /// Keys of the positions that may not come again: those from `since` on.
    path: Vec<u64>,
    since: usize,
    /// Mixed into the keys of the table, to keep apart what is known from different points of view.
    salt: u64,
    foresight: Option<Foresight>,
    /// What the present depth was ended by.
    pub(crate) horizon: Horizon,
    /// How often a judgement went into a value. When it stands still over a search, the result of the search is proved.
    guesses: u64,
}

/// How often lines ended without a result.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Horizon {
    /// At the depth of the search.
    pub(crate) depth: u64,
    /// Before chance.
    pub(crate) chance: u64,
}

/// How a worker goes about it.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// What may be left out.
    pub(crate) pruning: Pruning,
    /// How much worse than it is a draw by repetition is taken to be.
    pub(crate) contempt: i32,
    /// Whether a clear judgement may do in place of the last plies of a search.
    pub(crate) rests: bool,
}

/// A window and how deep to look.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
    depth: i32,
}

impl<'a, G: Evaluate, E: Evaluator<G> + Clone> Worker<'a, G, E> {
    pub(crate) fn new(
        line: &Line<G>,
        evaluator: E,
        table: &'a Table,
        meter: Meter<'a>,
        manner: Manner,
    ) -> Worker<'a, G, E> {
        let game = line.game().clone();
        let fresh = |mv| RootMove { mv, value: -INFINITE, pv: Vec::new(), proved: false };
        let repetition = game.repetition();
        let state = *line.state();
        let mut path: Vec<u64> = line.recent().iter().map(|state| game.key(state)).collect();
        path.push(game.key(&state));
        let seat = line.turn().seat().expect("a player is to move");
        let contempt = manner.contempt as u64;
        let mut worker = Worker {
            salt: if contempt == 0 { 0 } else { game::hash::fold(contempt, seat.index() as u64) },
            foresight: None,
            horizon: Horizon::default(),
            roots: line.legal().into_iter().map(fresh).collect(),
            seat,
            frames: (0..=MAX_PLY + 1).map(|_| Frame::new()).collect(),
            reductions: reductions(),
            history: History::new(),
            statistics: Statistics::default(),
            root: state,
            since: 0,
            guesses: 0,
            game,
            evaluator,
            table,
            meter,
            pruning: manner.pruning,
            margin: G::MARGIN.filter(|_| manner.rests),
            drawn: -manner.contempt,
            repetition,
            path,
        };
        let promise = worker.game.promise(&state);
        ranking::by_key(&mut worker.roots, |root| -i64::from(promise(root.mv)));
        drop(promise);
        worker
    }

    pub(crate) fn stopped(&self) -> bool {
        self.meter.stopped()
    }

    /// Reports the last nodes and hands over what was counted.
    pub(crate) fn finish(&mut self) -> Statistics {
        self.meter.settle();
        self.statistics
    }

    /// Searches the root moves from place `from` on and brings the best of them there. Its value is right if it lies within the window.
    pub(crate) fn search_root(&mut self, from: usize, low: i32, high: i32, depth: i32) -> i32 {
        let state = self.root;
        let mut alpha = low;
        let mut best = -INFINITE;
        let mut all_proved = true;
        for at in from..self.roots.len() {
            let mv = self.roots[at].mv;
            let window = Window { alpha, beta: high, depth: depth - 1 };
            self.frames[1].pv.clear();
            let (value, proved) = self.follow(&state, mv, self.seat, window, 0, at - from);
            if self.stopped() {
                return best;
            }
            all_proved &= proved;
            best = best.max(value);
            if at == from || value > alpha {
                let pv = self.frames[1].pv.clone();
                let root = &mut self.roots[at];
                (root.value, root.pv, root.proved) = (value, pv, proved);
                // The move that proved best so far leads, even if the search is stopped before the others were looked at.
                self.roots[from..=at].rotate_right(1);
            }
            alpha = alpha.max(value);
            if alpha >= high {
                break;
            }
        }
        self.roots[from].proved &= all_proved;
        best
    }

    /// Searches every root move for itself and sorts them by what came out: cheaper than finding the best, the second best and so on when all
    /// are wanted.
    pub(crate) fn search_each(&mut self, depth: i32) {
        let state = self.root;
        let window = Window { alpha: -INFINITE, beta: INFINITE, depth: depth - 1 };
        for at in 0..self.roots.len() {
            self.frames[1].pv.clear();
            let (value, proved) = self.follow(&state, self.roots[at].mv, self.seat, window, 0, 0);
            if self.stopped() {
                break;
            }
            let pv = self.frames[1].pv.clone();
            let root = &mut self.roots[at];
            (root.value, root.pv, root.proved) = (value, pv, proved);
        }
        ranking::by_key(&mut self.roots, |root| -i64::from(root.value));
    }

    /// Searches a move the way its place among its siblings deserves. Gives the value for `seat`, the mover, and whether it is proved.
    #[inline]
    fn follow(
        &mut self,
        state: &G::State,
        mv: G::Move,
        seat: Seat,
        window: Window,
        ply: usize,
        place: usize,
    ) -> (i32, bool) {
        let Window { alpha, beta, depth } = window;
        let mut next = *state;
        self.game.play(&mut next, mv);
        if depth > 0 {
            self.table.prefetch(self.key(&next));
        }
        let since = self.since;
        if self.repetition.is_some() && self.game.irreversible(state, mv) {
            self.since = self.path.len();
        }
        let reduction = match self.pruning {
            Pruning::Selective if place >= 3 && depth >= 2 => self.reduction(state, mv, seat, depth, place),
            _ => 0,
        };
        let scout = Window { alpha, beta: alpha + 1, depth };
        let alone = place == 0 || beta - alpha == 1 && reduction == 0;
        let mut seen = self.guesses;
        let first = if alone { window } else { Window { depth: depth - reduction, ..scout } };
        let mut value = self.visit(&next, seat, first, ply + 1);
        if !alone && reduction > 0 && value > alpha && !self.stopped() {
            seen = self.guesses;
            value = self.visit(&next, seat, scout, ply + 1);
        }
        if !alone && value > alpha && value < beta && !self.stopped() {
            seen = self.guesses;
            value = self.visit(&next, seat, window, ply + 1);
        }
        self.since = since;
        (value, seen == self.guesses)
    }

    /// How many plies less deeply an unlikely move is searched at first.
    #[inline]
    fn reduction(&self, state: &G::State, mv: G::Move, seat: Seat, depth: i32, place: usize) -> i32 {
        if !G::QUIET && self.game.noisy(state, mv) {
            return 0;
        }
        let plies = i32::from(self.reductions[(depth as usize).min(63) << 6 | place.min(63)]);
        let habit = self.history.of(seat, &mv) / 8_000;
        (plies - habit).clamp(0, depth - 1)
    }

    /// The value of a position for `seat`, who moved into it.
    fn visit(&mut self, state: &G::State, seat: Seat, window: Window, ply: usize) -> i32 {
        if self.meter.tick() {
            return 0;
        }
        let mover = match self.game.turn(state) {
            Turn::Over => {
                self.frames[ply].pv.clear();
                return finished::<G>(&self.game.outcome(state), seat, ply);
            }
            Turn::Chance => {
                self.frames[ply].pv.clear();
                self.horizon.chance += 1;
                return self.foresee(state, seat, ply);
            }
            Turn::Player(mover) => mover,
        };
        if let Some(outcome) = &self.repetition {
            let key = self.game.key(state);
            if self.path[self.since..].contains(&key) {
                self.guesses += 1;
                self.frames[ply].pv.clear();
                return match finished::<G>(outcome, seat, ply) {
                    0 => self.drawn(seat),
                    result => result,
                };
            }
            self.path.push(key);
        }
        let value = if mover == seat {
            self.node(state, mover, window, ply)
        } else {
            let Window { alpha, beta, depth } = window;
            -self.node(state, mover, Window { alpha: -beta, beta: -alpha, depth }, ply)
        };
        if self.repetition.is_some() {
            self.path.pop();
        }
        value
    }

    /// The key of a position in the table.
    #[inline]
    pub(crate) fn key(&self, state: &G::State) -> u64 {
        self.game.key(state) ^ self.salt
    }

    /// The evaluator's word on a position, for `seat`.
    #[inline]
    fn judge(&mut self, state: &G::State, seat: Seat) -> i32 {
        self.guesses += 1;
        let value = self.evaluator.value(&self.game, state).clamp(-DECIDED, DECIDED);
        let value = if seat == Seat::FIRST { value } else { -value };
        // No judgement is the value of a draw, so that a draw is known by its value.
        if self.drawn != 0 && value == self.drawn(seat) { value + 1 } else { value }
    }

    /// What a draw by repetition is taken to be worth to `seat`.
    #[inline]
    fn drawn(&self, seat: Seat) -> i32 {
        if seat == self.seat { self.drawn } else { -self.drawn }
    }

    /// The value of a root move without contempt.
    pub(crate) fn shown(&self, value: i32) -> i32 {
        if value == self.drawn { 0 } else { value }
    }

    /// The value for the side to move, `seat`.
    fn node(&mut self, state: &G::State, seat: Seat, window: Window, ply: usize) -> i32 {
        let Window { alpha, beta, depth } = window;
        if beta - alpha > 1 {
            self.frames[ply].pv.clear();
        }
        if ply >= MAX_PLY {
            return self.judge(state, seat);
        }
        if depth <= 0 {
            self.horizon.depth += 1;
            return match self.pruning {
                Pruning::Selective if !G::QUIET => self.quiesce(state, seat, alpha, beta, ply, NOISY_PLIES),
                _ => self.judge(state, seat),
            };
        }
        self.statistics.seldepth = self.statistics.seldepth.max(ply);
        let known = self.table.probe(self.key(state));
        if let Some(entry) = known {
            self.statistics.hash_hits += 1;
            if let Some(value) = self.recall(&entry, window, ply) {
                return value;
            }
        }
        if let Some(value) = self.rest(state, seat, window) {
            return value;
        }
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let mut ranks = std::mem::take(&mut self.frames[ply].order);
        self.game.moves(state, &mut moves);
        let hash = known.and_then(|entry| entry.best).map(usize::from);
        let value = match self.look_around(state, seat, &moves, window, ply) {
            Some(value) => value,
            None => self.expand(state, seat, &moves, &mut ranks, window, ply, hash),
        };
        self.frames[ply].moves = moves;
        self.frames[ply].order = ranks;
        value
    }

    /// The judgement of a position near the end of a line, if it is so much better than needed that a search will hardly find otherwise.
    #[inline]
    fn rest(&mut self, state: &G::State, seat: Seat, window: Window) -> Option<i32> {
        let margin = self.margin?;
        let Window { alpha, beta, depth } = window;
        if depth > RESTED || beta - alpha > 1 || is_result(beta) {
            return None;
        }
        let value = self.judge(state, seat);
        (value - margin * depth >= beta).then_some(value)
    }

    /// Searches the moves of a node in order and stores what came out.
    #[allow(clippy::too_many_arguments, reason = "called once, at every node")]
    fn expand(
        &mut self,
        state: &G::State,
        seat: Seat,
        moves: &[G::Move],
        ranks: &mut Vec<i64>,
        window: Window,
        ply: usize,
        hash: Option<usize>,
    ) -> i32 {
        let Window { mut alpha, beta, depth } = window;
        let before = self.guesses;
        let mut best = -INFINITE;
        let mut best_index = None;
        let mut all_proved = true;
        let mut cut = false;
        let mut cut_proved = false;
        self.frames[ply + 1].killers = [None; 2];
        let favourites = Favourites::new(moves, hash, &self.frames[ply].killers);
        let early = favourites.as_slice().len();
        for at in 0..moves.len() {
            if at == early {
                order::rank(&self.game, state, seat, moves, &favourites, &self.history, ranks);
            }
            let index = match favourites.as_slice().get(at) {
                Some(&index) => index,
                None => order::index(order::next(ranks, at - early)),
            };
            let mv = moves[index];
            let step = Window { alpha, beta, depth: depth - 1 };
            let (value, proved) = self.follow(state, mv, seat, step, ply, at);
            if self.stopped() {
                return 0;
            }
            all_proved &= proved;
            if value <= best {
                continue;
            }
            best = value;
            if value <= alpha {
                continue;
            }
            best_index = Some(index);
            if value >= beta {
                (cut, cut_proved) = (true, proved);
                let late = ranks[..at.saturating_sub(early)].iter().map(|&rank| order::index(rank));
                let passed = favourites.as_slice().iter().copied().take(at).chain(late);
                self.reward(seat, mv, passed.map(|index| moves[index]), depth, ply);
                break;
            }
            alpha = value;
            self.keep_line(mv, ply);
        }
        let bound = match (cut, best_index) {
            (true, _) => Bound::Lower,
            (false, Some(_)) => Bound::Exact,
            (false, None) => Bound::Upper,
        };
        let proved = match bound {
            Bound::Lower => cut_proved || best > DECIDED,
            Bound::Upper => all_proved || best < -DECIDED,
            Bound::Exact => all_proved || !counts_points::<G>() && is_result(best),
        };
        self.guesses = before + u64::from(!proved);
        self.table.store(
            self.key(state),
            Entry {
                value: from_node::<G>(best, ply),
                bound,
                depth: depth.min(255) as u8,
                proved,
                best: best_index.map(|index| index.min(0xfffe) as u16),
                fresh: true,
            },
        );
        best
    }

    /// Learns from a move that cut off, and from those tried before it that did not.
    fn reward(
        &mut self,
        seat: Seat,
        mv: G::Move,
        passed: impl Iterator<Item = G::Move>,
        depth: i32,
        ply: usize,
    ) {
        if seat == self.seat {
            self.statistics.beta_cuts += 1;
        } else {
            self.statistics.alpha_cuts += 1;
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth * 16).min(2_000);
        self.history.learn(seat, &mv, bonus);
        for other in passed {
            self.history.learn(seat, &other, -bonus);
        }
    }

    /// Makes `mv` and what followed it the line of this ply.
    fn keep_line(&mut self, mv: G::Move, ply: usize) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }
}

impl<M> Frame<M> {
    fn new() -> Frame<M> {
        Frame { moves: Vec::new(), order: Vec::new(), killers: [None, None], pv: Vec::new() }
    }
}

/// Plies to take off by depth and place: both count logarithmically.
fn reductions() -> Vec<i8> {
    let plies = |depth: f64, place: f64| (0.4 + depth.ln() * place.ln() / 2.2) as i8;
    (0..64 * 64).map(|i| plies(f64::from(i >> 6).max(1.0), f64::from(i & 63).max(1.0))).collect()
}
