//! What the game is known for: the styles of its first programs, its events, its words, and what is taught of it.

use game::{Hosted, Spoken, Style, Styled, Taught};

use crate::Tablut;

impl Styled for Tablut {
    const STYLES: &'static [Style] = &[
        Style {
            name: "seed-meanmax",
            player: "meanmax:depth=3",
            help: "Mean-Max three plies deep: the best move against the mean of all replies, a loss a hundred times a win",
        },
        Style {
            name: "seed-agent",
            player: "meanmax:net",
            help: "the same tree, and where it shows no end a net that was trained from games",
        },
    ];
}

impl Hosted for Tablut {
    const EVENTS: &'static str = include_str!("../events.toml");
}

impl Spoken for Tablut {
    const WORDS: &'static str = include_str!("../words.txt");
    const RULES: [&'static str; 2] = [include_str!("../rules.sr.md"), include_str!("../rules.pt.md")];
}

impl Taught for Tablut {
    const PUZZLES: &'static str = include_str!("../puzzles.jsonl");
    const LESSONS: &'static str = include_str!("../lessons.txt");
}
