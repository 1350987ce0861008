//! Exploring a game: a tree of positions with what the computer thinks of them.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::{Redirect, Response};
use draw::View;
use game::Options;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Match, Record};

use crate::analysis::Tree;
use crate::app::{App, blocking};
use crate::body::{Body, Nothing};
use crate::failure::Failure;
use crate::live;
use crate::pages::game::{
    Moment, Side, attachment, board_png, board_svg, client_words, embedded, extras, steps,
};
use crate::pages::{Page, why};
use crate::seats::Hand;
use crate::study::{Opinion, Study};
use crate::visitor::Visitor;
use crate::wire::{BoardView, Open, PastView, board_view, reason};
use crate::words::fill;

/// Opinions are told at most so often.
const PACE: Duration = Duration::from_millis(150);

/// A position of an analysis as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnalysisView {
    /// Which position.
    pub node: usize,
    /// The board.
    pub board: BoardView,
    /// The position text.
    pub position: String,
    /// Who is to move, or how it ended.
    pub status: String,
    /// Every position tried.
    pub tree: Vec<NodeView>,
    /// The line in view, from the start on.
    pub line: Vec<usize>,
    /// What the computer thinks.
    pub opinion: Opinion,
}

/// A position of the tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NodeView {
    /// The position before.
    pub parent: usize,
    /// The move; empty for the start.
    pub text: String,
    /// Who made it, counted from 1; 0 for chance.
    pub seat: usize,
    /// What the line that begins here is called; mostly nothing.
    pub name: String,
    /// Whether the line that begins here was taken away.
    pub gone: bool,
}

fn view(study: &Study, node: usize, visitor: Visitor, view: View) -> Result<AnalysisView, Failure> {
    let tree = study.tree();
    let opinion = study.opinion(node)?;
    let board = study.board(node)?;
    let words = visitor.words();
    let status = match (visitor.side(board.as_ref()), board.ending()) {
        (Some(side), _) => fill(words.to_move, &[("seat", &side)]),
        (None, Some(ending)) => ending_text(&ending, board.as_ref(), visitor),
        (None, None) => String::new(),
    };
    let nodes = tree.nodes.iter().map(|node| NodeView {
        parent: node.parent,
        text: node.text.clone(),
        seat: node.seat,
        name: node.name.clone(),
        gone: node.gone,
    });
    Ok(AnalysisView {
        node,
        board: board_view(board.as_ref(), visitor, view, Open::Yes),
        position: board.position(),
        status,
        tree: nodes.collect(),
        line: tree.line(node),
        opinion,
    })
}

fn ending_text(ending: &table::Ending, board: &dyn Match, visitor: Visitor) -> String {
    let (words, names) = (visitor.words(), visitor.seat_names(board));
    let winners: Vec<&str> = ending.winners.iter().map(|&seat| names[seat - 1].as_str()).collect();
    let who = match winners.as_slice() {
        all if all.len() == names.len() => words.draw.to_string(),
        [one] => fill(words.wins, &[("seat", one)]),
        several => fill(words.shared, &[("seat", &several.join(", "))]),
    };
    format!("{who}: {}", reason(ending, board, visitor))
}

/// What to analyse: a position, or a whole record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    game: Option<String>,
    position: Option<String>,
    record: Option<String>,
}

/// Begins an analysis.
pub async fn create(
    State(app): State<Arc<App>>,
    hand: Hand,
    Body(wish): Body<Wish>,
) -> Result<Redirect, Failure> {
    let address = blocking(move || {
        let tree = match wish {
            Wish { record: Some(line), .. } => {
                let record = Record::read(&line).map_err(Failure::wrong)?;
                Tree::of_game(record.replay(&app.lobby.games).map_err(Failure::wrong)?.as_ref())
            }
            Wish { game: Some(name), position, .. } => {
                let family = app.lobby.games.find(&name).map_err(Failure::wrong)?;
                let given = position.filter(|text| !text.trim().is_empty());
                let board = match given {
                    Some(text) => family.open_at(&Options::none(), &text),
                    None => family.open(&Options::none()),
                };
                Tree::of_position(board.map_err(Failure::wrong)?)
            }
            _ => return Err(Failure::wrong("the form names neither a game nor a record")),
        };
        begin(&app, &hand, tree)
    });
    Ok(Redirect::to(&address.await?))
}

