//! The greedy player: it makes its own largest group as large as it can at once.

use game::{Greedy, Seat};

use crate::{State, Taiji, Taijitu, Word};

impl<W: Word> Greedy for Taiji<W> {
    /// By how much the mover's largest group grows, however many groups count.
    fn gain(&self, state: &State<W>, mv: Taijitu) -> i32 {
        let side: Seat = state.side();
        let (own, _) = self.cells(mv);
        let before = state.of(side);
        let joined = self.board().flood(W::bit(own), before | W::bit(own)).count();
        joined.saturating_sub(self.board().largest(before)) as i32
    }
}
