//! A game being played.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{MethodRouter, post};
use draw::{Look, View};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::{Value, json};
use table::{Match, Who};
use tokio_stream::wrappers::ReceiverStream;

use crate::app::{App, blocking};
use crate::body::{Body, Nothing};
use crate::failure::Failure;
use crate::lesson::Warning;
use crate::lobby::{Lobby, Sides};
use crate::pace::Pace;
use crate::pages::{Page, home, review, rounds, why};
use crate::room::{Inner, Room};
use crate::seats::Hand;
use crate::visitor::Visitor;
use crate::why::{HintView, hint_view};
use crate::wire::{Emblem, GameView, PastView, ThoughtView, after_view, emblems, game_view, only, past_view};
use crate::words::Words;

/// A sign of life on quiet streams, so that dead ones are noticed.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Pixels across a downloaded picture.
const PIXELS: u32 = 1_200;

/// What an address says about the side from which the board is seen.
#[derive(Deserialize)]
pub struct Side {
    turned: Option<Turned>,
}

/// Whether the board is seen from the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Turned {
    /// It is not.
    #[serde(rename = "0")]
    No,
    /// It is.
    #[serde(rename = "1")]
    Yes,
}

impl Turned {
    /// The way to draw it; upright when nothing is said.
    pub fn view(said: Option<Turned>) -> View {
        if said == Some(Turned::Yes) { View::Turned } else { View::Upright }
    }
}

impl Side {
    /// The way to draw it.
    pub fn view(&self) -> View {
        Turned::view(self.turned)
    }
}

async fn with_room<T: Send + 'static>(
    app: Arc<App>,
    id: String,
    work: impl FnOnce(&Arc<App>, Arc<Room>) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    blocking(move || {
        let room = app.lobby.room(&id)?;
        work(&app, room)
    })
    .await
}

/// The game as somebody sees it.
fn seen(app: &App, room: &Room, (visitor, view, hand): (Visitor, View, &Hand)) -> GameView {
    let inner = room.lock();
    game_view(&inner, visitor, view, hand, app.lobby.queue(&inner))
}

/// What the page of a game is made from, besides the game as somebody sees it.
struct Table {
    title: String,
    name: &'static str,
    players: Vec<Who>,
    emblems: Vec<Option<Emblem>>,
    explained: bool,
    teach: bool,
    links: Option<Links>,
    lesson: Option<String>,
    /// The seat of whoever looks, if it is a single one.
    front: Option<usize>,
}

impl Table {
    fn of(app: &App, room: &Room, visitor: Visitor, hand: &Hand) -> Table {
        let inner = room.lock();
        let board = inner.session.board();
        Table {
            title: visitor.phrases(board).say(board.info().title).into_owned(),
            name: board.info().name,
            players: inner.who.clone(),
            emblems: emblems(board, visitor.words()),
            explained: board.knowledge(None).is_ok(),
            teach: inner.extra.teach,
            links: (*hand != Hand::Anybody).then(|| Links::of(app, &room.id, &inner, hand)),
            lesson: inner.extra.lesson.clone(),
            front: only(&inner.seats_of(hand)),
        }
    }

    /// Who sits where, with faces and the pieces that are theirs.
    fn seats(&self, view: &GameView, path: &str, words: &Words) -> Markup {
        let faces = home::faces_of(&self.players, words);
        html! {
            ul.seats { @for (number, ((seat, face), emblem)) in view.seats.iter().zip(faces).zip(&self.emblems).enumerate() {
                li.active[seat.active] {
                    (face)
                    span.who {
                        strong { (seat.name) }
                        span.quiet { (seat.seat) @if let Some(about) = emblem.as_ref().and_then(|emblem| emblem.about) { ", " (about) } }
                    }
                    @if let Some(emblem) = emblem { span.emblem aria-hidden="true" { (PreEscaped(&emblem.svg)) } }
                    @if seat.free { form.sit method="post" action={ (path) "/sit" } { input type="hidden" name="seat" value=(number + 1); button type="submit" { (words.seat_take) } } }
                    output.clock {} span.score {}
                }
            } }
        }
    }

