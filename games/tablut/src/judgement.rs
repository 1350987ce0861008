//! Judging positions: a sum of numbers looked up for what is on the board.
//!
//! The strong evaluation adds one weight for every piece (by where it stands and where it stands from the king) and one for each
//! of a few questions about the king: how many escapes are open to him now and in two moves, who is beside him, whether Black
//! threatens to close the trap, which corners Black guards. The weights were fitted to the results of games; see [`crate::weights`].

use game::{Accumulate, Evaluator};

use crate::Tablut;
use crate::board::{BESIDE, KEEP, SQUARES, Set, Square, WIDTH, seen_from};
use crate::prospects::{HIGH, LOW, OUTER, Prospects, outer_rows, prospects};
use crate::state::{Side, State};
use crate::threat::trapped;
use crate::weights::{Group, WEIGHTS};

/// The strong evaluation: pieces by where they stand, and the king's prospects.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement;

impl Judgement {
    /// How many weights there are.
    pub const WEIGHTS: usize = WEIGHTS.len();

    /// Calls `weight` with the number of every weight that goes into the value of a position that is not finished: the value is their sum. For
    /// fitting them.
    pub fn terms(&self, state: &State, weight: impl FnMut(usize)) {
        terms(state, weight);
    }
}

impl Evaluator<Tablut> for Judgement {
    #[inline]
    fn value(&self, _game: &Tablut, state: &State) -> i32 {
        judge(state)
    }
}

/// Where the weights of a group begin.
const fn begin(group: Group) -> usize {
    let (mut at, mut i) = (0, 0);
    while i < group as usize {
        at += Group::SIZES[i];
        i += 1;
    }
    at
}

/// How much better the position is for White, in hundredths.
#[inline]
pub(crate) fn judge(state: &State) -> i32 {
    let mut sum = i32::from(state.worth);
    signs(state, |weight| sum += i32::from(WEIGHTS[weight]));
    sum
}

/// Two dozen pawns, of which a move changes one or two.
impl Accumulate for Tablut {
    type Sums = i16;

    #[inline]
    fn sums(&self, state: &State) -> i16 {
        state.worth
    }

    fn sums_from_scratch(&self, state: &State) -> i16 {
        pawns(state.white, state.black, state.king)
    }
}

/// What all pawns are worth where they stand and where they stand from the king; 0 when he is captured.
pub(crate) fn pawns(white: Set, black: Set, king: Square) -> i16 {
    if king == Square::NOWHERE {
        return 0;
    }
    let tables = [pawn(Side::White, king), pawn(Side::Black, king)];
    let pieces = white | black;
    let mut sum = 0;
    // Both colours in one go: where a loop ends is hard to foresee, so the fewer loops the better.
    for (mut rest, black, base) in
        [(pieces as u64, black as u64, 0), ((pieces >> 64) as u64, (black >> 64) as u64, 64)]
    {
        while rest != 0 {
            let at = rest.trailing_zeros();
            let colour = (black >> at & 1) as usize;
            sum += tables[colour][base + at as usize];
            rest &= rest - 1;
        }
    }
    sum
}

/// What a pawn of a side is worth on each square, by where the king is, who is not captured.
#[inline]
pub(crate) fn pawn(side: Side, king: Square) -> &'static [i16; 128] {
    match side {
        Side::White => &WHITE[king.index()],
        Side::Black => &BLACK[king.index()],
    }
}

/// A weight for every place of the king and of another piece (rounded up, so that looking up needs no check).
type Pairs = [[i16; 128]; SQUARES];

static WHITE: Pairs = pairs(begin(Group::White), begin(Group::WhiteFromKing));
static BLACK: Pairs = pairs(begin(Group::Black), begin(Group::BlackFromKing));

const fn pairs(at: usize, from_king: usize) -> Pairs {
    let mut table = [[0; 128]; SQUARES];
    let mut i = 0;
    while i < SQUARES * SQUARES {
        let (king, piece) = (i / SQUARES, i % SQUARES);
        table[king][piece] = WEIGHTS[at + kind_of(piece)] + WEIGHTS[from_king + kind_of_pair(king, piece)];
        i += 1;
    }
    table
}

