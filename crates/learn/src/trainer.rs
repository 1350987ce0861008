//! Training: games, steps, games, steps. Games can be played by anybody, anywhere; steps are taken by whoever has the net, in one order.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use game::{Evaluator, Features, Rng, Symmetric};

use crate::batch::{self, Sample};
use crate::deep;
use crate::evaluator::NetEvaluator;
use crate::net::Net;
use crate::optimiser::Adam;
use crate::parcel::Parcel;
use crate::quantised::Quantised;
use crate::selfplay::{self, Played, Style};

/// What training is to do. Together with the game it determines every bit of the result, whatever the number of threads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// Hidden units; a multiple of 16 is fastest.
    pub hidden: usize,
    /// Games a round.
    pub games: usize,
    /// What everything random follows from.
    pub seed: u64,
    /// First games that look one ply ahead, then games that search. A game of more than two has only the first.
    pub stages: [Stage; 2],
}

/// A part of the training: rounds of games and steps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stage {
    /// How many rounds.
    pub rounds: u64,
    /// Nodes that are searched for every move; 0 looks one ply ahead.
    pub nodes: u64,
    /// Up to so many random plies begin a game.
    pub opening: usize,
    /// How often every position is learned from.
    pub passes: usize,
    /// How much of a position's worth is seen in the far future rather than close by.
    pub lambda: f32,
    /// The size of steps at the beginning and at the end.
    pub rates: (f32, f32),
    /// How often any move is played, at the beginning and at the end.
    pub explore: (f64, f64),
}

impl Stage {
    /// Rounds of quick games, which look one ply ahead: the net learns from what comes next.
    pub fn quick(rounds: u64) -> Stage {
        Stage {
            rounds,
            nodes: 0,
            opening: 6,
            passes: 1,
            lambda: 0.7,
            rates: (1e-3, 1e-4),
            explore: (0.2, 0.03),
        }
    }

    /// Rounds of deep games, in which every move is searched: the net learns to say at once what the search found. Each position costs a lot, so it
    /// is learned from several times.
    pub fn deep(rounds: u64) -> Stage {
        Stage {
            rounds,
            nodes: 1_000,
            opening: 10,
            passes: 4,
            lambda: 0.7,
            rates: (3e-4, 3e-5),
            explore: (0.03, 0.03),
        }
    }
}

impl Course {
    /// So many rounds of quick games, then of deep ones.
    pub fn new(quick: u64, deep: u64) -> Course {
        Course { hidden: 32, games: 64, seed: 1, stages: [Stage::quick(quick), Stage::deep(deep)] }
    }

    /// All rounds together.
    pub fn rounds(&self) -> u64 {
        self.stages[0].rounds.saturating_add(self.stages[1].rounds)
    }

    /// The stage that a round belongs to, and which of its rounds it is.
    fn stage(&self, round: u64) -> (usize, u64) {
        match round.checked_sub(self.stages[0].rounds) {
            None => (0, round),
            Some(past) => (1, past),
        }
    }
}

/// How far training has got.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Rounds done.
    pub round: u64,
    /// Positions learned from in the last round.
    pub positions: usize,
    /// The mean cross-entropy over the last round.
    pub loss: f32,
}

/// A net in training.
#[derive(Clone, PartialEq, Debug)]
pub struct Trainer {
    pub(crate) course: Course,
    pub(crate) layout: String,
    pub(crate) net: Net,
    pub(crate) adam: Adam,
    pub(crate) round: u64,
}

impl Trainer {
    /// A fresh net for this game.
    pub fn new<G: Features>(game: &G, mut course: Course) -> Trainer {
        if game.seats() > 2 {
            course.stages[1].rounds = 0;
        }
        let inputs = game.features();
        Trainer {
            course,
            layout: game.layout(),
            net: Net::new(inputs, course.hidden, course.seed),
            adam: Adam::new(inputs, course.hidden),
            round: 0,
        }
    }

    /// What is to be done.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// Which stage the next round belongs to, and how many of its rounds are done.
    pub fn stage(&self) -> (usize, u64) {
        self.course.stage(self.round)
    }

    /// Changes how many rounds the stage that the next round belongs to will have; the sizes of the steps to come follow.
    pub fn set_rounds(&mut self, rounds: u64) {
        let (stage, past) = self.stage();
        self.course.stages[stage].rounds = rounds.max(past + 1);
    }

    /// Whether all rounds are done.
    pub fn finished(&self) -> bool {
        self.round >= self.course.rounds()
    }

    /// Rounds done.
    pub fn round(&self) -> u64 {
        self.round
    }

    /// The net as it stands.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// The net as it would play.
    pub fn quantised(&self) -> Quantised {
        Quantised::new(&self.net, self.layout.clone())
    }

    /// A number that goes from one to another in the course of a stage, as it is in the next round.
    fn between(&self, (from, to): (f64, f64)) -> f64 {
        let (stage, past) = self.stage();
        let done = past as f64 / self.course.stages[stage].rounds.max(1) as f64;
        from * (to / from).powf(done)
    }

    /// Plays these games of the next round, numbered from 0, with their moves in words. Each follows from the net as it stands and from its number
    /// alone, so it does not matter who plays it. `None` if `stop` was set before the end.
    pub fn play<G, E>(
        &self,
        game: &G,
        base: &E,
        numbers: Range<usize>,
        stop: &AtomicBool,
        in_words: &dyn Fn(&[G::Move]) -> Vec<String>,
    ) -> Option<Vec<Parcel>>
    where
        G: Features + Symmetric,
        E: Evaluator<G> + Clone,
    {
        let stage = self.course.stages[self.stage().0];
        let style = Style {
            explore: self.between(stage.explore),
            lambda: stage.lambda,
            opening: stage.opening,
            trust: self.net.trust[0],
        };
        let first = self.round * self.course.games as u64;
        let evaluator = NetEvaluator::new(base.clone(), Arc::new(self.quantised()));
        let mut played = Vec::new();
        for number in numbers {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let rng = &mut Rng::derive(self.course.seed, first + number as u64);
            let Played { moves, samples } = match stage.nodes {
                0 => selfplay::play(game, &evaluator, style, rng),
                nodes => deep::play(game, &evaluator, nodes, style, rng),
            };
            played.push(Parcel { moves: in_words(&moves), samples });
        }
        Some(played)
    }

    /// Ends the round with what is to be learned from its games, in their order.
    pub fn learn(&mut self, mut samples: Vec<Sample>) -> Progress {
        let stage = self.course.stages[self.stage().0];
        Rng::derive(self.course.seed ^ 0x5eed, self.round).shuffle(&mut samples);
        let rate = self.between((f64::from(stage.rates.0), f64::from(stage.rates.1))) as f32;
        let mut loss = 0.0;
        for _ in 0..stage.passes {
            loss = batch::learn(&mut self.net, &mut self.adam, &samples, rate);
        }
        self.round += 1;
        Progress { round: self.round, positions: samples.len(), loss }
    }
}
