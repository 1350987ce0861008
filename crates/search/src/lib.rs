//! Alpha-beta, Mean-Max, Monte Carlo tree search and exact solvers, written once for every game.
//!
//! A [`Player`] thinks about a [`game::Line`] under a [`game::Control`] and returns a [`Thought`]. Players are asked for as text, a [`Spec`], and made
//! by the [`Roster`] of a game, which knows what the game is able to do. Whoever has an evaluator of a type of its own makes the searchers directly:
//! [`alphabeta::AlphaBeta::new`], [`meanmax::MeanMax::new`], [`mcts::Mcts::new`].
//!
//! Inside a search everything is compiled for one game and one evaluator; nothing is looked up at a node.

pub mod alphabeta;
pub mod bench;
mod brute;
mod calibrated;
mod level;
mod limits;
mod master;
pub mod mcts;
pub mod meanmax;
mod meter;
mod player;
mod registry;
mod roster;
mod score;
mod simple;
mod sounding;
mod spec;
mod table;
mod thought;
mod trap;

use game::ranking;

pub use bench::Clock;
pub use brute::Brute;
pub use level::Leveled;
pub use master::Master;
pub use player::{Ask, Listener, Player};
pub use registry::{PLAYERS, Parameter, PlayerInfo, level, player_info};
pub use roster::{AdviserMaker, AnyPlayer, AnySolver, GuestMaker, Roster, SuspectMaker, strongest_judge};
pub use simple::{Grabber, Random};
pub use spec::{Spec, SpecError};
pub use thought::{Thought, Variation};
