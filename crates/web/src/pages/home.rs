//! The first page: the games, and those that were begun.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use axum::extract::{Path, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, SET_COOKIE};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use draw::Look;
use game::{Control, Frame, Limits, Options, Seat};
use maud::{Markup, html};
use serde::Deserialize;
use store::{KeptGame, Store};
use table::expert::{EXPERT, Lang};
use table::{Ending, Family, Games, Record, Session, Wanted, Who};

use crate::app::{App, blocking};
use crate::body::Body;
use crate::faces;
use crate::failure::Failure;
use crate::opponents;
use crate::pages::Page;
use crate::seats::Hand;
use crate::statistics;
use crate::visitor::{Palette, Theme, Visitor};
use crate::wire::{counts_points, verdict};
use crate::words::{Words, count, fill};

/// How many begun games are shown.
const RECENT: usize = 12;
/// How many are listed on a page of their own.
const LISTED: usize = 500;
/// Moves before the picture of a game is taken.
const MIDDLE: usize = 14;

/// Shows the games.
pub async fn page(State(app): State<Arc<App>>, visitor: Visitor, hand: Hand) -> Result<Markup, Failure> {
    blocking(move || {
        let recent = begun(&app.lobby.store, &hand, RECENT)?;
        Ok(content(&app.lobby.games, &recent, (visitor, &hand)))
    })
    .await
}

/// The games changed last that a reader may find without a link: all of this machine, or where others can reach it, those in which they have a seat.
fn begun(store: &Store, hand: &Hand, most: usize) -> Result<Vec<KeptGame>, Failure> {
    Ok(match hand {
        Hand::Anybody => store.recent_games(most)?,
        Hand::Browser(Some(mark)) => store.games_of(mark, most)?,
        Hand::Browser(None) => Vec::new(),
    })
}

/// Lists the games that were begun, the latest first.
pub async fn all(State(app): State<Arc<App>>, visitor: Visitor, hand: Hand) -> Result<Markup, Failure> {
    let known = app.lobby.games.clone();
    blocking(move || {
        let games = begun(&app.lobby.store, &hand, LISTED)?;
        let words = visitor.words();
        let page = Page { visitor, title: words.all_games, kind: "reading", path: "/games", scripts: &[] };
        Ok(page.around(html! {
            article.wide-prose { h1 { (words.all_games) } section.recent.listed { (rows(&known, &games, (visitor, &hand))) } }
        }))
    })
    .await
}

fn rows(known: &Games, games: &[KeptGame], reader: (Visitor, &Hand)) -> Markup {
    html! {
        @if games.is_empty() { p.quiet { (reader.0.words().no_recent) } }
        @else { ul { @for kept in games { @if let Some(row) = row(known, kept, reader) { li { (row) } } } } }
    }
}

/// Readies what the first page needs, so that it comes at once.
pub fn prepare(games: &Games) {
    for family in games {
        opponents::of(family);
        for theme in [draw::Theme::Light, draw::Theme::Dark] {
            let _ = drawn(family, theme);
        }
    }
}

fn content(games: &Games, recent: &[KeptGame], (visitor, hand): (Visitor, &Hand)) -> Markup {
    let words = visitor.words();
    let page = Page { visitor, title: words.home, kind: "home", path: "/", scripts: &[] };
    page.around(html! {
        section.hero { h1 { "Ludus" } p { (words.lead) } }
        ul.cards { @for family in games { li { (card(family, visitor)) } } }
        section.recent {
            h2 { (words.recent) }
            (rows(games, recent, (visitor, hand)))
            @if recent.len() == RECENT { p { a.link href="/games" { (words.all_games) } } }
        }
    })
}

