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
    0, 0, 19, 20, 30, 18, 0, 27, 63, 88, 0, 0, 67, 73, 120,
    // Black
    0, 24, -10, 6, -14, -36, -9, 11, 12, 3, -36, -32, -27, -14, -28,
    // King
    -17, -16, -60, -14, 0, 109, 0, -5, 160, 187, 0, 0, 0, 0, 0,
    // WhiteFromKing
    0, 69, 58, 53, 52, 42, 54, 39, 27, -6, 25, 16, 1, -5, -22,
    -2, -11, -33, -43, -37, -12, -20, -66, -47, -21, -52, -101, -128, 4, -14,
    -190, -254, -148, -67, -90, 122, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // BlackFromKing
    0, -41, -65, -46, -47, -34, -29, -28, -15, -4, -10, -14, 3, 5, 35,
    10, 0, -1, 23, 14, 11, 7, -14, -3, -2, -14, 7, -4, 24, 43,
    -22, 26, 50, -39, 68, -66, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    // Turn
    38, 7,
    // Open
    -80, 326, 390, 202, -72, 20, 429, 200,
    // Steps
    -43, -44, -35, -9, -2, 12, 10, 28, 43, 13, 51, 57, 61, 62, 297,
    85,
    // Later
    -18, -13, 2, 25, 69, 67, 209, 7, 80, 0, -27, -36, -25, -6, 3,
    44, 97, 238, 69, 0,
    // Beside
    82, 62, -1, 31, 0, 47, 26, -17, 10, 0, 4, 15, -33, -78, 0,
    -1, -2, -30, -145, 0,
    // Trap
    43, -16, 52, -276,
    // Guarded
    59, 16, -15, 18, -24,
    // Unguarded
    -32, -15, -8, 17, 48, 80, 99, 64, 26,
];
