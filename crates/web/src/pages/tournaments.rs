//! Tournaments: their tables while they run, their games, and the start of a simple one.

use std::collections::HashMap;
use std::sync::Arc;

use arena::journal::Entry;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::{Redirect, Response};
use draw::View;
use game::Options;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use serde_json::json;
use toml::{Table, Value};

use crate::app::{App, blocking};
use crate::body::{Body, Nothing};
use crate::failure::Failure;
use crate::opponents;
use crate::pages::game::{attachment, embedded};
use crate::pages::{Page, changes};
use crate::tournaments::{Plan, Tournaments, failures, notes};
use crate::visitor::Visitor;
use crate::wire::{BoardView, Open, board_view};
use crate::words::{Words, count, fill};

/// Choices of pairs of games in a meeting.
const PAIRS: [usize; 4] = [1, 2, 5, 10];
/// Choices of milliseconds a move.
const TIMES: [u64; 4] = [20, 100, 500, 2_000];
/// Fields of the form for a new tournament, besides those of its players.
const FIELDS: [&str; 4] = ["game", "name", "pairs", "time_ms"];
/// Form fields that choose a player begin with this.
const PLAYER: &str = "player-";
/// Files that can be kept, by ending.
const FILES: [(&str, &str); 3] =
    [("toml", "text/plain; charset=utf-8"), ("journal.jsonl", "application/jsonl"), ("csv", "text/csv")];

/// Shows all tournaments and the form for a new one.
pub async fn list(
    State(app): State<Arc<App>>,
    Query(given): Query<Chosen>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let work = app.clone();
    let rows = blocking(move || {
        let all = work.tournaments.all();
        Ok(all.into_iter().map(|plan| row(&work, &plan, visitor.words())).collect::<Vec<_>>())
    })
    .await?;
    let words = visitor.words();
    let games = app.lobby.games.clone();
    let chosen = given.game.and_then(|name| games.find(&name).ok()).or(games.all().first()).cloned();
    let form = match chosen.filter(|_| app.tournaments.can_run()) {
        Some(family) => Some(blocking(move || Ok((opponents::of(&family), family))).await?),
        None => None,
    };
    let page =
        Page { visitor, title: words.tournaments, kind: "reading", path: "/tournaments", scripts: &[] };
    Ok(page.around(html! {
        article.wide-prose {
            h1 { (words.tournaments) }
            p.quiet { (words.tournaments_lead) @if app.machines().is_ok() { " " (words.machines_play) " " a href="/machines" { (words.machines) } } }
            @if rows.is_empty() { p { (words.tournaments_none) } }
            @else { ul.recent { @for row in &rows { li { (row) } } } }
            @if let Some((offered, family)) = &form {
                section.new-tournament {
                    h2 { (words.tournament_new) }
                    form.pick method="get" action="/tournaments" {
                        label { span { (words.tournament_game) } select name="game" {
                            @for other in app.lobby.games.all() { option value=(other.info.name) selected[other.info.name == family.info.name] { (visitor.title(other)) } }
                        } }
                        button type="submit" { (words.lab_open) }
                    }
                    form.setup method="post" action="/tournaments" {
                        input type="hidden" name="game" value=(family.info.name);
                        fieldset.opponents {
                            legend { (words.tournament_players) }
                            div { @for (n, opponent) in offered.iter().enumerate() {
                                label.choice {
                                    input type="checkbox" name={ (PLAYER) (n) } value="yes" checked[n < 4];
                                    (crate::faces::face_of(opponent.face))
                                    span { strong { (opponent.name) } span.quiet { (opponent.about(words)) } }
                                }
                            } }
                        }
                        div.fields {
                            label { span { (words.tournament_name) } input type="text" name="name" required maxlength="40" pattern="[A-Za-z0-9][A-Za-z0-9_\\-]*" value=(format!("{}-cup", family.info.name)) autocomplete="off"; }
                            label { span { (words.tournament_pairs) } select name="pairs" { @for n in PAIRS { option value=(n) selected[n == 2] { (2 * n) } } } }
                            label { span { (words.think_time) } select name="time_ms" { @for ms in TIMES { option value=(ms) selected[ms == 100] { (fill(words.seconds, &[("n", &(ms as f64 / 1000.0).to_string())])) } } } }
                        }
                        p { button.primary type="submit" { (words.tournament_start) } }
                    }
                }
            }
        }
    }))
}

