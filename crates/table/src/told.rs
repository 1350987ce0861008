//! The story of a match: what its moves literally did, as plain data.

use game::{Event, Line, Story};

use crate::seated::{Seated, Table};
use crate::{House, Match};

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
pub(crate) struct OfLine<'a, G: Story> {
    pub(crate) house: &'a House,
    pub(crate) line: &'a Line<G>,
}

impl<G: Story + Seated> Told for OfLine<'_, G> {
    fn tellings(&self) -> &'static str {
        G::TELLINGS
    }

    fn story(&self, ply: usize) -> Vec<Event> {
        let played = self.line.states().get(ply).zip(self.line.moves().get(ply));
        played.map(|(state, &mv)| self.line.game().story(state, mv)).unwrap_or_default()
    }

    fn standing(&self) -> Vec<Event> {
        self.line.game().standing(self.line.state())
    }

    fn passed(&self) -> Option<Box<dyn Match>> {
        let state = self.line.game().passed(self.line.state())?;
        Some(Box::new(Table::new(self.house.clone(), self.line.game().clone(), state)))
    }
}
