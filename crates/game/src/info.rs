//! What a game says about itself.

use crate::OptionSpec;

/// Facts about a game that do not depend on options.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name on the command line, lower case with hyphens.
    pub name: &'static str,
    /// The name in a heading.
    pub title: &'static str,
    /// One sentence that tells a newcomer what the game is about.
    pub tagline: &'static str,
    /// The rules in prose, as Markdown.
    pub rules: &'static str,
    /// What a move text looks like, with an example: `a cell such as C4`.
    pub move_form: &'static str,
    /// The options, in the order menus ask for them.
    pub options: &'static [OptionSpec],
    /// The parts of a position text, in order; the JSON form of a position has these names.
    pub fields: &'static [Field],
    /// What players maximise.
    pub objective: Objective,
}

/// What counts at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Only who wins.
    Win,
    /// Winning, and the margin in these units: `boxes`.
    Points(&'static str),
}

/// One part of a position text. Parts are separated by spaces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// A word or number that stands for itself.
    Word(&'static str),
    /// A number; a JSON number in the JSON form.
    Number(&'static str),
    /// Several words separated by `/`; a JSON array of strings in the JSON form.
    List(&'static str),
    /// All remaining parts, one or more; a JSON array of strings in the JSON form.
    Rest(&'static str),
}

impl Field {
    /// The name in the JSON form.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Word(name) | Field::Number(name) | Field::List(name) | Field::Rest(name) => name,
        }
    }
}
