//! Judging every legal move by the rules.

use std::cmp::Reverse;
use std::sync::Arc;

use game::facts::Describe;
use game::{DECIDED, Line, Seat, Turn};
use infer::Kb;

use crate::desk::{Desk, at_desk};

/// A legal move and what the rules say of it.
pub(crate) struct Judged<M> {
    pub(crate) mv: M,
    pub(crate) points: i32,
    pub(crate) vetoed: bool,
    /// The scores of the position after the move, for its mover; known only where it had to decide.
    pub(crate) after: Option<i32>,
}

/// The legal moves of a line in which `seat` is to move, in the order given, best first. Vetoed moves come last. Where rules about moves leave several on
/// top, the scores of the positions that they lead to decide, if the pack has any; after that, the order given.
pub(crate) fn judge<G: Describe>(
    kb: &Arc<Kb>,
    line: &Line<G>,
    seat: Seat,
    moves: Vec<G::Move>,
) -> Vec<Judged<G::Move>> {
    let (game, state) = (line.game(), line.state());
    at_desk(kb, |desk| {
        desk.set(line, seat);
        let mut judged: Vec<_> = moves
            .into_iter()
            .map(|mv| {
                desk.describe(game, state, seat, mv);
                let verdict = desk.engine.judge(&desk.movement);
                Judged { mv, points: verdict.points, vetoed: verdict.vetoed, after: None }
            })
            .collect();
        judged.sort_by_key(|j| (j.vetoed, Reverse(j.points)));
        let top = judged.iter().take_while(|j| (j.vetoed, j.points) == (judged[0].vetoed, judged[0].points));
        let equals = top.count();
        if equals > 1 && kb.judges_positions() {
            for one in &mut judged[..equals] {
                one.after = Some(after(desk, line, seat, one.mv));
            }
            judged[..equals].sort_by_key(|j| Reverse(j.after));
        }
        judged
    })
}

/// What the position after a move is worth to its mover.
fn after<G: Describe>(desk: &mut Desk, line: &Line<G>, seat: Seat, mv: G::Move) -> i32 {
    let game = line.game();
    let mut next = *line.state();
    game.play(&mut next, mv);
    match game.turn(&next) {
        Turn::Over => (game.outcome(&next).value(seat) * f64::from(DECIDED)) as i32,
        Turn::Player(_) | Turn::Chance => desk.score(game, &next, seat),
    }
}
