//! The review of a game: every move with its class and reason, accuracy, the moments that decided.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use coach::{Class, PlayerReview, Remark, Reviewed};
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use serde_json::json;
use table::Who;

use crate::app::{App, blocking};
use crate::body::{Body, Nothing};
use crate::failure::Failure;
use crate::live;
use crate::opponents;
use crate::pages::Page;
use crate::pages::game::{Turned, embedded};
use crate::reviews::{Case, Stage, Standing};
use crate::seats::Hand;
use crate::visitor::Visitor;
use crate::wire::{BoardView, Open, board_view, path_of};
use crate::words::{Words, count, fill};

/// News are sent no faster than this.
const PACE: Duration = Duration::from_millis(300);

/// A review as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReviewView {
    /// `resting`, `waiting`, `running`, `complete` or `failed`.
    pub stage: &'static str,
    /// What is going on, in a sentence.
    pub status: String,
    /// Moves that have been looked at.
    pub done: usize,
    /// Moves of players.
    pub of: usize,
    /// Every move of the game, chance events included.
    pub moves: Vec<MoveReview>,
    /// Every player.
    pub players: Vec<PlayerCard>,
    /// The plies at which most was decided.
    pub moments: Vec<usize>,
}

/// A move as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveReview {
    /// Its place in the game, from 1.
    pub ply: usize,
    /// Who made it, counted from 1; 0 for chance.
    pub seat: usize,
    /// What the seat is called.
    pub name: String,
    /// The move.
    pub text: String,
    /// What kind of move it was, as a style; empty before it has been looked at.
    pub class: String,
    /// The same as a sign.
    pub sign: &'static str,
    /// The same in words.
    pub label: &'static str,
    /// What it cost, in words; empty for nothing.
    pub loss: String,
    /// The mover's chance to win after it.
    pub win: Option<f64>,
    /// What there is to say.
    pub says: String,
    /// The best move; empty when it was this one.
    pub best: String,
    /// The line that shows it, from the position before the move.
    pub line: Vec<String>,
}

/// A player as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerCard {
    /// The seat, counted from 1.
    pub seat: usize,
    /// What seat and player are called.
    pub name: String,
    /// From 0 to 100.
    pub accuracy: Option<f64>,
    /// The same for each third of the game.
    pub phases: Vec<Figure>,
    /// How many moves of each class.
    pub classes: Vec<Figure>,
    /// What went well.
    pub strength: Option<RemarkView>,
    /// What to practise.
    pub practise: Option<RemarkView>,
    /// What the deals did to the chance to win, in words.
    pub luck: Option<String>,
}

/// A figure with its name.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// What it counts, as a style.
    pub kind: String,
    /// What it counts, in words.
    pub name: String,
    /// How much.
    pub value: Option<f64>,
}

/// A sentence about a player's game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RemarkView {
    /// The sentence.
    pub text: String,
    /// The plies it is about.
    pub plies: Vec<usize>,
}

/// A position of the game, or of a line that leaves it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionView {
    /// The board.
    pub board: BoardView,
    /// Arrows: the move that was better.
    pub arrows: Vec<Vec<u16>>,
    /// How many moves of the line have been played here.
    pub step: usize,
    /// How many moves of the line can be played.
    pub steps: usize,
}

/// The style, the sign and the name of a class.
fn class_of(class: Class, words: &Words) -> (&'static str, &'static str, &'static str) {
    match class {
        Class::OnlyMove => ("only", "!", words.class_only),
        Class::MissedWin => ("missed", "✗", words.class_missed),
        Class::Blunder => ("blunder", "??", words.class_blunder),
        Class::Mistake => ("mistake", "?", words.class_mistake),
        Class::Inaccuracy => ("inaccuracy", "?!", words.class_inaccuracy),
        Class::Best => ("best", "★", words.class_best),
        Class::Good => ("good", "✓", words.class_good),
    }
}

/// The name of a class of which there are so many.
fn some(class: Class, number: usize, visitor: Visitor) -> String {
    let words = visitor.words();
    let name = match class {
        Class::OnlyMove => words.some_only,
        Class::MissedWin => words.some_missed,
        Class::Blunder => words.some_blunder,
        Class::Mistake => words.some_mistake,
        Class::Inaccuracy => words.some_inaccuracy,
        Class::Best => words.some_best,
        Class::Good => words.some_good,
    };
    count(visitor.lang, name, number)
}

/// A whole number of per cent with its sign.
fn percent(share: f64) -> String {
    let rounded = (100.0 * share).round() as i64;
    match rounded {
        0 => "0 %".to_string(),
        less if less < 0 => format!("\u{2212}{} %", -less),
        more => format!("+{more} %"),
    }
}

