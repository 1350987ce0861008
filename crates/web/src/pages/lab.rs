//! The rules lab: reading and changing what the expert knows, and watching its judgement change.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use draw::View;
use game::Options;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use serde_json::json;
use table::expert::{By, Check, Ranked, Ranking, Remark};
use table::{Family, Match, Session};

use crate::app::{App, blocking};
use crate::body::{Body, Nothing};
use crate::failure::Failure;
use crate::packs;
use crate::pages::Page;
use crate::pages::game::{attachment, embedded};
use crate::turns::Asker;
use crate::visitor::Visitor;
use crate::why::{ReasonView, reason_view, within_time};
use crate::wire::{BoardView, Open, board_view, path_of};
use crate::words::fill;

/// How many of the best moves get their reasons.
const EXPLAINED: usize = 10;
/// Longer positions are refused.
const LONGEST_POSITION: usize = 20_000;

/// What the lab says about a text in a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LabView {
    /// Whether the text is accepted.
    pub ok: bool,
    /// What the checker has to say, errors first.
    pub remarks: Vec<RemarkView>,
    /// The position.
    pub position: String,
    /// Its board.
    pub board: BoardView,
    /// Who is to move, or that nobody is.
    pub status: String,
    /// The legal moves, best first by the text; empty when it is refused.
    pub moves: Vec<RankedView>,
}

/// An error or a warning.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RemarkView {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What it says.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

impl From<Remark> for RemarkView {
    fn from(remark: Remark) -> RemarkView {
        let Remark { severity, line, column, message, help, .. } = remark;
        RemarkView { severity, line, column, message, help }
    }
}

/// A move as a text of rules sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RankedView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its hotspots.
    pub path: Vec<u16>,
    /// Its points.
    pub points: i32,
    /// Whether a rule forbids it.
    pub vetoed: bool,
    /// Its place by the pack in force, from 1.
    pub was: Option<usize>,
    /// Its points by the pack in force.
    pub had: Option<i32>,
    /// Why; only for the best moves.
    pub reasons: Vec<ReasonView>,
}

/// What the address may carry.
#[derive(Deserialize)]
pub struct Given {
    position: Option<String>,
    pack: Option<String>,
}

/// A board to try rules on, chance having acted.
fn open(family: &Family, position: Option<&str>) -> Result<Box<dyn Match>, Failure> {
    let given = position.map(str::trim).filter(|text| !text.is_empty());
    let board = match given {
        Some(text) if text.len() > LONGEST_POSITION => {
            return Err(Failure::wrong(format!("a position has at most {LONGEST_POSITION} letters")));
        }
        Some(text) => family.open_at(&Options::none(), text).map_err(Failure::wrong)?,
        None => family.open(&Options::none())?,
    };
    Ok(settled(board))
}

/// The board after chance has acted, the same every time.
pub fn settled(board: Box<dyn Match>) -> Box<dyn Match> {
    let mut session = Session::of_people(board, 1);
    session.settle();
    session.board().fork()
}