/// Which game the form is for.
#[derive(Deserialize)]
pub struct Chosen {
    game: Option<String>,
}

/// What the game of a tournament is called.
fn title<'a>(app: &App, plan: &'a Plan) -> &'a str {
    app.lobby.games.find(&plan.said.game).map_or(plan.said.game.as_str(), |family| family.info.title)
}

fn row(app: &App, plan: &Plan, words: &Words) -> Markup {
    let (games, names) = app.tournaments.games(plan).unwrap_or_default();
    let title = title(app, plan);
    let leader = Tournaments::standings(plan, &names, &games).rows.first().map(|row| row.name.clone());
    let running = app.tournaments.is_running(&plan.name);
    html! {
        a.row href={ "/tournament/" (plan.name) } {
            span.what { strong { (plan.name) } span.quiet { (title) " · " (fill(words.tournament_games, &[("n", &games.len().to_string())])) } }
            span.quiet { @if let (Some(leader), false) = (leader, games.is_empty()) { (fill(words.tournament_leads, &[("name", &leader)])) } }
            span.go { @if running { (words.tournament_running) } @else { (words.look) } }
        }
    }
}

/// Starts a tournament among built-in players.
pub async fn create(
    State(app): State<Arc<App>>,
    Body(form): Body<HashMap<String, String>>,
) -> Result<Redirect, Failure> {
    blocking(move || {
        let given = |name: &str| form.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
        let game = given("game").ok_or_else(|| Failure::wrong("the form names no game"))?;
        let family = app.lobby.games.find(game).map_err(Failure::wrong)?;
        let name = given("name").ok_or_else(|| Failure::wrong("the form names no tournament"))?.to_string();
        let number = |field: &str, choices: &[u64]| {
            let wrong = || Failure::wrong(format!("'{field}' is none of the numbers offered"));
            let value = given(field).and_then(|text| text.parse::<i64>().ok()).ok_or_else(wrong)?;
            choices.iter().find(|&&n| i64::try_from(n) == Ok(value)).map(|_| value).ok_or_else(wrong)
        };
        let (offered, board) = (opponents::of(family), family.open(&Options::none())?);
        let player = |field: &str| {
            let number = field.strip_prefix(PLAYER).and_then(|number| number.parse::<usize>().ok());
            number.is_some_and(|number| number < offered.len())
        };
        if let Some(field) = form.keys().find(|field| !FIELDS.contains(&field.as_str()) && !player(field)) {
            return Err(Failure::wrong(format!("there is no field '{field}' here")));
        }
        let chosen = |n: &usize| form.contains_key(&format!("{PLAYER}{n}"));
        let players: Vec<Value> = (0..offered.len())
            .filter(chosen)
            .map(|n| {
                let player = opponents::bounded(board.as_ref(), &offered[n].spec()).to_string();
                Value::Table(Table::from_iter([
                    ("name".to_string(), offered[n].name.into()),
                    ("player".to_string(), player.into()),
                ]))
            })
            .collect();
        if players.len() < 2 {
            return Err(Failure::wrong("choose at least two players"));
        }
        let seed = i64::try_from(app.lobby.new_seed() >> 16).unwrap_or(1);
        let plan = Table::from_iter([
            ("game".to_string(), family.info.name.into()),
            ("pairs".to_string(), number("pairs", &PAIRS.map(|n| n as u64))?.into()),
            ("time_ms".to_string(), number("time_ms", &TIMES)?.into()),
            ("opening".to_string(), 2.into()),
            ("seed".to_string(), seed.into()),
            ("threads".to_string(), 1.into()),
            ("player".to_string(), Value::Array(players)),
        ]);
        app.tournaments.create(&name, &plan.to_string())?;
        app.tournaments.run(&name)?;
        Ok(Redirect::to(&format!("/tournament/{name}")))
    })
    .await
}

/// Goes on with a tournament.
pub async fn run(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    _: Nothing,
) -> Result<Redirect, Failure> {
    blocking(move || {
        app.tournaments.run(&name)?;
        Ok(Redirect::to(&format!("/tournament/{name}")))
    })
    .await
}

