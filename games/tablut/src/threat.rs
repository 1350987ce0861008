//! Moves that win at once, moves that capture, and where they end.

use game::Threaten;

use crate::board::{
    BESIDE, BOARD, CAMPS, CASTLE, EDGE, ESCAPES, HERE, HOSTILE_CAMPS, KEEP, LEFT, RIGHT, Set, Square, WIDTH,
    around, column, east, north, seen_from, south, west,
};
use crate::capture::{captures, king_taken};
use crate::moves::{Move, reach};
use crate::rules::Tablut;
use crate::state::{Side, State};

impl Threaten for Tablut {
    #[inline]
    fn may_win(&self, state: &State, mv: Move) -> bool {
        wins(state, mv) || may_block(state, mv.to())
    }
}

/// Whether the move brings the king to the rim, or captures him.
#[inline]
pub(crate) fn wins(state: &State, mv: Move) -> bool {
    match state.side {
        Side::White => mv.from() == state.king && mv.to().is_in(EDGE),
        Side::Black => king_taken(state.king, state.black ^ mv.from().bit() | mv.to().bit(), mv.to()),
    }
}

/// Whether a move to this square could leave the enemy without a move: no piece out of its reach has a square to step to.
#[inline]
fn may_block(state: &State, to: Square) -> bool {
    let enemies = match state.side {
        Side::White => state.black,
        Side::Black => state.defenders(),
    };
    let open = BOARD & !(state.occupied() | CAMPS | CASTLE | to.bit());
    around(enemies & !to.around()) & open == 0
}

/// Where a piece can go, and how far up, left, right and down.
#[inline]
pub(crate) fn slide(state: &State, from: Square) -> (Set, [usize; 4]) {
    let reach = reach(state, from);
    let [up, left, right, down] = reach;
    let at = from.index();
    let row = ((1 << (left + right + 1)) - 1) << (at - left);
    let column = column(0) >> (WIDTH * (WIDTH - 1 - up - down)) << (at - WIDTH * up);
    ((row | column) & !from.bit(), reach)
}

/// Where pieces on `from` could slide over `free` squares.
#[inline]
pub(crate) fn slides(from: Set, free: Set) -> Set {
    let (not_left, not_right) = (free & !LEFT, free & !RIGHT);
    let down = spread(from, free, |set, steps| set << (WIDTH * steps));
    let up = spread(from, free, |set, steps| set >> (WIDTH * steps));
    let right = spread(from, not_left, |set, steps| set << steps);
    let left = spread(from, not_right, |set, steps| set >> steps);
    (down | up | right | left) & !from
}

/// `from` and the squares up to eight steps away, as long as all on the way are in `free`: each round doubles the length.
#[inline]
fn spread(from: Set, free: Set, shift: impl Fn(Set, usize) -> Set) -> Set {
    let mut reached = from | free & shift(from, 1);
    let two = free & shift(free, 1);
    reached |= two & shift(reached, 2);
    let four = two & shift(two, 2);
    reached |= four & shift(reached, 4);
    reached | free & shift(reached, 1)
}

/// The escapes that the king could reach in one move.
#[inline]
pub(crate) fn open_escapes(state: &State) -> Set {
    slide(state, state.king).0 & ESCAPES
}

/// Calls `each` with every piece of `movers`, a set of one side's pieces, that can move to an empty square.
///
/// Looks outwards from the square: who stops a slide that begins there could slide there.
#[inline]
fn arrivals(state: &State, movers: Set, to: Square, mut each: impl FnMut(Square)) {
    let reach = reach(state, to);
    let (row, column) = (to.row(), to.column());
    let room = [row, column, WIDTH - 1 - column, WIDTH - 1 - row];
    const STEPS: [isize; 4] = [-(WIDTH as isize), -1, 1, WIDTH as isize];
    for (direction, step) in STEPS.into_iter().enumerate() {
        let mut distance = reach[direction] + 1;
        let square = |distance: usize| 1 << (to.index() as isize + step * distance as isize);
        // A pawn may also come from the far side of its own camp.
        while distance < room[direction] && square(distance) & CAMPS & !state.occupied() != 0 {
            distance += 1;
        }
        if distance > room[direction] || square(distance) & movers == 0 {
            continue;
        }
        let from = Square::first(square(distance));
        let direct = distance == reach[direction] + 1 && !to.is_in(CAMPS);
        if direct || slide(state, from).0 & to.bit() != 0 {
            each(from);
        }
    }
}

