//! `ludus moves`: the legal moves, and where they lead.

use game::Options;
use serde_json::json;

use table::{Games, Match};

use super::{Format, open};
use crate::args::MovesArgs;
use crate::failure::Failure;
use crate::output;

pub fn run(games: &Games, args: &MovesArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let board = open(games, &args.game, options)?;
    let moves = board.legal();
    let states = args.states.then(|| states(board.as_ref(), moves.len()));
    match (format, states) {
        (Format::Json, Some(states)) => output::json(&json!({ "moves": moves, "states": states })),
        (Format::Json, None) => output::json(&json!({ "moves": moves })),
        (Format::Text, Some(states)) => {
            let width = moves.iter().map(|mv| mv.chars().count()).max().unwrap_or(0);
            let lines = moves.iter().zip(states).map(|(mv, state)| format!("{mv:<width$}  {state}\n"));
            output::print(&lines.collect::<String>());
        }
        (Format::Text, None) => output::line(moves.join("\n")),
    }
    Ok(())
}

/// The position after each legal move.
fn states(board: &dyn Match, moves: usize) -> Vec<String> {
    let mut after = board.fork();
    let next = |place| {
        after.play_nth(place)?;
        let position = after.position();
        after.undo();
        Some(position)
    };
    (0..moves).map_while(next).collect()
}
