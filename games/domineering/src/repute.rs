//! What the game is known for: the styles of its first programs, its events, its words, and what is taught of it.

use game::bits::Word;
use game::{Hosted, Spoken, Style, Styled, Taught};

use crate::Domineering;

impl<W: Word> Styled for Domineering<W> {
    const STYLES: &'static [Style] = &[Style {
        name: "seed-minimax",
        player: "alphabeta:eval=rules,depth=2",
        help: "minimax with alpha-beta two plies deep, its heuristic computed by rules alone",
    }];
}

impl<W: Word> Hosted for Domineering<W> {
    const EVENTS: &'static str = include_str!("../events.toml");
}

impl<W: Word> Spoken for Domineering<W> {
    const WORDS: &'static str = include_str!("../words.txt");
    const RULES: [&'static str; 2] = [include_str!("../rules.sr.md"), include_str!("../rules.pt.md")];
}

impl<W: Word> Taught for Domineering<W> {
    const PUZZLES: &'static str = include_str!("../puzzles.jsonl");
    const LESSONS: &'static str = include_str!("../lessons.txt");
}
