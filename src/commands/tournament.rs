//! `ludus tournament`: many players, from a file, resumable.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::class::{Inspected, Trust};
use arena::grade::Grades;
use arena::report::Report;
use arena::{Isolation, Plan, Progress, Tournament};

use table::Games;

use super::Format;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

#[derive(clap::Args, Debug)]
pub struct TournamentArgs {
    /// The description of the tournament
    #[arg(value_name = "FILE.toml")]
    pub file: PathBuf,
    /// Write a description to begin with, for this game, and stop
    #[arg(long, value_name = "GAME")]
    pub new: Option<String>,
    /// With --new: by the settings of this event (`ludus games` lists them)
    #[arg(long, value_name = "EVENT", requires = "new")]
    pub event: Option<String>,
    /// Run the bots of a class even where they cannot be isolated
    #[arg(long)]
    pub trust: bool,
}

pub fn run(games: &Games, args: &TournamentArgs, format: Format) -> Result<(), Failure> {
    if let Some(game) = &args.new {
        return begin(games, args, game);
    }
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let isolation = Isolation::chosen().map_err(Failure::usage)?;
    eprintln!("bots are {}; {}", isolation.sentence(), arena::sandbox::cgroup::sentence());
    let trust = if args.trust { Trust::Everybody } else { Trust::Nobody };
    let tournament =
        Tournament::read(games, &args.file, trust, &mut tell_of_entry).map_err(Failure::usage)?;
    for (name, why) in tournament.absent() {
        eprintln!("{name} cannot start and will lose its games: {why}");
    }
    let outcome = play(&tournament, &args.file.with_extension("journal.jsonl"), &stop)?;
    let mut grades = None;
    if let Some(grading) = tournament.grading().map_err(Failure::usage)?
        && !stop.load(Ordering::Relaxed)
    {
        eprintln!("grading");
        let graded = play(&grading, &args.file.with_extension("grades.jsonl"), &stop)?;
        grades = Some(Grades::of(&graded, tournament.names().len()));
    }
    let title = args.file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let report = Report {
        title,
        family: tournament.family(),
        outcome: &outcome,
        class: tournament.class(),
        grades: grades.as_ref(),
    };
    report.write(&args.file).map_err(Failure::failed)?;
    match format {
        Format::Json => output::json(&report.json()),
        Format::Text => {
            output::print(&outcome.standings.text());
            if let Some(grades) = &grades {
                output::print(&format!("\n{}", grades.text()));
            }
            for entry in tournament.class() {
                if let Some(problem) = &entry.problem {
                    output::line(format!("\n{} may not play yet: {problem}", entry.name));
                }
            }
        }
    }
    eprintln!("the report is in '{}'", args.file.with_extension("html").display());
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::failed("stopped; the same command goes on from here"));
    }
    Ok(())
}

fn play(tournament: &Tournament, journal: &Path, stop: &AtomicBool) -> Result<arena::Outcome, Failure> {
    let told = |progress: &Progress<'_>| {
        let record = &progress.entry.record;
        let names: Vec<&str> = record.players.iter().map(String::as_str).collect();
        let result = record.result.as_ref().map_or(String::new(), |result| result.sentence(&names));
        eprintln!("{} of {}: {}: {result}", progress.done, progress.known, names.join(" - "));
    };
    tournament.run(journal, stop, &told).map_err(Failure::failed)
}

fn tell_of_entry(entry: &Inspected) {
    match &entry.problem {
        None => eprintln!("{} is built and checked", entry.name),
        Some(problem) => eprintln!("{} may not play: {problem}", entry.name),
    }
}

/// Writes a description to begin with.
fn begin(games: &Games, args: &TournamentArgs, game: &str) -> Result<(), Failure> {
    let text = Plan::template(games.find(game)?, args.event.as_deref()).map_err(Failure::usage)?;
    if args.file.exists() {
        return Err(Failure::failed(format!(
            "'{}' exists already; expected the name of a new file",
            args.file.display()
        )));
    }
    std::fs::write(&args.file, text)
        .map_err(|e| Failure::failed(format!("cannot write '{}': {e}", args.file.display())))?;
    output::line(format!("wrote {0}\nrun it:  ludus tournament {0}", args.file.display()));
    Ok(())
}
