//! Judging positions: what the groups are worth now, and what they can still become.

use game::{AnyEvaluator, Evaluate, Evaluator, Features, Level, Seat};

use crate::board::MOST_GROUPS;
use crate::rules::{BLACK, WHITE};
use crate::{Board, State, Taiji, Taijitu, Word};

/// How many things are counted for each colour.
const FEATURES: usize = 6;

/// Hundredths of a point for each of a colour's [`Growth::features`], where one group counts and where more do: fitted to the exact values of
/// endgames on 7x7, of which they explain 94 % and about 80 % of the variance.
const WEIGHTS: [[i32; FEATURES]; 2] = [[88, 30, 20, 62, 4, -6], [92, 45, 0, 40, 2, -20]];

/// What it is worth to be the next to move.
const TEMPO: i32 = 70;

/// What the seed's own players look at: the largest group alone.
#[derive(Clone, Copy, Debug)]
pub struct LargestGroup;

impl<W: Word> Evaluator<Taiji<W>> for LargestGroup {
    fn value(&self, game: &Taiji<W>, state: &State<W>) -> i32 {
        let [white, black] = [WHITE, BLACK].map(|seat| game.board().largest(state.of(seat)) as i32);
        100 * (white - black)
    }
}

/// The groups that count, the room around them, and the groups they can be joined with.
#[derive(Clone, Copy, Debug)]
pub struct Growth;

impl Growth {
    /// What a colour's prospects are worth: those of its most promising group, or of as many as count.
    fn worth<W: Word>(board: &Board<W>, groups: usize, own: W, theirs: W) -> i32 {
        let empty = board.all() & !(own | theirs);
        let live = empty & board.neighbours(empty);
        let weights = WEIGHTS[usize::from(groups > 1)];
        let of = |counted: W| -> i32 {
            let features = Growth::features(board, own, theirs, live, counted);
            features.iter().zip(weights).map(|(&count, weight)| count * weight).sum()
        };
        if groups > 1 {
            return of(largest_groups(board, groups, own));
        }
        let mut best = 0;
        board.each_group(own, |group| best = best.max(of(group)));
        best
    }

    /// What there is to say about some groups of a colour: their cells; the live cells next to them; the live cells one step
    /// further; the other cells of the colour that one half would join to them, and that two halves would; and the
    /// liberties that the opponent contests.
    fn features<W: Word>(board: &Board<W>, own: W, theirs: W, live: W, counted: W) -> [i32; FEATURES] {
        let near = board.neighbours(counted) & live;
        let far = board.neighbours(near) & live & !near;
        let rest = own & !counted;
        let joined = board.flood(board.neighbours(near), rest);
        let later = board.flood(board.neighbours(far), rest & !joined);
        let contested = near & board.neighbours(theirs);
        [counted, near, far, joined, later, contested].map(|set| set.count() as i32)
    }
}

/// The cells of the `groups` largest groups of a set.
fn largest_groups<W: Word>(board: &Board<W>, groups: usize, set: W) -> W {
    let mut kept = [(0, W::EMPTY); MOST_GROUPS];
    let kept = &mut kept[..groups.min(MOST_GROUPS)];
    board.each_group(set, |group| {
        let mut entry = (group.count(), group);
        for place in kept.iter_mut() {
            if entry.0 > place.0 {
                std::mem::swap(&mut entry, place);
            }
        }
    });
    kept.iter().fold(W::EMPTY, |all, &(_, group)| all | group)
}

impl<W: Word> Evaluator<Taiji<W>> for Growth {
    fn value(&self, game: &Taiji<W>, state: &State<W>) -> i32 {
        let worth =
            |seat: Seat| Growth::worth(game.board(), game.groups(), state.of(seat), state.of(seat.other()));
        let tempo = if state.side() == WHITE { TEMPO } else { -TEMPO };
        worth(WHITE) - worth(BLACK) + tempo
    }
}

impl<W: Word> Evaluate for Taiji<W> {
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[
        ("growth", "the groups that count, the room around them, and the groups they can be joined with"),
        ("largest", "one side's largest group against the other's, and nothing else"),
    ];

    /// Each level scores, against the one below it, 68, 70, 70, 68, 71, 72, 64, 68, 68 % (200 paired games each, two random plies first).
    const LEVELS: [Level; 10] = [
        Level::new(1, 1_000, 62.2),
        Level::new(1, 1_000, 46.1),
        Level::new(1, 2_000, 34.2),
        Level::new(1, 10_000, 25.6),
        Level::new(2, 10_000, 30.1),
        Level::new(2, 10_000, 21.7),
        Level::new(2, 10_000, 12.6),
        Level::new(3, 200_000, 16.1),
        Level::new(3, 200_000, 7.7),
        Level::new(4, 1_000_000, 8.0),
    ];

    fn master(&self) -> &'static str {
        if self.weights().is_some() { "alphabeta:eval=net" } else { "alphabeta" }
    }

    fn evaluator(&self, name: &str) -> Option<AnyEvaluator<Self>> {
        match name {
            "growth" => Some(Box::new(Growth)),
            "largest" => Some(Box::new(LargestGroup)),
            _ => None,
        }
    }

    /// A half wants to stand next to its own colour, and in the way of the other one.
    #[inline]
    fn promise(&self, state: &State<W>) -> impl Fn(Taijitu) -> i32 {
        let side = state.side();
        let (mine, theirs) = (state.of(side), state.of(side.other()));
        let around = move |cell: usize| {
            let ring = self.board().neighbours(W::bit(cell));
            ((ring & mine).count() as i32, (ring & theirs).count() as i32)
        };
        move |mv| {
            let (own, other) = self.cells(mv);
            let (gained, blocked) = around(own);
            let (shut, given) = around(other);
            3 * gained + 2 * blocked - 2 * shut - 3 * given
        }
    }
}
