//! What a leaf of the tree is worth: by playing on, by judging, or by playing on a little and then judging.

use game::{Evaluator, Game, Greedy, MAX_SEATS, Outcome, Rng, Seat, Turn, random_move};

use crate::score::counts_points;

/// Playouts of games without a bound on their length are drawn after so many plies.
const ENDLESS: usize = 1_000;

/// How much of a value is about the margin, where points count: enough to prefer it among equals, never enough to risk a win.
const ABOUT_MARGIN: f32 = 0.1;

/// A margin, in points, that is worth half of the most that a margin can be worth.
const HALF_MARGIN: f32 = 8.0;

/// What a position promises.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// To each seat, from -1 (lost) to 1 (won).
    pub values: [f32; MAX_SEATS],
    /// To the seat that asked, in points; 0 where only winning counts.
    pub margin: f32,
}

impl Estimate {
    /// A result, seen from `seat`.
    pub(crate) fn of<G: Game>(game: &G, outcome: &Outcome, seat: Seat) -> Estimate {
        let seats = game.seats();
        let points = counts_points::<G>();
        let worth = |seat| {
            let win = outcome.value(seat) as f32;
            if !points {
                return win;
            }
            let margin = outcome.margin(seat, seats) as f32;
            win * (1.0 - ABOUT_MARGIN) + ABOUT_MARGIN * margin / (margin.abs() + HALF_MARGIN)
        };
        let mut values = [0.0; MAX_SEATS];
        for seat in Seat::all(seats) {
            values[seat.index()] = worth(seat);
        }
        Estimate { values, margin: if points { outcome.margin(seat, seats) as f32 } else { 0.0 } }
    }

    /// Nobody is better off.
    fn even<G: Game>(game: &G) -> Estimate {
        let share = 2.0 / game.seats() as f32 - 1.0;
        Estimate { values: [share; MAX_SEATS], margin: 0.0 }
    }
}

/// A way to find out what a leaf is worth.
pub trait Leaf<G: Game>: Copied<G> + Send + 'static {
    /// Judges `state`, which is not finished, for `seat`; may play on in it. `moves` is scratch space.
    fn estimate(
        &mut self,
        game: &G,
        state: &mut G::State,
        seat: Seat,
        rng: &mut Rng,
        moves: &mut Vec<G::Move>,
    ) -> Estimate;

    /// How many visits a leaf gets before its successors are told apart.
    fn patience(&self) -> u32;

    /// How likely each of the moves is to be the best, if that is known beforehand: one number per move, adding up to 1. Left empty, the tree
    /// explores by counts alone.
    fn priors(&mut self, _game: &G, _state: &G::State, _moves: &[G::Move], _priors: &mut Vec<f32>) {}
}

/// A leaf of whatever type: the tree is compiled once for a game.
pub type AnyLeaf<G> = Box<dyn Leaf<G>>;

/// What can be copied behind a pointer; comes free with [`Clone`].
pub trait Copied<G: Game> {
    /// A copy of its own.
    fn copied(&self) -> AnyLeaf<G>;
}

impl<G: Game, L: Leaf<G> + Clone> Copied<G> for L {
    fn copied(&self) -> AnyLeaf<G> {
        Box::new(self.clone())
    }
}

impl<G: Game> Clone for AnyLeaf<G> {
    fn clone(&self) -> AnyLeaf<G> {
        (**self).copied()
    }
}

impl<G: Game> Leaf<G> for AnyLeaf<G> {
    fn estimate(
        &mut self,
        game: &G,
        state: &mut G::State,
        seat: Seat,
        rng: &mut Rng,
        moves: &mut Vec<G::Move>,
    ) -> Estimate {
        (**self).estimate(game, state, seat, rng, moves)
    }

    fn patience(&self) -> u32 {
        (**self).patience()
    }

    fn priors(&mut self, game: &G, state: &G::State, moves: &[G::Move], priors: &mut Vec<f32>) {
        (**self).priors(game, state, moves, priors);
    }
}

/// A way to choose moves in a playout.
pub trait Policy<G: Game>: Clone + Send + 'static {
    /// The next move; `None` when the game is over.
    fn choose(&self, game: &G, state: &G::State, rng: &mut Rng, moves: &mut Vec<G::Move>) -> Option<G::Move>;

    /// Plays on to the end, or for so many plies.
    fn finish(&self, game: &G, state: &mut G::State, rng: &mut Rng, moves: &mut Vec<G::Move>, limit: usize) {
        for _ in 0..limit {
            let Some(mv) = self.choose(game, state, rng, moves) else { return };
            game.play(state, mv);
        }
    }
}