/// Every weight of which [`judge`] is the sum, by its place in [`WEIGHTS`].
pub(crate) fn terms(state: &State, mut weight: impl FnMut(usize)) {
    let kinds = [
        (state.white, Group::White, Group::WhiteFromKing),
        (state.black, Group::Black, Group::BlackFromKing),
    ];
    for (pieces, at, from_king) in kinds {
        for square in Square::all(pieces) {
            weight(begin(at) + kind_of(square.index()));
            weight(begin(from_king) + kind_of_pair(state.king.index(), square.index()));
        }
    }
    signs(state, weight);
}

/// Squares that are images of each other share a number below 15.
const fn kind_of(square: usize) -> usize {
    let (row, column) = (square / WIDTH, square % WIDTH);
    triangle(row.abs_diff(WIDTH / 2), column.abs_diff(WIDTH / 2))
}

/// [`kind_of`] of every square, rounded up so that looking up needs no check.
static KINDS: [u8; 128] = {
    let (mut table, mut i) = ([0; 128], 0);
    while i < SQUARES {
        table[i] = kind_of(i) as u8;
        i += 1;
    }
    table
};

/// Pairs of squares that lie equally far apart share a number below 45.
const fn kind_of_pair(a: usize, b: usize) -> usize {
    triangle((a / WIDTH).abs_diff(b / WIDTH), (a % WIDTH).abs_diff(b % WIDTH))
}

/// A number for two numbers in either order.
const fn triangle(a: usize, b: usize) -> usize {
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    large * (large + 1) / 2 + small
}

/// The weights of everything that is not about a single piece.
#[inline]
fn signs(state: &State, mut weight: impl FnMut(usize)) {
    let side = state.side as usize;
    let king = state.king;
    weight(begin(Group::King) + usize::from(KINDS[king.index() % KINDS.len()]));
    weight(begin(Group::Turn) + side);

    let Prospects { open, steps, later } = prospects(state);
    weight(begin(Group::Open) + 4 * side + open.min(3));
    weight(begin(Group::Steps) + steps.min(15));
    weight(begin(Group::Later) + 10 * side + later.min(9));

    let beside = (seen_from(state.black, king) & BESIDE).count_ones() as usize;
    let keep = usize::from(king.is_in(KEEP));
    weight(begin(Group::Beside) + 10 * keep + 5 * side + beside.min(4));
    weight(begin(Group::Trap) + 2 * side + usize::from(trapped(state)));

    let outer = outer_rows(state.black);
    let guarded = GUARDS.iter().map(|&corner| usize::from(outer & corner != 0)).sum::<usize>();
    weight(begin(Group::Guarded) + guarded);
    let held = held(outer) | shadow(state.black) & OUTER_COLUMNS;
    weight(begin(Group::Unguarded) + 8 - held.count_ones().min(8) as usize);
}

/// [`CORNERS`] in the outer rows.
const GUARDS: [u64; 4] =
    [outer_rows(CORNERS[0]), outer_rows(CORNERS[1]), outer_rows(CORNERS[2]), outer_rows(CORNERS[3])];

/// The columns that end on escapes, as places in a row.
const OUTER_COLUMNS: u64 = 1 << OUTER[0] | 1 << OUTER[1] | 1 << OUTER[2] | 1 << OUTER[3];

/// Which of the four outer rows hold something: the highest bit of each.
#[inline]
const fn held(outer: u64) -> u64 {
    // Whatever is below the highest bit carries into it when all ones are added there.
    (((outer & !HIGH) + (HIGH - LOW)) | outer) & HIGH
}

/// Which columns hold something: all rows laid on top of each other.
#[inline]
const fn shadow(set: Set) -> u64 {
    let (upper, lower) = (set as u64 & !(1 << 63), (set >> (7 * WIDTH)) as u64);
    let three = upper | upper >> (3 * WIDTH) | upper >> (6 * WIDTH) | lower;
    three | three >> WIDTH | three >> (2 * WIDTH)
}

/// The squares from which a pawn bars the way to a corner.
pub(crate) const CORNERS: [Set; 4] = [corner(0, 0), corner(0, 1), corner(1, 0), corner(1, 1)];

const fn corner(bottom: usize, right: usize) -> Set {
    // b3, b2 and c2, and their images.
    let (mut set, mut i) = (0, 0);
    let offsets = [(1, 1), (1, 2), (2, 1)];
    while i < 3 {
        let (row, column) = offsets[i];
        let row = if bottom == 1 { WIDTH - 1 - row } else { row };
        let column = if right == 1 { WIDTH - 1 - column } else { column };
        set |= 1 << (row * WIDTH + column);
        i += 1;
    }
    set
}
