//! Several threads at one search.
//!
//! All of them search the same position and share what they find in the table. So that they do not do the same work, each says which
//! positions it is at, and the others leave those for later, when the table may know about them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use game::{Control, Limits};

use crate::Word;
use crate::solver::key::Key;
use crate::solver::search::{Quiet, Search};

/// The positions that threads are at. It is a hint, no lock: one that is overwritten or left behind costs time but does no harm.
#[derive(Debug)]
pub(super) struct Peers {
    /// Keys by their place; none when there is one thread only.
    places: Vec<AtomicU64>,
}

impl Default for Peers {
    /// A thread on its own.
    fn default() -> Peers {
        Peers { places: Vec::new() }
    }
}

impl Peers {
    fn new() -> Peers {
        Peers { places: std::iter::repeat_with(AtomicU64::default).take(1 << 12).collect() }
    }

    #[inline]
    fn place(&self, key: Key) -> Option<&AtomicU64> {
        self.places.get(key.0[0] as usize & self.places.len().wrapping_sub(1))
    }

    /// Whether a thread is at this position.
    #[inline]
    pub fn are_at(&self, key: Key) -> bool {
        self.place(key).is_some_and(|place| place.load(Relaxed) == key.0[1])
    }

    #[inline]
    pub fn enter(&self, key: Key) {
        if let Some(place) = self.place(key) {
            place.store(key.0[1], Relaxed);
        }
    }

    #[inline]
    pub fn leave(&self, key: Key) {
        if let Some(place) = self.place(key) {
            place.store(0, Relaxed);
        }
    }
}

/// How many nodes are searched before other threads are called in.
const ALONE: u64 = 1 << 18;

impl<W: Word> Search<W> {
    /// The value of the quiet position at the root, found with as many threads as there may be.
    pub(super) fn shared_value(&mut self, at: Quiet, control: &Control) -> Option<i32> {
        if self.threads < 2 {
            return self.quiet_value(at, control);
        }
        let start = control.part(Limits { nodes: Some(ALONE), ..Limits::default() });
        let value = self.quiet_value(at, &start);
        if value.is_some() || control.stopped() {
            return value;
        }
        self.stopped = false;
        // A table that is shared cannot grow.
        Arc::get_mut(&mut self.table)?.grow_fully(|| control.stopped());
        self.peers = Arc::new(Peers::new());
        let before = self.nodes;
        let mut helpers: Vec<Search<W>> = (1..self.threads).map(|_| self.clone()).collect();
        let rest = control.part(Limits::default());
        let work = |search: &mut Search<W>| {
            let value = search.quiet_value(at, &rest);
            search.report(&rest);
            rest.stop();
            value
        };
        let value = std::thread::scope(|scope| {
            let threads: Vec<_> = helpers.iter_mut().map(|helper| scope.spawn(|| work(helper))).collect();
            let own = work(self);
            let others = threads.into_iter().map(|thread| thread.join().expect("searching does not panic"));
            others.fold(own, |value, other| value.or(other))
        });
        self.nodes += helpers.iter().map(|helper| helper.nodes - before).sum::<u64>();
        self.peers = Arc::default();
        self.stopped = control.stopped();
        value
    }
}
