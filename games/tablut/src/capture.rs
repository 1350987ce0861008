//! What a move captures.

use crate::moves::Move;
use crate::square::{CAMPS, CASTLE, HOSTILE_CAMPS, KEEP, Set, Square, east, north, south, west};
use crate::state::{Side, State};

/// The enemy pawns that the move removes. Only the moved piece captures: it stands on one side of the pawn, and something hostile on
/// the other.
#[inline]
pub(crate) fn pawns_taken(state: &State, mv: Move) -> Set {
    let to = mv.to();
    let (enemies, anvils) = match state.side {
        Side::White => (state.black, state.defenders() | CASTLE | HOSTILE_CAMPS),
        Side::Black => (state.white, state.black | CASTLE | CAMPS),
    };
    if to.around() & enemies == 0 {
        return 0;
    }
    // The piece's own old square cannot be the anvil: the pawn in between would have been in its way.
    let hammer = to.bit();
    enemies
        & (east(hammer) & west(anvils)
            | west(hammer) & east(anvils)
            | north(hammer) & south(anvils)
            | south(hammer) & north(anvils))
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
