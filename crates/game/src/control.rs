//! Limits on thinking, and the way to stop it from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a thinker may spend. Everything is optional; with nothing set it thinks until it is done or stopped.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes, over all threads.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
}

/// A running piece of thinking as seen from outside: shared between the thinker, its threads, and whoever may stop it.
///
/// Clones share the stop flag and the node count.
#[derive(Clone, Debug)]
pub struct Control {
    limits: Limits,
    started: Instant,
    stop: Arc<AtomicBool>,
    nodes: Arc<AtomicU64>,
}

impl Control {
    /// Starts the clock now.
    pub fn new(limits: Limits) -> Control {
        Control::stoppable(limits, Arc::default())
    }

    /// Starts the clock now; setting `stop` ends the thinking early.
    pub fn stoppable(limits: Limits, stop: Arc<AtomicBool>) -> Control {
        Control { limits, started: Instant::now(), stop, nodes: Arc::default() }
    }

    /// The limits in force.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Asks the thinking to end as soon as it can.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Nodes reported so far, over all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Reports `nodes` more nodes and says whether the thinking must end now. Reading the clock is slow, so call this every thousand
    /// nodes or so, not at every one.
    pub fn spend(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let over = self.limits.nodes.is_some_and(|most| total >= most)
            || self.limits.time.is_some_and(|most| self.started.elapsed() >= most);
        if over {
            self.stop();
        }
        over || self.stop.load(Ordering::Relaxed)
    }

    /// Whether the thinking must end now.
    pub fn stopped(&self) -> bool {
        self.spend(0)
    }
}
