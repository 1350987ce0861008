//! The evaluation of a game, corrected by a net.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Arc;

use game::{DECIDED, Evaluator, Features, MOST_FEATURES};

use crate::net::{features, head};
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

/// What one feature of a position does to its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Contribution {
    /// The feature's number.
    pub feature: usize,
    /// The value minus what it would be if the net did not see the feature, in hundredths for the first seat.
    pub points: i32,
}

/// What moved the net: every feature of the position with what it contributes, the weightiest first.
pub fn contributions<G: Features>(game: &G, state: &G::State, net: &Quantised) -> Vec<Contribution> {
    let mut words = [0; MOST_FEATURES / 64];
    game.tell(state, &mut words);
    let head = head(game.turn(state));
    let mut accumulator = Accumulator::new(net);
    accumulator.go_to(net, &words);
    let whole = net.output(&accumulator, head);
    let mut found: Vec<Contribution> = features(&words)
        .map(|feature| {
            let mut without = words;
            without[feature / 64] &= !(1 << (feature % 64));
            accumulator.go_to(net, &without);
            Contribution { feature, points: whole - net.output(&accumulator, head) }
        })
        .collect();
    found.sort_by_key(|contribution| (-contribution.points.abs(), contribution.feature));
    found
}
