//! Its seat at the table: what it can do.

use crate::Clobber;

table::seat! {
    Clobber => [draw, greedy, evaluate, solve, explain, learn, numbered, story, words]
}
