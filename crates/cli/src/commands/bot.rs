//! `ludus bot`: write a starter bot, check any bot.

use std::path::PathBuf;

use arena::check::{self, Step};
use arena::starter::Starter;
use arena::{BotCommand, Caps, Isolation};
use game::Options;
use serde_json::json;

use table::Games;

use super::Format;
use crate::failure::Failure;
use crate::output;

#[derive(clap::Subcommand, Debug)]
pub enum BotTask {
    /// Walk a bot through the protocol, step by step
    Check(CheckArgs),
    /// Write a working starter bot
    New(NewArgs),
}

#[derive(clap::Args, Debug)]
pub struct CheckArgs {
    /// The game
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Build and check the bot in this folder, as its bot.toml says
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub folder: Option<PathBuf>,
    /// The bot's command
    #[arg(value_name = "COMMAND", last = true, required_unless_present = "folder")]
    pub command: Vec<String>,
}

#[derive(clap::Args, Debug)]
pub struct NewArgs {
    /// python, javascript, java, c, c++, rust, prolog, lisp or bash
    #[arg(value_name = "LANGUAGE")]
    pub language: String,
    /// Where to put it
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

pub fn run(games: &Games, task: &BotTask, options: &Options, format: Format) -> Result<(), Failure> {
    match task {
        BotTask::Check(args) => check_bot(games, args, options, format),
        BotTask::New(args) => new_bot(args, format),
    }
}

fn check_bot(games: &Games, args: &CheckArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let family = games.find(&args.game)?;
    let isolation = Isolation::chosen().map_err(Failure::usage)?;
    let command = match &args.folder {
        Some(folder) => arena::class::prepare(folder, Caps::default()).map_err(Failure::failed)?,
        None => BotCommand::new(&args.command, None).map_err(Failure::usage)?,
    };
    let mut told = |step: &Step| {
        if format == Format::Text {
            output::line(as_text(step));
        }
    };
    if format == Format::Text {
        output::line(isolation.sentence());
    }
    let checked = check::check(family, options, &command, Caps::default(), &mut told)?;
    if format == Format::Json {
        output::json(&json!({
            "passed": checked.passed(),
            "isolation": checked.isolation,
            "steps": checked.steps,
            "stderr": checked.stderr,
        }));
    }
    if checked.passed() {
        return Ok(());
    }
    if format == Format::Text && !checked.stderr.trim().is_empty() {
        output::line(format!("its stderr:\n{}", checked.stderr.trim()));
    }
    Err(Failure::failed(format!("the bot failed step {} of {}", checked.steps.len(), check::STEPS.len())))
}

fn as_text(step: &Step) -> String {
    match &step.problem {
        None => format!("{}. ok      {}", step.number, step.title),
        Some(problem) => format!(
            "{}. FAILED  {}\n   line      {}\n   expected  {}\n   found     {}",
            step.number, step.title, problem.line, problem.expected, problem.found
        ),
    }
}

fn new_bot(args: &NewArgs, format: Format) -> Result<(), Failure> {
    let starter = Starter::find(&args.language).map_err(Failure::usage)?;
    let path = starter.write(&args.folder).map_err(Failure::failed)?;
    if format == Format::Json {
        output::json(&json!({ "file": path, "build": starter.build, "run": starter.run }));
        return Ok(());
    }
    let (folder, run) = (args.folder.display(), starter.run.join(" "));
    output::line(format!("wrote {}, and bot.toml, which says how to build and run it", path.display()));
    output::line(format!("check it:  ludus bot check GAME --folder {folder}"));
    let build =
        if starter.build.is_empty() { String::new() } else { format!("{} && ", starter.build.join(" ")) };
    output::line(format!("by hand:   cd {folder} && {build}ludus bot check GAME -- {run}"));
    Ok(())
}
