//! Moves that win at once, moves that capture, and where they end.

use game::Threaten;

use crate::capture::{king_taken, pawns_taken};
use crate::moves::{Move, reach};
use crate::rules::Tablut;
use crate::square::{
    BOARD, CAMPS, CASTLE, EDGE, ESCAPES, HOSTILE_CAMPS, Set, Square, WIDTH, around, column, east, north,
    south, west,
};
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

/// Where a piece can go.
#[inline]
pub(crate) fn destinations(state: &State, from: Square) -> Set {
    let [up, left, right, down] = reach(state, from);
    let at = from.index();
    let row = ((1 << (left + right + 1)) - 1) << (at - left);
    let column = column(0) >> (WIDTH * (WIDTH - 1 - up - down)) << (at - WIDTH * up);
    (row | column) & !from.bit()
}

/// The escapes that the king could reach in one move.
#[inline]
pub(crate) fn open_escapes(state: &State) -> Set {
    destinations(state, state.king) & ESCAPES
}

/// The empty squares where a black pawn would capture the king, whether one can get there or not.
#[inline]
pub(crate) fn traps(state: &State) -> Set {
    let around = state.king.around();
    if around & (state.black | CAMPS) == 0 {
        return 0;
    }
    let mut empty = around & !(state.occupied() | CAMPS | CASTLE);
    let mut traps = 0;
    while empty != 0 {
        let to = Square::first(empty);
        empty &= empty - 1;
        if king_taken(state.king, state.black | to.bit(), to) {
            traps |= to.bit();
        }
    }
    traps
}

/// Whether Black, if to move, could capture the king at once. A pawn that would have to cross its own camp to do so is overlooked; nothing
/// is imagined.
#[inline]
pub(crate) fn trapped(state: &State) -> bool {
    let mut traps = traps(state);
    while traps != 0 {
        let to = Square::first(traps);
        traps &= traps - 1;
        // Who stops a slide that begins on the square could slide to it.
        let [up, left, right, down] = reach(state, to);
        let at = to.index();
        let ends = [
            (to.row() > up, at.wrapping_sub(WIDTH * (up + 1))),
            (to.column() > left, at.wrapping_sub(left + 1)),
            (to.column() + right + 1 < WIDTH, at + right + 1),
            (to.row() + down + 1 < WIDTH, at + WIDTH * (down + 1)),
        ];
        if ends.into_iter().any(|(on_board, end)| on_board && state.black >> end & 1 == 1) {
            return true;
        }
    }
    false
}

/// The squares where a piece of the side to move would capture a pawn, whether one can get there or not.
#[inline]
fn capture_squares(state: &State) -> Set {
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

/// Replaces the contents of `moves` by those that capture a pawn or win at once, in ascending order.
pub(crate) fn list_noisy(state: &State, moves: &mut Vec<Move>) {
    moves.clear();
    let captures = capture_squares(state);
    let (targets, king_targets) = match state.side {
        Side::White => (captures, captures | ESCAPES),
        Side::Black => (captures | traps(state), 0),
    };
    if targets == 0 && (state.side == Side::Black || open_escapes(state) == 0) {
        return;
    }
    for from in Square::all(state.own()) {
        let targets = if from == state.king { king_targets } else { targets };
        let ends = destinations(state, from) & targets;
        moves.extend(Square::all(ends).map(|to| Move::new(from, to)));
    }
}

/// Whether the move is one of [`list_noisy`]'s.
#[inline]
pub(crate) fn is_noisy(state: &State, mv: Move) -> bool {
    pawns_taken(state, mv) != 0 || wins(state, mv)
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
