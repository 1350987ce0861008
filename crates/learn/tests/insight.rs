//! What a net saw: the values without a feature are those that the net gives for positions without it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../table/tests/nim/mod.rs"]
mod nim;

use std::sync::Arc;

use game::{
    AnyEvaluator, Evaluate, Evaluator, Feature, FeatureWords, Features, Game, Options, Rect, Rng, Seat,
};
use ludus_learn::{Insight, Net, NetEvaluator, Quantised, insight};
use nim::{Nim, State};

/// An evaluation that counts the stones.
#[derive(Clone)]
pub struct Stones;

impl Evaluator<Nim> for Stones {
    fn value(&self, _: &Nim, state: &State) -> i32 {
        7 * heaps(state).iter().sum::<usize>() as i32
    }

    /// Not the usual one, so that corrections have to be scaled.
    fn spread(&self, _: &Nim, _: &State) -> f32 {
        150.0
    }
}

impl Evaluate for Nim {
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[("stones", "counts the stones")];

    fn evaluator(&self, _: &str) -> Option<AnyEvaluator<Nim>> {
        Some(Box::new(Stones))
    }
}

/// Bit `9 * heap + n` says that there are more than `n` stones.
impl Features for Nim {
    type Base = Stones;

    fn base(&self) -> Stones {
        Stones
    }

    fn layout(&self) -> String {
        "nim".to_string()
    }

    fn features(&self) -> usize {
        27
    }

    fn tell(&self, state: &State, _: Seat, words: &mut FeatureWords) {
        for (heap, stones) in heaps(state).into_iter().enumerate() {
            words[0] |= ((1 << stones) - 1) << (9 * heap);
        }
    }

    fn feature(&self, index: usize, _: Seat) -> Option<Feature> {
        let (heap, stone) = (index / 9, index % 9);
        let at = Rect::new(1.0, heap as f32, 9.0, 1.0);
        Some(Feature::at(format!("stone {stone}"), format!("heap {heap}"), at))
    }

    fn weights(&self) -> Option<&'static [u8]> {
        None
    }
}

fn game() -> Nim {
    Nim::new(&Options::none()).unwrap()
}

fn heaps(state: &State) -> [usize; 3] {
    let text = game().write(state);
    let mut heaps = text.split([' ', '.']).map(|number| number.parse().unwrap());
    std::array::from_fn(|_| heaps.next().unwrap())
}

fn position(heaps: [usize; 3], side: usize) -> State {
    let [a, b, c] = heaps;
    game().read(&format!("{a}.{b}.{c} {side}")).unwrap()
}

fn net(seed: u64) -> Arc<Quantised> {
    let mut net = Net::new(27, 16, seed);
    let mut rng = Rng::new(seed + 1);
    net.second.iter_mut().for_each(|weight| *weight = 4.0 * rng.unit() as f32 - 2.0);
    Arc::new(Quantised::new(&net, "nim".to_string()))
}

/// What the net adds to the evaluation of a position, for the side to move.
fn added(net: &Arc<Quantised>, state: &State, side: usize) -> i32 {
    let evaluator = NetEvaluator::<Nim, Stones>::new(Stones, net.clone());
    (evaluator.value(&game(), state) - Stones.value(&game(), state)) * if side == 1 { 1 } else { -1 }
}

#[test]
fn without_a_feature_the_value_is_that_of_the_net_without_it() {
    let mut rng = Rng::new(3);
    let mut moved = 0;
    for case in 0..200 {
        let (net, side) = (net(case), 1 + rng.below(2));
        let stones: [usize; 3] = std::array::from_fn(|_| 1 + rng.below(9));
        let state = position(stones, side);
        let Insight { seat, evaluation, value, features, sites } = insight(&game(), &state, &net);
        let sign = if side == 1 { 1 } else { -1 };
        assert_eq!(seat.number(), side);
        assert_eq!(evaluation, sign * Stones.value(&game(), &state));
        assert_eq!(value, evaluation + added(&net, &state, side));
        assert_eq!((features.len(), sites.len()), (stones.iter().sum(), 3));
        for heap in 0..3 {
            // Without its last feature a heap is told as one with a stone less, without any as none.
            let last = format!("stone {} at heap {heap}", stones[heap] - 1);
            let told = features.iter().find(|told| told.of.to_string() == last).unwrap();
            let mut fewer = stones;
            fewer[heap] -= 1;
            assert_eq!(told.without, evaluation + added(&net, &position(fewer, side), side));
            let told = sites.iter().find(|told| told.of.name == format!("heap {heap}")).unwrap();
            fewer[heap] = 0;
            assert_eq!(told.without, evaluation + added(&net, &position(fewer, side), side));
            moved += i32::from(told.without != value);
        }
        assert!(features.is_sorted_by_key(|told| -(value - told.without).abs()));
        assert!(sites.is_sorted_by_key(|told| -(value - told.without).abs()));
    }
    assert!(moved > 300, "these nets say something: {moved}");
}
