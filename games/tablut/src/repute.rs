//! What the game is known for: the styles of its first programs, and its events.

use game::{Hosted, Style, Styled};

use crate::Tablut;

impl Styled for Tablut {
    const STYLES: &'static [Style] = &[Style {
        name: "seed-meanmax",
        player: "meanmax:depth=3",
        help: "Mean-Max three plies deep: the best move against the mean of all replies, a loss a hundred times a win",
    }];
}

impl Hosted for Tablut {
    const EVENTS: &'static str = include_str!("../events.toml");
}
