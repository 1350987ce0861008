//! Fixed work, counted: the number of nodes is a signature of the search, and the time it took is its speed.

use std::time::{Duration, Instant};

use game::{AnyEvaluator, Control, Evaluate, Game, Limits, Line, Rng, Turn, playout, random_move};

use crate::alphabeta::{self, AlphaBeta};
use crate::mcts::{self, AnyLeaf, Mcts, Playouts, Uniform};
use crate::{Ask, Player};

/// How many positions are searched.
const POSITIONS: u64 = 8;

/// Random moves between one position and the next.
const APART: usize = 3;

/// Each position is searched deeper and deeper until a search has looked at so many nodes.
const ENOUGH: u64 = 30_000;

/// Simulations a position, for games that alpha-beta cannot play.
const SIMULATIONS: u64 = 2_000;

/// Random games that are timed.
const PLAYOUTS: u64 = 500;

/// What the fixed work came to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Signature {
    /// The same on every machine; changes exactly when what is searched changes.
    pub nodes: u64,
    /// How long that took.
    pub time: Duration,
    /// Random games a second from the start.
    pub playouts_per_second: f64,
}

impl Signature {
    /// Nodes a second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Searches fixed positions of a game with its strongest evaluation, on one thread.
pub fn signature<G: Evaluate>(game: &G) -> Signature {
    let started = Instant::now();
    let name = G::EVALUATIONS.first().map_or("", |&(name, _)| name);
    let searched = match game.seats() {
        2 => game.evaluator(name).map(|evaluator| deepen(game, &evaluator)),
        _ => None,
    };
    let nodes = searched.unwrap_or_else(|| simulate(game));
    let time = started.elapsed();
    let started = Instant::now();
    let mut rng = Rng::new(1);
    let (mut moves, limit) = (Vec::new(), game.longest().unwrap_or(1_000));
    for _ in 0..PLAYOUTS {
        playout(game, &mut game.start(), &mut rng, &mut moves, limit);
    }
    let playouts_per_second = PLAYOUTS as f64 / started.elapsed().as_secs_f64().max(1e-9);
    Signature { nodes, time, playouts_per_second }
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
