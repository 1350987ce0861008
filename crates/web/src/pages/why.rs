//! Asking for reasons, in a game and in an analysis.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use draw::View;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;
use table::expert::EXPERT;
use table::{Match, Who};

use crate::app::{App, blocking};
use crate::failure::Failure;
use crate::pages::editor;
use crate::pages::game::Turned;
use crate::turns::Asker;
use crate::visitor::Visitor;
use crate::why::{WhyView, coached, why};
use crate::words::Words;

/// Whether the panel begins open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// It does.
    AtOnce,
    /// When it is asked for.
    OnRequest,
}

/// The panel beside a board.
pub fn panel(words: &Words, game: &str, open: Shown) -> Markup {
    let told = json!({ "intro": words.why_intro, "wait": words.warn_look, "forbidden": words.why_forbidden, "none": words.why_none, "not": words.why_not });
    html! {
        why-panel data-words=(told.to_string()) {
            details.why open[open == Shown::AtOnce] {
                summary { (words.why) }
                div.speakers role="group" aria-label=(words.why_by) {
                    button.speaker data-by="coach" aria-pressed="true" { (words.why_coach) }
                    button.speaker data-by="rules" aria-pressed="false" { (words.why_rules) }
                }
                p.said-why.quiet aria-live="polite" { (words.why_intro) }
                div.answer hidden {
                    p.why-past.quiet { (words.why_before) " " button.back { (words.why_back) } }
                    h3 aria-level="2" { span.why-title {} output.total.points {} }
                    p.why-verdict {}
                    ol.reasons {}
                    p.why-line hidden { span.quiet { (words.why_line) } button lang="en" {} }
                    h3.others-title aria-level="2" { (words.why_not) }
                    ul.others {}
                    label.ask { span { (words.why_other) } select {} }
                    p.why-lab { a.link data-link="lab" href={ "/lab/" (game) } { (words.why_lab) } }
                }
            }
        }
    }
}

/// What is asked.
#[derive(Deserialize)]
pub struct Asked {
    /// How many moves had been made; without it, the last move of a player is meant.
    ply: Option<usize>,
    /// Which move; without it, the one that was made there, or the one that the rules would choose.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Who is asked; without it, the coach, unless the move was made by somebody who goes by rules alone.
    by: Option<By>,
    /// By which knowledge the rules speak; without it, the game's own.
    pack: Option<String>,
    turned: Option<Turned>,
}

/// Who is asked for reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum By {
    Coach,
    Rules,
}

impl Asked {
    fn side(&self) -> View {
        Turned::view(self.turned)
    }
}

/// Why a move of a game was made, or why not another.
pub async fn of_game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    visitor: Visitor,
    asker: Asker,
) -> Result<Json<WhyView>, Failure> {
    let turn = app.why.take(&asker).await?;
    let (lobby, effort) = (app.lobby.clone(), app.lobby.effort());
    blocking(move || {
        // It ends with the work and not with the request: whoever goes away leaves the work behind.
        let _turn = turn;
        let room = lobby.room(&id)?;
        let (board, thought, players) = {
            let inner = room.lock();
            (inner.session.board().fork(), inner.last_thought.clone(), inner.who.clone())
        };
        let movers = board.movers();
        let last = movers.iter().rposition(Option::is_some);
        let ply = asked.ply.or(last).unwrap_or(movers.len());
        let made = board.moves().get(ply).cloned();
        let expected = thought.filter(|_| last == Some(ply)).map(|t| t.pv.clone()).unwrap_or_default();
        let you = table::only_person(players.iter().map(Who::is_person));
        let own_pack =
            movers.get(ply).copied().flatten().and_then(|seat| pack_of(board.as_ref(), &players[seat]));
        let board = back_to(board, ply)?;
        let mv = asked.mv.as_deref().or(made.as_deref());
        let pack = asked.pack.clone().or(own_pack);
        let usual = if pack.is_some() { By::Rules } else { By::Coach };
        let reader = (visitor, asked.side());
        Ok(Json(match asked.by.unwrap_or(usual) {
            By::Coach => coached(board.as_ref(), (mv, you), effort, reader)?,
            By::Rules => why(board.as_ref(), (mv, pack.as_deref()), &expected, reader)?,
        }))
    })
    .await
}

/// Why a move would be made in a position of an analysis.
pub async fn of_analysis(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
    Query(asked): Query<Asked>,
    visitor: Visitor,
    asker: Asker,
) -> Result<Json<WhyView>, Failure> {
    let turn = app.why.take(&asker).await?;
    let (studies, effort) = (app.studies.clone(), app.lobby.effort());
    blocking(move || {
        let _turn = turn;
        let study = studies.study(&id)?;
        let known = study.tree().nodes.len();
        let node = node.parse().ok().filter(|&node| node < known).ok_or(Failure::NotFound)?;
        let board = study.board(node)?;
        let (mv, pack, reader) = (asked.mv.as_deref(), asked.pack.as_deref(), (visitor, asked.side()));
        let usual = if pack.is_some() { By::Rules } else { By::Coach };
        Ok(Json(match asked.by.unwrap_or(usual) {
            By::Coach => coached(board.as_ref(), (mv, None), effort, reader)?,
            By::Rules => why(board.as_ref(), (mv, pack), &[], reader)?,
        }))
    })
    .await
}

/// A position that was set up, and what was played from there.
#[derive(Deserialize)]
pub struct Set {
    #[serde(default)]
    position: String,
    #[serde(default)]
    moves: String,
}

/// Why a move would be made in a position that somebody set up.
pub async fn of_position(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(set): Query<Set>,
    Query(asked): Query<Asked>,
    visitor: Visitor,
    asker: Asker,
) -> Result<Json<WhyView>, Failure> {
    let family = app.lobby.games.find(&name).map_err(|_| Failure::NotFound)?.clone();
    let turn = app.why.take(&asker).await?;
    let effort = app.lobby.effort();
    blocking(move || {
        let _turn = turn;
        let board = editor::board_of(&family, &set.position, &set.moves)?;
        let (mv, pack, reader) = (asked.mv.as_deref(), asked.pack.as_deref(), (visitor, asked.side()));
        let usual = if pack.is_some() { By::Rules } else { By::Coach };
        Ok(Json(match asked.by.filter(|_| pack.is_none()).unwrap_or(usual) {
            By::Coach => coached(board.as_ref(), (mv, None), effort, reader)?,
            By::Rules => why(board.as_ref(), (mv, pack), &[], reader)?,
        }))
    })
    .await
}

/// The pack that a player such as `expert:pack=mine` goes by.
fn pack_of(board: &dyn Match, who: &Who) -> Option<String> {
    let player = board.resolve(who.spec()?);
    player.get("pack").filter(|_| player.name() == EXPERT.name).map(str::to_string)
}

/// The board as it was when so many moves had been made.
fn back_to(mut board: Box<dyn Match>, ply: usize) -> Result<Box<dyn Match>, Failure> {
    let made = board.moves().len();
    if ply > made {
        return Err(Failure::wrong(format!("the game has {made} moves, not {ply}")));
    }
    for _ in ply..made {
        board.undo();
    }
    Ok(board)
}
