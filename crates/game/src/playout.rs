//! Random games.

use crate::{Game, Outcome, Rng, Turn};

/// A legal move drawn at random: evenly for a player, by the odds for chance; `None` when the game is over.
#[inline]
pub fn random_move<G: Game>(
    game: &G,
    state: &G::State,
    rng: &mut Rng,
    moves: &mut Vec<G::Move>,
) -> Option<G::Move> {
    match game.turn(state) {
        Turn::Over => None,
        Turn::Chance => Some(game.sample(state, rng, moves)),
        Turn::Player(_) => {
            game.moves(state, moves);
            rng.pick(moves)
        }
    }
}

/// Plays random moves to the end and returns the result, or `None` after `limit` plies. Repetition is ignored. `state` is left
/// at the last position; `moves` is scratch space.
pub fn playout<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    moves: &mut Vec<G::Move>,
    limit: usize,
) -> Option<Outcome> {
    game.play_out(state, rng, moves, limit);
    (game.turn(state) == Turn::Over).then(|| game.outcome(state))
}
