//! Soundings: where a solver does not reach yet, moves are told apart by who wins further on.
//!
//! After a move both sides make sensible moves by lot until the solver reaches, and it says who wins there. The better the soundings of a move come
//! out, the more of them it gets; the move with the most is chosen. All soundings end with the same side to move, because having the move is worth
//! more than most of what they could find.

use game::{Control, Greedy, Limits, Line, Rng, Solver, Turn};

use crate::mcts::{Keen, Policy};
use crate::meter::Meter;

/// A solver is asked where it is expected to need no more than one in so many of the nodes that there are.
const SHARE: u64 = 200;

/// The fewest nodes that it is asked to need.
const LEAST: u64 = 50;

/// How many times as many nodes as expected it gets.
const PATIENCE: u64 = 8;

/// How much to try moves that look worse.
const EXPLORE: f64 = 0.7;

/// How many plies a sounding has at most.
const DEEPEST: usize = 1_000;

/// A move, and how its soundings came out.
struct Trial<M> {
    mv: M,
    won: u32,
    made: u32,
}

impl<M> Trial<M> {
    /// What it promises, considering how little it has been tried; `log` is the logarithm of all trials.
    fn promise(&self, log: f64) -> f64 {
        match self.made {
            0 => f64::INFINITY,
            made => f64::from(self.won) / f64::from(made) + EXPLORE * (log / f64::from(made)).sqrt(),
        }
    }
}

/// The move after which most soundings are won; `None` if the solver answered none. `nodes` is how many the whole move has.
pub(crate) fn best<G: Greedy>(
    solver: &mut dyn Solver<G>,
    line: &Line<G>,
    nodes: u64,
    control: &Control,
) -> Option<G::Move> {
    let (game, state) = (line.game(), line.state());
    let reach = (nodes / SHARE).max(LEAST);
    let mut rng = Rng::new(game.key(state));
    let mut trials = candidates(line, &mut rng);
    if let [only] = &trials[..] {
        return Some(only.mv);
    }
    let mut meter = Meter::new(control);
    let (mut made, mut answered) = (0u32, false);
    while !meter.stopped() {
        let log = f64::from(made + 1).ln();
        let promise = |trial: &&mut Trial<G::Move>| trial.promise(log);
        let trial = trials.iter_mut().max_by(|a, b| promise(a).total_cmp(&promise(b)))?;
        let mut after = *state;
        game.play(&mut after, trial.mv);
        let reached = walk(solver, line, after, reach, &mut rng, &mut meter);
        meter.settle();
        let part = control.part(Limits { nodes: Some(reach * PATIENCE), ..Limits::default() });
        let answer = reached.and_then(|end| solver.wins(game, &end, &part));
        answered |= answer.is_some();
        trial.won += u32::from(matches!(answer, Some(Some(_))));
        trial.made += 1;
        made += 1;
    }
    trials.iter().max_by_key(|trial| trial.made).filter(|_| answered).map(|trial| trial.mv)
}

/// The moves with the largest gain, in any order.
fn candidates<G: Greedy>(line: &Line<G>, rng: &mut Rng) -> Vec<Trial<G::Move>> {
    let gain = |mv: G::Move| line.game().gain(line.state(), mv);
    let mut moves = line.legal();
    let most = moves.iter().map(|&mv| gain(mv)).max();
    moves.retain(|&mv| Some(gain(mv)) == most);
    rng.shuffle(&mut moves);
    moves.into_iter().map(|mv| Trial { mv, won: 0, made: 0 }).collect()
}

/// Plays on until the side to move at the end of `line` is to move where the solver reaches. `None` when that does not happen.
fn walk<G: Greedy>(
    solver: &dyn Solver<G>,
    line: &Line<G>,
    mut state: G::State,
    reach: u64,
    rng: &mut Rng,
    meter: &mut Meter<'_>,
) -> Option<G::State> {
    let (game, turn) = (line.game(), line.turn());
    let mut moves = Vec::new();
    for _ in 0..DEEPEST {
        if meter.tick() || game.turn(&state) == Turn::Over {
            return None;
        }
        if game.turn(&state) == turn && solver.in_range(game, &state, reach) {
            return Some(state);
        }
        let mv = Keen { slip: 0.0 }.choose(game, &state, rng, &mut moves)?;
        game.play(&mut state, mv);
    }
    None
}
