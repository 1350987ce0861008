//! Azul, the base game of 2017 with the coloured wall, for two to four players.
//!
//! [`Azul<N>`] is the game of `N` players. Deals are chance moves, one for each factory, so a fresh game begins with chance. The bag is
//! known by counts only, never by an order of draw.

mod board;
mod chances;
mod drawing;
mod edit;
mod evaluation;
mod facts;
mod features;
mod floor;
mod greedy;
mod hash;
mod moves;
mod numbers;
mod outlook;
mod repute;
mod rules;
mod seat;
mod solver;
mod state;
mod story;
mod symmetry;
mod text;
mod tiles;
mod unfold;
mod wall;
mod weights;

pub use board::{Board, Line};
pub use evaluation::{Potential, RoundEnd};
pub use floor::{FLOOR_PLACES, Fallen, Floor};
pub use moves::{Action, Move, Source};
pub use outlook::{FEATURES, Outlook, Tally};
pub use seat::ENTRY;
pub use solver::RoundSolver;
pub use state::{LAST_ROUND, State};
pub use tiles::{Colour, Tiles};
pub use wall::{Bonus, Wall};

/// The game of `N` players, 2 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Azul<const N: usize>;
