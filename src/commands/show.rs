//! `ludus show`: a position drawn.

use std::path::Path;

use game::Options;
use serde_json::json;
use table::{Match, position_json};

use super::{Format, open};
use crate::args::ShowArgs;
use crate::failure::Failure;
use crate::output;

/// Width of PNG pictures.
const PIXELS: u32 = 1200;

pub fn run(args: &ShowArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let board = open(&args.game, options)?;
    write_pictures(args, board.as_ref())?;
    match format {
        Format::Json => output::json(&as_json(board.as_ref())),
        Format::Text => output::print(&as_text(board.as_ref())),
    }
    Ok(())
}

fn as_json(board: &dyn Match) -> serde_json::Value {
    json!({
        "game": board.info().name,
        "options": board.options().iter().collect::<std::collections::BTreeMap<_, _>>(),
        "position": board.position(),
        "fields": position_json(board.info(), &board.position()),
        "turn": board.side(),
        "over": board.over(),
        "result": board.ending(),
        "board": text_board(board),
    })
}

fn as_text(board: &dyn Match) -> String {
    let mut text = text_board(board);
    text += &format!("\n{}\n", board.position());
    match (board.ending(), board.side()) {
        (Some(ending), _) => text += &format!("{}\n", ending.sentence(&board.seat_names())),
        (None, Some(side)) => text += &format!("{} to move\n", side.name),
        (None, None) => text += "chance to act\n",
    }
    text
}

fn text_board(board: &dyn Match) -> String {
    board.picture().map(|picture| picture.text.to_string()).unwrap_or_default()
}

fn write_pictures(args: &ShowArgs, board: &dyn Match) -> Result<(), Failure> {
    if args.svg.is_none() && args.png.is_none() {
        return Ok(());
    }
    let picture = board.picture().ok_or_else(|| Failure::failed("this game cannot be drawn"))?;
    let look = draw::Look { last: picture.last, ..draw::Look::file(draw::Theme::Light) };
    if let Some(path) = &args.svg {
        save(path, draw::svg(&picture.scene, &look).as_bytes())?;
    }
    if let Some(path) = &args.png {
        save(path, &draw::png(&picture.scene, &look, PIXELS).map_err(Failure::failed)?)?;
    }
    Ok(())
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|e| Failure::failed(format!("cannot write '{}': {e}", path.display())))
}
