//! `ludus audit`: whether what the rules of a game say is so, and more than a lot would say.

use std::path::{Path, PathBuf};

use audit::{Audit, Plan, audit, in_section, in_spoken};
use game::Options;
use table::Games;

use super::Format;
use crate::failure::Failure;
use crate::output;

#[derive(clap::Args, Debug)]
pub struct AuditArgs {
    /// The game
    pub game: String,
    /// How many games the strongest player plays against itself
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub games: usize,
    /// How many positions of each are looked at
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub positions: usize,
    /// What everything random follows from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Nodes for the judgement of all moves of a position
    #[arg(long, value_name = "N", default_value_t = Plan::default().deep)]
    pub nodes: u64,
    /// Positions that may be looked at for each claim
    #[arg(long, value_name = "N", default_value_t = Plan::default().claim)]
    pub claim_nodes: u64,
    /// The pack [default: the game's first]
    #[arg(long, value_name = "NAME")]
    pub pack: Option<String>,
    /// Put the table into its section of this page
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// Put the rules that may speak into this list
    #[arg(long, value_name = "FILE")]
    pub spoken: Option<PathBuf>,
}

pub fn run(games: &Games, args: &AuditArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let board = games.find(&args.game)?.open(options)?;
    let plan = Plan {
        games: args.games,
        positions: args.positions,
        seed: args.seed,
        deep: args.nodes,
        claim: args.claim_nodes,
        pack: args.pack.clone(),
        ..Plan::default()
    };
    let found = audit(board.as_ref(), &plan, &mut |done| {
        if format == Format::Text && done % 10 == 0 {
            eprintln!("{done} of {} games", plan.games);
        }
        true
    })
    .map_err(Failure::failed)?;
    if let Some(path) = &args.markdown {
        rewrite(path, &found, in_section)?;
    }
    if let Some(path) = &args.spoken {
        rewrite(path, &found, in_spoken)?;
    }
    match format {
        Format::Json => output::json(&found),
        Format::Text => output::print(&found.text()),
    }
    Ok(())
}

/// Puts an audit into a file, which need not exist yet.
fn rewrite(path: &Path, found: &Audit, change: fn(&str, &Audit) -> String) -> Result<(), Failure> {
    let before = std::fs::read_to_string(path).unwrap_or_default();
    std::fs::write(path, change(&before, found))
        .map_err(|e| Failure::failed(format!("cannot write '{}': {e}", path.display())))
}
