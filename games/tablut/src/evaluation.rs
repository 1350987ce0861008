//! The evaluations by name, and which moves a search should look at first.

use game::{AnyEvaluator, Evaluate, Evaluator, Level};

use crate::board::Square;
use crate::capture::pawns_taken;
use crate::judgement::Judgement;
use crate::moves::{Move, reach};
use crate::rules::Tablut;
use crate::state::{Side, State};
use crate::threat::{capture_squares, is_noisy, list_noisy, wins};

/// Pawns alone: Black begins with twice as many, so a white one counts double.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluator<Tablut> for Material {
    #[inline]
    fn value(&self, _game: &Tablut, state: &State) -> i32 {
        50 * (2 * state.white.count_ones() as i32 - state.black.count_ones() as i32)
    }
}

/// Moves alone: White's minus two thirds of Black's, which is even at the start, and the king's count three times.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

impl Evaluator<Tablut> for Mobility {
    #[inline]
    fn value(&self, _game: &Tablut, state: &State) -> i32 {
        let moves =
            |set| -> usize { Square::all(set).map(|from| reach(state, from).iter().sum::<usize>()).sum() };
        let king = moves(state.king.bit());
        6 * (moves(state.white) + 3 * king) as i32 - 4 * moves(state.black) as i32
    }
}

impl Evaluate for Tablut {
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[
        (
            "judgement",
            "where the pieces stand, the king's ways out, and who bars them, weighed by the results of games",
        ),
        ("material", "white pawns, counted double, minus black ones"),
        ("mobility", "White's moves, the king's counted three times, minus two thirds of Black's"),
    ];

    /// Each level scores, against the one below it, 64, 68, 71, 75, 74, 68, 71, 65, 69 % (200 paired games each, two random plies first).
    const LEVELS: [Level; 10] = [
        Level::new(1, 1_000, 145.0),
        Level::new(1, 1_000, 72.0),
        Level::new(1, 2_000, 46.4),
        Level::new(1, 10_000, 30.4),
        Level::new(2, 10_000, 35.2),
        Level::new(2, 10_000, 26.1),
        Level::new(2, 10_000, 19.3),
        Level::new(3, 200_000, 21.3),
        Level::new(3, 200_000, 15.9),
        Level::new(3, 200_000, 6.0),
    ];

    /// Measured: with 5,000 nodes a move, against the search without it.
    const MARGIN: Option<i32> = Some(120);

    fn master(&self) -> &'static str {
        "alphabeta:eval=net,contempt=2"
    }

    fn evaluator(&self, name: &str) -> Option<AnyEvaluator<Tablut>> {
        match name {
            "judgement" => Some(Box::new(Judgement)),
            "material" => Some(Box::new(Material)),
            "mobility" => Some(Box::new(Mobility)),
            _ => None,
        }
    }

    #[inline]
    fn noisy(&self, state: &State, mv: Move) -> bool {
        is_noisy(state, mv)
    }

    fn noisy_moves(&self, state: &State, moves: &mut Vec<Move>) {
        list_noisy(state, moves);
    }

    /// A win, then captures by how many fall, then what happens beside the king.
    #[inline]
    fn promise(&self, state: &State) -> impl Fn(Move) -> i32 {
        let beside = if state.side == Side::Black { state.king.around() } else { 0 };
        let telling = capture_squares(state) | beside;
        move |mv| {
            let may_tell = mv.to().is_in(telling) || mv.from() == state.king;
            if may_tell { promise_of_telling(state, mv) } else { 0 }
        }
    }
}

/// What a move promises that may win, capture, or end beside the king.
fn promise_of_telling(state: &State, mv: Move) -> i32 {
    if wins(state, mv) {
        return 100;
    }
    let taken = pawns_taken(state, mv);
    if taken != 0 {
        return 10 * taken.count_ones() as i32;
    }
    i32::from(state.side == Side::Black && mv.to().is_in(state.king.around()))
}