fn loss(reviewed: &Reviewed, visitor: Visitor) -> String {
    let points = reviewed.loss.points.round() as usize;
    let mut parts = Vec::new();
    if reviewed.loss.win >= 0.005 {
        parts.push(percent(-reviewed.loss.win));
    }
    if points > 0 {
        parts.push(format!("\u{2212}{}", count(visitor.lang, visitor.words().points_lost, points)));
    }
    parts.join(", ")
}

fn view(standing: &Standing, visitor: Visitor) -> ReviewView {
    let (words, board) = (visitor.words(), standing.board.as_ref());
    let names = visitor.seat_names(board);
    let (texts, movers) = (board.moves(), board.movers());
    let review = &standing.review;
    let of = movers.iter().flatten().count();
    let moves = texts.iter().zip(&movers).enumerate().map(|(at, (text, mover))| {
        let found = review.moves.iter().find(|reviewed| reviewed.ply == at + 1);
        let class = found.map(|reviewed| class_of(reviewed.class, words));
        let (style, sign, label) = class.unwrap_or(("", "", ""));
        MoveReview {
            ply: at + 1,
            seat: mover.map_or(0, |seat| seat + 1),
            name: mover.map_or(words.chance.to_string(), |seat| names[seat].clone()),
            text: text.clone(),
            class: style.to_string(),
            sign,
            label,
            loss: found.map(|reviewed| loss(reviewed, visitor)).unwrap_or_default(),
            win: found.map(|reviewed| reviewed.win),
            says: found.map(|reviewed| reviewed.text.clone()).unwrap_or_default(),
            best: found.map(|r| r.best.clone()).filter(|best| best != text).unwrap_or_default(),
            line: found.map(|reviewed| reviewed.line.clone()).unwrap_or_default(),
        }
    });
    ReviewView {
        stage: stage(&standing.stage),
        status: status(standing, review.moves.len(), of, visitor),
        done: review.moves.len(),
        of,
        moves: moves.collect(),
        players: review.players.iter().map(|player| card(player, standing, visitor)).collect(),
        moments: review.moments.clone(),
    }
}

fn stage(stage: &Stage) -> &'static str {
    match stage {
        Stage::Resting => "resting",
        Stage::Waiting => "waiting",
        Stage::Running => "running",
        Stage::Complete => "complete",
        Stage::Failed(_) => "failed",
    }
}

fn status(standing: &Standing, done: usize, of: usize, visitor: Visitor) -> String {
    let words = visitor.words();
    let numbers = |text: &str| fill(text, &[("n", &done.to_string()), ("m", &of.to_string())]);
    match &standing.stage {
        Stage::Resting if done == 0 => words.review_not_yet.to_string(),
        Stage::Resting => numbers(words.review_stopped),
        Stage::Waiting if done == 0 => words.review_waiting.to_string(),
        Stage::Waiting | Stage::Running if done < of => numbers(words.review_running),
        Stage::Waiting | Stage::Running => words.review_longer.to_string(),
        Stage::Complete => words.review_complete.to_string(),
        Stage::Failed(reason) => fill(words.review_failed, &[("reason", reason)]),
    }
}

/// What a seat and its player are called.
fn player_name(standing: &Standing, seat: usize, visitor: Visitor) -> String {
    let words = visitor.words();
    let who: Option<Who> = standing.record.players.get(seat).and_then(|text| text.parse().ok());
    let player = match who {
        _ if standing.you == Some(seat) => words.you.to_string(),
        Some(who) => opponents::name(&who, words),
        None => standing.record.players.get(seat).cloned().unwrap_or_default(),
    };
    format!("{player} ({})", visitor.seat_names(standing.board.as_ref())[seat])
}

fn card(player: &PlayerReview, standing: &Standing, visitor: Visitor) -> PlayerCard {
    let words = visitor.words();
    let phase = |name: &str| match name {
        "opening" => words.phase_opening,
        "middle" => words.phase_middle,
        _ => words.phase_end,
    };
    let remark = |remark: &Remark| RemarkView { text: remark.text.clone(), plies: remark.plies.clone() };
    let luck = standing.review.luck.iter().flatten().find(|luck| luck.seat == player.seat);
    PlayerCard {
        seat: player.seat,
        name: player_name(standing, player.seat - 1, visitor),
        accuracy: player.accuracy,
        phases: player
            .phases
            .iter()
            .map(|part| Figure {
                kind: part.name.clone(),
                name: phase(&part.name).to_string(),
                value: part.accuracy,
            })
            .collect(),
        classes: player
            .classes
            .iter()
            .map(|(class, number)| {
                let (kind, ..) = class_of(*class, words);
                let name = some(*class, *number, visitor);
                Figure { kind: kind.to_string(), name, value: Some(*number as f64) }
            })
            .collect(),
        strength: player.strength.as_ref().map(remark),
        practise: player.practise.as_ref().map(remark),
        luck: luck.map(|luck| fill(words.review_luck, &[("n", &percent(luck.win))])),
    }
}

