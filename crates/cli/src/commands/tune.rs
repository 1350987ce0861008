//! `ludus rules tune`: better weights by self-play, stopped and resumed at will.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fleet::{Craft, Next, Outcome, Source, Work};
use game::Options;
use serde::{Deserialize, Serialize};
use table::expert::{Bout, Others, Plan, Tuned, Tuning};

use table::{Family, Games};

use super::{CrewArgs, Format};
use crate::args::threads;
use crate::failure::Failure;
use crate::{interrupt, output};

/// Which weights are tuned, how long, and where the result goes.
#[derive(clap::Args, Debug)]
pub struct TuneArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// The knowledge to begin with, by name [default: the game's own]
    #[arg(long, value_name = "NAME")]
    pack: Option<String>,
    /// How many rounds; each shifts all weights and moves them a little
    #[arg(long, value_name = "N", default_value_t = 300)]
    rounds: usize,
    /// How many pairs of games a round has
    #[arg(long, value_name = "N", default_value_t = 12)]
    pairs: usize,
    /// How many pairs of games measure the gain at the end
    #[arg(long, value_name = "N", default_value_t = 200)]
    measure: usize,
    /// How many games are played at once; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// What everything random follows from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    crew: CrewArgs,
    /// The new knowledge file [default: GAME-tuned.rules]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Where the tuning is kept after every round, to go on after a stop [default: the new file with .tuning added]
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

pub fn run(games: &Games, args: &TuneArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let board = games.find(&args.game)?.open(options)?;
    let out = args.out.clone().unwrap_or_else(|| format!("{}-tuned.rules", board.info().name).into());
    let state = args.state.clone().unwrap_or_else(|| with_ending(&out, "tuning"));
    let resume = resumed(&state)?;
    if let Some(tuning) = &resume {
        note!("ludus: going on after round {} of '{}'", tuning.done, state.display());
    }
    let plan = Plan {
        pack: args.pack.as_deref(),
        rounds: args.rounds,
        pairs: args.pairs.max(1),
        seed: args.seed,
        resume: resume.as_ref(),
        measure: args.measure,
        threads: args.threads,
    };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let crew = match &args.crew.on {
        Some(_) => Some(args.crew.open(games, None)?),
        None => None,
    };
    let family = games.find(&args.game)?;
    let elsewhere = |bout: &Bout, pairs: usize| {
        let work = Contest { family: family.clone(), options: options.clone(), bout: bout.clone() };
        let mut shares = Shares { found: vec![None; pairs], next: 0, stop: &stop };
        let crew = crew.as_ref().expect("asked for with a crew alone");
        crew.run(&format!("rules tune {}", args.game), &work, &mut shares)
            .map_err(|trouble| trouble.to_string())?;
        let found: Option<Vec<f64>> = shares.found.into_iter().collect();
        found.ok_or_else(|| format!("stopped; the same command goes on from '{}'", state.display()))
    };
    let others: Option<&Others<'_>> = crew.as_ref().map(|_| &elsewhere as &Others<'_>);
    let mut unkept = None;
    let tuned = board.tune(&plan, others, &mut |tuning, share| {
        note!("round {} of {}: {:.1} % for one side", tuning.done, args.rounds, 100.0 * share);
        unkept = keep(&state, tuning).err();
        unkept.is_none() && !stop.load(Ordering::Relaxed)
    });
    let tuned = tuned.map_err(Failure::failed)?;
    if let Some(failure) = unkept {
        return Err(failure);
    }
    let Some(tuned) = tuned else {
        note!("ludus: stopped; the same command goes on from '{}'", state.display());
        return Ok(());
    };
    std::fs::write(&out, &tuned.text).map_err(|e| unwritten(&out, &e))?;
    match format {
        Format::Json => output::json(&tuned),
        Format::Text => output::print(&as_text(&tuned, &out)),
    }
    Ok(())
}

/// A contest of two texts as work: each job is a few pairs of games.
pub struct Contest {
    family: Family,
    options: Options,
    bout: Bout,
}

/// What another machine must know to play pairs of a contest.
#[derive(Serialize, Deserialize)]
struct Brief {
    game: String,
    options: BTreeMap<String, String>,
    bout: Bout,
}

