//! What a net saw: how the value of a position would change, had it not been told this or that.

use std::sync::Arc;

use game::{Evaluator, Feature, FeatureWords, Features, MOST_FEATURES, SPREAD, Seat, Site, ranking};

use crate::evaluator::{NetEvaluator, corrected};
use crate::net::{features, head};
use crate::quantised::{Accumulator, Quantised};

/// What evaluation and net say of a position, and what the net said it for. All values are those of one seat, in the unit of
/// [`Evaluator::value`]; in games of more than two, which have no such value, in log-odds of winning times [`SPREAD`].
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    /// Whose values these are: the seat to move, or the first when it is chance's turn.
    pub seat: Seat,
    /// What the game's own evaluation says.
    pub evaluation: i32,
    /// What the net makes of it.
    pub value: i32,
    /// Every feature that is set, those that change the value most first.
    pub features: Vec<Influence<Feature>>,
    /// Every place of which something is said, those that change the value most first.
    pub sites: Vec<Influence<Site>>,
}

/// Something that the net was told.
#[derive(Clone, PartialEq, Debug)]
pub struct Influence<T> {
    /// What it is: a feature, or a place for all that is said of it.
    pub of: T,
    /// The value, had the net not been told. The game's own evaluation sees it all the same.
    pub without: i32,
}

/// Asks the net about a position that is not finished, then again without each of its features, and without all those of each place.
pub fn insight<G: Features>(game: &G, state: &G::State, net: &Arc<Quantised>) -> Insight {
    let seat = game.turn(state).seat().unwrap_or(Seat::FIRST);
    let witness = Witness::new(game, state, net, seat);
    let value = witness.value(&witness.words);
    let mut told = Vec::new();
    let mut sites: Vec<(Site, FeatureWords)> = Vec::new();
    for index in features(&witness.words) {
        let Some(feature) = game.feature(index, witness.viewer) else { continue };
        if let Some(site) = &feature.site {
            let place = sites.iter().position(|(known, _)| known == site).unwrap_or_else(|| {
                sites.push((site.clone(), witness.words));
                sites.len() - 1
            });
            clear(&mut sites[place].1, index);
        }
        let mut words = witness.words;
        clear(&mut words, index);
        told.push(Influence { of: feature, without: witness.value(&words) });
    }
    let sites = sites.into_iter().map(|(of, words)| Influence { of, without: witness.value(&words) });
    Insight {
        seat,
        evaluation: witness.evaluation,
        value,
        features: sorted(told, value),
        sites: sorted(sites.collect(), value),
    }
}

/// The position and the net that is asked about it.
struct Witness<'a> {
    net: &'a Quantised,
    /// As whom the net sees the position.
    viewer: Seat,
    head: usize,
    words: FeatureWords,
    /// The evaluation for the seat that asks, and its spread.
    evaluation: i32,
    spread: f32,
    /// -1 when the viewer is not the seat that asks.
    sign: i32,
}

impl<'a> Witness<'a> {
    fn new<G: Features>(game: &G, state: &G::State, net: &'a Arc<Quantised>, seat: Seat) -> Witness<'a> {
        let two = game.seats() == 2;
        let viewer = if two { Seat::FIRST } else { seat };
        let sign = if viewer == seat { 1 } else { -1 };
        let base = game.base();
        let (evaluation, spread) = if two {
            (sign * base.value(game, state), base.spread(game, state))
        } else {
            let evaluator = NetEvaluator::<G, G::Base>::new(base, net.clone());
            ((evaluator.base(game, state, seat) * SPREAD).round() as i32, SPREAD)
        };
        let mut words = [0; MOST_FEATURES / 64];
        game.tell(state, viewer, &mut words);
        Witness { net, viewer, head: head(game.turn(state), viewer), words, evaluation, spread, sign }
    }

    /// The value, were these the features.
    fn value(&self, words: &FeatureWords) -> i32 {
        let correction = Accumulator::new(self.net).judge(self.net, words, self.head);
        self.sign * corrected(self.sign * self.evaluation, correction, self.spread)
    }
}

fn clear(words: &mut FeatureWords, index: usize) {
    words[index / 64] &= !(1 << (index % 64));
}

fn sorted<T>(mut influences: Vec<Influence<T>>, value: i32) -> Vec<Influence<T>> {
    ranking::by_key(&mut influences, |influence| -i64::from((value - influence.without).abs()));
    influences
}
