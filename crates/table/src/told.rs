//! The story of a match: what its moves literally did, as plain data.

use game::{Event, Line, Story, Symmetric};

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

    /// What becomes of a line of play from here when the board is turned or reflected so that the current position stays as it is: the same
    /// game in other places. Each image once, the line itself not among them; the line ends where it cannot be played.
    fn images(&self, line: &[String]) -> Vec<Vec<String>>;
}

/// The story of a line.
pub(crate) struct OfLine<'a, G: Story> {
    pub(crate) house: &'a House,
    pub(crate) line: &'a Line<G>,
}

impl<G: Story + Symmetric + Seated> Told for OfLine<'_, G> {
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

    fn images(&self, line: &[String]) -> Vec<Vec<String>> {
        let (game, here) = (self.line.game(), self.line.state());
        let mut images: Vec<Vec<String>> = Vec::new();
        for map in (1..game.order()).filter(|&map| game.image(map, here) == *here) {
            let mut state = *here;
            let mut image = Vec::new();
            for text in line {
                let Ok(mv) = game.read_move(&state, text) else { break };
                let turned = game.image_move(map, &state, mv);
                image.push(game.write_move(&game.image(map, &state), turned));
                game.play(&mut state, mv);
            }
            if image[..] != line[..image.len()] && !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }
}
