//! What the game is known for: the styles of its first programs, its events, its words, and what is taught of it.

use game::{Hosted, Spoken, Style, Styled, Taught};

use crate::{DotsAndBoxes, Word};

impl<W: Word> Styled for DotsAndBoxes<W> {
    const STYLES: &'static [Style] = &[
        Style {
            name: "seed-v1",
            player: "alphabeta:eval=boxes,depth=3,time=5s",
            help: "alpha-beta three plies deep by own boxes minus the opponent's",
        },
        Style {
            name: "seed-v2",
            player: "alphabeta:eval=three-sides,depth=3,time=5s",
            help: "alpha-beta three plies deep by 10 a box, minus 5 for each box left with three sides",
        },
    ];
}

impl<W: Word> Hosted for DotsAndBoxes<W> {
    const EVENTS: &'static str = include_str!("../events.toml");
}

impl<W: Word> Spoken for DotsAndBoxes<W> {
    const WORDS: &'static str = include_str!("../words.txt");
    const RULES: [&'static str; 2] = [include_str!("../rules.sr.md"), include_str!("../rules.pt.md")];
}

impl<W: Word> Taught for DotsAndBoxes<W> {
    const PUZZLES: &'static str = include_str!("../puzzles.jsonl");
    const LESSONS: &'static str = include_str!("../lessons.txt");
}