async fn with_case<T: Send + 'static>(
    app: Arc<App>,
    id: String,
    (visitor, hand): (Visitor, Hand),
    work: impl FnOnce(&Arc<App>, Arc<Case>) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    blocking(move || {
        let case = app.reviews.case(&id, visitor.lang, hand.owner().unwrap_or(""))?;
        work(&app, case)
    })
    .await
}

/// What the address of the page may carry.
#[derive(Deserialize)]
pub struct At {
    ply: Option<usize>,
    step: Option<usize>,
    turned: Option<Turned>,
}

/// The position after so many moves; with a step, so many moves of the line of that move instead of it.
fn position(standing: &Standing, at: &At, visitor: Visitor) -> PositionView {
    let played = standing.board.moves().len();
    let ply = at.ply.unwrap_or(played).min(played);
    let reviewed = standing.review.moves.iter().find(|reviewed| reviewed.ply == ply);
    let before = at.step.filter(|_| ply > 0);
    let mut board = standing.board.fork();
    for _ in (ply - usize::from(before.is_some()))..played {
        board.undo();
    }
    let line = reviewed.map(|reviewed| reviewed.line.clone()).unwrap_or_default();
    let (mut steps, mut step, mut arrows) = (0, 0, Vec::new());
    if let Some(wanted) = before {
        if wanted == 0
            && let (Some(reviewed), Some(picture)) = (reviewed, board.picture())
        {
            arrows.push(path_of(&picture, &reviewed.best));
        }
        let mut ahead = board.fork();
        steps = line.iter().take_while(|mv| ahead.play(mv).is_ok()).count();
        step = wanted.min(steps);
        for mv in &line[..step] {
            let _ = board.play(mv);
        }
    }
    let board = board_view(board.as_ref(), visitor, Turned::view(at.turned), Open::No);
    PositionView { board, arrows, step, steps }
}