    /// The card at the end: how it ended, and what comes next.
    fn end(&self, path: &str, words: &Words) -> Markup {
        html! {
            section.end-card aria-label=(words.result) hidden {
                p.end-title {}
                p.end-reason.quiet {}
                div.actions {
                    button.primary data-do="rematch" { (words.rematch) }
                    button data-do="swap" { (words.change_sides) }
                    a.button href={ "/new/" (self.name) } { (words.new_opponent) }
                    (review::button(path, self.name, words))
                    @if let Some(step) = &self.lesson { a.button href={ "/learn/" (self.name) "/" (step) } { (words.learn_back) } }
                }
            }
        }
    }

    /// How fast computers go on that are only watched.
    fn pace(&self, view: &GameView, words: &Words) -> Markup {
        html! {
            @if !self.players.iter().any(Who::is_person) {
                label.pace { span { (words.pace) }
                    select name="pace" { @for pace in Pace::ALL { option value=(pace.name()) selected[pace.name() == view.pace] { (pace_name(pace, words)) } } }
                }
            }
        }
    }
}

/// What a pace is called.
pub fn pace_name(pace: Pace, words: &Words) -> &'static str {
    match pace {
        Pace::Paused => words.pace_paused,
        Pace::Slow => words.speed_slow,
        Pace::Usual => words.speed_normal,
        Pace::Fast => words.speed_fast,
    }
}

/// Buttons that step through the moves.
pub fn steps(words: &Words) -> Markup {
    html! {
        button data-do="first" aria-label=(words.to_start) title=(words.to_start) { "|◀" }
        button data-do="back" aria-label=(words.back) title=(words.back) { "◀" }
        button data-do="forward" aria-label=(words.forward) title=(words.forward) { "▶" }
        button data-do="last" aria-label=(words.to_end) title=(words.to_end) { "▶|" }
    }
}

