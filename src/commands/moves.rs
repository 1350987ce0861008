//! `ludus moves`: the legal moves.

use game::Options;
use serde_json::json;

use table::Games;

use super::{Format, open};
use crate::args::GameArgs;
use crate::failure::Failure;
use crate::output;

pub fn run(games: &Games, args: &GameArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let moves = open(games, args, options)?.legal();
    match format {
        Format::Json => output::json(&json!({ "moves": moves })),
        Format::Text => output::line(moves.join("\n")),
    }
    Ok(())
}
