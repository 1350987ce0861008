//! Counting move sequences, the standard check of a move generator.

use crate::{Control, Game, Limits};

/// Positions between two looks at the clock.
const STRIDE: u64 = 1024;

/// How many sequences of exactly `depth` moves start here. At a chance node every outcome counts once; a finished game has no
/// continuation; repetition is ignored.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: usize) -> u64 {
    perft_within(game, state, depth, &Control::new(Limits::default())).expect("nobody stops it")
}

/// The same, or `None` when it has to end before all are counted. A count beyond what fits is the greatest number.
pub fn perft_within<G: Game>(game: &G, state: &G::State, depth: usize, control: &Control) -> Option<u64> {
    Count { game, control, pending: 0, buffers: Vec::new() }.below(state, depth, 0)
}

struct Count<'a, G: Game> {
    game: &'a G,
    control: &'a Control,
    /// Positions that the control has not been told of.
    pending: u64,
    /// Moves by ply; there are as many as the longest line has needed, however deep the question.
    buffers: Vec<Vec<G::Move>>,
}

impl<G: Game> Count<'_, G> {
    fn below(&mut self, state: &G::State, depth: usize, ply: usize) -> Option<u64> {
        self.pending += 1;
        if self.pending == STRIDE && self.control.spend(std::mem::take(&mut self.pending)) {
            return None;
        }
        if depth == 0 {
            return Some(1);
        }
        if self.buffers.len() == ply {
            self.buffers.push(Vec::new());
        }
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        self.game.moves(state, &mut moves);
        let mut total = if depth == 1 { moves.len() as u64 } else { 0 };
        for &mv in moves.iter().filter(|_| depth > 1) {
            let mut next = *state;
            self.game.play(&mut next, mv);
            total = total.saturating_add(self.below(&next, depth - 1, ply + 1)?);
        }
        self.buffers[ply] = moves;
        Some(total)
    }
}
