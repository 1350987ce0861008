//! `ludus bench`: fixed work per game, with its node-count signature and speed.

use serde_json::{Map, json};

use table::Games;

use super::Format;
use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output;

pub fn run(games: &Games, args: &BenchArgs, options: &game::Options, format: Format) -> Result<(), Failure> {
    let families: Vec<&table::Family> = match &args.game {
        Some(name) => vec![games.find(name)?],
        None => games.all().iter().collect(),
    };
    let mut object = Map::new();
    if format == Format::Text {
        output::line(format!("{:<16} {:>12} {:>12} {:>12}", "game", "signature", "nodes/s", "playouts/s"));
    }
    for family in families {
        let board = family.open(options)?;
        let Some(figures) = board.bench() else { continue };
        match format {
            Format::Json => _ = object.insert(family.info.name.to_string(), json!(figures)),
            Format::Text => output::line(format!(
                "{:<16} {:>12} {:>12} {:>12}",
                family.info.name, figures.signature, figures.nps, figures.playouts_per_s
            )),
        }
    }
    if format == Format::Json {
        output::json(&object);
    }
    Ok(())
}
