//! Evaluations: `potential`, which looks past the round, and `round`, which does not.

use game::{AnyEvaluator, DECIDED, Evaluate, Evaluator, Level, MAX_SEATS, Seat, Turn};

use crate::moves::Action;
use crate::outlook::{Outlook, Tally};
use crate::weights::WEIGHTS;
use crate::{Azul, Board, Move, Source, State};

/// The expected final margin: what the round is worth so far, and the weighed features of [`Outlook`].
#[derive(Clone, Copy, Debug)]
pub struct Potential;

/// The margin if the round ended now.
#[derive(Clone, Copy, Debug)]
pub struct RoundEnd;

/// A sum of weighed features, in thousandths of a point.
struct Sum(i32);

impl Tally for Sum {
    #[inline]
    fn add(&mut self, feature: usize, amount: i32) {
        self.0 += WEIGHTS[feature] * amount;
    }
}

/// What the position promises a player, in hundredths of a point.
fn potential<const N: usize>(outlook: &Outlook<N>, seat: Seat) -> i32 {
    let mut sum = Sum(0);
    outlook.features(seat, &mut sum);
    100 * outlook.points(seat) + sum.0 / 10
}

fn round_end<const N: usize>(outlook: &Outlook<N>, seat: Seat) -> i32 {
    100 * outlook.points(seat)
}

fn margin<const N: usize>(state: &State<N>, worth: impl Fn(&Outlook<N>, Seat) -> i32) -> i32 {
    let outlook = Outlook::new(state);
    let value = worth(&outlook, Seat::FIRST) - worth(&outlook, Seat::SECOND);
    value.clamp(-DECIDED, DECIDED)
}

/// Each player's chance to win, as prospects from -1 to 1; they add up to `2 - N`.
fn prospects<const N: usize>(state: &State<N>, worth: impl Fn(&Outlook<N>, Seat) -> i32) -> [f32; MAX_SEATS] {
    let outlook = Outlook::new(state);
    let spread = spread(state);
    let mut worths = [0.0; MAX_SEATS];
    for seat in Seat::all(N) {
        worths[seat.index()] = worth(&outlook, seat) as f32 / spread;
    }
    let best = worths[..N].iter().copied().fold(f32::MIN, f32::max);
    let mut shares = worths.map(|worth| (worth - best).exp());
    let total: f32 = shares[..N].iter().sum();
    for share in &mut shares[..N] {
        *share = 2.0 * *share / total - 1.0;
    }
    shares[N..].fill(0.0);
    shares
}

fn spread<const N: usize>(state: &State<N>) -> f32 {
    let fullest = state.boards.iter().map(Board::fullest_row).max();
    SPREADS[5 - fullest.unwrap_or(0).min(5)]
}

/// How uncertain a final margin is, in hundredths of a point, by the least number of rounds left: a lead of this much wins about three games
/// of four. Measured in games of the evaluation against itself.
const SPREADS: [f32; 6] = [380.0, 640.0, 790.0, 870.0, 900.0, 900.0];

impl<const N: usize> Evaluator<Azul<N>> for Potential {
    fn value(&self, _game: &Azul<N>, state: &State<N>) -> i32 {
        margin(state, potential)
    }

    #[inline]
    fn spread(&self, _game: &Azul<N>, state: &State<N>) -> f32 {
        spread(state)
    }

    fn prospects(&self, _game: &Azul<N>, state: &State<N>) -> [f32; MAX_SEATS] {
        prospects(state, potential)
    }
}

impl<const N: usize> Evaluator<Azul<N>> for RoundEnd {
    fn value(&self, _game: &Azul<N>, state: &State<N>) -> i32 {
        margin(state, round_end)
    }

    #[inline]
    fn spread(&self, _game: &Azul<N>, state: &State<N>) -> f32 {
        spread(state)
    }

    fn prospects(&self, _game: &Azul<N>, state: &State<N>) -> [f32; MAX_SEATS] {
        prospects(state, round_end)
    }
}

impl<const N: usize> Evaluate for Azul<N> {
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[
        (
            "potential",
            "the expected final margin: the round so far, begun lines and goals, and tiles still to be had",
        ),
        ("round", "the margin if the round ended now"),
    ];

    /// Every take changes something; none so much that it must be seen before a verdict.
    /// Each level scores, against the one below it, 68, 66, 67, 70, 71, 69, 64, 64, 70 % between two (200 paired games each, two random plies first).
    const LEVELS: [Level; 10] = [
        Level::new(1, 1_000, 212.3),
        Level::new(1, 1_000, 163.9),
        Level::new(1, 2_000, 133.7),
        Level::new(1, 10_000, 103.9),
        Level::new(2, 10_000, 122.5),
        Level::new(2, 10_000, 86.5),
        Level::new(2, 10_000, 51.4),
        Level::new(3, 200_000, 61.5),
        Level::new(3, 200_000, 9.4),
        Level::new(4, 1_000_000, 12.0),
    ];

    const QUIET: bool = true;

    /// Measured against tree search, and against the evaluation without the net.
    fn master(&self) -> &'static str {
        if N == 2 { "alphabeta:eval=net" } else { "mcts:eval=potential" }
    }

    fn evaluator(&self, name: &str) -> Option<AnyEvaluator<Self>> {
        match name {
            "potential" => Some(Box::new(Potential)),
            "round" => Some(Box::new(RoundEnd)),
            _ => None,
        }
    }

    /// Full lines first, then many tiles, few on the floor.
    fn promise(&self, state: &State<N>) -> impl Fn(Move) -> i32 {
        |mv| {
            let (Turn::Player(seat), Action::Take { source, colour, line }) = (state.turn, mv.action())
            else {
                return 0;
            };
            let mut board: Board = *state.board(seat);
            let before = board.floor.penalty();
            if source == Source::CENTRE && state.marker().is_none() {
                board.floor.drop_marker();
            }
            let (placed, _) = board.add(colour, state.tiles(source).count(colour), line);
            let lost = board.floor.penalty() - before;
            let completed = line < 5 && board.lines[line].count() == line + 1;
            let gained = if completed { 20 + 10 * board.wall.points(line, colour) } else { 0 };
            gained + 8 * placed as i32 - 12 * lost
        }
    }
}
