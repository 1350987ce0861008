//! Several threads at one search.

use std::sync::Arc;

use game::{Control, Limits, Peers, race};

use crate::Word;
use crate::solver::search::{Quiet, Search};

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
        let mut threads = vec![self.clone(); self.threads];
        let value = race(&mut threads, control, |search, race| {
            let value = search.quiet_value(at, race);
            search.report(race);
            value
        });
        let nodes = threads.iter().map(|search| search.nodes - before).sum::<u64>();
        *self = threads.swap_remove(0);
        self.nodes = before + nodes;
        self.peers = Arc::default();
        self.stopped = control.stopped();
        value
    }
}
