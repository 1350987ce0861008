//! Moves as numbers and positions as arrays, as plain data.

use game::{Line, Numbered, Seat, Turn, View};

use crate::batch::{Batch, BatchError, Side};

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

    /// So many games side by side, all from the position of this match; everything random in them follows from `seed`.
    fn batch(&self, games: usize, seed: u64) -> Result<Box<dyn Batch>, BatchError>;
}

/// Makes the numbers of a line.
pub(crate) type Counter<G> = for<'a> fn(&'a Line<G>) -> Box<dyn Numbers + 'a>;

/// The numbers of a line.
pub(crate) struct Counts<'a, G: Numbered>(pub(crate) &'a Line<G>);

impl<G: Numbered> Numbers for Counts<'_, G> {
    fn actions(&self) -> usize {
        self.0.game().actions()
    }

    fn view(&self) -> View {
        self.0.game().view()
    }

    fn legal(&self) -> Vec<usize> {
        match self.0.turn() {
            Turn::Player(_) => {
                self.0.legal().into_iter().map(|mv| self.0.game().action(self.0.state(), mv)).collect()
            }
            Turn::Chance | Turn::Over => Vec::new(),
        }
    }

    fn observe(&self, viewer: usize, values: &mut [u8]) {
        values.fill(0);
        self.0.game().observe(self.0.state(), Seat::new(viewer), values);
    }

    fn batch(&self, games: usize, seed: u64) -> Result<Box<dyn Batch>, BatchError> {
        Ok(Box::new(Side::new(self.0.game().clone(), *self.0.state(), games, seed)?))
    }
}
