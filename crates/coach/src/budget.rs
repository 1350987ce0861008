//! What an answer may cost, and how it is shared out among its parts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Control, Limits};
use serde::{Deserialize, Serialize};
use table::expert::CLAIM_NODES;

/// Kept back for everything that is not thinking: making the player, telling the story, writing.
const MARGIN: Duration = Duration::from_millis(40);

/// Megabytes for the tables of whoever judges, unless the asker says otherwise.
pub(crate) const MEMORY: usize = 64;

/// So many positions of a search cost about as much as one at which the facts of a claim are asked.
const CLAIM_COST: u64 = 20;

/// The fewest positions that are worth looking at for a claim.
const CLAIM_LEAST: u64 = 50;

/// What an answer may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
        // A control that runs into its limits sets its flag, and the asker's is for the asker alone.
        let asker = Control::stoppable(Limits::default(), stop);
        Purse { budget: self, whole: asker.part(limits) }
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

    /// How many positions may be looked at for each claim, and until when, for this share of everything.
    pub(crate) fn for_claims(&self, share: f64) -> (u64, Option<Instant>) {
        match self.budget.share(share) {
            Budget::Time(time) => {
                let left = self.whole.remaining().unwrap_or_default();
                (CLAIM_NODES, Some(Instant::now() + time.min(left)))
            }
            Budget::Nodes(nodes) => ((nodes / CLAIM_COST).clamp(CLAIM_LEAST, CLAIM_NODES), None),
        }
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
