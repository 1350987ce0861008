//! Its seat at the table: the widths it comes in, and what it can do.

use crate::{DotsAndBoxes, Wide};

table::seat! {
    DotsAndBoxes<u64> | DotsAndBoxes<u128> | DotsAndBoxes<Wide> => [draw, edit, greedy, evaluate, chances, solve, explain, learn, notated, numbered, story, styles, events, words, teach]
}
