//! Its seat at the table: the widths it comes in, and what it can do.

use crate::Tablut;

table::seat! {
    Tablut => [draw, edit, greedy, evaluate, chances, solve, explain, threaten, learn, notated, numbered, imitate, wire, story, styles, events, words, teach]
}
