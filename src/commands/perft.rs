//! `ludus perft`: the number of move sequences.

use game::Options;
use serde_json::json;

use table::Games;

use super::{Format, open};
use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::output;

pub fn run(games: &Games, args: &PerftArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let count = open(games, &args.game, options)?.perft(args.depth);
    match format {
        Format::Json => output::json(&json!({ "depth": args.depth, "count": count })),
        Format::Text => output::line(count.to_string()),
    }
    Ok(())
}
