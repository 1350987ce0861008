//! Its seat at the table: the widths it comes in, and what it can do.

use crate::{Domineering, Wide};

table::seat! {
    Domineering<u64> | Domineering<u128> | Domineering<Wide> => [draw, edit, greedy, evaluate, chances, solve, explain, learn, notated, numbered, story, styles, events, words, teach]
}
