//! The player that a net of full layers makes together with a Mean-Max tree, and the games it plays to learn from.

use std::sync::Arc;

use game::{Control, DECIDED, Limits, Line, Planes, Rng, Seat, Turn, random_move};
use search::meanmax::{Adviser, MeanMax, Settings};
use search::{Ask, Player, SuspectMaker};

use crate::dense::{Dense, Trace};

/// The sum of the last unit in the unit of evaluations, so that a chance told from it is the one that the squashed sum tells.
const UNIT: f32 = 400.0;

/// Games are given up after so many plies: nothing can be learned from an aimless one.
const LONGEST: usize = 300;

/// The net as an adviser of the tree.
pub fn adviser<G: Planes>(net: Arc<Dense>) -> Adviser<G> {
    Adviser::new(move |game: &G, state| {
        let mut ones = Vec::new();
        game.show(state, &mut ones);
        let sum = net.sum(&ones, &mut Trace::default());
        ((UNIT * sum) as i32).clamp(1 - DECIDED, DECIDED - 1)
    })
}

/// A game of the agent in the given seat against a player that moves at random.
pub(crate) fn play<G: Planes>(
    game: &G,
    adviser: &Adviser<G>,
    suspect: SuspectMaker<G>,
    seat: Seat,
    rng: &mut Rng,
) -> Line<G> {
    let mut agent = MeanMax::new(adviser.clone(), suspect(), Settings::default(), rng.bits());
    let mut line = Line::new(game.clone(), game.start());
    let mut moves = Vec::new();
    while line.moves().len() < LONGEST {
        let mv = match line.turn() {
            Turn::Over => break,
            Turn::Player(mover) if mover == seat => {
                Some(agent.think(&line, &Control::new(Limits::default()), Ask::best()).best)
            }
            _ => random_move(game, line.state(), rng, &mut moves),
        };
        if mv.is_none_or(|mv| line.play(mv).is_err()) {
            break;
        }
    }
    line
}