/// Begins the analysis of a game being played.
pub async fn from_game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    hand: Hand,
    _: Nothing,
) -> Result<Redirect, Failure> {
    let address = blocking(move || {
        let room = app.lobby.room(&id)?;
        let tree = Tree::of_game(room.lock().session.board());
        begin(&app, &hand, tree)
    });
    Ok(Redirect::to(&address.await?))
}

fn begin(app: &App, hand: &Hand, tree: Tree) -> Result<String, Failure> {
    let last = tree.nodes.len() - 1;
    Ok(format!("/analyse/{}/{last}", app.studies.create(hand.owner().unwrap_or(""), tree)?.id))
}

/// The address without a position leads to the start.
pub async fn start(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Redirect, Failure> {
    blocking(move || Ok(Redirect::to(&format!("/analyse/{}/0", app.studies.study(&id)?.id)))).await
}

async fn with_study<T: Send + 'static>(
    app: Arc<App>,
    id: String,
    node: String,
    work: impl FnOnce(&Arc<App>, Arc<Study>, usize) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    blocking(move || {
        let node = node.parse().map_err(|_| Failure::NotFound)?;
        let study = app.studies.study(&id)?;
        if node >= study.tree().nodes.len() {
            return Err(Failure::NotFound);
        }
        work(&app, study, node)
    })
    .await
}

/// Shows a position.
pub async fn page(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let (shown, info, title, seats, explained) = with_study(app, id.clone(), node, move |_, study, node| {
        let board = study.board(node)?;
        let explained = board.knowledge(None).is_ok();
        let seats = visitor.seat_names(board.as_ref());
        let title = visitor.phrases(board.as_ref()).say(board.info().title).into_owned();
        Ok((view(&study, node, visitor, View::Upright)?, board.info(), title, seats, explained))
    })
    .await?;
    let words = visitor.words();
    let base = format!("/analyse/{id}");
    let path = format!("{base}/{}", shown.node);
    let page = Page { visitor, title: &title, kind: "analyse", path: &path, scripts: &["analyse.js"] };
    let graph_text = match seats.len() {
        2 => fill(words.graph_text, &[("seat", &seats[0])]),
        _ => words.graph_all.to_string(),
    };
    Ok(page.around(html! {
        game-analysis.table data-base=(base) data-words=(client_words(words)) data-game=(info.name) data-seats=(json!(seats).to_string()) {
            script type="application/json" { (PreEscaped(embedded(&json!(shown)))) }
            section.board-side aria-label=(words.board) {
                game-board data-enlarge=(words.enlarge) { (PreEscaped(&shown.board.svg)) }
                div.steps role="group" aria-label=(words.moves) { (steps(words)) button data-do="flip" { (words.flip) } }
            }
            section.panel {
                h1 { (title) span.quiet { " · " (words.analyse) } }
                p.status role="status" aria-live="polite" { (shown.status) }
                section.engine aria-label=(words.engine_on) {
                    header { h2 { (words.best_lines) } label.check { input type="checkbox" name="engine" checked; span { (words.engine_on) } } }
                    p.depth.quiet {}
                    ol.lines {}
                    p.legend.quiet { (words.proved_mark) }
                }
                @if explained { (why::panel(words, info.name, why::Shown::OnRequest)) }
                figure.graph { figcaption { (words.graph) } svg viewBox="0 0 300 90" role="img" aria-label=(graph_text) {} ul.graph-legend {} }
                section.moves aria-label=(words.tree) {
                    h2 { (words.tree) }
                    div.tree {}
                    form.branch-name {
                        label { span { (words.branch_name) } input type="text" name="name" maxlength="60" autocomplete="off"; }
                        button type="submit" { (words.branch_save) }
                    }
                    div.actions {
                        button data-do="cut" { (words.branch_cut) }
                        button data-do="share" { (words.copy_link) }
                    }
                }
                div.actions {
                    a.button data-link="editor" href={ "/editor/" (info.name) } { (words.edit) }
                    a.button data-link="play" href={ "/new/" (info.name) } { (words.play_this) }
                }
                p.quiet.keys { (words.analyse_keys) " " (words.user_arrows) }
                (extras(words, &path, &shown.board.text, &shown.position))
            }
        }
    }))
}

