//! `ludus games`: what there is to play, and with whom.

use serde_json::json;

use table::Games;

use super::Format;
use crate::failure::Failure;
use crate::output;

pub fn run(games: &Games, format: Format) -> Result<(), Failure> {
    match format {
        Format::Json => output::json(&as_json(games)),
        Format::Text => output::print(&as_text(games)),
    }
    Ok(())
}

fn as_json(games: &Games) -> serde_json::Value {
    let games: Vec<_> = games
        .all()
        .iter()
        .map(|family| {
            let options: Vec<_> = family
                .info
                .options
                .iter()
                .map(
                    |o| json!({ "name": o.name, "help": o.help, "default": o.default, "choices": o.choices }),
                )
                .collect();
            let styles: Vec<_> = family
                .styles()
                .iter()
                .map(|s| json!({ "name": s.name, "player": s.player, "help": s.help }))
                .collect();
            let events: Vec<_> = arena::event::events(family)
                .iter()
                .map(|event| json!({ "name": event.name, "title": event.title }))
                .collect();
            json!({
                "name": family.info.name,
                "title": family.info.title,
                "tagline": family.info.tagline,
                "move_form": family.info.move_form,
                "options": options,
                "styles": styles,
                "events": events,
            })
        })
        .collect();
    let players: Vec<_> = players().map(|(name, help)| json!({ "name": name, "help": help })).collect();
    json!({ "games": games, "players": players })
}

/// Everybody who can have a seat, with a sentence about them.
fn players() -> impl Iterator<Item = (&'static str, &'static str)> {
    [(table::PERSON, "a person at this terminal")].into_iter().chain(table::players())
}

fn as_text(games: &Games) -> String {
    let mut text = String::from("Games\n");
    for family in games {
        text += &format!("  {:<16} {}\n", family.info.name, family.info.tagline);
        for option in family.info.options {
            let flag = format!("--{} {}", option.name, option.default);
            text += &format!("  {:<16}   {flag:<14} {}\n", "", option.help);
        }
        text += &format!("  {:<16}   a move: {}\n", "", family.info.move_form);
        for style in family.styles() {
            text += &format!("  {:<16}   player {:<13} {}\n", "", style.name, style.help);
        }
        for event in arena::event::events(family) {
            text += &format!("  {:<16}   event {:<14} {}\n", "", event.name, event.title);
        }
    }
    text += "\nPlayers\n";
    for (name, help) in players() {
        text += &format!("  {name:<16} {help}\n");
    }
    text
}
