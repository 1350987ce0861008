//! The weights of the features, in thousandths of a point.
//!
//! Fitted by least squares to the final margins of games that the evaluation played against itself, with some random moves.

use crate::outlook::FEATURES;

#[rustfmt::skip]
pub(crate) static WEIGHTS: [i32; FEATURES] = [
    // Columns with 1 to 4 tiles, by stage 0 to 5.
    155, 393, 412, 549,
    -162, 517, 929, 2022,
    338, 991, 1904, 2941,
    224, 1296, 2356, 3306,
    -108, -241, 453, 318,
    0, 0, 0, 0,
    // Colours with 1 to 4 tiles, by stage.
    -2356, -1780, -1403, -703,
    611, 379, 55, 413,
    -5, -466, -872, -265,
    374, 398, 709, 17,
    240, 317, 184, 154,
    0, 0, 0, 0,
    // Rows with 1 to 4 tiles, by stage.
    -5, -69, -395, -675,
    2200, 3363, 3733, 3872,
    3078, 4350, 4518, 0,
    1180, 1093, 0, 0,
    2041, 0, 0, 0,
    0, 0, 0, 0,
    // Room to grow of rows 1 to 5, by stage.
    15, 10, 9, -7, -20,
    67, 51, 17, -7, -86,
    113, 107, 60, -10, -3,
    174, 225, 94, 64, 151,
    228, 242, 240, 88, 214,
    0, 0, 0, 0, 0,
    // The next start, by stage.
    -626, 1295, 768, 660, 788, 2334,
    // Lines begun, by stage (0, 1, more): line 2 with 1; line 3 with 1, 2; ....
    -546, -278, -385, -748, -610, -431, -466, -539, -277, 267,
    -4004, -1392, -1472, -2633, -2106, -1686, -2571, -2705, -2572, -2129,
    -884, -1236, -928, -2955, -244, 399, -2880, -2362, -1288, -950,
    // Points of a line begun times its tiles, lines 1 to 5, by stage (0, 1, more).
    0, 198, 12, 8, 28,
    0, 606, 165, 190, 326,
    0, -38, 217, 183, 377,
    // Lines begun, by tiles on the table: none, too few, enough in several groups, enough in one.
    -1205, 0, 0, 1600,
    -411, 34, 428, 1263,
    -470, 0, 0, 1200,
    -831, -164, 448, 880,
    -830, -310, 256, 1012,
    -674, 0, 0, 156,
    -340, -3, 829, 1005,
    -725, -178, 708, 1453,
    -805, -179, -88, 493,
    -1220, 0, 0, -156,
    // Points of such lines.
    72, 83, 180, 300,
    // Lines 1 to 5 not begun, by groups on the table.
    2257, 725, 756, -394, -667,
    3740, 2356, 1526, 280, -313,
    4803, 3574, 1932, 288, 278,
    5383, 3753, 1759, 217, 259,
    6351, 3927, 1494, 60, 284,
    // Tiles that can only go to the floor: on the table, and in the centre.
    -799, -108,
    // The turn, by groups on the table.
    171, 964, 1197, 1474, 1640,
];
