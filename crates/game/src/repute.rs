//! What a game is known for: styles of play that have a name, and events that are held in it.

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
