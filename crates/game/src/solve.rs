//! Exact solvers that a game brings along because its own theorems make them strong.

use crate::{Control, Game, Seats, Turn};

/// A game with an exact solver of its own. Games without one are solved by the generic solver.
pub trait Solve: Game {
    /// The solver with its tables, kept between positions of one game.
    type Solver: Solver<Self>;

    /// A solver that keeps its tables within about `memory` bytes.
    fn solver(&self, memory: usize) -> Self::Solver;

    /// Who wins when the solver's value of this state, in which a player is to move, is `value`. The default goes by its sign; a game that
    /// breaks ties says otherwise.
    fn winners(&self, state: &Self::State, value: i32) -> Seats {
        let Turn::Player(mover) = self.turn(state) else { return Seats::NONE };
        match value.signum() {
            1 => Seats::only(mover),
            -1 => Seats::only(mover.other()),
            _ => Seats::first(self.seats()),
        }
    }
}

/// Finds exact values. Never returns a guess.
pub trait Solver<G: Game>: Send {
    /// Tells which positions the match may not come back to ([`crate::Line::recent`]), from now on. Where the game has no such rule,
    /// there is nothing to do.
    fn remember(&mut self, past: &[G::State]);

    /// Says how many threads may work at once from now on; at first one does. A solver that knows no way to share its work does nothing here.
    fn set_threads(&mut self, threads: usize);

    /// Whether this position is expected to be solved within about `nodes` nodes, judged in no time.
    fn in_range(&self, game: &G, state: &G::State, nodes: u64) -> bool;

    /// The exact value for the side to move and a best move, or `None` when `control` ended the work first. Called only for a state
    /// in which a player is to move.
    fn solve(&mut self, game: &G, state: &G::State, control: &Control) -> Option<Solved<G::Move>>;

    /// Whether the side to move wins, and if so a move that does: less than [`Solver::solve`] finds out, and sooner. `None` when `control` ended the
    /// work first, or when there is no shorter way.
    fn wins(&mut self, _game: &G, _state: &G::State, _control: &Control) -> Option<Option<G::Move>> {
        None
    }

    /// Whether who wins further on, after moves by lot, says more about a move than the game's evaluation does. Then the strongest player asks
    /// [`Solver::wins`] about such positions where the solver does not reach yet, instead of searching.
    fn sounds(&self) -> bool {
        false
    }

    /// Moves among which is a best one, those first with which the solver would begin; `None` when it has no opinion. For those who divide a proof.
    fn candidates(&mut self, _game: &G, _state: &G::State) -> Option<Vec<G::Move>> {
        None
    }

    /// A number that positions with the same player to move share only if they are worth the same, as mirror images are; `None` when the solver has no such number.
    fn likeness(&mut self, _game: &G, _state: &G::State) -> Option<u64> {
        None
    }

    /// Bounds on the value for the side to move, such that it is known whether it is at least `goal`: less than [`Solver::value`] finds out. `None` when `control` ended the work
    /// first.
    fn reaches(&mut self, game: &G, state: &G::State, _goal: i32, control: &Control) -> Option<(i32, i32)> {
        self.value(game, state, control).map(|value| (value, value))
    }

    /// The value alone, as [`Solver::solve`] gives it, for those who ask about many positions.
    fn value(&mut self, game: &G, state: &G::State, control: &Control) -> Option<i32> {
        self.solve(game, state, control).map(|solved| solved.value)
    }
}

/// A proved result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved<M> {
    /// The final margin for the side to move under best play, points already scored included; 1, 0 or -1 where only winning counts.
    pub value: i32,
    /// A move that reaches it.
    pub best: M,
    /// A line of best play that begins with `best`; possibly cut short.
    pub line: Vec<M>,
}
