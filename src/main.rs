//! The program: the command line and the games.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(&registry::games(), std::env::args_os())
}
