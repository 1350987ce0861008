//! The one list that names the games.
//!
//! A new game is a folder under `games/`, a dependency line in this crate's `Cargo.toml`, and a line here. Only programs and tests depend on this crate:
//! what serves games is given them as a value, so a change in one game compiles that game again and nothing else.

use table::{Entry, Games};

/// Every game, in the order people see them.
const ENTRIES: &[&Entry] = &[
    &azul::ENTRY,
    &domineering::ENTRY,
    &dots_and_boxes::ENTRY,
    &tablut::ENTRY,
    &taiji::ENTRY,
    &clobber::ENTRY,
];

/// All games, with a house of their own.
pub fn games() -> Games {
    Games::new(ENTRIES)
}
