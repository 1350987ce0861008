//! The story of a match: what its moves literally did, as plain data.

use game::{Event, Line, Story};

use crate::Match;
use crate::seated::{Seated, Table};

/// A game in progress that can tell what happened, made by [`Match::told`].
pub trait Told {
    /// How each kind of event is said, as [`Story::TELLINGS`] has it.
    fn tellings(&self) -> &'static str;

    /// What the move at this ply of the match did, chance events included; nothing beyond the last move.
    fn story(&self, ply: usize) -> Vec<Event>;

    /// What can be counted in the current position.
    fn standing(&self) -> Vec<Event>;

    /// A match that begins here with the other seat to move; `None` where that makes no sense.
    fn passed(&self) -> Option<Box<dyn Match>>;
}

/// The story of a line.
pub(crate) struct OfLine<'a, G: Story>(pub(crate) &'a Line<G>);

impl<G: Story + Seated> Told for OfLine<'_, G> {
    fn tellings(&self) -> &'static str {
        G::TELLINGS
    }

    fn story(&self, ply: usize) -> Vec<Event> {
        let played = self.0.states().get(ply).zip(self.0.moves().get(ply));
        played.map(|(state, &mv)| self.0.game().story(state, mv)).unwrap_or_default()
    }

    fn standing(&self) -> Vec<Event> {
        self.0.game().standing(self.0.state())
    }

    fn passed(&self) -> Option<Box<dyn Match>> {
        let state = self.0.game().passed(self.0.state())?;
        Some(Box::new(Table::new(self.0.game().clone(), state)))
    }
}
