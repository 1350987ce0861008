//! A match between two players: pairs of games with the same luck and the seats swapped.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use game::{Options, Rng};
use serde::Serialize;
use serde_json::json;
use table::{BotError, Ending, Family, Match, MoveLog, OpenError, Record, Session, Thought, Who};
use thiserror::Error;

use crate::arbiter::{Failure, Terms, arbitrate_and_tell};
use crate::fault::shortened;
use crate::stats::{Pentanomial, Sprt, Verdict};
use crate::{Caps, Contestant, Openings, Transcript};

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
    /// Where every move is written down, with what it cost.
    pub log: Option<MoveLog>,
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
        let mut game = |swap| self.game(2 * index + swap + 1, seed, &opening, swap, bench);
        Ok([game(0)?, game(1)?])
    }

    /// Which player sits where: alternating, the first player first unless `swap` is 1.
    fn seating(&self, swap: usize) -> Result<Vec<&Who>, DuelError> {
        let seats = self.family.open(&self.options)?.seat_names().len();
        Ok((0..seats).map(|seat| &self.players[(seat + swap) % 2]).collect())
    }

    /// One game. `bench` keeps the players from game to game: who sits in a seat of the first game of a pair sits in the next seat of the second.
    fn game(
        &self,
        number: usize,
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
        let mut tell = |board: &dyn Match, thought: &Thought| {
            if let Some(log) = &self.log {
                log.add(Some(number), board, thought);
            }
        };
        let failures = arbitrate_and_tell(&mut session, seated, &self.terms, &mut tell);
        let mut record = session.record();
        for failure in &failures {
            let said = seated[failure.seat].transcript().unwrap_or_default();
            record.remarks.push(remark(&record.players[failure.seat], failure, &said));
        }
        Ok(record)
    }
}

/// Lines of a conversation, and of stderr, that are told of a failure.
const LAST_LINES: usize = 8;

/// Who failed, how, and the last that was said: a sentence, then lines.
fn remark(name: &str, failure: &Failure, said: &Transcript) -> String {
    let mut text = format!("{name} failed at move {}: {}", failure.ply + 1, failure.lapse);
    let last = |lines: Vec<String>| lines[lines.len().saturating_sub(LAST_LINES)..].to_vec();
    for line in last(said.talk.clone()) {
        text += &format!("\n  {}", shortened(line, LONGEST_LINE));
    }
    for line in last(said.notes.lines().map(str::to_string).collect()) {
        text += &format!("\n  stderr: {}", shortened(line, LONGEST_LINE));
    }
    text
}

/// Letters of such a line.
const LONGEST_LINE: usize = 200;

impl Report {
    /// What went wrong, in the order of the games.
    pub fn remarks(&self) -> impl Iterator<Item = (usize, &str)> {
        let numbered = self.records.iter().enumerate();
        numbered.flat_map(|(game, record)| record.remarks.iter().map(move |text| (game + 1, text.as_str())))
    }

    /// The report of games that somebody else has played, the two of a pair one after the other; `None` unless they are whole pairs of finished
    /// games.
    pub fn of(records: Vec<Record>) -> Option<Report> {
        let whole = records.len().is_multiple_of(2) && records.iter().all(|record| record.result.is_some());
        let mut report = Report::default();
        let (pairs, _) = records.as_chunks();
        pairs.iter().filter(|_| whole).for_each(|pair| report.count_pair(pair));
        whole.then_some(Report { records, ..report })
    }

    /// The report for scripts, of a match with this seed.
    pub fn json(&self, seed: u64) -> serde_json::Value {
        // Infinity has no JSON form.
        let finite = |value: f64| value.is_finite().then_some(value);
        let elo = self.pentanomial.elo();
        json!({
            "games": self.games(),
            "a": self.a,
            "b": self.b,
            "elo": finite(elo.value),
            "elo_error": finite(elo.error),
            "nelo": finite(self.pentanomial.normalised_elo().value),
            "los": self.pentanomial.los(),
            "pentanomial": self.pentanomial,
            "endings": self.endings,
            "failures": self.remarks().map(|(game, text)| json!({ "game": game, "text": text })).collect::<Vec<_>>(),
            "seed": seed,
        })
    }

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
