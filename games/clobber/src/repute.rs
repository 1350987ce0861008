//! What the game is known for: its words in other languages.

use game::Spoken;

use crate::Clobber;

impl Spoken for Clobber {
    const WORDS: &'static str = include_str!("../words.txt");
    const RULES: [&'static str; 2] = [include_str!("../rules.sr.md"), include_str!("../rules.pt.md")];
}
