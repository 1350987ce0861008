//! Play over a network by a game's own wire protocol: as a client of servers that exist, and as a server for clients that exist.

mod channel;
mod host;
mod join;

pub use host::Host;
pub use join::Join;
use table::{Bot, BotError, Match, Record, Who};

use crate::{Caps, Contestant, Lapse};

/// A game that was played over the network.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The game with its result.
    pub record: Record,
    /// The seat that lost it off the board, from 0, and how.
    pub lapse: Option<(usize, Lapse)>,
    /// Why the game was broken off, where it was not played to its end.
    pub broken: Option<String>,
}

/// How a person at this terminal is asked for moves, where one may play.
pub type Person = fn() -> Box<dyn Bot>;

/// The player that somebody is over the network.
fn contestant(
    board: &dyn Match,
    who: &Who,
    seed: u64,
    person: Option<Person>,
) -> Result<Contestant, BotError> {
    match (who, person) {
        (Who::Person, Some(person)) => Ok(Contestant::Guest(person())),
        _ => Contestant::new(board, who, seed, Caps::default()),
    }
}
