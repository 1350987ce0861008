//! The simplest sensible player: the best balance of stones after the move.

use game::Greedy;

use crate::board::{Clobber, Hop, State};

impl Greedy for Clobber {
    fn gain(&self, state: &State, mv: Hop) -> i32 {
        self.worth_of(state, mv)
    }
}