/// Shows the game.
pub async fn page(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Markup, Failure> {
    let (view, table) = with_room(app, id.clone(), move |app, room| {
        Ok((seen(app, &room, (visitor, View::Upright, &hand)), Table::of(app, &room, visitor, &hand)))
    })
    .await?;
    let words = visitor.words();
    let path = format!("/game/{id}");
    let page = Page { visitor, title: &table.title, kind: "play", path: &path, scripts: &["play.js"] };
    Ok(page.around(html! {
        game-play.table data-base=(path) data-words=(client_words(words)) data-game=(table.name) data-front=[table.front.map(|seat| seat + 1)] {
            script type="application/json" { (PreEscaped(embedded(&json!(view)))) }
            section.board-side aria-label=(words.board) {
                game-board data-enlarge=(words.enlarge) { (PreEscaped(&view.board.svg)) }
                div.steps role="group" aria-label=(words.moves) { (steps(words)) }
            }
            section.panel {
                h1 { (table.title) }
                (table.seats(&view, &path, words))
                (table.end(&path, words))
                (table.pace(&view, words))
                // On a phone this lies under the thumb, with the board above it in view.
                div.dock {
                    p.status role="status" aria-live="polite" { (view.status) }
                    p.note.quiet {}
                    p.spoken.hidden-text role="log" aria-live="polite" {}
                    div.lesson.warning role="alert" hidden { p {} div.actions { button.primary data-do="reconsider" { (words.warn_back) } button data-do="insist" { (words.warn_anyway) } } }
                    div.lesson.told role="status" aria-live="polite" hidden { p {} button data-do="lesson" { (words.lesson_show) } }
                    ol.hint aria-live="polite" aria-label=(words.hint) hidden {}
                    div.actions.thumb {
                        button data-do="undo" { (words.undo) }
                        button data-do="hint" { (words.hint) }
                        @if table.explained { button data-do="why" { (words.why_ask) } }
                        button.primary.at-end data-do="rematch" { (words.rematch) }
                    }
                }
                div.actions {
                    button data-do="flip" hidden[!view.board.turns] { (words.flip) }
                    button data-do="resign" { (words.resign) }
                    button.primary data-do="retry" hidden { (words.ask_again) }
                    form method="post" action={ (path) "/analyse" } { button type="submit" { (words.analyse) } }
                }
                @if table.explained { (why::panel(words, table.name, if table.teach { why::Shown::AtOnce } else { why::Shown::OnRequest })) }
                (rounds::list(&view.rounds, words))
                section.moves aria-label=(words.moves) { h2 { (words.moves) } ol {} p.quiet { (words.no_moves) } }
                @if let Some(links) = &table.links { (links.shown(words)) }
                (extras(words, &path, &view.board.text, &view.position))
                details.more {
                    summary { (words.forget) }
                    form.forget method="post" action={ (path) "/forget" } { p.quiet { (words.forget_about) } button type="submit" { (words.forget) } }
                }
            }
        }
    }))
}

/// Addresses to give away, and one to keep.
struct Links {
    /// For others: to look on, or to sit down where a seat is free.
    others: String,
    /// For the owner of a seat, who may lose the browser's mark; `None` for those who look on.
    own: Option<String>,
    /// Whether somebody is still missing.
    open: bool,
}

impl Links {
    fn of(app: &App, id: &str, inner: &Inner, hand: &Hand) -> Links {
        let address = |path: &str| {
            let key = app.key.as_deref().map(|key| format!("?key={key}")).unwrap_or_default();
            format!("{}/game/{id}{path}{key}", app.origin)
        };
        let missing = inner.humans().into_iter().any(|seat| inner.is_free(seat, hand));
        Links {
            others: address(""),
            own: inner.key_of(hand).map(|key| address(&format!("/seat/{key}"))),
            open: missing && !inner.session.over(),
        }
    }

    fn shown(&self, words: &Words) -> Markup {
        html! {
            details.more.share open[self.open] {
                summary { (words.share) }
                p { (words.share_others) }
                p.link-to-keep lang="en" { a href=(self.others) { (self.others) } }
                @if let Some(own) = &self.own {
                    p { (words.share_own) }
                    p.link-to-keep lang="en" { a href=(own) { (own) } }
                }
            }
        }
    }
}

/// What is folded away below the moves: typing, speed, text, downloads.
pub fn extras(words: &Words, path: &str, text: &str, position: &str) -> Markup {
    let speeds = [
        ("slow", words.speed_slow),
        ("normal", words.speed_normal),
        ("fast", words.speed_fast),
        ("none", words.speed_none),
    ];
    html! {
        details.more {
            summary { (words.movement_and_keys) }
            div.fields {
                form.type-move { label { span { (words.type_move) } input name="move" autocomplete="off" spellcheck="false" maxlength="40"; } }
                label { span { (words.speed) }
                    select name="speed" { @for (value, name) in speeds { option value=(value) selected[value == "normal"] { (name) } } }
                }
                label.check { input type="checkbox" name="marks" checked; span { (words.marks) } }
                label.check { input type="checkbox" name="sound"; span { (words.sound) } }
                label.check { input type="checkbox" name="figures"; span { (words.figures) } }
            }
            p.quiet.keys { (words.keys_help) }
        }
        details.more {
            summary { (words.as_text) }
            pre.text-board tabindex="0" lang="en" { (text) }
        }
        details.more {
            summary { (words.downloads) }
            p.downloads {
                a href={ (path) "/board.svg" } download { (words.picture) " (SVG)" }
                a href={ (path) "/board.png" } download { (words.picture) " (PNG)" }
                a href={ (path) "/record.json" } download { (words.record) }
                button data-do="copy" { (words.copy_position) }
                button data-do="copy-text" { (words.copy_text) }
                button data-do="copy-image" { (words.copy_image) }
            }
            p.position lang="en" { (position) }
        }
    }
}

/// The sentences that scripts need.
pub fn client_words(words: &Words) -> String {
    json!({
        "hint": words.hint, "more": words.hint_more, "wait": words.hint_wait, "look": words.warn_look, "offline": words.offline, "copied": words.copied,
        "resign": words.resign, "sure": words.resign_sure, "chosen": words.chosen, "proved": words.proved,
        "depth": words.engine_depth, "chance": words.win_chance, "start": words.start_of, "why": words.why_ask,
        "online": words.online, "unsent": words.unsent, "sending": words.sending, "queue": words.in_queue, "round": words.round,
        "yours": words.your_turn, "now": words.to_now, "solved": words.solved, "all": words.seen_all, "seat": words.graph_seat, "margin": words.graph_margin,
        "unnamed": words.branch, "saved": words.image_saved,
    })
    .to_string()
}

/// JSON that can stand inside a script element.
pub fn embedded(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// Tells the page how the game stands.
pub async fn state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(side): Query<Side>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Json<GameView>, Failure> {
    with_room(app, id, move |app, room| Ok(Json(seen(app, &room, (visitor, side.view(), &hand))))).await
}

/// Which position of the game, and from which side.
#[derive(Deserialize)]
pub struct Moment {
    ply: Option<usize>,
    #[serde(rename = "move")]
    mv: Option<String>,
    turned: Option<Turned>,
}

/// Tells the page how the game stood after so many moves.
pub async fn at(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Json<PastView>, Failure> {
    let (board, visitor) = seated(app, id, visitor, hand).await?;
    let (ply, view) = (moment.ply.unwrap_or(usize::MAX), Turned::view(moment.turned));
    blocking(move || Ok(Json(past_view(board.as_ref(), ply, visitor, view)))).await
}

/// Tells the page how the game would stand after a move.
pub async fn after(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Json<PastView>, Failure> {
    let (board, visitor) = seated(app, id, visitor, hand).await?;
    moment.after(board, visitor).await
}

/// The board of a game, and the visitor at their seat of it.
async fn seated(
    app: Arc<App>,
    id: String,
    visitor: Visitor,
    hand: Hand,
) -> Result<(Box<dyn Match>, Visitor), Failure> {
    with_room(app, id, move |_, room| {
        let inner = room.lock();
        Ok((inner.session.board().fork(), visitor.at_seat(only(&inner.seats_of(&hand)))))
    })
    .await
}

impl Moment {
    /// How a board would stand after the move.
    pub async fn after(self, mut board: Box<dyn Match>, visitor: Visitor) -> Result<Json<PastView>, Failure> {
        let text = self.mv.ok_or_else(|| Failure::wrong("the address names no move"))?;
        let (ply, view) = (self.ply.unwrap_or(usize::MAX), Turned::view(self.turned));
        blocking(move || {
            // The game may have gone on since the reader looked, or back, and then there is nothing to show.
            while board.moves().len() > ply && board.undo().is_some() {}
            if self.ply.is_some_and(|ply| board.moves().len() < ply) {
                return Ok(Json(past_view(board.as_ref(), ply, visitor, view)));
            }
            // Whoever is to move stays at the front of the picture.
            let visitor = visitor.at_seat(board.to_move());
            Ok(Json(after_view(board.as_ref(), &text, visitor, view)?))
        })
        .await
    }
}

/// How fast computers are to go on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    pace: Pace,
}

/// Lets computers that are watched go on faster, slower, or not at all.
pub async fn pace(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(side): Query<Side>,
    visitor: Visitor,
    hand: Hand,
    Body(wish): Body<Wish>,
) -> Result<Json<GameView>, Failure> {
    changed(app, id, (side, visitor, hand), move |lobby, room, hand| lobby.pace(room, hand, wish.pace)).await
}

/// A person's move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    #[serde(rename = "move")]
    text: String,
    ply: usize,
    /// Whether it is to be played whatever is said against it.
    #[serde(default)]
    sure: bool,
}

/// Plays a person's move and tells how the game stands then; who is taught may hear a word before it.
pub async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(side): Query<Side>,
    visitor: Visitor,
    hand: Hand,
    Body(choice): Body<Choice>,
) -> Result<Json<GameView>, Failure> {
    let word = match choice.sure {
        true => None,
        false => second_look(&app, &id, (visitor, &hand), &choice).await?,
    };
    if let Some(warning) = word {
        return changed(app, id, (side, visitor, hand), move |lobby, room, _| {
            lobby.warn(room, warning);
            Ok(())
        })
        .await;
    }
    changed(app, id, (side, visitor, hand), move |lobby, room, hand| {
        lobby.play(room, hand, &choice.text, choice.ply)
    })
    .await
}

/// The word before a move, if there is one.
async fn second_look(
    app: &Arc<App>,
    id: &str,
    (visitor, hand): (Visitor, &Hand),
    choice: &Choice,
) -> Result<Option<Warning>, Failure> {
    let (hand, text, ply) = (hand.clone(), choice.text.clone(), choice.ply);
    let looked = with_room(app.clone(), id.to_string(), move |app, room| {
        app.lobby.second_look(&room, &hand, (&text, ply), visitor.lang)
    });
    let Some(answered) = looked.await? else { return Ok(None) };
    Ok(answered.await.ok().flatten())
}

/// What a person can do to a game besides moving.
type Deed = fn(&Arc<Lobby>, &Arc<Room>, &Hand) -> Result<(), Failure>;

/// Does something to the game and tells how it stands then: takes back, gives up, asks a computer player once more.
pub fn deed(deed: Deed) -> MethodRouter<Arc<App>> {
    post(
        move |State(app): State<Arc<App>>,
              Path(id): Path<String>,
              Query(side): Query<Side>,
              visitor: Visitor,
              hand: Hand,
              _: Nothing| changed(app, id, (side, visitor, hand), deed),
    )
}

/// The answer to whoever changed a game is the game as they see it: they need not ask again.
async fn changed(
    app: Arc<App>,
    id: String,
    (side, visitor, hand): (Side, Visitor, Hand),
    change: impl FnOnce(&Arc<Lobby>, &Arc<Room>, &Hand) -> Result<(), Failure> + Send + 'static,
) -> Result<Json<GameView>, Failure> {
    with_room(app, id, move |app, room| {
        change(&app.lobby, &room, &hand)?;
        Ok(Json(seen(app, &room, (visitor, side.view(), &hand))))
    })
    .await
}

/// Starts the same game again with the seats changed.
pub async fn rematch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    hand: Hand,
    _: Nothing,
) -> Result<Json<Value>, Failure> {
    next(app, id, hand, Sides::Changed).await
}

