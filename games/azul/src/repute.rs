//! What the game is known for: the styles of its first programs, its events, its words, and what is taught of it.

use game::{Hosted, Spoken, Style, Styled, Taught};

use crate::Azul;

impl<const N: usize> Styled for Azul<N> {
    const STYLES: &'static [Style] = &[Style {
        name: "seed-aizul",
        player: "expert:pack=aizul",
        help: "the expert system AIZUL: its rules, templates and goals, by its own numbers",
    }];
}

impl<const N: usize> Hosted for Azul<N> {
    const EVENTS: &'static str = include_str!("../events.toml");
}

impl<const N: usize> Spoken for Azul<N> {
    const WORDS: &'static str = include_str!("../words.txt");
    const RULES: [&'static str; 2] = [include_str!("../rules.sr.md"), include_str!("../rules.pt.md")];
}

impl<const N: usize> Taught for Azul<N> {
    const PUZZLES: &'static str = include_str!("../puzzles.jsonl");
    const LESSONS: &'static str = include_str!("../lessons.txt");
}
