//! `ludus man`: manual pages.

use std::path::PathBuf;

use clap_mangen::Man;
use table::Games;

use crate::failure::Failure;
use crate::{args, output};

#[derive(clap::Args, Debug)]
pub struct ManArgs {
    /// Write the pages of all commands into this folder instead
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub fn run(games: &Games, args: &ManArgs) -> Result<(), Failure> {
    let grammar = args::grammar(games);
    let Some(folder) = &args.folder else {
        let mut page = Vec::new();
        Man::new(grammar).render(&mut page).map_err(Failure::failed)?;
        output::print(&String::from_utf8_lossy(&page));
        return Ok(());
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(grammar, folder));
    written.map_err(|error| Failure::failed(format!("cannot write to '{}': {error}", folder.display())))
}
