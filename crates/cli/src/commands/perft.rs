//! `ludus perft`: the number of move sequences.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game::{Control, Limits, Options};
use serde_json::json;

use table::Games;

use super::{Format, open};
use crate::args::{PerftArgs, time};
use crate::failure::Failure;
use crate::interrupt;
use crate::output;

pub fn run(games: &Games, args: &PerftArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let board = open(games, &args.game, options)?;
    let limits = Limits { time: args.time.as_deref().map(time).transpose()?, ..Limits::default() };
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(&stop);
    let control = Control::stoppable(limits, stop);
    let count = board.perft(args.depth, &control);
    let count = count
        .ok_or_else(|| Failure::failed("stopped before all were counted; give more time or less depth"))?;
    match format {
        Format::Json => output::json(&json!({ "depth": args.depth, "count": count })),
        Format::Text => output::line(count.to_string()),
    }
    Ok(())
}
