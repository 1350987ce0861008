//! What an answer may cost, and how it is shared out among its parts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::{Control, Limits};

/// Kept back for everything that is not thinking: making the player, telling the story, writing.
const MARGIN: Duration = Duration::from_millis(40);

/// What an answer may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So much time on the clock; the answer is there soon after.
    Time(Duration),
    /// So many positions, for answers that are the same on every machine.
    Nodes(u64),
}

/// A budget being spent.
pub(crate) struct Purse {
    budget: Budget,
    whole: Control,
}

impl Budget {
    /// Begins to spend; setting `stop` ends everything early.
    pub(crate) fn open(self, stop: Arc<AtomicBool>) -> Purse {
        let limits = match self {
            Budget::Time(time) => {
                Limits { time: Some(time.saturating_sub(MARGIN.min(time / 8))), ..Limits::default() }
            }
            Budget::Nodes(_) => Limits::default(),
        };
        Purse { budget: self, whole: Control::stoppable(limits, stop) }
    }

    /// This share of the budget.
    pub fn share(self, share: f64) -> Budget {
        match self {
            Budget::Time(time) => Budget::Time(time.mul_f64(share.max(0.0))),
            Budget::Nodes(nodes) => Budget::Nodes(((nodes as f64 * share) as u64).max(1)),
        }
    }
}

impl Purse {
    /// A control for one piece of thinking that may cost this share of everything, and never more than is left.
    pub(crate) fn part(&self, share: f64) -> Control {
        self.whole.part(match self.budget.share(share) {
            Budget::Time(time) => Limits { time: Some(time), ..Limits::default() },
            Budget::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        })
    }

    /// The share of everything that is not spent yet.
    pub(crate) fn left(&self) -> f64 {
        match self.budget {
            Budget::Time(time) => {
                let left = self.whole.remaining().unwrap_or_default();
                left.as_secs_f64() / time.as_secs_f64().max(1e-6)
            }
            Budget::Nodes(nodes) => 1.0 - self.whole.nodes() as f64 / nodes.max(1) as f64,
        }
    }

    /// Whether somebody has stopped the work or the time is up.
    pub(crate) fn over(&self) -> bool {
        self.whole.stopped()
    }
}
