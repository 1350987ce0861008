//! `ludus bench`: fixed work per game, with its node-count signature and speed, in seconds of the processor.

use std::time::Duration;

use serde_json::{Map, json};

use table::{Clock, Figures, Games};

use super::Format;
use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::output;

/// Everything is done for at least this long.
const CLOCK: Clock = Clock { now: arena::pace::processor_time, least: Duration::from_millis(600) };

pub fn run(games: &Games, args: &BenchArgs, options: &game::Options, format: Format) -> Result<(), Failure> {
    let families: Vec<&table::Family> = match &args.game {
        Some(name) => vec![games.find(name)?],
        None => games.all().iter().collect(),
    };
    let mut object = Map::new();
    if format == Format::Text {
        output::line(row(&["game", "signature", "nodes/s", "playouts/s", "solver", "solver nodes/s"]));
    }
    for family in families {
        let board = family.open(options)?;
        let Some(figures) = board.bench(CLOCK) else { continue };
        match format {
            Format::Json => _ = object.insert(family.info.name.to_string(), json!(figures)),
            Format::Text => {
                output::line(row(&columns(family.info.name, &figures).each_ref().map(String::as_str)))
            }
        }
    }
    if format == Format::Json {
        output::json(&object);
    }
    Ok(())
}

fn columns(name: &str, figures: &Figures) -> [String; 6] {
    let known = |figure: Option<u64>| figure.map_or("-".to_string(), |figure| figure.to_string());
    [
        name.to_string(),
        figures.signature.to_string(),
        figures.nps.to_string(),
        figures.playouts_per_s.to_string(),
        known(figures.solver_signature),
        known(figures.solver_nps),
    ]
}

fn row(columns: &[&str; 6]) -> String {
    let [name, rest @ ..] = columns;
    rest.iter().fold(format!("{name:<16}"), |row, column| row + &format!(" {column:>14}"))
}
