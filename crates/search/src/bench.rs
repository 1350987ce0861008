//! Fixed work, counted and timed: the number of nodes is a signature of the search, and how long they take is its speed.
//!
//! Every kind of work (search, solver, random games) is repeated until it has taken long enough to be measured, by a clock that the caller brings: one that
//! counts the processor's time is not disturbed by what else the machine does.

use std::time::Duration;

use game::{AnyEvaluator, Control, Evaluate, Game, Limits, Line, Rng, Solver, Turn, playout, random_move};

use crate::alphabeta::{self, AlphaBeta};
use crate::mcts::{self, AnyLeaf, Mcts, Playouts, Uniform};
use crate::{AnySolver, Ask, Player};

/// How many positions are searched.
const POSITIONS: u64 = 8;

/// Random moves between one position and the next.
const APART: usize = 3;

/// Each position is searched deeper and deeper until a search has looked at so many nodes.
const ENOUGH: u64 = 30_000;

/// Simulations a position, for games that alpha-beta cannot play.
const SIMULATIONS: u64 = 2_000;

/// Random games between two looks at the clock.
const PLAYOUTS: u64 = 100;

/// Games in which the solver is shown the first position that it trusts itself to solve within [`SOLVABLE`] nodes.
const SOLVED: u64 = 4;

/// See [`SOLVED`].
const SOLVABLE: u64 = 200_000;

/// The solver gives a position up after so many nodes, the same on every machine.
const HOPELESS: u64 = 2_000_000;

/// How time is taken.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The time so far.
    pub now: fn() -> Duration,
    /// How long every kind of work is to take at least.
    pub least: Duration,
}

/// What the fixed work came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    /// Nodes searched: the same on every machine; changes exactly when what is searched changes.
    pub signature: u64,
    /// Nodes of the search a second.
    pub nodes_per_second: f64,
    /// Random games a second from the start.
    pub playouts_per_second: f64,
    /// Nodes that the solver looked at, and nodes a second; `None` where it reaches no position of a random game.
    pub solver: Option<(u64, f64)>,
}

/// Nodes of a search of fixed positions of a game with its strongest evaluation, on one thread.
pub fn signature<G: Evaluate>(game: &G) -> u64 {
    let name = G::EVALUATIONS.first().map_or("", |&(name, _)| name);
    let evaluator = if game.seats() == 2 { game.evaluator(name) } else { None };
    evaluator.map_or_else(|| simulate(game), |evaluator| deepen(game, &evaluator))
}

/// Does all the work and times it.
pub fn figures<G: Evaluate>(game: &G, solver: &dyn Fn() -> AnySolver<G>, clock: Clock) -> Figures {
    let (signature, nodes_per_second) = clock.rate(|| signature(game));
    let mut rng = Rng::new(1);
    let (mut moves, limit) = (Vec::new(), game.longest().unwrap_or(1_000));
    let (_, playouts_per_second) = clock.rate(|| {
        for _ in 0..PLAYOUTS {
            playout(game, &mut game.start(), &mut rng, &mut moves, limit);
        }
        PLAYOUTS
    });
    let solvable = solvable(game, solver().as_ref());
    let solver = (!solvable.is_empty()).then(|| clock.rate(|| solve(game, solver().as_mut(), &solvable)));
    Figures { signature, nodes_per_second, playouts_per_second, solver }
}

impl Clock {
    /// What the first round of the work came to, and how much was done a second over as many rounds as it takes.
    fn rate(&self, mut work: impl FnMut() -> u64) -> (u64, f64) {
        let started = (self.now)();
        let first = work();
        let mut total = first;
        loop {
            let spent = (self.now)().saturating_sub(started);
            if spent >= self.least {
                return (first, total as f64 / spent.as_secs_f64().max(1e-9));
            }
            total += work();
        }
    }
}

/// In each of a few random games, the first position that the solver trusts itself to solve soon.
fn solvable<G: Game>(game: &G, solver: &dyn Solver<G>) -> Vec<Line<G>> {
    let mut moves = Vec::new();
    let mut first = |seed: u64| {
        let mut rng = Rng::derive(SOLVED, seed);
        let mut line = Line::new(game.clone(), game.start());
        loop {
            if line.turn().seat().is_some() && solver.in_range(game, line.state(), SOLVABLE) {
                return Some(line);
            }
            let mv = random_move(game, line.state(), &mut rng, &mut moves)?;
            line.play(mv).ok()?;
        }
    };
    (0..SOLVED).filter_map(&mut first).collect()
}

/// Nodes that the solver looks at.
fn solve<G: Game>(game: &G, solver: &mut dyn Solver<G>, positions: &[Line<G>]) -> u64 {
    let control = Control::new(Limits::default());
    for line in positions {
        let part = control.part(Limits { nodes: Some(HOPELESS), ..Limits::default() });
        solver.remember(line.recent());
        solver.solve(game, line.state(), &part);
    }
    control.nodes().max(1)
}

/// The positions: each a few random moves further than the one before, in a game of its own.
fn positions<G: Game>(game: &G) -> Vec<Line<G>> {
    let position = |index: u64| {
        let mut rng = Rng::new(index);
        let mut line = Line::new(game.clone(), game.start());
        let mut moves = Vec::new();
        let plies = index as usize * APART;
        while line.moves().len() < plies || line.turn() == Turn::Chance {
            let Some(mv) = random_move(game, line.state(), &mut rng, &mut moves) else { break };
            if line.play(mv).is_err() {
                break;
            }
        }
        line
    };
    (0..POSITIONS).map(position).filter(|line| line.turn().seat().is_some()).collect()
}

/// Nodes of ever deeper searches of the positions.
fn deepen<G: Evaluate>(game: &G, evaluator: &AnyEvaluator<G>) -> u64 {
    let settings = alphabeta::Settings { memory: 4 << 20, ..alphabeta::Settings::default() };
    let mut total = 0;
    for line in positions(game) {
        for depth in 1..=64 {
            let control = Control::new(Limits { depth: Some(depth), ..Limits::default() });
            let thought = AlphaBeta::new(evaluator.clone(), settings).think(&line, &control, Ask::best());
            total += thought.nodes;
            if thought.nodes >= ENOUGH || thought.exact {
                break;
            }
        }
    }
    total
}

/// For games with more seats: how the simulations spread over the moves.
fn simulate<G: Game>(game: &G) -> u64 {
    let mut total = 0;
    for line in positions(game) {
        let control = Control::new(Limits { nodes: Some(SIMULATIONS), ..Limits::default() });
        let settings = mcts::Settings { memory: 4 << 20, ..mcts::Settings::default() };
        let thought = Mcts::new(Box::new(Playouts(Uniform)) as AnyLeaf<G>, settings).think(
            &line,
            &control,
            Ask::best(),
        );
        total += thought.nodes + thought.pv.len() as u64;
    }
    total
}
