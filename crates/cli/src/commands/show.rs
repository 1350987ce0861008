//! `ludus show`: a position drawn.

use std::path::Path;

use game::{Options, Scene};
use serde_json::json;
use table::expert::Lang;
use table::{Games, Match, Picture, position_json};

use super::{Format, deal, open};
use crate::args::{Notation, ShowArgs};
use crate::failure::Failure;
use crate::output;

/// Width of PNG pictures.
const PIXELS: u32 = 1200;

pub fn run(games: &Games, args: &ShowArgs, options: &Options, format: Format) -> Result<(), Failure> {
    let mut board = open(games, &args.game, options)?;
    if let Some(seed) = args.seed {
        deal(board.as_mut(), seed, Lang::En, format);
    }
    if args.svg.is_some() || args.png.is_some() {
        let picture = picture(board.as_ref())?;
        let look = draw::Look { last: picture.last, ..draw::Look::file(draw::Theme::Light) };
        save_pictures(&picture.scene, &look, args.svg.as_deref(), args.png.as_deref())?;
    }
    let written = match args.notation {
        Notation::Text => board.position(),
        Notation::Seed => {
            let none = || Failure::usage(format!("'{}' has no notation but the usual one", args.game.game));
            board.notation().ok_or_else(none)?
        }
    };
    match format {
        Format::Json => output::json(&as_json(board.as_ref(), args.notation, &written)),
        Format::Text => output::print(&as_text(board.as_ref(), &written)),
    }
    Ok(())
}

fn as_json(board: &dyn Match, notation: Notation, written: &str) -> serde_json::Value {
    let mut document = json!({
        "game": board.info().name,
        "options": board.options().iter().collect::<std::collections::BTreeMap<_, _>>(),
        "position": board.position(),
        "fields": position_json(board.info(), &board.position()),
        "turn": board.side(),
        "over": board.over(),
        "result": board.ending(),
        "board": text_board(board),
    });
    if notation != Notation::Text {
        document["notation"] = json!(written);
    }
    document
}

fn as_text(board: &dyn Match, written: &str) -> String {
    let mut text = text_board(board);
    text += &format!("\n{written}\n");
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

/// The position as a picture.
pub fn picture(board: &dyn Match) -> Result<Picture, Failure> {
    board.picture().ok_or_else(|| Failure::failed("this game cannot be drawn"))
}

/// Writes the picture to the files that are given.
pub fn save_pictures(
    scene: &Scene,
    look: &draw::Look,
    svg: Option<&Path>,
    png: Option<&Path>,
) -> Result<(), Failure> {
    if let Some(path) = svg {
        save(path, draw::svg(scene, look).as_bytes())?;
    }
    if let Some(path) = png {
        save(path, &draw::png(scene, look, PIXELS).map_err(Failure::failed)?)?;
    }
    Ok(())
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|e| Failure::failed(format!("cannot write '{}': {e}", path.display())))
}
