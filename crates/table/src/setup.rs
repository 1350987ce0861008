//! Setting up a position by hand, as plain data.

use game::{Brush, Dial, Edit, Frame, Scene, Spot};

/// The drafts of a game with its options, made by [`Match::setup`](crate::Match::setup). Texts go in and out; what is in between is as
/// [`Edit`] has it.
pub trait Setup {
    /// [`Edit::FORM`].
    fn form(&self) -> &'static str;

    /// [`Edit::blank`].
    fn blank(&self) -> String;

    /// [`Edit::brushes`].
    fn brushes(&self) -> Vec<Brush>;

    /// [`Edit::sheet`].
    fn sheet(&self, draft: &str, frame: Frame) -> Scene;

    /// [`Edit::touch`].
    fn touch(&self, draft: &str, spot: Spot, brush: usize) -> String;

    /// [`Edit::dials`].
    fn dials(&self, draft: &str) -> Vec<Dial>;

    /// [`Edit::set`].
    fn set(&self, draft: &str, dial: usize, value: &str) -> String;
}

/// The drafts of a game.
pub(crate) struct OfGame<'a, G>(pub(crate) &'a G);

impl<G: Edit> Setup for OfGame<'_, G> {
    fn form(&self) -> &'static str {
        G::FORM
    }

    fn blank(&self) -> String {
        self.0.blank()
    }

    fn brushes(&self) -> Vec<Brush> {
        self.0.brushes()
    }

    fn sheet(&self, draft: &str, frame: Frame) -> Scene {
        self.0.sheet(draft, frame)
    }

    fn touch(&self, draft: &str, spot: Spot, brush: usize) -> String {
        self.0.touch(draft, spot, brush)
    }

    fn dials(&self, draft: &str) -> Vec<Dial> {
        self.0.dials(draft)
    }

    fn set(&self, draft: &str, dial: usize, value: &str) -> String {
        self.0.set(draft, dial, value)
    }
}
