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
    /// Parts that are done, in the upper half, and parts in all.
    done: Arc<AtomicU64>,
    whole: Option<Arc<Control>>,
}

impl Control {
    /// Starts the clock now.
    pub fn new(limits: Limits) -> Control {
        Control::stoppable(limits, Arc::default())
    }

    /// Starts the clock now; setting `stop` ends the thinking early.
    pub fn stoppable(limits: Limits, stop: Arc<AtomicBool>) -> Control {
        Control {
            limits,
            started: Instant::now(),
            stop,
            nodes: Arc::default(),
            done: Arc::default(),
            whole: None,
        }
    }

    /// A part of this work with limits of its own, its clock and node count starting now. It ends at the latest when the whole ends; its own
    /// end, or stopping it, leaves the whole running. Its nodes count for the whole too.
    pub fn part(&self, limits: Limits) -> Control {
        Control { whole: Some(Arc::new(self.clone())), ..Control::new(limits) }
    }

    /// The time that is left of the limits in force, here and in the whole this is a part of; `None` when there is no such limit.
    pub fn remaining(&self) -> Option<Duration> {
        let own = self.limits.time.map(|most| most.saturating_sub(self.elapsed()));
        let above = self.whole.as_ref().and_then(|whole| whole.remaining());
        own.into_iter().chain(above).min()
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

    /// What [`Control::stop`] sets, for work that is told in no other way.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Nodes reported so far, over all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Says that so many of so many parts of the work are done, for whoever watches.
    pub fn tell_done(&self, done: u32, all: u32) {
        self.done.store((u64::from(done) << 32) | u64::from(all), Ordering::Relaxed);
    }

    /// How many parts of the work are done, and of how many; `None` as long as nobody has said so.
    pub fn done(&self) -> Option<(u32, u32)> {
        let both = self.done.load(Ordering::Relaxed);
        Some(((both >> 32) as u32, both as u32)).filter(|(_, all)| *all > 0)
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
        let whole_over = self.whole.as_ref().is_some_and(|whole| whole.spend(nodes));
        over || whole_over || self.stop.load(Ordering::Relaxed)
    }

    /// Whether the thinking must end now.
    pub fn stopped(&self) -> bool {
        self.spend(0)
    }
}
