//! The end of a game of two solved exactly: what is left of a round after which the game is over.
//!
//! A round is a plain game of perfect information: alpha-beta with a table looks at every line of it. What a *further* round is worth depends on
//! deals and cannot be known exactly, so a position is solved only if that does not matter: because a row is complete for certain, or
//! because best play ends the game whatever going on would bring. The latter is proved by searching twice, with the unknown worth once as
//! bad and once as good as can be.

use game::{Control, Evaluate, Game, Seat, Solve, Solved, Solver, Turn};

use crate::{Azul, LAST_ROUND, Move, Source, State};

/// More than any result, which is counted in half points.
const INFINITE: i32 = 10_000;
/// The worth of going on when it is assumed as good as can be.
const UNKNOWN: i32 = 5_000;
/// Nodes between two looks at the clock.
const SLICE: u64 = 1024;

/// What is assumed of a game that goes on after the round.
#[derive(Clone, Copy, PartialEq)]
enum Assume {
    /// It never happens.
    Never,
    /// The first player wins beyond all bounds.
    FirstWins,
    /// The second player does.
    SecondWins,
}

impl Assume {
    /// Keeps what is remembered under different assumptions apart.
    const fn salt(self) -> u64 {
        match self {
            Assume::Never => 0,
            Assume::FirstWins => 0x5bd1_e995_7b93_1c27,
            Assume::SecondWins => 0xc2b2_ae3d_27d4_eb4f,
        }
    }

