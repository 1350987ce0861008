//! The command line: glue between what people type and the crates that do the work. It is handed the games, so that a change in one of them does
//! not compile it again.

#![warn(clippy::print_stderr)]

#[macro_use]
mod output;

mod args;
mod commands;
mod failure;
mod interrupt;

use std::ffi::OsString;
use std::process::ExitCode;

pub use args::parse;
use failure::Failure;
use table::Games;

/// Does what the arguments ask for and says how it went. The first argument is the program's own name.
pub fn run(games: &Games, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let parsed = match parse(games, arguments) {
        Ok(parsed) => parsed,
        Err(error) if error.use_stderr() => return Failure::usage(args::one_sentence(&error)).report(),
        Err(help) => {
            output::print(&help.render().to_string());
            return ExitCode::SUCCESS;
        }
    };
    match commands::run(games, parsed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