/// Stops a tournament; it can be gone on with.
pub async fn stop(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    _: Nothing,
) -> Result<Redirect, Failure> {
    blocking(move || {
        app.tournaments.plan(&name)?;
        app.tournaments.stop(&name);
        Ok(Redirect::to(&format!("/tournament/{name}")))
    })
    .await
}

/// Shows a tournament.
pub async fn page(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let work = app.clone();
    let (plan, tables) = blocking(move || {
        let plan = work.tournaments.plan(&name)?;
        let tables = tables(&work, &plan, visitor)?;
        Ok((plan, tables))
    })
    .await?;
    let words = visitor.words();
    let base = format!("/tournament/{}", plan.name);
    let title = title(&app, &plan);
    let page = Page { visitor, title: &plan.name, kind: "reading", path: &base, scripts: &["tournament.js"] };
    Ok(page.around(html! {
        live-tournament.wide-prose data-base=(base) {
            header.tournament-head {
                div { p { a href="/tournaments" { (words.tournaments) } } h1 { (plan.name) span.quiet { " · " (title) } } }
                p.downloads { span.quiet { (words.downloads) } @for (ending, _) in FILES { a href={ (base) "/file/" (ending) } download { (ending) } } }
            }
            div.live { (tables) }
        }
    }))
}

/// The part of the page that changes.
pub async fn table(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    blocking(move || {
        let plan = app.tournaments.plan(&name)?;
        tables(&app, &plan, visitor)
    })
    .await
}

fn tables(app: &App, plan: &Plan, visitor: Visitor) -> Result<Markup, Failure> {
    let words = visitor.words();
    let (games, names) = app.tournaments.games(plan)?;
    let rows = Tournaments::standings(plan, &names, &games).rows;
    let running = app.tournaments.is_running(&plan.name);
    let done = !running && app.tournaments.is_done(&plan.name);
    let base = format!("/tournament/{}", plan.name);
    let complaint = app.tournaments.complaint(&plan.name).filter(|_| !running && !done);
    Ok(html! {
        div.tournament-state {
            p.status { @if running { (words.tournament_running) } @else if done { (words.tournament_done) } @else { (words.tournament_resting) } " · " (fill(words.tournament_games, &[("n", &games.len().to_string())])) }
            @if app.tournaments.can_run() && plan.startable() && !done {
                form method="post" action={ (base) @if running { "/stop" } @else { "/run" } } {
                    button type="submit" { @if running { (words.tournament_stop) } @else if games.is_empty() { (words.tournament_start) } @else { (words.tournament_on) } }
                }
            }
        }
        @if let (true, Ok(machines)) = (running, app.machines()) { p.quiet { (words.machines_play) " " a href="/machines" { (machines.address()) } } }
        @if let Some(complaint) = complaint { p.quiet lang="en" { (complaint) } }
        div.scroll tabindex="0" role="region" aria-label=(words.tournament_table) {
            table.standings {
                caption { (words.tournament_table) }
                thead { tr {
                    th.number scope="col" { "#" } th scope="col" { (words.tournament_player) } th.number scope="col" { (words.points) } th.number scope="col" { (words.tournament_won) } th.number scope="col" { (words.tournament_drawn) } th.number scope="col" { (words.tournament_lost) }
                    @for row in &rows { th.number.cross scope="col" { (row.place) } }
                } }
                tbody { @for row in &rows { tr {
                    td.number { (row.place) }
                    th scope="row" { (row.name) }
                    td.number { strong { (points(row.tally.points)) } }
                    @for count in [row.tally.wins, row.tally.draws, row.tally.losses] { td.number { (count) } }
                    @for other in &rows { td.number.cross {
                        @match row.against[other.entry] {
                            _ if other.entry == row.entry => { span.own aria-hidden="true" {} }
                            None => { span.quiet { "·" } }
                            Some(sum) => { a href={ (base) "/meeting/" (row.entry + 1) "/" (other.entry + 1) } title={ (row.name) " – " (other.name) } { (points(sum)) } }
                        }
                    } }
                } } }
            }
        }
        @if !games.is_empty() {
            h2 { (words.tournament_last) }
            (game_list(games.iter().rev().take(12), &base, visitor))
        }
    })
}

