//! Judging every legal move by the rules.

use std::sync::Arc;

use game::facts::Describe;
use game::{DECIDED, Line, Seat, Turn, ranking};
use infer::Kb;

use crate::desk::{Desk, at_desk};

/// A legal move and what the rules say of it.
pub(crate) struct Judged<M> {
    pub(crate) mv: M,
    pub(crate) found: Found,
}

/// What the rules say of a move.
#[derive(Clone, Copy)]
pub(crate) struct Found {
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
                let found = Found { points: verdict.points, vetoed: verdict.vetoed, after: None };
                Judged { mv, found }
            })
            .collect();
        ranking::by_key(&mut judged, |j| (i64::from(j.found.vetoed) << 32) - i64::from(j.found.points));
        let rank = |j: &Judged<G::Move>| (j.found.vetoed, j.found.points);
        let equals = judged.iter().take_while(|j| rank(j) == rank(&judged[0])).count();
        if equals > 1 && kb.judges_positions() {
            for one in &mut judged[..equals] {
                one.found.after = Some(after(desk, line, seat, one.mv));
            }
            ranking::by_key(&mut judged[..equals], |j| -i64::from(j.found.after.unwrap_or(0)));
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