fn card(family: &Family, visitor: Visitor) -> Markup {
    let (info, words) = (family.info, visitor.words());
    let name = info.name;
    html! {
        article.card {
            a.picture href={ "/new/" (name) } tabindex="-1" aria-hidden="true" { (picture_of(name, visitor.theme)) }
            div.body {
                h2 { a href={ "/new/" (name) } { (visitor.title(family)) } }
                p { (family.phrases(visitor.lang).say(info.tagline)) }
                div.actions {
                    form method="post" action="/games" {
                        input type="hidden" name="game" value=(name);
                        button.primary type="submit" title=[opponents::default_for(family).map(|opponent| fill(words.play_default, &[("name", opponent.name)]))] { (words.play) }
                    }
                    a.button href={ "/new/" (name) } { (words.choose) }
                    a.link href={ "/rules/" (name) } { (words.rules_of) }
                    @if !family.lessons().is_empty() { a.link href={ "/learn/" (name) } { (words.learn) } }
                }
            }
        }
    }
}

/// A picture of the game in the colours that the page has.
pub fn picture_of(name: &str, theme: Theme) -> Markup {
    let address = |theme: &str| format!("/picture/{name}/{theme}.svg");
    html! {
        @match theme {
            Theme::System => picture {
                source media="(prefers-color-scheme: dark)" srcset=(address("dark"));
                img src=(address("light")) alt="" loading="lazy";
            },
            forced => { img src=(address(forced.name())) alt="" loading="lazy"; }
        }
    }
}

/// A game in the list: who played, how it ended, when.
fn row(known: &Games, kept: &KeptGame, (visitor, hand): (Visitor, &Hand)) -> Option<Markup> {
    let words = visitor.words();
    let record = Record::read(&kept.record).ok()?;
    let family = known.find(&record.game).ok()?;
    let made = record.times_ms.len();
    let players = statistics::players(&record)?;
    let own = hand.owner().and_then(|owner| statistics::own_seat(owner, kept, &players));
    let mut names: Vec<String> = opponents::cast(&players, words).into_iter().map(|(name, _)| name).collect();
    if let Some(seat) = own {
        names[seat] = words.you.to_string();
    }
    let (kind, result) = match &record.result {
        Some(ending) => outcome(ending, own, &names, words),
        None => ("open", count(visitor.lang, words.moves_made, made)),
    };
    let (day, machine) = visitor.day(kept.changed);
    Some(html! {
        a.row href={ "/game/" (kept.id) } {
            span.faces { @for face in faces_of(&players, words) { (face) } }
            span.what {
                strong { (visitor.title(family)) }
                span.quiet { (names.join(" – ")) }
            }
            span.outcome.(kind) { (result) }
            time.quiet datetime=(machine) { (day) }
            span.go { @if kept.over { (words.look) } @else { (words.resume) } }
        }
    })
}

/// How a game ended: for the reader where they had a seat, otherwise who won. With the points where points count.
fn outcome(ending: &Ending, own: Option<usize>, names: &[String], words: &Words) -> (&'static str, String) {
    let kind = own.map_or("over", |seat| verdict(ending, seat));
    let said = match (kind, ending.winners.as_slice()) {
        ("won", _) => words.row_won.to_string(),
        ("lost", _) => words.row_lost.to_string(),
        ("over", [one]) => fill(words.you_lose, &[("name", &names[one - 1])]),
        _ => words.draw.to_string(),
    };
    let points = counts_points(ending).then(|| {
        let scores: Vec<String> = ending.scores.iter().map(i32::to_string).collect();
        format!(" · {}", scores.join(" : "))
    });
    (kind, said + &points.unwrap_or_default())
}

/// The faces at a table, by seat.
pub fn faces_of(all: &[Who], words: &Words) -> Vec<Markup> {
    let cast = opponents::cast(all, words);
    let shown = |(who, (_, number)): (&Who, (String, Option<usize>))| match number {
        Some(number) => faces::face_of(number),
        None => face(who),
    };
    all.iter().zip(cast).map(shown).collect()
}

/// The face of a player.
fn face(who: &Who) -> Markup {
    match (opponents::known(who), who) {
        (Some(opponent), _) => faces::face_of(opponent.face),
        (None, Who::Person) => faces::person(),
        (None, Who::Player(spec)) if spec.name() == EXPERT.name => faces::face_of(opponents::EXPERT_FACE),
        (None, Who::Player(_) | Who::Program(_) | Who::Own(_)) => faces::machine(),
    }
}