    /// From the first player's view.
    const fn value(self) -> i32 {
        match self {
            Assume::Never => 0,
            Assume::FirstWins => UNKNOWN,
            Assume::SecondWins => -UNKNOWN,
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is remembered of a position: a bound on its value for the side to move, and the best move found.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: i16,
    bound: Bound,
    best: Move,
}

/// The solver and its table.
pub struct RoundSolver {
    table: Vec<Option<Entry>>,
}

impl<const N: usize> Solve for Azul<N> {
    type Solver = RoundSolver;

    fn solver(&self, memory: usize) -> RoundSolver {
        let entries = (memory / size_of::<Option<Entry>>()).max(2);
        // A power of two, so that a mask finds the place; more than a million are never needed.
        RoundSolver { table: vec![None; 1 << entries.ilog2().min(20)] }
    }
}

impl<const N: usize> Solver<Azul<N>> for RoundSolver {
    fn remember(&mut self, _past: &[State<N>]) {}

    fn set_threads(&mut self, _threads: usize) {}

    /// Only positions of two players in which the game is sure to end with this round. The number of nodes a little more than doubles
    /// with each group of tiles on the table.
    fn in_range(&self, _game: &Azul<N>, state: &State<N>, nodes: u64) -> bool {
        N == 2 && is_last_round(state) && expected_nodes(state.groups()) <= nodes as f64
    }

    fn solve(&mut self, game: &Azul<N>, state: &State<N>, control: &Control) -> Option<Solved<Move>> {
        let Turn::Player(seat) = state.turn else { return None };
        if N != 2 || !may_be_last_round(state) {
            return None;
        }
        let (good, bad) = match (is_last_round(state), seat) {
            (true, _) => (Assume::Never, Assume::Never),
            (false, Seat::FIRST) => (Assume::FirstWins, Assume::SecondWins),
            (false, _) => (Assume::SecondWins, Assume::FirstWins),
        };
        // The line comes from the pessimist: every move of it reaches the value without hoping for anything.
        let mut search = Search::new(game, &mut self.table, control, bad);
        let value = search.value(state, -INFINITE, INFINITE, 0)?;
        if value.abs() >= UNKNOWN {
            return None;
        }
        let line = search.line(state, value)?;
        if good != bad {
            let mut hopeful = Search::new(game, &mut self.table, control, good);
            if hopeful.value(state, value, value + 1, 0)? > value {
                return None;
            }
        }
        Some(Solved { value: value / 2, best: *line.first()?, line })
    }
}

/// What nine of ten positions stay below, as measured with 1 to 11 groups.
fn expected_nodes(groups: usize) -> f64 {
    20.0 * 2.2f64.powi(groups as i32)
}

/// Whether the game is over after this round on every line.
fn is_last_round<const N: usize>(state: &State<N>) -> bool {
    state.round >= LAST_ROUND
        || state.boards.iter().any(|board| {
            let complete =
                |row: usize| board.wall.row(row).count_ones() == 4 && board.lines[row].count() > row;
            (0..5).any(complete)
        })
}

/// Whether the game can be over after this round.
fn may_be_last_round<const N: usize>(state: &State<N>) -> bool {
    state.round >= LAST_ROUND
        || state.boards.iter().any(|board| (0..5).any(|row| board.wall.row(row).count_ones() == 4))
}

/// The result in half points from the first player's view, so that complete rows can decide between equal points.
fn result<const N: usize>(game: &Azul<N>, state: &State<N>) -> i32 {
    let outcome = game.outcome(state);
    match outcome.scores[0] - outcome.scores[1] {
        0 => {
            i32::from(outcome.winners.contains(Seat::FIRST))
                - i32::from(outcome.winners.contains(Seat::SECOND))
        }
        margin => 2 * margin,
    }
}

/// One search under one assumption.
struct Search<'a, const N: usize> {
    game: &'a Azul<N>,
    table: &'a mut [Option<Entry>],
    control: &'a Control,
    assume: Assume,
    nodes: u64,
    /// The moves of every ply, to be tried in this order.
    plies: Vec<Vec<(i32, Move)>>,
    scratch: Vec<Move>,
}

impl<'a, const N: usize> Search<'a, N> {
    fn new(
        game: &'a Azul<N>,
        table: &'a mut [Option<Entry>],
        control: &'a Control,
        assume: Assume,
    ) -> Search<'a, N> {
        Search { game, table, control, assume, nodes: 0, plies: Vec::new(), scratch: Vec::new() }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.table.len() - 1)
    }

    /// The value for the side to move if it lies between the bounds, otherwise a bound on it; `None` when there is no time left.
    fn value(&mut self, state: &State<N>, mut alpha: i32, mut beta: i32, ply: usize) -> Option<i32> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(SLICE) && self.control.spend(SLICE) {
            return None;
        }
        let Turn::Player(seat) = state.turn else {
            unreachable!("rounds that end are valued by their parents")
        };
        let key = state.key ^ self.assume.salt();
        let known = self.table[self.place(key)].filter(|entry| entry.key == key);
        if let Some(entry) = known {
            let value = i32::from(entry.value);
            match entry.bound {
                Bound::Exact => return Some(value),
                Bound::AtLeast => alpha = alpha.max(value),
                Bound::AtMost => beta = beta.min(value),
            }
            if alpha >= beta {
                return Some(value);
            }
        }
        self.order(state, known.map(|entry| entry.best), ply);
        let (mut best, mut choice, floor) = (-INFINITE, None, alpha);
        for index in 0..self.plies[ply].len() {
            let mv = self.plies[ply][index].1;
            let mut next = *state;
            self.game.play(&mut next, mv);
            let value = if index == 0 {
                self.after(&next, seat, alpha, beta, ply)?
            } else {
                let value = self.after(&next, seat, alpha, alpha + 1, ply)?;
                if value > alpha && value < beta { self.after(&next, seat, value, beta, ply)? } else { value }
            };
            if value > best || choice.is_none() {
                (best, choice) = (value, Some(mv));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > floor => Bound::Exact,
            _ => Bound::AtMost,
        };
        let place = self.place(key);
        self.table[place] = Some(Entry { key, value: best as i16, bound, best: choice? });
        Some(best)
    }

    /// The value of a position for the player who has just moved into it.
    fn after(&mut self, next: &State<N>, seat: Seat, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
        let first = match next.turn {
            Turn::Player(_) => return Some(-self.value(next, -beta, -alpha, ply + 1)?),
            Turn::Over => result(self.game, next),
            Turn::Chance => self.assume.value(),
        };
        Some(if seat == Seat::FIRST { first } else { -first })
    }

    /// Lists the moves of a ply: the one remembered first, then by promise. Of factories with the same tiles only the first is considered.
    fn order(&mut self, state: &State<N>, first: Option<Move>, ply: usize) {
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, Vec::new());
        }
        self.game.moves(state, &mut self.scratch);
        let list = &mut self.plies[ply];
        list.clear();
        let promise = self.game.promise(state);
        for &mv in &self.scratch {
            let crate::Action::Take { source, .. } = mv.action() else { continue };
            if source != Source::CENTRE {
                let tiles = state.tiles(source);
                if state.factories()[..source.index()].contains(&tiles) {
                    continue;
                }
            }
            let rank = if first == Some(mv) { i32::MAX } else { promise(mv) };
            list.push((rank, mv));
        }
        most_promising_first(list);
    }

    /// A line of best play to the end, given the value of its first position.
    fn line(&mut self, state: &State<N>, value: i32) -> Option<Vec<Move>> {
        let (mut state, mut value, mut line) = (*state, value, Vec::new());
        while let Turn::Player(seat) = state.turn {
            self.order(&state, None, 0);
            let moves: Vec<Move> = self.plies[0].iter().map(|&(_, mv)| mv).collect();
            let mut found = None;
            for mv in moves {
                let mut next = state;
                self.game.play(&mut next, mv);
                if self.after(&next, seat, value - 1, value, 0)? >= value {
                    found = Some((mv, next));
                    break;
                }
            }
            let (mv, next) = found?;
            line.push(mv);
            state = next;
            value = -value;
        }
        Some(line)
    }
}

fn most_promising_first(list: &mut [(i32, Move)]) {
    list.sort_by_key(|&(rank, mv)| (std::cmp::Reverse(rank), mv));
}
