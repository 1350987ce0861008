//! Clobber: take a neighbouring stone with one of yours, and who cannot move loses.
//!
//! [`Clobber`] plays on any board from 2x2 to 10x10. A set of cells is one `u128`, cells numbered along the rows from the bottom
//! left corner, as players name them: `A1` is cell 0. A move is a [`Hop`] from a cell to one beside it.

mod board;
mod drawing;
mod evaluation;
mod facts;
mod features;
mod greedy;
mod numbers;
mod repute;
mod rules;
mod seat;
mod solver;
mod story;
mod symmetry;
mod text;

pub use board::{Clobber, Hop, State};
pub use evaluation::Support;
pub use seat::ENTRY;
pub use solver::Exact;
