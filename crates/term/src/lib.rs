//! Playing in the terminal.
//!
//! [`menu::choose`] asks what to play, [`lines::play`] plays in plain lines (also through a pipe), [`screen::play`] on the whole screen with a
//! cursor. Both play a [`Play`]: a session with somebody in every seat. [`classroom::practise`] and [`classroom::learn`] ask puzzles and go through lessons.

pub mod classroom;
pub mod lines;
pub mod menu;
mod order;
mod person;
mod play;
pub mod prose;
pub mod screen;
mod stepping;
mod view;

pub use menu::Choice;
pub use person::Person;
pub use play::{Coaching, Occupant, Play};
