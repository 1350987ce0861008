//! Playing in the terminal.
//!
//! [`menu::choose`] asks what to play, [`lines::play`] plays in plain lines (also through a pipe), [`screen::play`] on the whole screen with a
//! cursor. Both play a [`Play`]: a session with somebody in every seat. [`classroom::practise`] and [`classroom::learn`] ask puzzles and go through lessons.

pub mod classroom;
pub mod lines;
pub mod menu;
mod order;
mod play;
pub mod screen;

pub use menu::Choice;
pub use play::{Coaching, Occupant, Play, last_record};
