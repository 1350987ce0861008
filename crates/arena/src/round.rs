//! A round of training as work: its games are the jobs, and whoever trains learns from them in their order.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use fleet::{Craft, Crew, Next, Outcome, Source, Work, fingerprint};
use game::Options;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::learn::{Course, Lessons};
use table::{Family, Games, Training};

/// Games of a job. More than one, because a machine must ask for each job.
const TOGETHER: usize = 4;

/// The kind of work that games of a training are.
const TRAIN: &str = "train";

/// A training whose next round is to be played.
pub(crate) struct Round {
    pub(crate) training: Box<dyn Training>,
    pub(crate) family: Family,
    pub(crate) options: Options,
}

/// What another machine must know to play games of a round.
#[derive(Serialize, Deserialize)]
struct Brief {
    game: String,
    options: BTreeMap<String, String>,
    /// The content that says how the net stands.
    sheet: String,
}

/// The craft of playing games that a net learns from.
pub fn craft(games: &Games) -> Craft {
    let games = games.clone();
    Craft::new(TRAIN, move |brief, files| {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let brief: Brief = serde_json::from_str(brief).map_err(|error| told(&error))?;
        let family = games.find(&brief.game).map_err(|error| told(&error))?.clone();
        let named = |options: Options, (name, value): (&String, &String)| options.with(name, value);
        let options = brief.options.iter().fold(Options::none(), named);
        let (board, sheet) = (family.open(&options).map_err(|error| told(&error))?, files.get(&brief.sheet)?);
        // The sheet says what kind of training it is of.
        let training = board
            .train(Course::new(0, 0), Some(&sheet))
            .or_else(|_| board.imitate(Lessons::default(), &[], Some(&sheet)))
            .map_err(|error| told(&error))?;
        Ok(Round { training, family, options })
    })
}

/// Games as bytes; as text where they travel.
#[derive(Clone)]
pub(crate) struct Packed(Vec<u8>);

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Packed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Packed, D::Error> {
        let text = String::deserialize(deserializer)?;
        STANDARD.decode(text).map(Packed).map_err(serde::de::Error::custom)
    }
}

impl Work for Round {
    type Input = Range<usize>;
    type Output = Packed;
    type Bench = ();

    fn kind(&self) -> &'static str {
        TRAIN
    }

    fn brief(&self) -> String {
        let brief = Brief {
            game: self.family.info.name.to_string(),
            options: self.options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            sheet: fingerprint(&self.training.sheet()),
        };
        serde_json::to_string(&brief).expect("plain data")
    }

    fn files(&self) -> Vec<Vec<u8>> {
        vec![self.training.sheet()]
    }

    fn passes(&self) -> bool {
        true
    }

    fn carry_out(
        &self,
        numbers: &Range<usize>,
        (): &mut (),
        stop: &Arc<AtomicBool>,
    ) -> Result<Packed, String> {
        // Nobody looks at what was stopped.
        Ok(Packed(self.training.play(numbers.clone(), stop).unwrap_or_default()))
    }
}

impl Round {
    /// The games of the round, in their order; `None` when `stop` was set before they were played.
    pub(crate) fn play(&self, crew: &Crew, stop: &AtomicBool) -> Result<Option<Vec<Vec<u8>>>, String> {
        let (round, rounds) = (self.training.round() + 1, self.training.rounds());
        let of = if rounds == u64::MAX { String::new() } else { format!(" of {rounds}") };
        let title = format!("train {}, round {round}{of}", self.family.info.name);
        let mut parts = Parts { games: self.training.games(), next: 0, played: BTreeMap::new(), stop };
        crew.run(&title, self, &mut parts).map_err(|trouble| trouble.to_string())?;
        let whole = parts.played.len() == parts.games.div_ceil(TOGETHER);
        Ok(whole.then(|| parts.played.into_values().collect()))
    }
}

/// The games of a round as jobs.
struct Parts<'a> {
    games: usize,
    next: usize,
    played: BTreeMap<usize, Vec<u8>>,
    stop: &'a AtomicBool,
}

impl Source<Round> for Parts<'_> {
    fn next(&mut self) -> Next<Range<usize>> {
        if self.next >= self.games || self.stop.load(Ordering::Relaxed) {
            return Next::End;
        }
        let first = self.next;
        self.next = (first + TOGETHER).min(self.games);
        Next::Job(first..self.next)
    }

    fn take(&mut self, numbers: Range<usize>, outcome: Outcome<Packed>) -> Result<(), String> {
        match outcome {
            Outcome::Done { output, .. } => {
                self.played.insert(numbers.start, output.0);
                Ok(())
            }
            Outcome::Failed(sentence) | Outcome::GivenUp(sentence) => Err(sentence),
        }
    }

    fn waits(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}