/// All moves equally often.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl<G: Game> Policy<G> for Uniform {
    #[inline]
    fn choose(&self, game: &G, state: &G::State, rng: &mut Rng, moves: &mut Vec<G::Move>) -> Option<G::Move> {
        random_move(game, state, rng, moves)
    }

    fn finish(&self, game: &G, state: &mut G::State, rng: &mut Rng, moves: &mut Vec<G::Move>, limit: usize) {
        game.play_out(state, rng, moves, limit);
    }
}

/// A move of the largest immediate gain, but now and then any move.
#[derive(Clone, Copy, Debug)]
pub struct Keen {
    /// How often any move is played instead.
    pub slip: f64,
}

impl Keen {
    /// Always any move, as [`Uniform`] does: for a player whose policy is only known when it is made.
    pub const UNIFORM: Keen = Keen { slip: 1.0 };
}

impl Default for Keen {
    fn default() -> Keen {
        Keen { slip: 0.1 }
    }
}

impl<G: Greedy> Policy<G> for Keen {
    fn choose(&self, game: &G, state: &G::State, rng: &mut Rng, moves: &mut Vec<G::Move>) -> Option<G::Move> {
        if self.slip >= 1.0 || game.turn(state).seat().is_none() || rng.unit() < self.slip {
            return random_move(game, state, rng, moves);
        }
        game.moves(state, moves);
        let (mut best, mut most, mut equals) = (*moves.first()?, i32::MIN, 0);
        for &mv in moves.iter() {
            let gain = game.gain(state, mv);
            if gain > most {
                (best, most, equals) = (mv, gain, 1);
            } else if gain == most {
                equals += 1;
                if rng.below(equals) == 0 {
                    best = mv;
                }
            }
        }
        Some(best)
    }

    fn finish(&self, game: &G, state: &mut G::State, rng: &mut Rng, moves: &mut Vec<G::Move>, limit: usize) {
        if self.slip >= 1.0 {
            return game.play_out(state, rng, moves, limit);
        }
        for _ in 0..limit {
            let Some(mv) = self.choose(game, state, rng, moves) else { return };
            game.play(state, mv);
        }
    }
}

/// Plays on to the end of the game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Playouts<P>(pub P);

impl<G: Game, P: Policy<G>> Leaf<G> for Playouts<P> {
    fn estimate(
        &mut self,
        game: &G,
        state: &mut G::State,
        seat: Seat,
        rng: &mut Rng,
        moves: &mut Vec<G::Move>,
    ) -> Estimate {
        self.0.finish(game, state, rng, moves, game.longest().unwrap_or(ENDLESS));
        match game.turn(state) {
            Turn::Over => Estimate::of(game, &game.outcome(state), seat),
            _ => Estimate::even(game),
        }
    }

    fn patience(&self) -> u32 {
        4
    }
}

/// Plays on for some plies, though never past a chance event, and then asks an evaluator.
#[derive(Clone, Debug)]
pub struct Judged<E, P> {
    evaluator: E,
    policy: P,
    plies: usize,
}

impl<E, P> Judged<E, P> {
    /// A judge that first plays `plies` moves by `policy`.
    pub fn new(evaluator: E, policy: P, plies: usize) -> Judged<E, P> {
        Judged { evaluator, policy, plies }
    }
}

impl<G: Game, E: Evaluator<G> + Clone, P: Policy<G>> Leaf<G> for Judged<E, P> {
    fn estimate(
        &mut self,
        game: &G,
        state: &mut G::State,
        seat: Seat,
        rng: &mut Rng,
        moves: &mut Vec<G::Move>,
    ) -> Estimate {
        for _ in 0..self.plies {
            if game.turn(state) == Turn::Chance {
                break;
            }
            match self.policy.choose(game, state, rng, moves) {
                Some(mv) => game.play(state, mv),
                None => break,
            }
        }
        if game.turn(state) == Turn::Over {
            return Estimate::of(game, &game.outcome(state), seat);
        }
        let values = self.evaluator.prospects(game, state);
        let margin = match (counts_points::<G>(), game.seats()) {
            (false, _) => 0.0,
            (true, 2) => {
                let points = self.evaluator.value(game, state) as f32 / 100.0;
                if seat == Seat::FIRST { points } else { -points }
            }
            // Prospects are squashed points; among more than two there is nothing else to go by.
            (true, _) => 4.0 * values[seat.index()].clamp(-0.999, 0.999).atanh(),
        };
        Estimate { values, margin }
    }

    fn patience(&self) -> u32 {
        if self.plies == 0 { 1 } else { 3 }
    }
}