/// Shows the lab.
pub async fn page(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(given): Query<Given>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let family = app.lobby.games.find(&name).map_err(|_| Failure::NotFound)?.clone();
    let (info, words, name) = (family.info, visitor.words(), visitor.title(&family));
    let work = move || {
        let board = open(&family, given.position.as_deref())?;
        let all = packs::all(board.as_ref())?;
        let chosen = given.pack.clone().or_else(|| all.first().cloned()).unwrap_or_default();
        let text = board.knowledge(Some(&chosen))?;
        let own = app.packs.own(family.info.name)?;
        let view = look(board.as_ref(), (&chosen, &text), Some(&chosen), visitor)?;
        Ok((view, text, all, own, chosen))
    };
    let (view, text, all, own, chosen) = blocking(work).await?;
    let path = format!("/lab/{}", info.name);
    let title = format!("{} · {name}", words.lab);
    let page = Page { visitor, title: &title, kind: "lab", path: &path, scripts: &["lab.js"] };
    let is_own = own.contains(&chosen);
    let told = json!({
        "good": words.lab_good, "errors": words.lab_errors, "saved": words.lab_saved, "forbidden": words.why_forbidden,
        "none": words.why_none, "more": words.lab_more, "edited": words.lab_edited,
    });
    Ok(page.around(html! {
        rules-lab data-base=(path) data-pack=(chosen) data-words=(told.to_string()) {
            script type="application/json" { (PreEscaped(embedded(&json!(view)))) }
            section.lab-text aria-label=(words.lab_text) {
                header {
                    h1 { (words.lab) span.quiet { " · " (name) } }
                    p.quiet { (words.lab_lead) }
                }
                form.lab-packs method="get" action=(path) {
                    input type="hidden" name="position" value=(view.position);
                    label { span { (words.lab_pack) }
                        select name="pack" { @for pack in &all {
                            option value=(pack) selected[*pack == chosen] { (pack) @if own.contains(pack) { " · " (words.lab_own) } }
                        } }
                    }
                    button type="submit" { (words.lab_open) }
                }
                div.code {
                    pre.gutter aria-hidden="true" {}
                    textarea name="text" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off" lang="en" aria-label=(words.lab_text) { "\n" (text) }
                }
                div.lab-save {
                    label { span { (words.lab_name) } input type="text" name="name" maxlength="24" pattern="[a-z0-9][a-z0-9-]*" autocomplete="off" spellcheck="false" value=(if is_own { chosen.clone() } else { format!("my-{}", short(&chosen)) }); }
                    button.primary data-do="save" { (words.lab_save) }
                    a.button href={ (path) "/pack/" (chosen) } download { (words.lab_download) }
                    @if is_own { form method="post" action={ (path) "/packs/" (chosen) "/forget" } { button type="submit" { (words.lab_forget) } } }
                }
            }
            section.lab-side {
                p.status role="status" aria-live="polite" {}
                ul.remarks aria-label=(words.problems) lang="en" {}
                game-board data-enlarge=(words.enlarge) { (PreEscaped(&view.board.svg)) }
                p.quiet.turn { (view.status) }
                section.ranking aria-label=(words.lab_ranking) {
                    h2 { (words.lab_ranking) }
                    p.quiet { (words.lab_compared) }
                    ol {}
                }
                label.wide { span { (words.position_text) }
                    input type="text" name="position" value=(view.position) maxlength="4000" spellcheck="false" autocomplete="off" lang="en";
                }
                p.actions { a.button href={ "/new/" (info.name) "?pack=" (chosen) } { (words.lab_play) } a.link href={ "/rules/" (info.name) } { (words.rules_of) } }
            }
        }
    }))
}

/// The beginning of a pack's name, to make another from.
fn short(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric()).take(16).collect()
}

/// A text to be tried.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    text: String,
    position: Option<String>,
    /// A move to make first.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// The pack to compare with.
    pack: Option<String>,
}

/// Says what a text is worth in a position.
pub async fn attempt(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    visitor: Visitor,
    asker: Asker,
    Body(draft): Body<Draft>,
) -> Result<Json<LabView>, Failure> {
    let family = app.lobby.games.find(&name).map_err(|_| Failure::NotFound)?.clone();
    let turn = app.lab.take(&asker).await?;
    blocking(move || {
        let _turn = turn;
        let mut board = open(&family, draft.position.as_deref())?;
        if let Some(mv) = &draft.mv {
            board.play(mv)?;
            board = settled(board);
        }
        let name = draft.pack.as_deref().unwrap_or("draft");
        Ok(Json(look(board.as_ref(), (name, &draft.text), draft.pack.as_deref(), visitor)?))
    })
    .await
}

/// What a text is worth in a position, found within [`crate::why::RULES_TIME`].
fn look(
    board: &dyn Match,
    named: (&str, &str),
    in_force: Option<&str>,
    visitor: Visitor,
) -> Result<LabView, Failure> {
    within_time(|| look_closer(board, named, in_force, visitor))
}

