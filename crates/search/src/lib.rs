//! Alpha-beta, Mean-Max, Monte Carlo tree search and exact solvers.

mod player;
mod registry;
mod simple;
mod spec;
mod thought;

pub use player::{Ask, Player};
pub use registry::{PLAYERS, Parameter, PlayerInfo, level, player_info};
pub use simple::{Grabber, Random};
pub use spec::{Spec, SpecError};
pub use thought::{Thought, Variation};
