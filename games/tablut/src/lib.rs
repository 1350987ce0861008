//! Tablut by the rules of the Bologna competition (Ashton's Tablut with camps and escapes).
//!
//! [`Tablut`] is the game; it has no options. A [`State`] is three sets of squares held as `u128` words, a king, and a key, 64 bytes in
//! all. Squares are named as the competition's server names them: file `a` to `i` from the left, row `1` to `9` from the **top**.

mod board;
mod capture;
mod chances;
mod drawing;
mod edit;
mod evaluation;
mod facts;
mod features;
mod greedy;
mod json;
mod judgement;
mod moves;
mod notation;
mod numbers;
mod planes;
mod prospects;
mod repute;
mod rules;
#[cfg(not(test))] // Everything generic is compiled there, and no unit test asks for it.
mod seat;
mod solver;
mod state;
mod story;
mod symmetry;
mod text;
mod threat;
mod weights;
mod wire;

pub use board::{CAMPS, CASTLE, EDGE, ESCAPES, SQUARES, Set, Square, WIDTH};
pub use evaluation::{Material, Mobility};
pub use judgement::Judgement;
pub use moves::Move;
pub use rules::Tablut;
#[cfg(not(test))]
pub use seat::ENTRY;
pub use solver::Forced;
pub use state::{Ending, Side, State};