fn look_closer(
    board: &dyn Match,
    (name, text): (&str, &str),
    in_force: Option<&str>,
    visitor: Visitor,
) -> Result<LabView, Failure> {
    let words = visitor.words();
    let Check { ok, remarks, .. } = packs::check(board, name, text)?;
    let status = visitor
        .side(board)
        .map_or(words.lab_over.to_string(), |side| fill(words.to_move, &[("seat", &side)]));
    let moves = if ok && board.to_move().is_some() {
        ranked(board, (name, text), in_force, visitor)?
    } else {
        Vec::new()
    };
    Ok(LabView {
        ok,
        remarks: remarks.into_iter().map(RemarkView::from).collect(),
        position: board.position(),
        board: board_view(board, visitor, View::Upright, Open::Yes),
        status,
        moves,
    })
}

/// The moves by the text, each with where it stood by the pack in force.
fn ranked(
    board: &dyn Match,
    (name, text): (&str, &str),
    in_force: Option<&str>,
    visitor: Visitor,
) -> Result<Vec<RankedView>, Failure> {
    let rank = |by, explained| board.rank(&Ranking { by, explained, lang: visitor.lang });
    let now: Vec<Ranked> = rank(By::Text { name, text }, EXPLAINED)?;
    // A pack that has gone meanwhile is nothing to compare with.
    let before = in_force.and_then(|pack| rank(By::Pack(Some(pack)), 0).ok()).unwrap_or_default();
    let picture = board.picture().ok_or(Failure::NotFound)?;
    let view = |ranked: Ranked| {
        let known = before.iter().position(|other| other.mv == ranked.mv);
        RankedView {
            path: path_of(&picture, &ranked.mv),
            points: ranked.points,
            vetoed: ranked.vetoed,
            was: known.map(|place| place + 1),
            had: known.map(|place| before[place].points),
            reasons: ranked.reasons.iter().map(|reason| reason_view(reason, &picture.scene)).collect(),
            mv: ranked.mv,
        }
    };
    Ok(now.into_iter().map(view).collect())
}

/// A pack to be kept.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    name: String,
    text: String,
}

/// What became of a pack that was to be kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SavedView {
    /// Whether it was kept.
    pub ok: bool,
    /// Where it can be opened.
    pub location: String,
    /// Why not.
    pub remarks: Vec<RemarkView>,
}

/// Keeps a pack, if its text is accepted.
pub async fn save(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Body(given): Body<Named>,
) -> Result<Json<SavedView>, Failure> {
    let family = app.lobby.games.find(&game).map_err(|_| Failure::NotFound)?.clone();
    blocking(move || {
        let board = family.open(&Options::none())?;
        let Check { ok, remarks, .. } =
            within_time(|| app.packs.save(board.as_ref(), &given.name, &given.text))?;
        let location = format!("/lab/{}?pack={}", family.info.name, given.name);
        Ok(Json(SavedView { ok, location, remarks: remarks.into_iter().map(RemarkView::from).collect() }))
    })
    .await
}

/// Removes a pack that somebody wrote.
pub async fn forget(
    State(app): State<Arc<App>>,
    Path((game, name)): Path<(String, String)>,
    _: Nothing,
) -> Result<Redirect, Failure> {
    let family = app.lobby.games.find(&game).map_err(|_| Failure::NotFound)?.clone();
    blocking(move || {
        app.packs.forget(family.info.name, &name)?;
        Ok(Redirect::to(&format!("/lab/{}", family.info.name)))
    })
    .await
}

/// A pack as a file.
pub async fn download(
    State(app): State<Arc<App>>,
    Path((game, name)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let family = app.lobby.games.find(&game).map_err(|_| Failure::NotFound)?.clone();
    blocking(move || {
        let board = family.open(&Options::none())?;
        let known = packs::all(board.as_ref())?.contains(&name);
        let text = if known { board.knowledge(Some(&name))? } else { return Err(Failure::NotFound) };
        Ok(attachment("text/plain; charset=utf-8", &format!("{name}.rules"), text.into_bytes())
            .into_response())
    })
    .await
}
