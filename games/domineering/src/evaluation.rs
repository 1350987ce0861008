//! Judgement without looking ahead.

use game::bits::Word;
use game::{AnyEvaluator, Evaluate, Evaluator, Level};

use crate::board::{Domineering, Placement, State, X};
use crate::counts::Counts;

/// Moves that are certain and moves that are possible, each player's against the other's.
#[derive(Clone, Copy, Debug)]
pub struct Prospects;

/// Places for a domino now, each player's against the other's.
#[derive(Clone, Copy, Debug)]
pub struct Mobility;

/// What the right to move is worth.
const TEMPO: i32 = 45;

/// Weights of [`Counts`]: a possible move comes true about every second time, so that a certain one, which is possible too, is worth
/// twice as much.
fn worth(counts: Counts) -> i32 {
    50 * counts.real + 50 * counts.safe + 4 * counts.moves
}

impl<W: Word> Evaluator<Domineering<W>> for Prospects {
    #[inline]
    fn value(&self, game: &Domineering<W>, state: &State<W>) -> i32 {
        let [x, o] = game.counts(game.free(state));
        let tempo = if state.side() == X { TEMPO } else { -TEMPO };
        worth(x) - worth(o) + tempo
    }
}

impl<W: Word> Evaluator<Domineering<W>> for Mobility {
    #[inline]
    fn value(&self, game: &Domineering<W>, state: &State<W>) -> i32 {
        let moves = |seat| game.placements(state, seat).count() as i32;
        25 * (moves(X) - moves(X.other()))
    }
}

impl<W: Word> Evaluate for Domineering<W> {
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[
        ("prospects", "certain and possible moves of X minus those of O"),
        ("mobility", "places for a domino of X minus those of O"),
    ];

    /// Each level scores, against the one below it, 67, 64, 68, 66, 68, 74, 68, 70, 68 % (200 paired games each, two random plies first).
    const LEVELS: [Level; 10] = [
        Level::new(1, 1_000, 143.8),
        Level::new(1, 1_000, 106.5),
        Level::new(1, 2_000, 78.9),
        Level::new(2, 10_000, 71.7),
        Level::new(2, 10_000, 55.3),
        Level::new(2, 10_000, 41.0),
        Level::new(3, 10_000, 29.1),
        Level::new(3, 200_000, 21.5),
        Level::new(4, 200_000, 15.5),
        Level::new(5, 1_000_000, 8.0),
    ];

    fn evaluator(&self, name: &str) -> Option<AnyEvaluator<Self>> {
        match name {
            "prospects" => Some(Box::new(Prospects)),
            "mobility" => Some(Box::new(Mobility)),
            _ => None,
        }
    }

    #[inline]
    fn promise(&self, state: &State<W>) -> impl Fn(Placement) -> i32 {
        let (me, free) = (state.side(), self.free(state));
        move |mv| {
            let counts = self.counts(free & !self.domino(me, mv.cell()));
            worth(counts[me.index()]) - worth(counts[me.other().index()])
        }
    }
}
