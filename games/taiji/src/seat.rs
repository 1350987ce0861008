//! Its seat at the table: the widths it comes in, and what it can do.

use crate::Taiji;

table::seat! {
    Taiji<u64> | Taiji<u128> => [draw, edit, greedy, evaluate, chances, solve, explain, learn, notated, numbered, story, styles, events, words, teach]
}
