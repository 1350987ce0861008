//! What a move set off, step by step: the end of a round as something to watch.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use draw::{Hotspots, Look};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use crate::app::{App, blocking};
use crate::failure::Failure;
use crate::seats::Hand;
use crate::visitor::Visitor;
use crate::wire::{RoundView, only, player_name, translate};
use crate::words::Words;

/// A step of what a move set off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StageView {
    /// The board after it, with the points that it brought.
    pub svg: String,
    /// The points in words; empty when there are none.
    pub text: String,
}

/// Which move.
#[derive(Deserialize)]
pub struct Ply {
    #[serde(default)]
    ply: usize,
}

/// Tells what a move of a game set off.
pub async fn of_game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(Ply { ply }): Query<Ply>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Json<Vec<StageView>>, Failure> {
    blocking(move || {
        let room = app.lobby.room(&id)?;
        let (board, names, own) = {
            let inner = room.lock();
            let seats = 0..inner.who.len();
            let names: Vec<String> =
                seats.map(|seat| player_name(&inner, seat, &hand, visitor.words())).collect();
            (inner.session.board().fork(), names, only(&inner.seats_of(&hand)))
        };
        let (phrases, frame) = (visitor.phrases(board.as_ref()), visitor.at_seat(own).frame(board.as_ref()));
        let view = |stage: table::Stage| {
            let mut scene = stage.scene;
            translate(&mut scene, &phrases);
            let said = stage.gains.iter().map(|gain| {
                let sign = if gain.points < 0 { '\u{2212}' } else { '+' };
                format!("{} {sign}{}", names[gain.who.index()], gain.points.abs())
            });
            let text = said.collect::<Vec<_>>().join(", ");
            let title = visitor.words().board.to_string();
            let look = Look { title, hotspots: Hotspots::Legal, gains: stage.gains, ..Look::default() };
            StageView { svg: draw::svg(&scene, &look), text }
        };
        Ok(Json(board.stages(ply, frame).into_iter().map(view).collect()))
    })
    .await
}

/// The rounds that are over, each of which can be seen again.
pub fn list(rounds: &[RoundView], words: &Words) -> Markup {
    html! {
        round-list data-skip=(words.round_skip) data-again=(words.round_again) hidden[rounds.is_empty()] {
            h2 { (words.rounds) }
            p.told role="status" aria-live="polite" {}
            ol { @for round in rounds { li {
                strong { (round.title) } span { (round.text) }
                button data-ply=(round.ply) aria-label={ (round.title) ": " (words.round_again) } { (words.round_again) }
            } } }
        }
    }
}
