//! What a net that corrects an evaluation is told of a position, as plain data.

use std::sync::Arc;

use game::{FeatureWords, Features, Game, MOST_FEATURES, Seat};
use learn::{NetEvaluator, Quantised, head};

/// What a net is told of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Bits {
    /// 1 for each feature that is set, 0 for the others.
    pub values: Vec<u8>,
    /// What the game's evaluation says of the viewer's winning, as log-odds.
    pub base: f32,
    /// Which output of a net is asked: 0 when the viewer is to move, 1 when another is, 2 when chance is.
    pub head: usize,
}

/// Whose eyes a position is told through when nothing is said: the first seat's in games of two, else those of the player to move.
pub(crate) fn viewer<G: Game>(game: &G, state: &G::State) -> Seat {
    if game.seats() == 2 { Seat::FIRST } else { game.turn(state).seat().unwrap_or(Seat::FIRST) }
}

/// Tells positions of a game to nets.
pub(crate) trait Teller<G: Game> {
    /// How many features there are.
    fn count(&self) -> usize;

    /// Writes the features into as many `bits` and returns base and head of [`Bits`].
    fn tell(&self, state: &G::State, viewer: Seat, bits: &mut [u8]) -> (f32, usize);
}

/// What makes a teller, and names the layout of what it tells.
pub(crate) struct Tellers<G> {
    pub(crate) layout: fn(&G) -> String,
    pub(crate) teller: fn(&G) -> Box<dyn Teller<G> + '_>,
}

impl<G> Clone for Tellers<G> {
    fn clone(&self) -> Tellers<G> {
        *self
    }
}

impl<G> Copy for Tellers<G> {}

impl<G: Features> Tellers<G> {
    pub(crate) fn new() -> Tellers<G> {
        Tellers { layout: G::layout, teller: |game| Box::new(Telling::new(game)) }
    }
}

struct Telling<'a, G: Features> {
    game: &'a G,
    /// Asked for the game's own evaluation only.
    evaluator: NetEvaluator<G, G::Base>,
}

impl<'a, G: Features> Telling<'a, G> {
    fn new(game: &'a G) -> Telling<'a, G> {
        let silent = Quantised::silent(game.layout(), game.features());
        Telling { game, evaluator: NetEvaluator::new(game.base(), Arc::new(silent)) }
    }
}

impl<G: Features> Teller<G> for Telling<'_, G> {
    fn count(&self) -> usize {
        self.game.features()
    }

    fn tell(&self, state: &G::State, viewer: Seat, bits: &mut [u8]) -> (f32, usize) {
        let mut words: FeatureWords = [0; MOST_FEATURES / 64];
        self.game.tell(state, viewer, &mut words);
        let set = |index: usize| (words[index / 64] >> (index % 64) & 1) as u8;
        bits.iter_mut().enumerate().for_each(|(index, bit)| *bit = set(index));
        (self.evaluator.base(self.game, state, viewer), head(self.game.turn(state), viewer))
    }
}
