//! The command line: glue and nothing else.

mod args;
mod commands;
mod failure;
mod interrupt;
#[cfg(test)]
#[path = "../tests/program/manual.rs"]
mod manual;
mod output;

use std::process::ExitCode;

use failure::Failure;

fn main() -> ExitCode {
    let games = registry::games();
    let parsed = match args::parse(&games, std::env::args_os()) {
        Ok(parsed) => parsed,
        Err(error) if error.use_stderr() => return Failure::usage(args::one_sentence(&error)).report(),
        Err(help) => {
            output::print(&help.render().to_string());
            return ExitCode::SUCCESS;
        }
    };
    match commands::run(&games, parsed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
