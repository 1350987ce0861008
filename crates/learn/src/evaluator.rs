//! The evaluation of a game, corrected by a net.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Arc;

use game::{DECIDED, Evaluator, Features, MOST_FEATURES};

use crate::net::head;
use crate::quantised::{Accumulator, Quantised};

/// A game's evaluator and the net that corrects it.
pub struct NetEvaluator<G, E> {
    base: E,
    net: Arc<Quantised>,
    /// Where the last position left the sums: the next one asked about is seldom far away.
    last: RefCell<Accumulator>,
    game: PhantomData<fn() -> G>,
}

impl<G: Features, E: Evaluator<G>> NetEvaluator<G, E> {
    /// An evaluator that adds what `net` says to what `base` says. The net must be made for the layout of the game that it will be asked about.
    pub fn new(base: E, net: Arc<Quantised>) -> NetEvaluator<G, E> {
        let last = RefCell::new(Accumulator::new(&net));
        NetEvaluator { base, net, last, game: PhantomData }
    }

    /// What the net adds, in hundredths for the first seat.
    #[inline]
    pub fn correction(&self, game: &G, state: &G::State) -> i32 {
        let mut words = [0; MOST_FEATURES / 64];
        game.tell(state, &mut words);
        let mut last = self.last.borrow_mut();
        last.go_to(&self.net, &words);
        self.net.output(&last, head(game.turn(state)))
    }

    /// What the game's own evaluation says.
    pub fn base(&self, game: &G, state: &G::State) -> i32 {
        self.base.value(game, state)
    }
}

impl<G, E: Clone> Clone for NetEvaluator<G, E> {
    fn clone(&self) -> NetEvaluator<G, E> {
        NetEvaluator {
            base: self.base.clone(),
            net: self.net.clone(),
            last: self.last.clone(),
            game: PhantomData,
        }
    }
}

impl<G: Features, E: Evaluator<G>> Evaluator<G> for NetEvaluator<G, E> {
    #[inline]
    fn value(&self, game: &G, state: &G::State) -> i32 {
        (self.base.value(game, state) + self.correction(game, state)).clamp(1 - DECIDED, DECIDED - 1)
    }
}