/// Points with halves, without needless zeros.
fn points(sum: f64) -> String {
    let text = format!("{sum:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_string()
}

fn game_list<'a>(games: impl Iterator<Item = &'a Entry>, base: &str, visitor: Visitor) -> Markup {
    let words = visitor.words();
    html! {
        ul.recent { @for game in games { li {
            a.row href={ (base) "/game/" (game.meeting) "/" (game.game) } {
                span.what { strong { (game.record.players.join(" – ")) } span.quiet lang="en" { (ending(&game.record)) } }
                span.quiet { (count(visitor.lang, words.moves_made, game.record.moves.len())) }
                span.go { (words.look) }
            }
        } } }
    }
}

fn ending(record: &table::Record) -> String {
    let Some(result) = &record.result else { return String::new() };
    let names: Vec<&str> = record.players.iter().map(String::as_str).collect();
    result.sentence(&names)
}

/// The games of two players.
pub async fn meeting(
    State(app): State<Arc<App>>,
    Path((name, a, b)): Path<(String, String, String)>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let number =
        |text: &str| text.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).ok_or(Failure::NotFound);
    let pair = [number(&a)?, number(&b)?];
    let (games, names) = blocking({
        let (app, name) = (app.clone(), name.clone());
        move || {
            let plan = app.tournaments.plan(&name)?;
            let (mut games, names) = app.tournaments.games(&plan)?;
            games.retain(|game| game.players == pair || game.players == [pair[1], pair[0]]);
            Ok((games, names))
        }
    })
    .await?;
    let [Some(first), Some(second)] = pair.map(|player| names.get(player)) else {
        return Err(Failure::NotFound);
    };
    let (base, title) = (format!("/tournament/{name}"), format!("{first} – {second}"));
    let page = Page { visitor, title: &title, kind: "reading", path: &base, scripts: &[] };
    Ok(page.around(html! {
        article.wide-prose {
            p { a href=(base) { (name) } }
            h1 { (title) }
            (game_list(games.iter(), &base, visitor))
        }
    }))
}

/// A position of a game as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReplayView {
    /// How many moves have been made.
    pub ply: usize,
    /// The board.
    pub board: BoardView,
    /// What is going on.
    pub status: String,
}

fn find(app: &App, name: &str, meeting: &str, number: &str) -> Result<Entry, Failure> {
    let plan = app.tournaments.plan(name)?;
    let wanted = (meeting.parse::<usize>(), number.parse::<usize>());
    let (games, _) = app.tournaments.games(&plan)?;
    let found = games.into_iter().find(|game| wanted == (Ok(game.meeting), Ok(game.game)));
    found.ok_or(Failure::NotFound)
}

/// The position after so many moves; beyond the end, the last.
fn position(app: &App, game: &Entry, ply: usize, visitor: Visitor) -> Result<ReplayView, Failure> {
    let words = visitor.words();
    let mut board = game.record.replay(&app.lobby.games).map_err(Failure::wrong)?;
    while board.moves().len() > ply {
        board.undo();
    }
    let ply = board.moves().len();
    let status = match board.to_move() {
        _ if ply == game.record.moves.len() => ending(&game.record),
        Some(seat) => {
            let name = game.record.players.get(seat).map(String::as_str).unwrap_or_default();
            let called = &visitor.seat_names(board.as_ref())[seat];
            fill(words.to_move, &[("seat", &format!("{name} ({called})"))])
        }
        None => String::new(),
    };
    Ok(ReplayView { ply, board: board_view(board.as_ref(), visitor, View::Upright, Open::No), status })
}

/// Which position.
#[derive(Deserialize)]
pub struct At {
    ply: Option<usize>,
}

