//! The solver of last resort: every line to the end of the game, with a memory.
//!
//! It knows nothing about the game but its rules, so it reaches small positions only; and because it knows nothing, it serves as the reference that
//! stronger solvers are checked against. Positions are remembered whole, not by their hash, so nothing is ever mistaken for something else.

use std::collections::HashMap;

use game::{Control, Game, Seat, Solved, Solver, Turn};

use crate::meter::Meter;
use crate::score::{INFINITE, finished, points};

/// Remembered bounds on the value for the side to move.
#[derive(Clone, Copy)]
struct Bounds {
    low: i32,
    high: i32,
}

/// The solver, with what it remembers. Solves two-seat games without chance and without a rule about repetition.
pub struct Brute<G: Game> {
    known: HashMap<G::State, Bounds>,
    room: usize,
}

impl<G: Game> Brute<G> {
    /// A solver that remembers as much as fits into about `memory` bytes.
    pub fn new(memory: usize) -> Brute<G> {
        // A hash map at its fullest has grown by doubling, and holds the old half while it does.
        let each = 4 * (size_of::<G::State>() + size_of::<Bounds>() + 1);
        Brute { known: HashMap::new(), room: memory / each }
    }
}

/// One piece of solving.
struct Run<'a, 'c, G: Game> {
    game: &'a G,
    known: &'a mut HashMap<G::State, Bounds>,
    room: usize,
    meter: Meter<'c>,
}

impl<G: Game> Solver<G> for Brute<G> {
    fn remember(&mut self, _past: &[G::State]) {}

    fn set_threads(&mut self, _threads: usize) {}

    fn in_range(&self, game: &G, state: &G::State, nodes: u64) -> bool {
        if game.seats() != 2 || game.repetition().is_some() {
            return false;
        }
        // With the best moves first a tree of even width has the square root of its leaves; that both sides move somewhere is assumed here.
        let (mut state, mut moves, mut leaves) = (*state, Vec::new(), 1.0f64);
        loop {
            match game.turn(&state) {
                Turn::Over => return leaves <= nodes as f64,
                Turn::Chance => return false,
                Turn::Player(_) => game.moves(&state, &mut moves),
            }
            leaves *= (moves.len() as f64).sqrt();
            if leaves > nodes as f64 {
                return false;
            }
            game.play(&mut state, moves[0]);
        }
    }

    fn solve(&mut self, game: &G, state: &G::State, control: &Control) -> Option<Solved<G::Move>> {
        if game.seats() != 2 || game.repetition().is_some() {
            return None;
        }
        if self.known.len() >= self.room {
            self.known.clear();
        }
        let mut run = Run { game, known: &mut self.known, room: self.room, meter: Meter::new(control) };
        let solved = run.solve(state);
        run.meter.settle();
        solved
    }
}

impl<G: Game> Run<'_, '_, G> {
    fn solve(&mut self, state: &G::State) -> Option<Solved<G::Move>> {
        let value = self.value(state, -INFINITE, INFINITE)?;
        let seat = self.game.turn(state).seat()?;
        let (mut here, mut line) = (*state, Vec::new());
        while let Turn::Player(mover) = self.game.turn(&here) {
            let wanted = if mover == seat { value } else { -value };
            let mv = self.move_worth(&here, mover, wanted)?;
            self.game.play(&mut here, mv);
            line.push(mv);
        }
        let best = *line.first()?;
        Some(Solved { value: points::<G>(value).round() as i32, best, line })
    }

    /// A move that is worth at least `wanted`.
    fn move_worth(&mut self, state: &G::State, seat: Seat, wanted: i32) -> Option<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        for mv in moves {
            let mut next = *state;
            self.game.play(&mut next, mv);
            if self.value_for(&next, seat, wanted - 1, wanted)? >= wanted {
                return Some(mv);
            }
        }
        None
    }

    /// The value of a position for `seat`, right if it lies within the window; `None` when the work was ended.
    fn value_for(&mut self, state: &G::State, seat: Seat, alpha: i32, beta: i32) -> Option<i32> {
        match self.game.turn(state) {
            Turn::Over => Some(finished::<G>(&self.game.outcome(state), seat, 0)),
            Turn::Chance => None,
            Turn::Player(mover) if mover == seat => self.value(state, alpha, beta),
            Turn::Player(_) => Some(-self.value(state, -beta, -alpha)?),
        }
    }

    fn value(&mut self, state: &G::State, mut alpha: i32, mut beta: i32) -> Option<i32> {
        if self.meter.tick() {
            return None;
        }
        let seat = self.game.turn(state).seat()?;
        let known = self.known.get(state).copied().unwrap_or(Bounds { low: -INFINITE, high: INFINITE });
        if known.low >= beta || known.low == known.high {
            return Some(known.low);
        }
        if known.high <= alpha {
            return Some(known.high);
        }
        (alpha, beta) = (alpha.max(known.low), beta.min(known.high));
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let (mut best, mut reached) = (-INFINITE, alpha);
        for mv in moves {
            let mut next = *state;
            self.game.play(&mut next, mv);
            best = best.max(self.value_for(&next, seat, reached, beta)?);
            reached = reached.max(best);
            if reached >= beta {
                break;
            }
        }
        let mut bounds = known;
        if best > alpha {
            bounds.low = best;
        }
        if best < beta {
            bounds.high = best;
        }
        if self.known.len() < self.room || self.known.contains_key(state) {
            self.known.insert(*state, bounds);
        }
        Some(best)
    }
}
