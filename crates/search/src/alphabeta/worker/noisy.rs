//! The end of a line: noisy moves are followed until the position is quiet.

use game::{Evaluate, Evaluator, Seat, Turn};

use super::{MAX_PLY, Worker};
use crate::alphabeta::order;
use crate::score::finished;

impl<G: Evaluate, E: Evaluator<G> + Clone> Worker<'_, G, E> {
    /// Follows noisy moves until the position is quiet; the side to move may always be content with what it has.
    pub(super) fn quiesce(
        &mut self,
        state: &G::State,
        seat: Seat,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        left: i32,
    ) -> i32 {
        let mut best = self.judge(state, seat);
        self.statistics.seldepth = self.statistics.seldepth.max(ply);
        if best >= beta || left == 0 || ply >= MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = std::mem::take(&mut self.frames[ply].moves);
        let mut ranks = std::mem::take(&mut self.frames[ply].order);
        self.game.noisy_moves(state, &mut moves);
        order::rank_by_promise(&self.game, state, &moves, &mut ranks);
        for at in 0..moves.len() {
            let mv = moves[order::index(order::next(&mut ranks, at))];
            let mut next = *state;
            self.game.play(&mut next, mv);
            let value = self.visit_noisy(&next, seat, alpha, beta, ply + 1, left - 1);
            if self.meter.stopped() {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.frames[ply].moves = moves;
        self.frames[ply].order = ranks;
        best
    }

    fn visit_noisy(
        &mut self,
        state: &G::State,
        seat: Seat,
        alpha: i32,
        beta: i32,
        ply: usize,
        left: i32,
    ) -> i32 {
        if self.meter.tick() {
            return 0;
        }
        match self.game.turn(state) {
            Turn::Over => finished::<G>(&self.game.outcome(state), seat, ply),
            Turn::Chance => self.judge(state, seat),
            Turn::Player(mover) if mover == seat => self.quiesce(state, mover, alpha, beta, ply, left),
            Turn::Player(mover) => -self.quiesce(state, mover, -beta, -alpha, ply, left),
        }
    }
}
