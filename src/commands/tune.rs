//! `ludus rules tune`: better weights by self-play, stopped and resumed at will.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use game::Options;
use table::expert::{Plan, Tuned, Tuning};

use table::Games;

use super::Format;
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
        eprintln!("ludus: going on after round {} of '{}'", tuning.done, state.display());
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
    let mut unkept = None;
    let tuned = board.tune(&plan, &mut |tuning, share| {
        eprintln!("round {} of {}: {:.1} % for one side", tuning.done, args.rounds, 100.0 * share);
        unkept = keep(&state, tuning).err();
        unkept.is_none() && !stop.load(Ordering::Relaxed)
    });
    let tuned = tuned.map_err(Failure::failed)?;
    if let Some(failure) = unkept {
        return Err(failure);
    }
    let Some(tuned) = tuned else {
        eprintln!("ludus: stopped; the same command goes on from '{}'", state.display());
        return Ok(());
    };
    std::fs::write(&out, &tuned.text).map_err(|e| unwritten(&out, &e))?;
    match format {
        Format::Json => output::json(&tuned),
        Format::Text => output::print(&as_text(&tuned, &out)),
    }
    Ok(())
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
