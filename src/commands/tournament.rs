//! `ludus tournament`: many players, from a file, resumable.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::journal::Entry;
use arena::{Isolation, Standings, Tournament};

use super::Format;
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

#[derive(clap::Args, Debug)]
pub struct TournamentArgs {
    /// The description of the tournament
    #[arg(value_name = "FILE.toml")]
    pub file: PathBuf,
}

pub fn run(args: &TournamentArgs, format: Format) -> Result<(), Failure> {
    let tournament = Tournament::read(&args.file).map_err(Failure::usage)?;
    eprintln!("bots are {}", Isolation::best().sentence());
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let progress = |entry: &Entry, standings: &Standings| {
        let result = entry.record.result.as_ref().map_or("", |result| result.ending.as_str());
        let leader = standings.rows.first().map_or("", |row| row.name.as_str());
        eprintln!(
            "game {}: {} ({result}); {leader} leads",
            standings.games,
            entry.record.players.join(" - ")
        );
    };
    let journal = args.file.with_extension("journal.jsonl");
    let standings = tournament.run(&journal, &stop, &progress).map_err(Failure::failed)?;
    write(&args.file.with_extension("csv"), &standings.csv())?;
    match format {
        Format::Json => output::json(&standings),
        Format::Text => output::print(&standings.text()),
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::failed("stopped; the same command goes on from here"));
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|e| Failure::failed(format!("cannot write '{}': {e}", path.display())))
}
