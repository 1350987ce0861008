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
    /// Escapes within two moves of the king alone, 0 to 9; with White to move, then with Black.
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
    0, -7, 14, 17, 22, 6, 0, 31, 58, 90, 0, 0, 62, 68, 109,
    // Black
    0, 21, -5, 7, -11, -36, -1, 6, 8, -9, -33, -29, -27, -5, -11,
    // King
    -22, -16, -50, -54, 0, 67, 0, 43, 159, 338, 0, 0, 0, 0, 0,
    // WhiteFromKing
    0, 63, 55, 49, 52, 46, 62, 34, 18, 0, 42, 8, -2, 1, -19,
    -30, -28, -65, -43, -49, -47, 7, -108, -149, -43, -131, -61, -168, -6, -55,
    -180, -282, -194, -50, -128, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // BlackFromKing
    0, -42, -66, -45, -43, -23, -28, -23, -12, -4, -10, -11, 12, 5, 36,
    2, -1, 8, 23, 14, -21, 11, -2, 9, 25, 25, 1, -40, 32, 41,
    -33, 53, 48, -8, 111, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Turn
    32, 2,
    // Open
    -58, 284, 325, 201, -66, 16, 351, 129,
    // Steps
    -36, -38, -30, -8, -7, 7, 3, 23, 38, 12, 58, 90, 99, 27, 272,
    109,
    // Later
    -26, -23, -9, 10, 75, 18, 193, 195, 115, 32, -21, -39, -19, -13, 10,
    20, 19, 168, 79, 118,
    // Beside
    75, 72, 1, 60, 0, 38, 43, -20, -18, 0, -2, 5, -32, -69, 0,
    -1, -8, -33, -149, 0,
    // Trap
    38, -39, 51, -301,
    // Guarded
    40, 8, -7, 30, -9,
    // Unguarded
    -25, -19, -17, 7, 44, 77, 117, 105, 35,
];
