//! `ludus completions`: commands completed by the shell.

use clap_complete::Shell;
use table::Games;

use crate::failure::Failure;
use crate::{args, output};

#[derive(clap::Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub fn run(games: &Games, args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::grammar(games), "ludus", &mut script);
    output::print(&String::from_utf8_lossy(&script));
    Ok(())
}
