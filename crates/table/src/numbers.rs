//! Moves as numbers and positions as arrays, as plain data.

use std::sync::Arc;

use game::{Line, Numbered, Seat, Turn, View};

use crate::batch::{Batch, BatchError, Side};
use crate::bits::{Bits, Tellers};
use crate::branch::{self, Branch};
use crate::tree::{Growing, Tree};
use crate::{House, Seated};

/// What the numbers of a game say about a match.
pub trait Numbers {
    /// [`Numbered::actions`].
    fn actions(&self) -> usize;

    /// [`Numbered::view`].
    fn view(&self) -> View;

    /// The numbers of the legal moves, in the order of [`crate::Match::legal`]; none when chance is to move.
    fn legal(&self) -> Vec<usize>;

    /// Writes the position as the seat with this index sees it into as many `values` as [`View::len`] says.
    fn observe(&self, viewer: usize, values: &mut [u8]);

    /// The position and what led to it, cheap to go on from.
    fn branch(&self) -> Arc<dyn Branch>;

    /// A search from this position whose leaves whoever holds it judges, many at a time; what chance does in it follows from `seed`. `None` when
    /// nobody is to move.
    fn tree(&self, explore: f64, seed: u64) -> Option<Box<dyn Tree>>;

    /// The name of what nets that correct the game's evaluation are told of a position; `None` in a game that has no such nets.
    fn layout(&self) -> Option<String>;

    /// What such a net is told of this position through the eyes of the seat with this index; `None` when the game is over, too.
    fn bits(&self, viewer: usize) -> Option<Bits>;

    /// So many games side by side, all from the position of this match; everything random in them follows from `seed`.
    fn batch(&self, games: usize, seed: u64) -> Result<Box<dyn Batch>, BatchError>;
}

/// Makes the numbers of a line.
pub(crate) type Counter<G> = for<'a> fn(&'a House, &'a Line<G>, Option<Tellers<G>>) -> Box<dyn Numbers + 'a>;

/// The numbers of a line.
pub(crate) struct Counts<'a, G: Numbered> {
    pub(crate) house: &'a House,
    pub(crate) line: &'a Line<G>,
    pub(crate) tellers: Option<Tellers<G>>,
}

impl<G: Numbered + Seated> Numbers for Counts<'_, G> {
    fn actions(&self) -> usize {
        self.line.game().actions()
    }

    fn view(&self) -> View {
        self.line.game().view()
    }

    fn legal(&self) -> Vec<usize> {
        let (game, state) = (self.line.game(), self.line.state());
        match self.line.turn() {
            Turn::Player(_) => self.line.legal().into_iter().map(|mv| game.action(state, mv)).collect(),
            Turn::Chance | Turn::Over => Vec::new(),
        }
    }

    fn observe(&self, viewer: usize, values: &mut [u8]) {
        values.fill(0);
        self.line.game().observe(self.line.state(), Seat::new(viewer), values);
    }

    fn branch(&self) -> Arc<dyn Branch> {
        branch::branch(self.house, self.line)
    }

    fn tree(&self, explore: f64, seed: u64) -> Option<Box<dyn Tree>> {
        matches!(self.line.turn(), Turn::Player(_))
            .then(|| -> Box<dyn Tree> { Box::new(Growing::new(self.line, explore, seed)) })
    }

    fn layout(&self) -> Option<String> {
        self.tellers.map(|tellers| (tellers.layout)(self.line.game()))
    }

    fn bits(&self, viewer: usize) -> Option<Bits> {
        let tellers = self.tellers.filter(|_| self.line.turn() != Turn::Over)?;
        let teller = (tellers.teller)(self.line.game());
        let mut values = vec![0; teller.count()];
        let (base, head) = teller.tell(self.line.state(), Seat::new(viewer), &mut values);
        Some(Bits { values, base, head })
    }

    fn batch(&self, games: usize, seed: u64) -> Result<Box<dyn Batch>, BatchError> {
        let (game, start) = (self.line.game().clone(), *self.line.state());
        Ok(Box::new(Side::new(game, start, self.tellers, games, seed)?))
    }
}
