//! Dots and Boxes: whoever draws the fourth side of a box owns it and moves again.
//!
//! [`DotsAndBoxes`] comes in three widths, by how many arcs the board has: [`Small`] (5x5 boxes and less), [`Medium`] (7x7 and
//! less) and [`Large`] (up to 10x10). They differ in speed only.
//!
//! Arcs are numbered row by row from the top left, all horizontal ones before the vertical ones; boxes row by row. See
//! [`Board`] for the geometry, [`State`] for what a position holds.

mod board;
mod chances;
mod drawing;
mod edit;
mod evaluation;
mod facts;
mod features;
mod greedy;
mod grid;
mod notation;
mod numbers;
mod repute;
mod rules;
#[cfg(not(test))] // Everything generic is compiled there, and no unit test asks for it.
mod seat;
mod solver;
mod state;
mod story;
mod symmetry;
mod text;

pub use board::{Arc, Board, Direction};
pub use evaluation::{Boxes, Chains, ThreeSides};
pub use game::bits::Word;
pub use rules::DotsAndBoxes;
#[cfg(not(test))]
pub use seat::ENTRY;
pub use solver::Solver;
pub use state::State;

/// Wide enough for every board.
pub type Wide = game::bits::Wide<4>;

/// Boards of up to 63 arcs: 5x5 boxes and less.
pub type Small = DotsAndBoxes<u64>;
/// Boards of up to 127 arcs: 7x7 boxes and less, the default 5x6 among them.
pub type Medium = DotsAndBoxes<u128>;
/// All boards, up to the 220 arcs of 10x10 boxes.
pub type Large = DotsAndBoxes<Wide>;