/// The kind of work that a contest is.
const TUNE: &str = "tune";

/// Pairs in a job: they take little time.
const AT_ONCE: usize = 2;

impl Contest {
    /// The craft of playing pairs of contests.
    pub fn craft(games: &Games) -> Craft {
        let games = games.clone();
        Craft::new(TUNE, move |brief, _| {
            let brief: Brief = serde_json::from_str(brief).map_err(|error| error.to_string())?;
            let named = |options: Options, (name, value): (&String, &String)| options.with(name, value);
            Ok(Contest {
                family: games.find(&brief.game).map_err(|error| error.to_string())?.clone(),
                options: brief.options.iter().fold(Options::none(), named),
                bout: brief.bout,
            })
        })
    }
}

impl Work for Contest {
    type Input = (usize, usize);
    /// The shares as bits, which come through as they are.
    type Output = Vec<u64>;
    type Bench = ();

    fn kind(&self) -> &'static str {
        TUNE
    }

    fn brief(&self) -> String {
        let brief = Brief {
            game: self.family.info.name.to_string(),
            options: self.options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
            bout: self.bout.clone(),
        };
        serde_json::to_string(&brief).expect("plain data")
    }

    fn carry_out(
        &self,
        &(from, to): &(usize, usize),
        (): &mut (),
        _: &Arc<AtomicBool>,
    ) -> Result<Vec<u64>, String> {
        let board = self.family.open(&self.options).map_err(|error| error.to_string())?;
        let shares = board.shares(&self.bout, from..to).map_err(|error| error.to_string())?;
        Ok(shares.into_iter().map(f64::to_bits).collect())
    }
}

/// The pairs of a contest, and the share of the first text in each.
struct Shares<'a> {
    found: Vec<Option<f64>>,
    next: usize,
    stop: &'a AtomicBool,
}

impl Source<Contest> for Shares<'_> {
    fn next(&mut self) -> Next<(usize, usize)> {
        let (from, to) = (self.next, (self.next + AT_ONCE).min(self.found.len()));
        self.next = to;
        if from == to || self.stop.load(Ordering::Relaxed) { Next::End } else { Next::Job((from, to)) }
    }

    fn take(&mut self, (from, to): (usize, usize), outcome: Outcome<Vec<u64>>) -> Result<(), String> {
        match outcome {
            Outcome::Done { output, .. } if output.len() == to - from => {
                self.found[from..to]
                    .iter_mut()
                    .zip(output)
                    .for_each(|(place, share)| *place = Some(f64::from_bits(share)));
                Ok(())
            }
            Outcome::Done { .. } => Err("a machine answered for other pairs than it was asked for".into()),
            Outcome::Failed(sentence) | Outcome::GivenUp(sentence) => Err(sentence),
        }
    }

    fn waits(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

/// The tuning that a file keeps, if there is one.
fn resumed(state: &Path) -> Result<Option<Tuning>, Failure> {
    let text = match std::fs::read_to_string(state) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::failed(format!("cannot read '{}': {error}", state.display()))),
    };
    let tuning = serde_json::from_str(&text).map_err(|error| {
        Failure::failed(format!("'{}' is not a tuning that was stopped: {error}", state.display()))
    })?;
    Ok(Some(tuning))
}

/// Keeps a tuning so that a stop at any moment leaves either this one or the one before.
fn keep(state: &Path, tuning: &Tuning) -> Result<(), Failure> {
    let text = serde_json::to_string(tuning).map_err(Failure::failed)?;
    let fresh = with_ending(state, "new");
    std::fs::write(&fresh, text).map_err(|e| unwritten(&fresh, &e))?;
    std::fs::rename(&fresh, state).map_err(|e| unwritten(state, &e))
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    Failure::failed(format!("cannot write '{}': {error}", path.display()))
}

fn as_text(tuned: &Tuned, out: &Path) -> String {
    let mut text = String::new();
    for (name, old, new) in &tuned.changes {
        text += &format!("{name:<24} {old:>6} -> {new}\n");
    }
    let gain = &tuned.gain;
    text += &format!(
        "the new weights score {:.1} +- {:.1} % of {} games against the old ones\nwritten to {}\n",
        100.0 * gain.share,
        200.0 * gain.error,
        gain.games,
        out.display()
    );
    text
}
