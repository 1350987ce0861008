//! Skeleton: players take cells in turn, and who cannot move loses.
//!
//! This is what a game begins as. `docs/adding-a-game.md` says what each file is for, which ones a game may do without, and what to write next.

mod board;
mod drawing;
mod evaluation;
mod greedy;
mod rules;
mod seat;
mod text;

pub use board::{Cell, Skeleton, State};
pub use seat::ENTRY;
