//! Counting move sequences, the standard check of a move generator.

use crate::Game;

/// How many sequences of exactly `depth` moves start here. At a chance node every outcome counts once; a finished game has no
/// continuation; repetition is ignored.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: usize) -> u64 {
    let mut buffers = vec![Vec::new(); depth];
    count(game, state, &mut buffers)
}

fn count<G: Game>(game: &G, state: &G::State, buffers: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return 1 };
    game.moves(state, moves);
    if deeper.is_empty() {
        return moves.len() as u64;
    }
    let mut total = 0;
    for &mv in moves.iter() {
        let mut next = *state;
        game.play(&mut next, mv);
        total += count(game, &next, deeper);
    }
    total
}
