//! The weights of the features, in thousandths of a point.
//!
//! Fitted by least squares to the final margins of games that the evaluation played against itself, with some random moves.

use crate::outlook::FEATURES;

#[rustfmt::skip]
pub(crate) static WEIGHTS: [i32; FEATURES] = [
    // Columns with 1 to 4 tiles, by stage 0 to 5.
    8, 251, 463, 544,
    51, 540, 1091, 2011,
    657, 1340, 2037, 2903,
    475, 1094, 1938, 2680,
    -72, -177, 182, 274,
    0, 0, 0, 0,
    // Colours with 1 to 4 tiles, by stage.
    -2197, -1604, -1165, -661,
    430, 687, 478, 695,
    512, 720, 764, 1443,
    279, 216, -64, 742,
    429, 478, -174, 148,
    0, 0, 0, 0,
    // Rows with 1 to 4 tiles, by stage.
    -44, -94, -481, -940,
    1650, 2586, 2551, 2147,
    2045, 2618, 2176, 0,
    1153, 1150, 0, 0,
    1451, 0, 0, 0,
    0, 0, 0, 0,
    // Room to grow of rows 1 to 5, by stage.
    22, 16, 14, -10, -18,
    71, 60, 30, -6, -53,
    102, 99, 52, 0, 3,
    147, 195, 100, 70, 119,
    192, 275, 125, 135, 122,
    0, 0, 0, 0, 0,
    // The next start, by stage.
    -589, 1281, 844, 911, 856, 746,
    // Lines begun, by stage (0, 1, more): line 2 with 1; line 3 with 1, 2; and so on.
    -899, -612, -662, -820, -735, -452, -726, -671, -581, 223,
    -2482, -2080, -2236, -1976, -1957, -1803, -2426, -2502, -2284, -1866,
    -1522, -1803, -1325, -2011, -920, -428, -2941, -2351, -1376, -840,
    // Points of a line begun times its tiles, lines 1 to 5, by stage (0, 1, more).
    0, 149, 47, 15, 30,
    0, 327, 218, 165, 285,
    0, 165, 236, 221, 335,
    // Lines begun, by tiles on the table: none, too few, enough in several groups, enough in one.
    -636, 0, 0, 1938,
    -541, -170, 1026, 1442,
    -433, 0, 0, 975,
    -391, 181, 804, 1253,
    -664, -341, 662, 922,
    -651, 0, 0, 459,
    -604, -143, 783, 953,
    -809, -182, 554, 835,
    -721, -447, 310, 574,
    -1073, 0, 0, -196,
    // Points of such lines.
    83, 102, 198, 310,
    // Lines 1 to 5 not begun, by groups on the table.
    1553, 667, 504, -214, -777,
    3151, 2089, 1320, 102, -462,
    4448, 3339, 1859, 550, 225,
    5146, 3878, 2052, 743, 479,
    5886, 4003, 1750, 686, 406,
    // Tiles that can only go to the floor: on the table, and in the centre.
    -740, -152,
    // The turn, by groups on the table.
    -1, 732, 1190, 1263, 1350,
];
