//! The evaluation of a game, corrected by a net.

use std::array;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Arc;

use game::{DECIDED, Evaluator, Features, MAX_SEATS, MOST_FEATURES, SPREAD, Seat};

use crate::net::{head, sigmoid};
use crate::quantised::{Accumulator, Quantised};

/// A game's evaluator and the net that corrects it.
pub struct NetEvaluator<G, E> {
    base: E,
    net: Arc<Quantised>,
    /// Where the last position left the sums, for each viewer: the next one asked about is seldom far away.
    last: RefCell<[Accumulator; MAX_SEATS]>,
    game: PhantomData<fn() -> G>,
}

impl<G: Features, E: Evaluator<G> + Clone> NetEvaluator<G, E> {
    /// An evaluator that adds what `net` says to what `base` says. The net must be made for the layout of the game that it will be asked about.
    pub fn new(base: E, net: Arc<Quantised>) -> NetEvaluator<G, E> {
        let last = RefCell::new(array::from_fn(|_| Accumulator::new(&net)));
        NetEvaluator { base, net, last, game: PhantomData }
    }

    /// What the net adds for a viewer, in the unit of [`SPREAD`].
    #[inline]
    fn correction(&self, game: &G, state: &G::State, viewer: Seat) -> i32 {
        let mut words = [0; MOST_FEATURES / 64];
        game.tell(state, viewer, &mut words);
        let last = &mut self.last.borrow_mut()[viewer.index() % MAX_SEATS];
        last.judge(&self.net, &words, head(game.turn(state), viewer))
    }

    /// What the game's own evaluation says of a viewer's chances, as log-odds.
    pub fn base(&self, game: &G, state: &G::State, viewer: Seat) -> f32 {
        if game.seats() == 2 {
            let value = self.base.value(game, state) as f32 / self.base.spread(game, state);
            return if viewer == Seat::FIRST { value } else { -value };
        }
        let share = (1.0 + self.base.prospects(game, state)[viewer.index() % MAX_SEATS]) / 2.0;
        (share / (1.0 - share)).ln().clamp(-CERTAIN, CERTAIN)
    }

    /// What evaluation and net together say of a viewer's chances, as log-odds.
    pub(crate) fn logit(&self, game: &G, state: &G::State, viewer: Seat) -> f32 {
        if game.seats() == 2 {
            let value = self.value(game, state) as f32 / self.base.spread(game, state);
            return if viewer == Seat::FIRST { value } else { -value };
        }
        self.base(game, state, viewer) + self.correction(game, state, viewer) as f32 / SPREAD
    }
}

/// Log-odds beyond which nothing is distinguished.
const CERTAIN: f32 = 10.0;

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

/// The value with a net's correction, in the unit of the value.
#[inline]
pub(crate) fn corrected(value: i32, correction: i32, spread: f32) -> i32 {
    let correction = if spread == SPREAD { correction } else { (correction as f32 * spread / SPREAD) as i32 };
    (value + correction).clamp(1 - DECIDED, DECIDED - 1)
}

impl<G: Features, E: Evaluator<G> + Clone> Evaluator<G> for NetEvaluator<G, E> {
    #[inline]
    fn value(&self, game: &G, state: &G::State) -> i32 {
        let correction = self.correction(game, state, Seat::FIRST);
        corrected(self.base.value(game, state), correction, self.base.spread(game, state))
    }

    #[inline]
    fn spread(&self, game: &G, state: &G::State) -> f32 {
        self.base.spread(game, state)
    }

    fn prospects(&self, game: &G, state: &G::State) -> [f32; MAX_SEATS] {
        let mut shares = [0.0; MAX_SEATS];
        if game.seats() == 2 {
            let first = sigmoid(self.logit(game, state, Seat::FIRST));
            shares[..2].copy_from_slice(&[first, 1.0 - first]);
        } else {
            Seat::all(game.seats())
                .for_each(|seat| shares[seat.index()] = sigmoid(self.logit(game, state, seat)));
        }
        let total: f32 = shares.iter().sum();
        shares[..game.seats()].iter_mut().for_each(|share| *share = 2.0 * *share / total - 1.0);
        shares
    }
}
