//! Play over a network by a game's own wire protocol: as a client of servers that exist, and as a server for clients that exist.

mod channel;
mod host;
mod join;

pub use host::Host;
pub use join::Join;
use table::Record;

use crate::Lapse;

/// A game that was played over the network.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The game with its result.
    pub record: Record,
    /// The seat that lost it off the board, from 0, and how.
    pub lapse: Option<(usize, Lapse)>,
}
