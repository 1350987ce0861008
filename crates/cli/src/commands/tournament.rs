//! `ludus tournament`: many players, from a file, resumable.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arena::class::{Inspected, Trust};
use arena::grade::Grades;
use arena::report::Report;
use arena::tournament::Submissions;
use arena::{Crew, Isolation, Plan, Progress, Tournament, forecast};
use serde_json::json;
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
    /// Go on with the submissions of a class as they were, whatever has been handed in since
    #[arg(long)]
    pub keep: bool,
    #[command(flatten)]
    pub crew: super::CrewArgs,
    /// Stop when standard input ends: whoever started this has gone
    #[arg(long, hide = true)]
    pub with_parent: bool,
}

pub fn run(games: &Games, args: &TournamentArgs, format: Format) -> Result<(), Failure> {
    if let Some(game) = &args.new {
        return begin(games, args, game, format);
    }
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    if args.with_parent {
        end_with_parent(&stop);
    }
    let isolation = Isolation::chosen().map_err(Failure::usage)?;
    note!("bots are {}; {}", isolation.sentence(), arena::sandbox::cgroup::sentence());
    let trust = if args.trust { Trust::Everybody } else { Trust::Nobody };
    let submissions = if args.keep { Submissions::Frozen } else { Submissions::Taken };
    let tournament =
        Tournament::read(games, &args.file, (trust, submissions), &tell_of_entry).map_err(Failure::usage)?;
    for (name, why) in tournament.absent() {
        note!("{name} cannot start and will lose its games: {why}");
    }
    let crew = match args.crew.on {
        Some(_) => {
            tournament.can_travel().map_err(Failure::usage)?;
            args.crew.open(games, None)?
        }
        None => tournament.crew(),
    };
    let grading = tournament.grading().map_err(Failure::usage)?;
    let times = [Some(&tournament), grading.as_ref()].into_iter().flatten().map(Tournament::at_most);
    if let Some(time) = times.sum::<Option<Duration>>() {
        note!("all of it takes at most about {}", forecast::in_words(time));
    }
    let outcome = play(&tournament, &crew, &args.file.with_extension("journal.jsonl"), &stop)?;
    let mut graded = None;
    if let Some(grading) = &grading {
        // Also when it was stopped: what is graded already is in the report.
        note!("grading");
        graded = Some(play(grading, &crew, &args.file.with_extension("grades.jsonl"), &stop)?);
    }
    let grades = graded
        .as_ref()
        .zip(grading.as_ref())
        .map(|(graded, grading)| Grades::of(graded, tournament.names().len(), grading.games_of_a_meeting()));
    let alike = tournament.alike();
    let title = args.file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let report = Report {
        title,
        family: tournament.family(),
        outcome: &outcome,
        class: tournament.class(),
        grades: grades.as_ref(),
        graded: graded.as_ref(),
        alike: &alike,
    };
    report.write(&args.file).map_err(Failure::failed)?;
    match format {
        Format::Json => output::json(&report.json()),
        Format::Text => {
            output::print(&outcome.standings.text());
            if let Some(grades) = &grades {
                output::print(&format!("\n{}", grades.text()));
            }
            for pair in &alike {
                output::print(&format!("\n{}", pair.text()));
            }
            if outcome.withdrawn > 0 {
                output::line(format!(
                    "\n{} games of earlier submissions count for nobody",
                    outcome.withdrawn
                ));
            }
            for entry in tournament.class() {
                if let Some(problem) = &entry.problem {
                    output::line(format!("\n{} may not play yet: {problem}", entry.name));
                }
            }
        }
    }
    note!("the report is in '{}'", args.file.with_extension("html").display());
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::failed("stopped; the same command goes on from here"));
    }
    Ok(())
}

/// Time for the games under way when whoever started the tournament has gone. Those that are not done are played again.
const PARTING: Duration = Duration::from_millis(500);

/// Ends the program soon after its standard input has ended.
fn end_with_parent(stop: &Arc<AtomicBool>) {
    let stop = stop.clone();
    std::thread::spawn(move || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        stop.store(true, Ordering::Relaxed);
        std::thread::sleep(PARTING);
        std::process::exit(1);
    });
}

fn play(
    tournament: &Tournament,
    crew: &Crew,
    journal: &Path,
    stop: &AtomicBool,
) -> Result<arena::Outcome, Failure> {
    let began = Instant::now();
    let before = Mutex::new(None);
    let told = |progress: &Progress<'_>| {
        let record = &progress.entry.record;
        let names: Vec<&str> = record.players.iter().map(String::as_str).collect();
        let result = record.result.as_ref().map_or(String::new(), |result| result.sentence(&names));
        // Games that were played in an earlier run took no time in this one.
        let mut before = before.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let before = *before.get_or_insert(progress.done - 1);
        let left = progress.known.saturating_sub(progress.done);
        let left =
            forecast::left(began.elapsed(), progress.done - before, left).filter(|left| !left.is_zero());
        let left = left.map_or(String::new(), |left| format!(", about {} left", forecast::in_words(left)));
        note!("{} of {}{left}: {}: {result}", progress.done, progress.known, names.join(" - "));
    };
    tournament.run_by(crew, journal, stop, &told).map_err(Failure::failed)
}

fn tell_of_entry(entry: &Inspected) {
    match &entry.problem {
        None => note!("{} is built and checked", entry.name),
        Some(problem) => note!("{} may not play: {problem}", entry.name),
    }
}

/// Writes a description to begin with.
fn begin(games: &Games, args: &TournamentArgs, game: &str, format: Format) -> Result<(), Failure> {
    let text = Plan::template(games.find(game)?, args.event.as_deref()).map_err(Failure::usage)?;
    if args.file.exists() {
        return Err(Failure::failed(format!(
            "'{}' exists already; expected the name of a new file",
            args.file.display()
        )));
    }
    std::fs::write(&args.file, text)
        .map_err(|e| Failure::failed(format!("cannot write '{}': {e}", args.file.display())))?;
    let sentence = format!("wrote {0}\nrun it:  ludus tournament {0}", args.file.display());
    output::either(format, &json!({ "written": args.file, "game": game }), &sentence);
    Ok(())
}
