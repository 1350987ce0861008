//! What a move captures.

use crate::board::{
    CAMPS, CASTLE, HERE, HOSTILE_CAMPS, KEEP, SQUARES, Set, Square, WIDTH, east, north, seen_from, south,
    west,
};
use crate::moves::Move;
use crate::state::{Side, State};

/// The enemy pawns that the move removes. Only the moved piece captures: it stands on one side of the pawn, and something hostile on
/// the other.
#[inline]
pub(crate) fn pawns_taken(state: &State, mv: Move) -> Set {
    Set::from(seen_taken(state, mv)) << mv.to().index() >> HERE
}

/// Whether the move removes a pawn.
#[inline]
pub(crate) fn captures(state: &State, mv: Move) -> bool {
    seen_taken(state, mv) != 0
}

/// [`pawns_taken`] as seen from where the move ends. There are no branches: whether an enemy is near is as good as random.
#[inline]
fn seen_taken(state: &State, mv: Move) -> u64 {
    let to = mv.to();
    let (enemies, friends) = match state.side {
        Side::White => (state.black, state.defenders()),
        Side::Black => (state.white, state.black),
    };
    let sight = &SIGHTS[to.index() % SIGHTS.len()];
    // The piece's own old square cannot be the anvil: the pawn in between would have been in its way.
    let anvils = seen_from(friends, to) & sight.second | sight.hostile[state.side as usize];
    let between = anvils << 1 | anvils >> 1 | anvils << WIDTH | anvils >> WIDTH;
    seen_from(enemies, to) & sight.next & between
}

/// What never changes about a square's surroundings, as seen from it.
#[derive(Clone, Copy)]
struct Sight {
    /// The squares beside it.
    next: u64,
    /// The squares behind those.
    second: u64,
    /// Which of the second ones are always hostile to the enemy of White, and of Black.
    hostile: [u64; 2],
}

/// One for each square, rounded up so that looking up needs no check.
static SIGHTS: [Sight; 128] = {
    let mut sights = [Sight { next: 0, second: 0, hostile: [0; 2] }; 128];
    let mut i = 0;
    while i < SQUARES {
        sights[i] = sight(Square::new(i));
        i += 1;
    }
    sights
};

const fn sight(square: Square) -> Sight {
    let bit = square.bit();
    let second = west(west(bit)) | east(east(bit)) | north(north(bit)) | south(south(bit));
    let hostile =
        [seen_from(second & (CASTLE | HOSTILE_CAMPS), square), seen_from(second & (CASTLE | CAMPS), square)];
    Sight { next: seen_from(square.around(), square), second: seen_from(second, square), hostile }
}

/// Whether Black's pawn that has just arrived on `to` captures the king; `black` holds it already.
#[inline]
pub(crate) fn king_taken(king: Square, black: Set, to: Square) -> bool {
    let around = king.around();
    if !to.is_in(around) {
        return false;
    }
    if king.is_in(KEEP) {
        return around & !CASTLE & !black == 0;
    }
    // The king is inside the rim, so the square behind him exists.
    let behind = 1 << (2 * king.index() - to.index());
    behind & (black | CAMPS) != 0
}
