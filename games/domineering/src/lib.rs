//! Domineering: X places dominoes upright, O places them flat, and who cannot move loses.
//!
//! [`Domineering<W>`] plays on any board from 1x1 to 16x16 that fits the bits of its [`Word`]: `u64` for up to 64 cells, `u128`
//! for up to 128, [`Wide`] for all. A narrow word is faster; a board that does not fit is refused with
//! [`game::Misfit::TooLarge`], so callers try the widths in that order.
//!
//! Cells are numbered along the rows from the bottom left corner, as players name them: `A1` is cell 0. A [`Placement`] is the
//! lower or left cell of a domino.

mod board;
mod chances;
mod counts;
mod drawing;
mod edit;
mod evaluation;
mod facts;
mod features;
mod greedy;
mod notation;
mod numbers;
mod repute;
mod rules;
#[cfg(not(test))] // Everything generic is compiled there, and no unit test asks for it.
mod seat;
mod solver;
mod story;
mod symmetry;
mod text;

pub use board::{Domineering, Placement, State};
pub use counts::Counts;
pub use evaluation::{Mobility, Prospects};
pub use game::bits::Word;
#[cfg(not(test))]
pub use seat::ENTRY;
pub use solver::DomineeringSolver;

/// Wide enough for every board.
pub type Wide = game::bits::Wide<4>;
