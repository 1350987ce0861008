//! Its seat at the table: the widths it comes in, and what it can do.

use crate::Azul;

table::seat! {
    Azul<2> | Azul<3> | Azul<4> => [draw, edit, tall, unfold, greedy, evaluate, chances, solve, explain, learn, notated, numbered, story, styles, events, words, teach]
}
