//! A match between two players: pairs of games with the same luck and the seats swapped.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fleet::{Craft, Crew, Next, Outcome, Source, Work};
use game::{Control, Limits, Options, Rng};
use serde::{Deserialize, Serialize};
use serde_json::json;
use table::{BotError, Ending, Family, Games, Match, MoveLog, OpenError, Record, Session, Thought, Who};
use thiserror::Error;

use crate::arbiter::{Failure, Terms, arbitrate_and_tell};
use crate::baggage::Baggage;
use crate::fault::shortened;
use crate::journal::Journal;
use crate::stats::{Pentanomial, Sprt, Verdict};
use crate::{Caps, Contestant, Openings, Transcript};

/// A match to be played.
pub struct Duel {
    /// The game.
    pub family: Family,
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
    /// Where every move is written down, with what it cost; nowhere when other machines play.
    pub log: Option<MoveLog>,
}

/// The pairs of a match as jobs.
struct Pairs<'a> {
    duel: &'a Duel,
    next: usize,
    played: BTreeMap<usize, [Record; 2]>,
    journal: Option<Journal>,
    lost: Vec<String>,
    decided: bool,
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(usize) + Sync),
}

/// A line of a match's journal.
#[derive(Serialize, Deserialize)]
struct Played {
    pair: usize,
    records: [Record; 2],
}

impl Pairs<'_> {
    /// Takes what the journal holds.
    fn go_on(&mut self, path: &Path) -> Result<(), String> {
        let read = |line: &[u8]| serde_json::from_slice::<Played>(line).map_err(|error| error.to_string());
        let (journal, lines) = Journal::of(path, "match", &self.duel.stamp(), read)?;
        self.played.extend(lines.into_iter().map(|line| (line.pair, line.records)));
        self.decided = self.duel.decided(&self.played);
        self.journal = Some(journal);
        Ok(())
    }
}

impl Source<Duel> for Pairs<'_> {
    fn next(&mut self) -> Next<usize> {
        while self.played.contains_key(&self.next) {
            self.next += 1;
        }
        if self.decided || self.next >= self.duel.pairs || self.stop.load(Ordering::Relaxed) {
            return Next::End;
        }
        self.next += 1;
        Next::Job(self.next - 1)
    }

    fn take(&mut self, pair: usize, outcome: Outcome<[Record; 2]>) -> Result<(), String> {
        let mut records = match outcome {
            Outcome::Done { output, machine } => {
                let named = machine.filter(|_| self.duel.terms.timed());
                output.map(|record| Record { machine: named.clone(), ..record })
            }
            Outcome::Failed(sentence) => return Err(sentence),
            Outcome::GivenUp(sentence) => {
                self.lost.push(sentence);
                return Ok(());
            }
        };
        if let Some(journal) = &mut self.journal {
            let line = Played { pair, records };
            journal.add(&line).map_err(|error| format!("cannot write the journal: {error}"))?;
            records = line.records;
        }
        self.played.insert(pair, records);
        (self.progress)(self.played.len());
        self.decided = self.duel.decided(&self.played);
        Ok(())
    }

    fn waits(&self) -> bool {
        !self.decided && !self.stop.load(Ordering::Relaxed)
    }
}

/// What another machine must know to play pairs of a match.
#[derive(Serialize, Deserialize)]
struct Brief {
    game: String,
    options: BTreeMap<String, String>,
    players: [Who; 2],
    openings: Openings,
    terms: Terms,
    seed: u64,
    #[serde(default)]
    house: Baggage,
}

/// The kind of work that pairs of games are.
const PAIRS: &str = "pairs";

impl Duel {
    /// The craft of playing pairs of these games' matches.
    pub fn craft(games: &Games) -> Craft {
        let games = games.clone();
        Craft::new(PAIRS, move |brief, files| {
            let brief: Brief = serde_json::from_str(brief).map_err(|error| error.to_string())?;
            let games = brief.house.unpack(&games, files)?;
            let named = |options: Options, (name, value): (&String, &String)| options.with(name, value);
            Ok(Duel {
                family: games.find(&brief.game).map_err(|error| error.to_string())?.clone(),
                options: brief.options.iter().fold(Options::none(), named),
                players: brief.players,
                pairs: usize::MAX,
                openings: brief.openings,
                sprt: None,
                terms: brief.terms,
                seed: brief.seed,
                log: None,
            })
        })
    }
}

