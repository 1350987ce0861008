//! The named ways in which a bot loses a game off the board.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a bot lost a game that its position had not lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// No answer in time.
    Timeout,
    /// The process ended, or could not be started.
    Crash,
    /// The answer is not a legal move.
    IllegalMove,
    /// Far more output than an answer needs.
    Flood,
    /// More memory than allowed.
    Memory,
    /// More processes than allowed.
    Processes,
    /// The connection over the network was closed.
    Disconnect,
    /// What came over the network is none of the protocol's messages.
    Malformed,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 8] = [
        Fault::Timeout,
        Fault::Crash,
        Fault::IllegalMove,
        Fault::Flood,
        Fault::Memory,
        Fault::Processes,
        Fault::Disconnect,
        Fault::Malformed,
    ];

    /// The name under which games ended by it are counted.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Timeout => "timeout",
            Fault::Crash => "crash",
            Fault::IllegalMove => "illegal move",
            Fault::Flood => "flood of output",
            Fault::Memory => "too much memory",
            Fault::Processes => "too many processes",
            Fault::Disconnect => "disconnected",
            Fault::Malformed => "malformed message",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A fault with what happened, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lapse {
    /// Its kind.
    pub fault: Fault,
    /// What happened.
    pub detail: String,
}

impl Lapse {
    /// A fault with its story.
    pub fn new(fault: Fault, detail: impl Into<String>) -> Lapse {
        Lapse { fault, detail: detail.into() }
    }
}

impl fmt::Display for Lapse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.fault, self.detail)
    }
}