/// Shows a game, move by move.
pub async fn replay(
    State(app): State<Arc<App>>,
    Path((name, meeting, number)): Path<(String, String, String)>,
    Query(at): Query<At>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let base = format!("/tournament/{name}/game/{meeting}/{number}");
    let back = format!("/tournament/{name}");
    let (game, view, movers) = blocking(move || {
        let game = find(&app, &name, &meeting, &number)?;
        let view = position(&app, &game, at.ply.unwrap_or(usize::MAX), visitor)?;
        let movers = game.record.replay(&app.lobby.games).map_err(Failure::wrong)?.movers();
        Ok((game, view, movers))
    })
    .await?;
    let words = visitor.words();
    let title = game.record.players.join(" – ");
    let page = Page { visitor, title: &title, kind: "play", path: &base, scripts: &["replay.js"] };
    let notes = notes(&game);
    Ok(page.around(html! {
        game-replay.table data-base=(base) data-last=(game.record.moves.len()) {
            script type="application/json" { (PreEscaped(embedded(&json!(view)))) }
            section.board-side aria-label=(words.board) {
                game-board data-enlarge=(words.enlarge) { (PreEscaped(&view.board.svg)) }
                div.steps role="group" aria-label=(words.moves) {
                    button data-do="first" aria-label=(words.to_start) title=(words.to_start) { "|◀" }
                    button data-do="back" aria-label=(words.back) title=(words.back) { "◀" }
                    button data-do="play" aria-label=(words.replay) title=(words.replay) { "▶▶" }
                    button data-do="forward" aria-label=(words.forward) title=(words.forward) { "▶" }
                    button data-do="last" aria-label=(words.to_end) title=(words.to_end) { "▶|" }
                }
            }
            section.panel {
                p { a href=(back) { (words.tournament_back) } }
                h1 { (title) }
                p.status role="status" aria-live="polite" { (view.status) }
                @for failure in failures(&game) { p.lesson lang="en" { (failure) } }
                section.moves aria-label=(words.moves) { h2 { (words.moves) } ol {
                    @for (ply, (text, mover)) in game.record.moves.iter().zip(&movers).enumerate() {
                        li.(format!("by-{}", mover.map_or(0, |seat| seat + 1))) { button data-ply=(ply + 1) title=[game.record.times_ms.get(ply).map(|ms| format!("{ms} ms"))] { (text) } }
                    }
                } }
                @if !notes.is_empty() {
                    section.notes-of-bots { h2 { (words.tournament_notes) }
                        @for (who, text) in &notes { h3 { (who) } pre.text-board tabindex="0" lang="en" { (text) } }
                    }
                }
                div.actions {
                    form method="post" action="/analyses" { input type="hidden" name="record" value=(game.record.write()); button type="submit" { (words.analyse) } }
                    form method="post" action="/reviews" { input type="hidden" name="record" value=(game.record.write()); button type="submit" { (words.review) } }
                    a.button href={ (base) "/record.json" } download { (words.record) }
                }
            }
        }
    }))
}

/// Tells the page about a position of a game.
pub async fn replay_state(
    State(app): State<Arc<App>>,
    Path((name, meeting, number)): Path<(String, String, String)>,
    Query(at): Query<At>,
    visitor: Visitor,
) -> Result<Json<ReplayView>, Failure> {
    blocking(move || {
        let game = find(&app, &name, &meeting, &number)?;
        Ok(Json(position(&app, &game, at.ply.unwrap_or(usize::MAX), visitor)?))
    })
    .await
}

/// The record of a game as a file.
pub async fn record(
    State(app): State<Arc<App>>,
    Path((name, meeting, number)): Path<(String, String, String)>,
) -> Result<Response, Failure> {
    let file = format!("{name}-{meeting}-{number}.json");
    let text = blocking(move || Ok(find(&app, &name, &meeting, &number)?.record.write() + "\n")).await?;
    Ok(attachment("application/json", &file, text.into_bytes()))
}

/// A file of the tournament.
pub async fn file(
    State(app): State<Arc<App>>,
    Path((name, ending)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let (ending, kind) = *FILES.iter().find(|(known, _)| *known == ending).ok_or(Failure::NotFound)?;
    let path = app.tournaments.file(&name, ending)?;
    let bytes = blocking(move || std::fs::read(path).map_err(|_| Failure::NotFound)).await?;
    Ok(attachment(kind, &format!("{name}.{ending}"), bytes))
}

/// Tells when the tournament has gone on.
pub async fn events(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<Response, Failure> {
    let asked = (app.clone(), name.clone());
    blocking(move || asked.0.tournaments.plan(&asked.1).map(|_| ())).await?;
    let asked = app.clone();
    Ok(changes(&app, move || Ok(asked.tournaments.version(&name))))
}
