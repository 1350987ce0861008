//! Tablut by the rules of the Bologna competition (Ashton's Tablut with camps and escapes).
//!
//! [`Tablut`] is the game; it has no options. A [`State`] is three sets of squares held as `u128` words, a king, and a key, 64 bytes in
//! all. Squares are named as the competition's server names them: file `a` to `i` from the left, row `1` to `9` from the **top**.

mod capture;
mod chances;
mod drawing;
mod evaluate;
mod evaluation;
mod facts;
mod features;
mod greedy;
mod json;
mod moves;
mod planes;
mod proof;
mod prospects;
mod repute;
mod rules;
mod seat;
mod solve;
mod square;
mod state;
mod story;
mod symmetry;
mod text;
mod threat;
mod weights;
mod wire;

pub use evaluate::{Judgement, Material, Mobility};
pub use moves::Move;
pub use rules::Tablut;
pub use seat::ENTRY;
pub use solve::Forced;
pub use square::{CAMPS, CASTLE, EDGE, ESCAPES, SQUARES, Set, Square, WIDTH};
pub use state::{Ending, Side, State};