/// Starts the same game again with everybody in their seats.
pub async fn again(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    hand: Hand,
    _: Nothing,
) -> Result<Json<Value>, Failure> {
    next(app, id, hand, Sides::Same).await
}

async fn next(app: Arc<App>, id: String, hand: Hand, sides: Sides) -> Result<Json<Value>, Failure> {
    with_room(app, id, move |app, room| {
        let next = app.lobby.rematch(&room, &hand, sides)?;
        Ok(Json(json!({ "location": format!("/game/{}", next.id) })))
    })
    .await
}

/// A seat to sit down in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    seat: String,
}

/// Gives the browser a seat that nobody has.
pub async fn sit(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    hand: Hand,
    Body(wanted): Body<Wanted>,
) -> Result<Response, Failure> {
    let (hand, introduction) = hand.introduced();
    let path = format!("/game/{id}");
    with_room(app, id, move |app, room| {
        app.lobby.seat(&room, |inner| {
            let seats = inner.session.players().len();
            let wrong =
                || Failure::wrong(format!("seat '{}' is not a number from 1 to {seats}", wanted.seat));
            let number = wanted.seat.parse::<usize>().ok().filter(|number| (1..=seats).contains(number));
            inner.sit(number.ok_or_else(wrong)? - 1, &hand)
        })
    })
    .await?;
    Ok((introduction, Redirect::to(&path)).into_response())
}

