//! A match between two players: pairs of games with the same luck and the seats swapped.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use game::{Options, Rng};
use serde::Serialize;
use table::{BotError, Ending, Family, OpenError, Record, Session, Who};
use thiserror::Error;

use crate::arbiter::{Terms, arbitrate};
use crate::stats::{Pentanomial, Sprt, Verdict};
use crate::{Caps, Contestant, Openings};

/// A match to be played.
pub struct Duel<'a> {
    /// The game.
    pub family: &'a Family,
    /// Its options.
    pub options: Options,
    /// The two players.
    pub players: [Who; 2],
    /// How many pairs of games.
    pub pairs: usize,
    /// How games begin, the same in both games of a pair.
    pub openings: Openings,
    /// Stop as soon as this test is decided.
    pub sprt: Option<Sprt>,
    /// The terms of every game.
    pub terms: Terms,
    /// What everything random follows from.
    pub seed: u64,
    /// How many games run at once.
    pub threads: usize,
}

/// Why a match could not be played.
#[derive(Debug, Error)]
pub enum DuelError {
    /// The game cannot be opened.
    #[error("{0}")]
    Open(#[from] OpenError),
    /// A player cannot be made, or failed.
    #[error("{0}")]
    Bot(#[from] BotError),
}

/// One player's results.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games won alone.
    pub wins: u64,
    /// Games drawn or shared.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Match points: 1 a win, a share of 1 for a shared result.
    pub points: f64,
}

impl Tally {
    /// Counts a game of which the player has this share.
    pub(crate) fn count(&mut self, share: f64) {
        match share {
            share if share >= 1.0 => self.wins += 1,
            share if share > 0.0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

/// What a match came to.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Results of the first player.
    pub a: Tally,
    /// Results of the second player.
    pub b: Tally,
    /// Results by pair, for the first player.
    pub pentanomial: Pentanomial,
    /// How often games ended in each way.
    pub endings: BTreeMap<String, u64>,
    /// Every game, in order.
    pub records: Vec<Record>,
}

impl Duel<'_> {
    /// Plays all pairs, telling `progress` after each how many are done. Stops early, with what is finished, when `stop` is set, and when the
    /// sequential test is decided by the pairs up to some number. The result does not depend on the number of threads. A player that fails loses
    /// that game by the name of its fault.
    pub fn run(&self, stop: &AtomicBool, progress: &(dyn Fn(usize) + Sync)) -> Result<Report, DuelError> {
        let next = AtomicUsize::new(0);
        let finished = AtomicUsize::new(0);
        let results: Mutex<BTreeMap<usize, Result<[Record; 2], DuelError>>> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, self.pairs.max(1)) {
                scope.spawn(|| {
                    let mut bench = Vec::new();
                    while !stop.load(Ordering::Relaxed) {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= self.pairs {
                            return;
                        }
                        let result = self.pair(index, &mut bench);
                        let failed = result.is_err();
                        let mut results = results.lock().expect("no thread panics with the lock");
                        results.insert(index, result);
                        progress(finished.fetch_add(1, Ordering::Relaxed) + 1);
                        if failed || self.decided(&results) {
                            return next.store(self.pairs, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let mut report = Report::default();
        for (index, (number, pair)) in
            results.into_inner().expect("no thread panics with the lock").into_iter().enumerate()
        {
            if index != number || self.verdict(&report) != Verdict::Continue {
                break;
            }
            report.add(pair?);
        }
        Ok(report)
    }

    /// What the sequential test says; without one, to go on.
    pub fn verdict(&self, report: &Report) -> Verdict {
        self.sprt.map_or(Verdict::Continue, |sprt| sprt.verdict(&report.pentanomial))
    }

    /// Whether the pairs from the first on, as far as they are complete, decide the test.
    fn decided(&self, results: &BTreeMap<usize, Result<[Record; 2], DuelError>>) -> bool {
        if self.sprt.is_none() {
            return false;
        }
        let mut report = Report::default();
        for (index, (number, pair)) in results.iter().enumerate() {
            let Ok(pair) = pair else { return true };
            if index != *number {
                return false;
            }
            report.count_pair(pair);
            if self.verdict(&report) != Verdict::Continue {
                return true;
            }
        }
        false
    }

    /// The two games of a pair.
    fn pair(&self, index: usize, bench: &mut Vec<Contestant>) -> Result<[Record; 2], DuelError> {
        let seed = Rng::derive(self.seed, index as u64).bits() >> 12;
        let opening = self.openings.choose(self.family, &self.options, index, seed)?;
        Ok([self.game(seed, &opening, 0, bench)?, self.game(seed, &opening, 1, bench)?])
    }

    /// Which player sits where: alternating, the first player first unless `swap` is 1.
    fn seating(&self, swap: usize) -> Result<Vec<&Who>, DuelError> {
        let seats = self.family.open(&self.options)?.seat_names().len();
        Ok((0..seats).map(|seat| &self.players[(seat + swap) % 2]).collect())
    }

    /// One game. `bench` keeps the players from game to game: who sits in a seat of the first game of a pair sits in the next seat of the second.
    fn game(
        &self,
        seed: u64,
        opening: &[String],
        swap: usize,
        bench: &mut Vec<Contestant>,
    ) -> Result<Record, DuelError> {
        let mut board = self.family.open(&self.options)?;
        for text in opening {
            board.play(text).map_err(|error| BotError::Failed(error.to_string()))?;
        }
        let players = self.seating(swap)?;
        if bench.is_empty() {
            for player in self.seating(0)?.into_iter().chain(self.seating(1)?) {
                bench.push(Contestant::new(board.as_ref(), player, 0, Caps::default())?);
            }
        }
        let first = swap * players.len();
        let seated = &mut bench[first..first + players.len()];
        for (seat, bot) in seated.iter_mut().enumerate() {
            bot.new_game(board.as_ref(), Rng::derive(seed, (1 << 32) + seat as u64).bits())?;
        }
        let names = players.into_iter().map(Who::to_string).collect();
        let mut session = Session::new(board, names, seed);
        arbitrate(&mut session, seated, &self.terms);
        Ok(session.record())
    }
}

impl Report {
    fn add(&mut self, pair: [Record; 2]) {
        self.count_pair(&pair);
        self.records.extend(pair);
    }

    fn count_pair(&mut self, pair: &[Record; 2]) {
        let mut points = 0.0;
        for (swap, record) in pair.iter().enumerate() {
            let result = record.result.as_ref().expect("a finished game has a result");
            points += self.count(result, swap);
            *self.endings.entry(result.ending.clone()).or_default() += 1;
        }
        self.pentanomial.add(points);
    }

    /// Counts a game for both players and returns the first player's points.
    fn count(&mut self, result: &Ending, swap: usize) -> f64 {
        let seats = result.scores.len();
        let share = |player: usize| -> f64 {
            (0..seats).filter(|seat| (seat + swap) % 2 == player).map(|seat| result.points(seat)).sum()
        };
        for (player, tally) in [&mut self.a, &mut self.b].into_iter().enumerate() {
            tally.points += share(player);
            tally.count(share(player));
        }
        share(0)
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.records.len() as u64
    }
}
