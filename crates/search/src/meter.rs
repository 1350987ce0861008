//! Asking the clock often enough, but not at every node.

use std::time::Duration;

use game::Control;

/// How long a thinker may go between two looks at the clock.
const PATIENCE: Duration = Duration::from_micros(400);

/// The most nodes between two looks.
const LONGEST: u64 = 4096;

/// Counts the nodes of one thread and finds out when to stop. The stride between looks at the clock follows the speed of the nodes, so that slow ones
/// do not overrun; a limit on nodes is met exactly.
pub(crate) struct Meter<'a> {
    control: &'a Control,
    pending: u64,
    stride: u64,
    next: u64,
    last: Duration,
    stopped: bool,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(control: &'a Control) -> Meter<'a> {
        let mut meter =
            Meter { control, pending: 0, stride: 8, next: 8, last: control.elapsed(), stopped: false };
        meter.stopped = control.stopped();
        meter.set_next();
        meter
    }

    /// Counts a node and says whether to stop.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.pending += 1;
        if self.pending >= self.next {
            self.look();
        }
        self.stopped
    }

    /// Whether it was time to stop when last looked.
    #[inline]
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Reports what has not been reported yet.
    pub(crate) fn settle(&mut self) {
        if self.control.spend(self.pending) {
            self.stopped = true;
        }
        self.pending = 0;
    }

    #[cold]
    fn look(&mut self) {
        self.settle();
        let now = self.control.elapsed();
        let spent = now.saturating_sub(self.last);
        self.last = now;
        if spent < PATIENCE / 2 {
            self.stride = (self.stride * 2).min(LONGEST);
        } else if spent > PATIENCE {
            self.stride = (self.stride / 2).max(1);
        }
        self.set_next();
    }

    fn set_next(&mut self) {
        let left = self.control.limits().nodes.map(|most| most.saturating_sub(self.control.nodes()));
        self.next = left.map_or(self.stride, |left| left.clamp(1, self.stride));
    }
}