/// Brings seats back to their owner, who has kept their link.
pub async fn claim(
    State(app): State<Arc<App>>,
    Path((id, key)): Path<(String, String)>,
    hand: Hand,
) -> Result<Response, Failure> {
    let path = format!("/game/{id}");
    let (hand, introduction) = hand.introduced();
    with_room(app, id, move |app, room| {
        let found = app.lobby.seat(&room, |inner| Ok(inner.claim(&key, &hand)))?;
        (found || hand == Hand::Anybody).then_some(()).ok_or(Failure::NotFound)
    })
    .await?;
    Ok((introduction, Redirect::to(&path)).into_response())
}

/// Removes the game for good.
pub async fn forget(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    hand: Hand,
    _: Nothing,
) -> Result<Redirect, Failure> {
    with_room(app, id, move |app, room| app.lobby.forget(&room, &hand)).await?;
    Ok(Redirect::to("/"))
}

/// Finds a good move, told in steps.
pub async fn hint(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    hand: Hand,
    _: Nothing,
) -> Result<Json<HintView>, Failure> {
    let answered = with_room(app, id, move |app, room| app.lobby.hint(&room, &hand, visitor.lang)).await?;
    let found = answered.await.ok().flatten();
    let (board, hint) = found.ok_or_else(|| Failure::wrong("no hint was found"))?;
    blocking(move || Ok(Json(hint_view(board.as_ref(), &hint)))).await
}