/// Tells the page about a position.
pub async fn state(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
    Query(side): Query<Side>,
    visitor: Visitor,
) -> Result<Json<AnalysisView>, Failure> {
    with_study(app, id, node, move |_, study, node| Ok(Json(view(&study, node, visitor, side.view())?))).await
}

/// A move to try.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    #[serde(rename = "move")]
    text: String,
}

/// Tries a move and tells which position it leads to.
pub async fn play(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
    Body(given): Body<Try>,
) -> Result<Json<Value>, Failure> {
    with_study(app, id, node, move |app, study, node| {
        let reached = app.studies.play(&study, node, &given.text)?;
        Ok(Json(json!({ "node": reached })))
    })
    .await
}

/// Tells the page how a position would stand after a move.
pub async fn after(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
    Query(moment): Query<Moment>,
    visitor: Visitor,
) -> Result<Json<PastView>, Failure> {
    let board = with_study(app, id, node, |_, study, node| study.board(node)).await?;
    moment.after(board, visitor).await
}

/// What a line is to be called.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Called {
    name: String,
}

/// Calls the line that begins at a position by a name.
pub async fn call(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
    Body(called): Body<Called>,
) -> Result<Json<Value>, Failure> {
    with_study(app, id, node, move |app, study, node| {
        app.studies.change(&study, |tree| tree.call(node, &called.name))?;
        Ok(Json(json!({ "node": node })))
    })
    .await
}

/// Takes away the line that begins at a position; tells which position is before it.
pub async fn cut(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
    _: Nothing,
) -> Result<Json<Value>, Failure> {
    with_study(app, id, node, move |app, study, node| {
        let before = app.studies.change(&study, |tree| tree.cut(node))?;
        Ok(Json(json!({ "node": before })))
    })
    .await
}

/// Streams what the computer thinks of a position, and lets it think as long as somebody listens.
pub async fn events(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let closing = app.closing();
    let (study, node, news) = with_study(app, id, node, |app, study, node| {
        let news = study.watch();
        app.studies.look_at(&study, node);
        Ok((study, node, news))
    })
    .await?;
    Ok(live::stream(("opinion", PACE), news, closing, move || study.opinion(node)))
}

/// The position as an SVG file.
pub async fn svg(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let name = format!("{id}-{node}.svg");
    let svg = with_study(app, id, node, |_, study, node| board_svg(study.board(node)?.as_ref())).await?;
    Ok(attachment("image/svg+xml", &name, svg.into_bytes()))
}

/// The position as a PNG file.
pub async fn png(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let name = format!("{id}-{node}.png");
    let png = with_study(app, id, node, |_, study, node| board_png(study.board(node)?.as_ref())).await?;
    Ok(attachment("image/png", &name, png))
}

/// The moves to a position as a record.
pub async fn record(
    State(app): State<Arc<App>>,
    Path((id, node)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let name = format!("{id}-{node}.json");
    let text = with_study(app, id, node, |_, study, node| Ok(study.record(node)?.write() + "\n")).await?;
    Ok(attachment("application/json", &name, text.into_bytes()))
}