impl Work for Duel {
    type Input = usize;
    type Output = [Record; 2];
    type Bench = Vec<Contestant>;

    fn kind(&self) -> &'static str {
        PAIRS
    }

    fn brief(&self) -> String {
        let brief = Brief {
            game: self.family.info.name.to_string(),
            options: self.options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            players: self.players.clone(),
            openings: self.openings.clone(),
            terms: self.terms,
            seed: self.seed,
            house: Baggage::of(&self.family),
        };
        serde_json::to_string(&brief).expect("plain data")
    }

    fn files(&self) -> Vec<Vec<u8>> {
        Baggage::contents(&self.family)
    }

    fn carry_out(
        &self,
        pair: &usize,
        bench: &mut Vec<Contestant>,
        stop: &Arc<AtomicBool>,
    ) -> Result<[Record; 2], String> {
        let whole = Control::stoppable(Limits::default(), stop.clone());
        self.pair(*pair, bench, &whole).map_err(|error| error.to_string())
    }
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
    /// Whoever plays the games, or the journal, says so.
    #[error("{0}")]
    Work(String),
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

impl Duel {
    /// Lets the crew play all pairs, telling `progress` after each how many are done. Stops early, with what is finished, when `stop` is set, and when the
    /// sequential test is decided by the pairs up to some number. The result does not depend on who plays the pairs, nor on how many at once. A
    /// player that fails loses that game by the name of its fault. With a journal, what it holds is not played again.
    pub fn run(
        &self,
        crew: &Crew,
        journal: Option<&Path>,
        stop: &AtomicBool,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Report, DuelError> {
        let mut pairs = Pairs {
            duel: self,
            next: 0,
            played: BTreeMap::new(),
            journal: None,
            lost: Vec::new(),
            decided: false,
            stop,
            progress,
        };
        if let Some(path) = journal {
            pairs.go_on(path).map_err(DuelError::Work)?;
        }
        let title = format!("match {} {} {}", self.family.info.name, self.players[0], self.players[1]);
        crew.run(&title, self, &mut pairs).map_err(|trouble| DuelError::Work(trouble.to_string()))?;
        if let [first, ..] = pairs.lost.as_slice() {
            let lost = pairs.lost.len();
            return Err(DuelError::Work(format!(
                "{lost} of {} pairs could not be played: {first}",
                self.pairs
            )));
        }
        let mut report = Report::default();
        for (index, (number, pair)) in pairs.played.into_iter().enumerate() {
            if index != number || self.verdict(&report) != Verdict::Continue {
                break;
            }
            report.add(pair);
        }
        Ok(report)
    }

    /// What the sequential test says; without one, to go on.
    pub fn verdict(&self, report: &Report) -> Verdict {
        self.sprt.map_or(Verdict::Continue, |sprt| sprt.verdict(&report.pentanomial))
    }

    /// Whether the pairs from the first on, as far as they are complete, decide the test.
    fn decided(&self, played: &BTreeMap<usize, [Record; 2]>) -> bool {
        if self.sprt.is_none() {
            return false;
        }
        let mut report = Report::default();
        for (index, (number, pair)) in played.iter().enumerate() {
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

    /// A number that follows from everything that the games depend on.
    fn stamp(&self) -> String {
        fleet::fingerprint(self.brief().as_bytes())
    }

    /// The two games of a pair.
    fn pair(
        &self,
        index: usize,
        bench: &mut Vec<Contestant>,
        whole: &Control,
    ) -> Result<[Record; 2], DuelError> {
        let seed = Rng::derive(self.seed, index as u64).bits() >> 12;
        let opening = self.openings.choose(&self.family, &self.options, index, seed)?;
        let mut game = |swap| self.game(2 * index + swap + 1, seed, &opening, swap, bench, whole);
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
        whole: &Control,
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
        let failures = arbitrate_and_tell(&mut session, seated, &self.terms, whole, &mut tell);
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