/// Shows the review.
pub async fn page(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(at): Query<At>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Markup, Failure> {
    let (shown, first, (info, title), kept) =
        with_case(app, id.clone(), (visitor, hand), move |app, case| {
            app.reviews.resume(&case);
            let standing = case.standing();
            let first = position(&standing, &at, visitor);
            let kept = app.lobby.store.game(&case.id)?.is_some();
            Ok((
                view(&standing, visitor),
                (first, at.ply, names(&standing, visitor)),
                (
                    standing.board.info(),
                    visitor.phrases(standing.board.as_ref()).say(standing.board.info().title).into_owned(),
                ),
                kept,
            ))
        })
        .await?;
    let (first, ply, seats) = first;
    let words = visitor.words();
    let path = format!("/review/{id}");
    let page =
        Page { visitor, title: words.review, kind: "play review", path: &path, scripts: &["review.js"] };
    let data = json!({ "review": shown, "position": first, "ply": ply, "seats": seats });
    Ok(page.around(html! {
        game-review.table data-base=(path) data-words=(client_words(words)) data-game=(info.name) {
            script type="application/json" { (PreEscaped(embedded(&data))) }
            section.board-side aria-label=(words.board) {
                game-board data-enlarge=(words.enlarge) { (PreEscaped(&first.board.svg)) }
                div.steps role="group" aria-label=(words.moves) {
                    button data-do="first" aria-label=(words.to_start) title=(words.to_start) { "|◀" }
                    button data-do="back" aria-label=(words.back) title=(words.back) { "◀" }
                    button data-do="forward" aria-label=(words.forward) title=(words.forward) { "▶" }
                    button data-do="last" aria-label=(words.to_end) title=(words.to_end) { "▶|" }
                    button data-do="flip" { (words.flip) }
                }
            }
            section.panel {
                h1 { (title) span.quiet { " · " (words.review) } }
                div.progress {
                    progress max="1" value="0" aria-label=(words.review) {}
                    span.status role="status" { (shown.status) }
                    button.primary data-do="start" { (words.review_start) }
                    button data-do="stop" { (words.review_stop) }
                }
                section.verdict aria-live="polite" {
                    p.verdict-head { span.class-sign aria-hidden="true" {} strong.verdict-move {} span.verdict-class {} span.verdict-loss {} }
                    p.verdict-text { (words.review_choose) }
                    div.line-steps role="group" aria-label=(words.why_line) hidden {}
                    button data-do="better" hidden {}
                }
                figure.graph {
                    figcaption { (words.win_chance) }
                    svg viewBox="0 0 300 110" tabindex="0" role="img" aria-label=(words.review_graph) {}
                    ul.graph-legend {}
                }
                section.moves.reviewed aria-label=(words.moves) { h2 { (words.moves) } ol {} }
                section.moments aria-label=(words.review_moments) hidden { h2 { (words.review_moments) } ol {} }
                section.players-reviewed {}
                div.actions {
                    a.button href={ "/practice/" (info.name) "?own=yes" } { (words.practise_mistakes) }
                    @if kept { a.button href={ "/game/" (id) } { (words.why_back) } }
                }
                p.quiet.keys { (words.review_keys) }
            }
        }
    }))
}

fn names(standing: &Standing, visitor: Visitor) -> Vec<String> {
    let seats = standing.board.seat_names().len();
    (0..seats).map(|seat| player_name(standing, seat, visitor)).collect()
}

fn client_words(words: &Words) -> String {
    json!({
        "accuracy": words.accuracy, "strength": words.strength, "practise": words.practise,
        "chance": words.graph_seat, "offline": words.offline, "move": words.review_move, "start": words.start_of,
        "none": words.review_unseen, "line": words.review_line, "better": words.review_better, "round": words.round,
    })
    .to_string()
}

/// Tells the page how the review stands.
pub async fn state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Json<ReviewView>, Failure> {
    with_case(app, id, (visitor, hand), move |_, case| Ok(Json(view(&case.standing(), visitor)))).await
}

/// Tells the page about a position.
pub async fn at(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(at): Query<At>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Json<PositionView>, Failure> {
    with_case(app, id, (visitor, hand), move |_, case| Ok(Json(position(&case.standing(), &at, visitor))))
        .await
}

/// Starts the review of a game, or lets it go on, and leads there.
pub async fn of_game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    hand: Hand,
    _: Nothing,
) -> Result<Response, Failure> {
    let (hand, introduction) = hand.introduced();
    let path = format!("/review/{id}");
    with_case(app, id, (visitor, hand), |app, case| app.reviews.start(&case)).await?;
    Ok((introduction, Redirect::to(&path)).into_response())
}

/// Lets the review go on.
pub async fn start(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    hand: Hand,
    _: Nothing,
) -> Result<Response, Failure> {
    let (hand, introduction) = hand.introduced();
    let told = with_case(app, id, (visitor, hand), move |app, case| {
        app.reviews.start(&case)?;
        Ok(Json(view(&case.standing(), visitor)))
    });
    Ok((introduction, told.await?).into_response())
}

/// Stops the review.
pub async fn stop(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    hand: Hand,
    _: Nothing,
) -> Result<Json<ReviewView>, Failure> {
    with_case(app, id, (visitor, hand), move |app, case| {
        app.reviews.stop(&case)?;
        Ok(Json(view(&case.standing(), visitor)))
    })
    .await
}

/// Streams how the review stands, each time that it has changed.
pub async fn events(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Response, Failure> {
    let closing = app.closing();
    let case = with_case(app, id, (visitor, hand), |_, case| Ok(case)).await?;
    let news = case.watch();
    Ok(live::stream(("review", PACE), news, closing, move || Ok(view(&case.standing(), visitor))))
}

/// Shows where a record can be laid down.
pub async fn list(visitor: Visitor) -> Markup {
    let words = visitor.words();
    let page =
        Page { visitor, title: words.review_any, kind: "reading", path: "/reviews", scripts: &["drop.js"] };
    page.around(html! {
        article.prose {
            h1 { (words.review_any) }
            p.lead { (words.review_any_about) }
            form.drop-record method="post" action="/reviews" {
                label { span { (words.record) } textarea name="record" rows="8" required spellcheck="false" {} }
                div.actions {
                    button.primary type="submit" { (words.review) }
                    label.button { input type="file" accept="application/json,.json,.jsonl"; span { (words.choose_file) } }
                }
            }
            p { a href="/" { (words.to_home) } }
        }
    })
}

/// A record that somebody brings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brought {
    record: String,
}

/// Starts the review of a record.
pub async fn import(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    hand: Hand,
    Body(brought): Body<Brought>,
) -> Result<Response, Failure> {
    let (hand, introduction) = hand.introduced();
    let path = blocking(move || {
        let case = app.reviews.import(&brought.record, visitor.lang, hand.owner().unwrap_or(""))?;
        app.reviews.start(&case)?;
        Ok(format!("/review/{}", case.id))
    });
    Ok((introduction, Redirect::to(&path.await?)).into_response())
}

/// What a game that is over leads to: its review, and its mistakes as puzzles.
pub fn button(path: &str, game: &str, words: &Words) -> Markup {
    html! {
        form.ended method="post" action={ (path) "/review" } { button type="submit" { (words.review_this) } }
        a.button.ended href={ "/practice/" (game) "?own=yes" } { (words.practise_mistakes) }
    }
}
