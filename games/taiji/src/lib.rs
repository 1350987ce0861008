//! Taiji: two players place the same half white, half black dominoes, each for the sake of one colour.
//!
//! [`Taiji`] is the game, generic over the machine [`Word`] that holds one bit per cell: [`Taiji64`] serves boards of up to 64
//! cells, [`Taiji128`] all others. The seats are White, who begins, and Black, who wins ties.
//!
//! Cells are numbered from A1, the lower left corner, along the rows and upwards. A [`Taijitu`] is relative to whoever places
//! it: it has an *own* and an *other* half, so that the list of moves does not depend on the side to move.

mod board;
mod chances;
mod drawing;
mod edit;
mod evaluation;
mod facts;
mod features;
mod greedy;
mod moves;
mod notation;
mod numbers;
mod repute;
mod rules;
mod seat;
mod solver;
mod state;
mod story;
mod symmetry;
mod text;

pub use board::Board;
pub use evaluation::{Growth, LargestGroup};
pub use game::bits::Word;
pub use moves::{Axis, Taijitu};
pub use rules::{Taiji, Taiji64, Taiji128};
pub use seat::ENTRY;
pub use solver::Exact;
pub use state::State;