/// What the preferences form sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    lang: Option<String>,
    theme: Option<String>,
    palette: Option<String>,
    back: Option<String>,
}

/// Keeps language and colours.
pub async fn preferences(Body(given): Body<Preferences>) -> Result<Response, Failure> {
    let language = given
        .lang
        .map(|code| Lang::of_code(&code).ok_or_else(|| Failure::wrong(format!("unknown language '{code}'"))));
    let theme = given
        .theme
        .map(|name| Theme::of_name(&name).ok_or_else(|| Failure::wrong(format!("unknown colours '{name}'"))));
    let keep = |name: &str, value: &str| {
        let text = format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
        (SET_COOKIE, HeaderValue::from_str(&text).expect("names of languages and themes are plain letters"))
    };
    let language = language.transpose()?.map(|language| keep("lang", language.code()));
    let theme = theme.transpose()?.map(|theme| keep("theme", theme.name()));
    let palette = given.palette.map(|name| {
        Palette::of_name(&name).ok_or_else(|| Failure::wrong(format!("unknown palette '{name}'")))
    });
    let palette = palette.transpose()?.map(|palette| keep("palette", palette.name()));
    let back = given.back.unwrap_or_else(|| "/".into());
    if !is_own_path(&back) {
        return Err(Failure::wrong(format!("'{back}' is no page to go back to")));
    }
    let cookies: Vec<_> = language.into_iter().chain(theme).chain(palette).collect();
    if cookies.is_empty() {
        return Err(Failure::wrong("the form says neither a language nor colours"));
    }
    Ok((AppendHeaders(cookies), Redirect::to(&back)).into_response())
}

/// Whether a path leads to a page of this app and nowhere else.
fn is_own_path(path: &str) -> bool {
    path.starts_with('/')
        && !path.starts_with("//")
        && path.bytes().all(|b| b.is_ascii_alphanumeric() || b"/-_.".contains(&b))
}

/// Shows a game in progress, the same every time.
pub async fn picture(
    State(app): State<Arc<App>>,
    Path((name, file)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let theme = match file.as_str() {
        "light.svg" => draw::Theme::Light,
        "dark.svg" => draw::Theme::Dark,
        _ => return Err(Failure::NotFound),
    };
    let family = app.lobby.games.find(&name).map_err(|_| Failure::NotFound)?.clone();
    let svg = blocking(move || drawn(&family, theme)).await?;
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "public, max-age=86400")];
    Ok((headers, svg.to_string()).into_response())
}

/// The picture of a game, drawn once.
fn drawn(family: &Family, theme: draw::Theme) -> Result<Arc<str>, Failure> {
    type Drawn = HashMap<(&'static str, draw::Theme), Arc<str>>;
    static DRAWN: LazyLock<Mutex<Drawn>> = LazyLock::new(Mutex::default);
    let mut known = DRAWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let key = (family.info.name, theme);
    if let Some(svg) = known.get(&key) {
        return Ok(svg.clone());
    }
    let svg: Arc<str> = scene_in_progress(family, theme)?.into();
    known.insert(key, svg.clone());
    Ok(svg)
}

/// A position from the middle of a game that simple players played.
fn scene_in_progress(family: &Family, theme: draw::Theme) -> Result<String, Failure> {
    let board = family.open(&Options::none())?;
    let mut session = Session::of_people(board, 11);
    let mut bot = ["greedy", "random"].iter().find_map(|name| session.board().named_bot(name, 5).ok());
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    for _ in 0..MIDDLE {
        session.settle();
        let Some(bot) = bot.as_mut().filter(|_| !session.over()) else { break };
        let Ok(thought) = bot.think(session.board(), &Control::new(limits), Wanted::best()) else { break };
        session.play(&thought.mv, 0)?;
    }
    session.settle();
    if session.over() {
        session.undo();
    }
    let picture = session.board().picture_in(Frame::Square(Seat::FIRST)).ok_or(Failure::NotFound)?;
    Ok(draw::svg(&picture.scene, &Look { last: picture.last, ..Look::file(theme) }))
}