/// Streams news of the game: `change` with the new version, `thought` while a computer thinks.
pub async fn events(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Failure> {
    let mut closing = app.closing();
    let room = with_room(app, id, |_, room| Ok(room)).await?;
    let (send, receive) = tokio::sync::mpsc::channel(4);
    tokio::spawn(async move {
        let mut news = room.watch();
        let mut told = None;
        loop {
            let now = news.borrow_and_update().clone();
            let event = match &now.thought {
                Some(thought) if told == Some(now.version) => {
                    Event::default().event("thought").json_data(ThoughtView::of(thought))
                }
                _ => Event::default().event("change").json_data(json!({ "version": now.version })),
            };
            told = Some(now.version);
            let Ok(event) = event else { break };
            if send.send(Ok::<_, std::convert::Infallible>(event)).await.is_err() {
                break;
            }
            tokio::select! {
                changed = news.changed() => if changed.is_err() { break },
                _ = closing.changed() => break,
                () = send.closed() => break,
            }
        }
    });
    let alive = axum::response::sse::KeepAlive::new().interval(HEARTBEAT);
    Ok(Sse::new(ReceiverStream::new(receive)).keep_alive(alive).into_response())
}

/// The record as a file.
pub async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Failure> {
    let name = format!("{id}.json");
    let text = with_room(app, id, |_, room| Ok(room.lock().session.record().write() + "\n")).await?;
    Ok(attachment("application/json", &name, text.into_bytes()))
}

/// The board as an SVG file.
pub async fn svg(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Failure> {
    let name = format!("{id}.svg");
    let svg = with_room(app, id, |_, room| board_svg(room.lock().session.board())).await?;
    Ok(attachment("image/svg+xml", &name, svg.into_bytes()))
}

/// The board as a PNG file.
pub async fn png(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Failure> {
    let name = format!("{id}.png");
    let board = with_room(app, id, |_, room| Ok(room.lock().session.board().fork())).await?;
    let png = blocking(move || board_png(board.as_ref())).await?;
    Ok(attachment("image/png", &name, png))
}

/// A board as the text of an SVG file.
pub fn board_svg(board: &dyn Match) -> Result<String, Failure> {
    let picture = board.picture().ok_or(Failure::NotFound)?;
    Ok(draw::svg(&picture.scene, &Look { last: picture.last, ..Look::file(draw::Theme::Light) }))
}

/// A board as the bytes of a PNG file.
pub fn board_png(board: &dyn Match) -> Result<Vec<u8>, Failure> {
    let picture = board.picture().ok_or(Failure::NotFound)?;
    let look = Look { last: picture.last, ..Look::file(draw::Theme::Light) };
    draw::png(&picture.scene, &look, PIXELS).map_err(Failure::Broken)
}

/// A file to be kept.
pub fn attachment(kind: &'static str, name: &str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"ludus-{name}\"");
    ([(CONTENT_TYPE, kind.to_string()), (CONTENT_DISPOSITION, disposition)], bytes).into_response()
}
