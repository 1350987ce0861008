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
use table::Match;
use tokio_stream::wrappers::ReceiverStream;

use crate::app::{App, blocking};
use crate::body::{Body, Nothing};
use crate::failure::Failure;
use crate::lesson::Warning;
use crate::lobby::Lobby;
use crate::pages::{Page, home, review, rounds, why};
use crate::room::{Inner, Room};
use crate::seats::Hand;
use crate::visitor::Visitor;
use crate::why::{HintView, hint_view};
use crate::wire::{GameView, ThoughtView, game_view};
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

/// Shows the game.
pub async fn page(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Markup, Failure> {
    let (view, title, name, players, (explained, teach, links, lesson)) =
        with_room(app, id.clone(), move |app, room| {
            let inner = room.lock();
            let info = inner.session.board().info();
            let links = (hand != Hand::Anybody).then(|| Links::of(app, &room.id, &inner, &hand));
            Ok((
                game_view(&inner, visitor, View::Upright, &hand),
                info.title,
                info.name,
                inner.who.clone(),
                (
                    inner.session.board().knowledge(None).is_ok(),
                    inner.extra.teach,
                    links,
                    inner.extra.lesson.clone(),
                ),
            ))
        })
        .await?;
    let words = visitor.words();
    let path = format!("/game/{id}");
    let page = Page { visitor, title, kind: "play", path: &path, scripts: &["play.js"] };
    Ok(page.around(html! {
        game-play.table data-base=(path) data-words=(client_words(words)) data-game=(name) {
            script type="application/json" { (PreEscaped(embedded(&json!(view)))) }
            section.board-side aria-label=(words.board) {
                game-board data-enlarge=(words.enlarge) { (PreEscaped(&view.board.svg)) }
            }
            section.panel {
                h1 { (title) }
                ul.seats { @for (number, (seat, player)) in view.seats.iter().zip(&players).enumerate() {
                    li.active[seat.active] { (home::face(player)) span.who { strong { (seat.name) } span.quiet { (seat.seat) } }
                        @if seat.free { form.sit method="post" action={ (path) "/sit" } { input type="hidden" name="seat" value=(number + 1); button type="submit" { (words.seat_take) } } }
                        output.clock {} span.score {} }
                } }
                p.status role="status" aria-live="polite" { (view.status) }
                p.note.quiet {}
                div.lesson.warning role="alert" hidden { p {} div.actions { button.primary data-do="reconsider" { (words.warn_back) } button data-do="insist" { (words.warn_anyway) } } }
                div.lesson.told role="status" aria-live="polite" hidden { p {} button data-do="lesson" { (words.lesson_show) } }
                ol.hint aria-live="polite" aria-label=(words.hint) hidden {}
                div.actions {
                    button data-do="undo" { (words.undo) }
                    button data-do="hint" { (words.hint) }
                    @if explained { button data-do="why" { (words.why_ask) } }
                    button data-do="flip" { (words.flip) }
                    button data-do="resign" { (words.resign) }
                    button.primary data-do="retry" hidden { (words.ask_again) }
                    (review::button(&path, name, words))
                    @if let Some(step) = &lesson { a.button.ended hidden href={ "/learn/" (name) "/" (step) } { (words.learn_back) } }
                    button data-do="rematch" hidden { (words.rematch) }
                    form method="post" action={ (path) "/analyse" } { button type="submit" { (words.analyse) } }
                }
                @if explained { (why::panel(words, name, if teach { why::Shown::AtOnce } else { why::Shown::OnRequest })) }
                (rounds::list(words))
                section.moves aria-label=(words.moves) { h2 { (words.moves) } ol {} p.quiet { (words.no_moves) } }
                @if let Some(links) = &links { (links.shown(words)) }
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
            }
            p.quiet { (words.keys_help) }
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
    with_room(app, id, move |_, room| Ok(Json(game_view(&room.lock(), visitor, side.view(), &hand)))).await
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
        Ok(Json(game_view(&room.lock(), visitor, side.view(), &hand)))
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
    with_room(app, id, move |app, room| {
        let next = app.lobby.rematch(&room, &hand)?;
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
