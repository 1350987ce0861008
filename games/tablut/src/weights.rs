//! The numbers of the strong evaluation, in hundredths, from White's side.
//!
//! They were fitted by logistic regression to the results of played games (`examples/fit.rs`): the sum of a position's weights, divided by 200, is the
//! log-odds of White's winning.

/// What weights are about, in the order in which they lie in [`WEIGHTS`].
#[derive(Clone, Copy)]
pub(crate) enum Group {
    /// A white pawn, by its kind of square (from the middle outwards: how far off the middle row and column, in either order).
    White,
    /// A black pawn, likewise.
    Black,
    /// The king, likewise.
    King,
    /// A white pawn, by how many rows and columns it is away from the king, in either order.
    WhiteFromKing,
    /// A black pawn, likewise.
    BlackFromKing,
    /// Whose turn it is: White, Black.
    Turn,
    /// Escapes that the king could reach at once: 0, 1, 2, more; with White to move, then with Black.
    Open,
    /// Squares that the king can go to.
    Steps,
    /// Ways to reach an escape in two moves of the king alone, 0 to 9; with White to move, then with Black.
    Later,
    /// Black pawns next to the king, 0 to 4: outside the castle's cross with White to move, with Black to move; the same two inside.
    Beside,
    /// Whether Black, if to move, could capture the king: no, yes; with White to move, then with Black.
    Trap,
    /// Corners that Black guards.
    Guarded,
    /// Rows and columns that end on escapes and hold no black pawn.
    Unguarded,
}

impl Group {
    /// How many weights each group has.
    pub(crate) const SIZES: [usize; 13] = [15, 15, 15, 45, 45, 2, 8, 16, 20, 20, 4, 5, 9];
}

/// The weights, group after group.
#[rustfmt::skip]
pub(crate) static WEIGHTS: [i16; 219] = [
    // White
    0, -3, 16, 21, 26, 16, 0, 27, 56, 91, 0, 0, 68, 65, 109,
    // Black
    0, 25, -9, 8, -15, -36, -6, 8, 13, -6, -32, -34, -23, -9, -24,
    // King
    -17, -6, -49, -25, -5, 95, 0, 22, 171, 158, 0, 0, 0, 0, 0,
    // WhiteFromKing
    0, 68, 56, 54, 52, 41, 59, 39, 27, 1, 27, 14, -1, -6, -15,
    3, -14, -59, -30, -39, -9, 9, -66, -142, -38, -61, -68, -199, -8, -8,
    -174, -263, -168, -55, -115, 170, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // BlackFromKing
    0, -43, -68, -48, -46, -30, -28, -26, -14, -1, -9, -11, 4, 4, 37,
    7, -3, 2, 23, 15, -8, 12, -1, 5, 3, 1, 6, -33, 12, 32,
    -19, 27, 76, -29, 42, -43, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Turn
    40, 2,
    // Open
    -80, 310, 399, 213, -71, 21, 409, 190,
    // Steps
    -42, -43, -33, -8, -2, 12, 8, 23, 45, 6, 52, 71, 78, 39, 301,
    81,
    // Later
    -17, -16, 3, 25, 68, 84, 255, 5, 82, 0, -25, -39, -25, -8, 6,
    20, 86, 239, 98, 0,
    // Beside
    80, 63, -9, 8, 0, 45, 31, -23, -8, 0, 1, 14, -24, -78, 0,
    4, -1, -23, -136, 0,
    // Trap
    44, -15, 58, -261,
    // Guarded
    52, 12, -11, 20, -18,
    // Unguarded
    -27, -18, -8, 14, 50, 84, 103, 78, 29,
];
