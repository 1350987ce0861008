//! `ludus fleet`: what goes on at a server where machines meet.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use fleet::Status;
use serde_json::json;
use table::Games;

use super::Format;
use super::crew::KeyArgs;
use crate::failure::Failure;
use crate::output;

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct FleetArgs {
    #[command(subcommand)]
    pub task: Option<FleetTask>,
    #[command(flatten)]
    pub at: AtArgs,
}

/// Which server.
#[derive(clap::Args, Debug)]
pub struct AtArgs {
    /// The NATS server where machines meet
    #[arg(long, value_name = "nats://HOST:PORT")]
    pub on: Option<String>,
    #[command(flatten)]
    pub key: KeyArgs,
}

#[derive(Subcommand, Debug)]
pub enum FleetTask {
    /// Take work out of the queue and stop what is under way
    Cancel {
        /// A part of the name or the path of the work, as the list shows them
        #[arg(value_name = "WORK")]
        which: String,
        #[command(flatten)]
        at: AtArgs,
    },
    /// Make a key: its secret part goes into a new file, the part for the server is printed
    Key {
        /// The new file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

pub fn run(games: &Games, args: &FleetArgs, format: Format) -> Result<(), Failure> {
    match &args.task {
        None => {
            let status = connect(games, &args.at)?.status().map_err(Failure::failed)?;
            match format {
                Format::Json => output::json(&status),
                Format::Text => output::print(&as_text(&status)),
            }
        }
        Some(FleetTask::Cancel { which, at }) => {
            let cancelled = connect(games, at)?.cancel(which).map_err(Failure::failed)?;
            match format {
                Format::Json => output::json(&json!({ "cancelled": cancelled })),
                Format::Text if cancelled == 0 => {
                    return Err(Failure::failed(format!(
                        "no work is called '{which}'; `ludus fleet` lists them"
                    )));
                }
                Format::Text => output::line(format!("{cancelled} cancelled")),
            }
        }
        Some(FleetTask::Key { file }) => {
            let (public, secret) = fleet::key::new();
            write_secret(file, &secret)
                .map_err(|error| Failure::failed(format!("cannot write '{}': {error}", file.display())))?;
            match format {
                Format::Json => output::json(&json!({ "nkey": public })),
                Format::Text => output::line(public),
            }
        }
    }
    Ok(())
}

fn connect(games: &Games, at: &AtArgs) -> Result<fleet::Server, Failure> {
    let wanted = || Failure::usage("which server? expected --on nats://HOST:4222");
    at.key.connect(games, at.on.as_deref().ok_or_else(wanted)?, "30s")
}

/// A new file that nobody else can read.
fn write_secret(path: &Path, secret: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    writeln!(file, "{secret}")
}

fn as_text(status: &Status) -> String {
    let mut text = format!(
        "{:<28} {:>8} {:>8} {:>8} {:>8} {:>8}  version\n",
        "machine", "threads", "running", "done", "failed", "a second"
    );
    for machine in &status.machines {
        let other = if machine.stamp == status.stamp {
            ""
        } else {
            "  (another version: shares no work with this one)"
        };
        text += &format!(
            "{:<28} {:>8} {:>8} {:>8} {:>8} {:>8.1}  {}{other}\n",
            machine.name,
            machine.threads,
            machine.running,
            machine.done,
            machine.failed,
            machine.rate,
            machine.stamp
        );
    }
    let threads: usize = status.machines.iter().map(|machine| machine.threads).sum();
    let waiting: u64 = status.waiting.values().sum::<u64>().saturating_sub(status.running);
    text += &format!(
        "\n{} machines, {threads} threads; {waiting} jobs wait, {} under way\n",
        status.machines.len(),
        status.running
    );
    for run in &status.runs {
        let state = if run.over { ", left by its owner" } else { "" };
        text += &format!(
            "\n{}\n  {} of {} jobs done{state}; {}\n",
            run.title,
            run.done,
            run.done + run.waiting,
            run.path
        );
    }
    text
}
