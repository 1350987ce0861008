//! How fast computers that people watch go on.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How fast computers answer each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Not before somebody lets them.
    Paused,
    /// Time to look at every move.
    Slow,
    /// As the server is set up.
    #[default]
    Usual,
    /// Just slow enough to be seen.
    Fast,
}

impl Pace {
    /// All of them, in the order of the menu.
    pub const ALL: [Pace; 4] = [Pace::Paused, Pace::Slow, Pace::Usual, Pace::Fast];

    /// The name in forms.
    pub fn name(self) -> &'static str {
        match self {
            Pace::Paused => "paused",
            Pace::Slow => "slow",
            Pace::Usual => "usual",
            Pace::Fast => "fast",
        }
    }

    /// The pace of a name.
    pub fn of_name(name: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|pace| pace.name() == name)
    }

    /// How long a computer waits before it answers a computer, where that is `usual`.
    pub fn pause(self, usual: Duration) -> Duration {
        match self {
            Pace::Paused | Pace::Usual => usual,
            Pace::Slow => 4 * usual,
            Pace::Fast => usual / 5,
        }
    }
}
