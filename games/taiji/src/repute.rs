//! What the game is known for: the styles of its first programs, its events, its words, and what is taught of it.

use game::{Hosted, Spoken, Style, Styled, Taught};

use crate::{Taiji, Word};

impl<W: Word> Styled for Taiji<W> {
    const STYLES: &'static [Style] = &[
        Style {
            name: "seed-greedy",
            player: "greedy",
            help: "any of the moves that most increase its own largest group",
        },
        Style { name: "seed-random", player: "random", help: "any move" },
    ];
}

impl<W: Word> Hosted for Taiji<W> {
    const EVENTS: &'static str = include_str!("../events.toml");
}

impl<W: Word> Spoken for Taiji<W> {
    const WORDS: &'static str = include_str!("../words.txt");
    const RULES: [&'static str; 2] = [include_str!("../rules.sr.md"), include_str!("../rules.pt.md")];
}

impl<W: Word> Taught for Taiji<W> {
    const PUZZLES: &'static str = include_str!("../puzzles.jsonl");
    const LESSONS: &'static str = include_str!("../lessons.txt");
}