/// The empty squares where a black pawn would capture the king, whether one can get there or not.
#[inline]
pub(crate) fn traps(state: &State) -> Set {
    Set::from(seen_traps(state)) << state.king.index() >> HERE
}

/// [`traps`] as the king sees them.
#[inline]
fn seen_traps(state: &State) -> u64 {
    let king = state.king;
    let black = seen_from(state.black, king);
    let empty = !seen_from(state.occupied() | CAMPS | CASTLE, king) & BESIDE;
    if king.is_in(KEEP) {
        // All but the castle must be black.
        let missing = !(black | seen_from(CASTLE, king)) & BESIDE;
        if missing & missing.wrapping_sub(1) == 0 { missing & empty } else { 0 }
    } else {
        // Somebody hostile must be on the far side.
        let hostile = (black | seen_from(CAMPS, king)) & BESIDE;
        let opposite = hostile << 2 | hostile >> 2 | hostile << (2 * WIDTH) | hostile >> (2 * WIDTH);
        opposite & empty
    }
}

/// Whether Black, if to move, could capture the king at once.
#[inline]
pub(crate) fn trapped(state: &State) -> bool {
    seen_traps(state) != 0 && trap_closes(state)
}

/// Whether a black pawn can move to one of [`traps`]. Seldom asked, and kept apart so that it does not slow down what is asked before.
#[inline(never)]
fn trap_closes(state: &State) -> bool {
    let mut traps = traps(state);
    let mut found = false;
    while traps != 0 && !found {
        let to = Square::first(traps);
        traps &= traps - 1;
        arrivals(state, state.black, to, |_| found = true);
    }
    found
}

/// The squares where a piece of the side to move would capture a pawn, whether one can get there or not.
#[inline]
pub(crate) fn capture_squares(state: &State) -> Set {
    let (enemies, anvils) = match state.side {
        Side::White => (state.black, state.defenders() | CASTLE | HOSTILE_CAMPS),
        Side::Black => (state.white, state.black | CASTLE | CAMPS),
    };
    let hammers = east(enemies & east(anvils))
        | west(enemies & west(anvils))
        | north(enemies & north(anvils))
        | south(enemies & south(anvils));
    hammers & !(state.occupied() | CASTLE)
}

/// Replaces the contents of `moves` by those that capture a pawn or win at once.
pub(crate) fn list_noisy(state: &State, moves: &mut Vec<Move>) {
    moves.clear();
    let mut targets = capture_squares(state);
    match state.side {
        Side::White => {
            let mut escapes = open_escapes(state);
            while escapes != 0 {
                moves.push(Move::new(state.king, Square::first(escapes)));
                escapes &= escapes - 1;
            }
        }
        Side::Black => targets |= traps(state),
    }
    let own = state.own();
    if targets != 0 {
        // Most of them are out of reach. Camps are left open here, which lets through a few too many.
        targets &= slides(own, BOARD & !(state.occupied() | CASTLE));
    }
    while targets != 0 {
        let to = Square::first(targets);
        targets &= targets - 1;
        arrivals(state, own, to, |from| {
            // The king's escapes are listed already.
            if from != state.king || !to.is_in(ESCAPES) {
                moves.push(Move::new(from, to));
            }
        });
    }
}

/// Whether the move is one of [`list_noisy`]'s.
#[inline]
pub(crate) fn is_noisy(state: &State, mv: Move) -> bool {
    captures(state, mv) || wins(state, mv)
}

/// Whether the side that is not to move could win at once if it were.
#[inline]
pub(crate) fn threatened(state: &State) -> bool {
    match state.side {
        Side::White => trapped(state),
        Side::Black => open_escapes(state) != 0,
    }
}

/// Whether the side to move can win at once.
#[inline]
pub(crate) fn winning(state: &State) -> bool {
    match state.side {
        Side::White => open_escapes(state) != 0,
        Side::Black => trapped(state),
    }
}
