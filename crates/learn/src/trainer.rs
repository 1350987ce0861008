//! Training: games, steps, games, steps.

use std::sync::Arc;
use std::thread;

use game::{Evaluator, Features, Rng, Symmetric};

use crate::batch::{self, Sample};
use crate::evaluator::NetEvaluator;
use crate::net::Net;
use crate::optimiser::Adam;
use crate::quantised::Quantised;
use crate::selfplay::{self, Played, Style};

/// What training is to do. Together with the game it determines every bit of the result, whatever the number of threads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// Hidden units; a multiple of 16 is fastest.
    pub hidden: usize,
    /// Rounds of games and steps.
    pub rounds: u64,
    /// Games a round.
    pub games: usize,
    /// How much of a position's worth is seen in the far future rather than in the next position.
    pub lambda: f32,
    /// The size of steps at the beginning and at the end.
    pub rates: (f32, f32),
    /// How often any move is played, at the beginning and at the end.
    pub explore: (f64, f64),
    /// What everything random follows from.
    pub seed: u64,
}

impl Default for Course {
    fn default() -> Course {
        Course {
            hidden: 32,
            rounds: 1_000,
            games: 64,
            lambda: 0.7,
            rates: (1e-3, 1e-4),
            explore: (0.2, 0.03),
            seed: 1,
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
    pub fn new<G: Features>(game: &G, course: Course) -> Trainer {
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

    /// Changes how many rounds there will be; the sizes of the steps to come follow.
    pub fn set_rounds(&mut self, rounds: u64) {
        self.course.rounds = rounds.max(self.round + 1);
    }

    /// Whether all rounds are done.
    pub fn finished(&self) -> bool {
        self.round >= self.course.rounds
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

    /// One round: games in `threads` threads, then steps. Hands over the moves of every game.
    pub fn step<G, E>(
        &mut self,
        game: &G,
        base: &E,
        threads: usize,
        record: &mut dyn FnMut(&[G::Move]),
    ) -> Progress
    where
        G: Features + Symmetric,
        E: Evaluator<G>,
    {
        let course = self.course;
        let done = self.round as f64 / course.rounds.max(1) as f64;
        let between = |(from, to): (f64, f64)| from * (to / from).powf(done);
        let style = Style {
            explore: between(course.explore),
            lambda: course.lambda,
            opening: 6,
            trust: self.net.trust[0],
        };
        let first = self.round * course.games as u64;
        let seeds: Vec<u64> = (first..first + course.games as u64).collect();
        let evaluator = NetEvaluator::new(base.clone(), Arc::new(self.quantised()));
        let share = seeds.len().div_ceil(threads.max(1));
        let games: Vec<Played<G>> = thread::scope(|scope| {
            let parts: Vec<_> = seeds
                .chunks(share)
                .map(|seeds| {
                    let evaluator = evaluator.clone();
                    scope.spawn(move || {
                        let play = |&seed: &u64| {
                            selfplay::play(game, &evaluator, style, &mut Rng::derive(course.seed, seed))
                        };
                        seeds.iter().map(play).collect::<Vec<_>>()
                    })
                })
                .collect();
            parts.into_iter().flat_map(|part| part.join().expect("a game does not fail")).collect()
        });
        games.iter().for_each(|game| record(&game.moves));
        let mut samples: Vec<Sample> = games.into_iter().flat_map(|game| game.samples).collect();
        Rng::derive(course.seed ^ 0x5eed, self.round).shuffle(&mut samples);
        let rate = between((f64::from(course.rates.0), f64::from(course.rates.1))) as f32;
        let loss = batch::learn(&mut self.net, &mut self.adam, &samples, rate);
        self.round += 1;
        Progress { round: self.round, positions: samples.len(), loss }
    }
}
