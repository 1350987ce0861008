//! A match between two players: pairs of games with the same luck and the seats swapped.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use game::{Control, Limits, Options, Rng};
use serde::Serialize;
use table::{BotError, Ending, Family, OpenError, Record, Session, Wanted};
use thiserror::Error;

use crate::stats::Pentanomial;

/// A match to be played.
pub struct Duel<'a> {
    /// The game.
    pub family: &'a Family,
    /// Its options.
    pub options: Options,
    /// The two players, as descriptions.
    pub players: [String; 2],
    /// How many pairs of games.
    pub pairs: usize,
    /// Random plies before the players take over, the same in both games of a pair.
    pub opening: usize,
    /// What a player may spend on a move.
    pub limits: Limits,
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
    /// Plays all pairs, telling `progress` after each how many are done. Stops early, with what is finished, when `stop` is set. The result does
    /// not depend on the number of threads.
    pub fn run(&self, stop: &AtomicBool, progress: &(dyn Fn(usize) + Sync)) -> Result<Report, DuelError> {
        let next = AtomicUsize::new(0);
        let finished = AtomicUsize::new(0);
        let results: Mutex<BTreeMap<usize, Result<[Record; 2], DuelError>>> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, self.pairs.max(1)) {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= self.pairs {
                            return;
                        }
                        let result = self.pair(index);
                        let failed = result.is_err();
                        results.lock().expect("no thread panics with the lock").insert(index, result);
                        progress(finished.fetch_add(1, Ordering::Relaxed) + 1);
                        if failed {
                            return next.store(self.pairs, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let mut report = Report::default();
        for (_, pair) in results.into_inner().expect("no thread panics with the lock") {
            report.add(pair?);
        }
        Ok(report)
    }

    /// The two games of a pair.
    fn pair(&self, index: usize) -> Result<[Record; 2], DuelError> {
        let seed = Rng::derive(self.seed, index as u64).bits() >> 12;
        let opening = self.opening(seed)?;
        Ok([self.game(seed, &opening, 0)?, self.game(seed, &opening, 1)?])
    }

    /// Random moves to begin with, chance included; never to the end of the game.
    fn opening(&self, seed: u64) -> Result<Vec<String>, DuelError> {
        let mut rng = Rng::derive(seed, u64::MAX);
        for _ in 0..20 {
            let mut session = Session::new(self.family.open(&self.options)?, self.seating(0)?, seed);
            for _ in 0..self.opening {
                session.settle();
                let legal = session.board().legal();
                if session.over() || session.play(&legal[rng.below(legal.len())], 0).is_err() {
                    break;
                }
            }
            session.settle();
            if !session.over() {
                return Ok(session.board().moves());
            }
        }
        Ok(Vec::new())
    }

    /// Which player sits where: alternating, the first player first unless `swap` is 1.
    fn seating(&self, swap: usize) -> Result<Vec<String>, DuelError> {
        let seats = self.family.open(&self.options)?.seat_names().len();
        Ok((0..seats).map(|seat| self.players[(seat + swap) % 2].clone()).collect())
    }

    fn game(&self, seed: u64, opening: &[String], swap: usize) -> Result<Record, DuelError> {
        let mut board = self.family.open(&self.options)?;
        for text in opening {
            board.play(text).map_err(|error| BotError::Failed(error.to_string()))?;
        }
        let players = self.seating(swap)?;
        let mut bots = Vec::new();
        for (seat, player) in players.iter().enumerate() {
            bots.push(board.bot(player, Rng::derive(seed, (1 << 32) + seat as u64).bits())?);
        }
        let mut session = Session::new(board, players, seed);
        loop {
            session.settle();
            let Some(seat) = session.to_move() else { break };
            let started = Instant::now();
            let thought = bots[seat].think(session.board(), &Control::new(self.limits), Wanted::best())?;
            let spent = started.elapsed().as_millis() as u64;
            session.play(&thought.mv, spent).map_err(|error| BotError::Failed(error.to_string()))?;
        }
        Ok(session.record())
    }
}

impl Report {
    fn add(&mut self, pair: [Record; 2]) {
        let mut points = 0.0;
        for (swap, record) in pair.into_iter().enumerate() {
            let result = record.result.as_ref().expect("a finished game has a result");
            points += self.count(result, swap);
            *self.endings.entry(result.ending.clone()).or_default() += 1;
            self.records.push(record);
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
            let points = share(player);
            tally.points += points;
            match points {
                p if p >= 1.0 => tally.wins += 1,
                p if p > 0.0 => tally.draws += 1,
                _ => tally.losses += 1,
            }
        }
        share(0)
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.records.len() as u64
    }
}
