//! What a game is known for: styles of play that have a name, events that are held in it, its words in other languages, and what is taught of it.

use crate::Game;

/// A style of play under a name of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The name, used like that of any player; lower case, with a hyphen, so that it can be no general player's.
    pub name: &'static str,
    /// The player it stands for, with its parameters.
    pub player: &'static str,
    /// One sentence that says how it plays.
    pub help: &'static str,
}

/// A game with named styles of play.
pub trait Styled: Game {
    /// The styles, in the order people see them.
    const STYLES: &'static [Style];
}

/// A game in which events are held by fixed settings.
pub trait Hosted: Game {
    /// The events, as TOML: one table for each, by name, with `title` and any of the fields of a tournament's file.
    const EVENTS: &'static str;
}

/// A game whose words are known in other languages than English.
pub trait Spoken: Game {
    /// Its words, a phrase a line: English, Serbian and Portuguese, separated by ` | `. `{}` stands for a number; lines that begin with `#` are remarks.
    const WORDS: &'static str;

    /// Its rules in prose, as Markdown: in Serbian, and in Portuguese.
    const RULES: [&'static str; 2];
}

/// A game that is taught.
pub trait Taught: Game {
    /// Its puzzles: one a line, as JSON; lines that begin with `#` are remarks. Made by a command, never by hand.
    const PUZZLES: &'static str;

    /// Its lessons and the names of what they and the puzzles teach, in every language; the form is told in `docs/practice.md`.
    const LESSONS: &'static str;
}
