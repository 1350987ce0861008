//! Lessons: one idea a step on the board, and a small match at the end.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use school::{Lesson, School, Step, Task};
use serde::Deserialize;
use table::{Family, Who};

use crate::app::{App, blocking};
use crate::body::{Body, Nothing};
use crate::drill::{Drill, Solution, TriedView, frames};
use crate::failure::Failure;
use crate::learners;
use crate::lobby::Setup;
use crate::opponents;
use crate::pages::{Page, home};
use crate::room::{Extra, now};
use crate::seats::Hand;
use crate::turns::Asker;
use crate::visitor::Visitor;
use crate::words::fill;

/// How long the opponent of a small match thinks, in milliseconds.
const THINKS: u64 = 1_000;

/// Lists the games with lessons.
pub async fn list(State(app): State<Arc<App>>, visitor: Visitor, hand: Hand) -> Result<Markup, Failure> {
    let words = visitor.words();
    let rows = blocking(move || {
        let owner = hand.owner().unwrap_or_default();
        let mut rows = Vec::new();
        for family in &app.lobby.games {
            let Some(school) = app.school(family.info.name) else { continue };
            let learner = learners::read(&app.lobby.store, owner, family.info.name)?;
            let progress = learner.progress(school, 0);
            if progress.steps > 0 {
                rows.push((family.info, visitor.title(family), (progress.done, progress.steps)));
            }
        }
        Ok(rows)
    })
    .await?;
    let page = Page { visitor, title: words.learn, kind: "reading", path: "/learn", scripts: &[] };
    Ok(page.around(html! {
        article.wide-prose {
            h1 { (words.learn) }
            p.lead { (words.learn_lead) }
            @if rows.is_empty() { p { (words.learn_none) } }
            ul.courses { @for (info, title, (done, steps)) in &rows { li {
                a.course href={ "/learn/" (info.name) } {
                    span.picture { (home::picture_of(info.name, visitor.theme)) }
                    span.what { strong { (title) } (meter(*done, *steps, visitor)) }
                    span.go { @if *done == 0 { (words.learn_begin) } @else { (words.resume) } }
                }
            } } }
        }
    }))
}

/// How much is done.
fn meter(done: usize, steps: usize, visitor: Visitor) -> Markup {
    let text = fill(visitor.words().learn_done, &[("n", &done.to_string()), ("m", &steps.to_string())]);
    html! { span.meter { progress max=(steps) value=(done) aria-label=(text) {} span.quiet { (text) } } }
}

fn found<'a>(app: &'a App, name: &str) -> Result<(&'a Family, &'a School), Failure> {
    let family = app.lobby.games.find(name).map_err(|_| Failure::NotFound)?;
    let school = app.school(name).filter(|school| !school.lessons().is_empty());
    Ok((family, school.ok_or(Failure::NotFound)?))
}

fn address(game: &str, step: &Step) -> String {
    format!("/learn/{game}/{}", step.id)
}

/// Shows the lessons of a game.
pub async fn course(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Markup, Failure> {
    blocking(move || {
        let (family, school) = found(&app, &name)?;
        let game = family.info.name;
        let learner = learners::read(&app.lobby.store, hand.owner().unwrap_or_default(), game)?;
        let words = visitor.words();
        let all = || school.lessons().iter().flat_map(|lesson| &lesson.steps);
        let next = all().find(|step| !learner.has_learnt(game, &step.id)).or(all().next());
        let progress = learner.progress(school, 0);
        let path = format!("/learn/{game}");
        let page = Page { visitor, title: words.learn, kind: "reading", path: &path, scripts: &[] };
        Ok(page.around(html! {
            article.wide-prose.course-page {
                h1 { (visitor.title(family)) span.quiet { " · " (words.learn) } }
                (meter(progress.done, progress.steps, visitor))
                @if let Some(step) = next { p { a.button.primary.large href=(address(game, step)) { @if progress.done == 0 { (words.learn_begin) } @else { (words.resume) } } } }
                ol.lessons { @for lesson in school.lessons() { li {
                    h2 { (lesson.title(visitor.lang)) }
                    ol.lesson-steps { @for step in &lesson.steps {
                        li.done[learner.has_learnt(game, &step.id)] { a href=(address(game, step)) { (step.aim(visitor.lang)) } @if learner.has_learnt(game, &step.id) { span.tick { "✓" span.hidden-text { " " (words.learn_ticked) } } } }
                    } }
                } } }
                p.links { a href={ "/practice/" (game) } { (words.practice) } a href={ "/rules/" (game) } { (words.rules_of) } }
            }
        }))
    })
    .await
}

/// A step with its place.
struct Place<'a> {
    family: &'a Family,
    lesson: &'a Lesson,
    step: &'a Step,
    /// The step after it; `None` at the end.
    next: Option<&'a Step>,
}

fn place<'a>(app: &'a App, name: &str, lesson: &str, step: &str) -> Result<Place<'a>, Failure> {
    let (family, school) = found(app, name)?;
    let id = format!("{lesson}/{step}");
    let lesson = school.lesson(lesson).ok_or(Failure::NotFound)?;
    let all: Vec<&Step> = school.lessons().iter().flat_map(|lesson| &lesson.steps).collect();
    let at = all.iter().position(|step| step.id == id).ok_or(Failure::NotFound)?;
    Ok(Place { family, lesson, step: all[at], next: all.get(at + 1).copied() })
}

/// Shows a step.
pub async fn step(
    State(app): State<Arc<App>>,
    Path((name, lesson, step)): Path<(String, String, String)>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Response, Failure> {
    let (_, introduction) = hand.introduced();
    let shown = blocking(move || {
        let Place { family, lesson, step, next } = place(&app, &name, &lesson, &step)?;
        let (words, game) = (visitor.words(), family.info.name);
        let board = step.board(family)?;
        let path = address(game, step);
        let at = lesson.steps.iter().position(|known| known.id == step.id).unwrap_or(0) + 1;
        let number = [("n", at.to_string()), ("m", lesson.steps.len().to_string())];
        let number = number.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>();
        let onward = next.map_or_else(|| format!("/learn/{game}"), |next| address(game, next));
        let head = html! {
            p { a href={ "/learn/" (game) } { (visitor.title(family)) " · " (words.learn) } }
            h1 { (lesson.title(visitor.lang)) span.quiet { " · " (fill(words.learn_step, &number)) } }
        };
        let page = Page { visitor, title: lesson.title(visitor.lang), kind: "play drill", path: &path, scripts: &["drill.js"] };
        Ok(page.around(match &step.task {
            Task::Move { .. } => Drill {
                base: &path,
                board: board.as_ref(),
                aim: step.aim(visitor.lang),
                next: &onward,
                solution: Solution::None,
            }
            .shown(visitor, &head, &html! {}),
            Task::Match(_) => html! {
                article.prose {
                    (head)
                    p.aim { (step.aim(visitor.lang)) }
                    div.picture { (home::picture_of(game, visitor.theme)) }
                    form method="post" action={ (path) "/match" } { button.primary.large type="submit" { (words.learn_match) } }
                    p { a href=(onward) { (words.drill_next) } }
                }
            },
        }))
    })
    .await?;
    Ok((introduction, shown).into_response())
}

/// A move that is tried.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    #[serde(rename = "move")]
    text: String,
    /// Sent along by the page; in a lesson every try is as good as the first.
    #[serde(default)]
    #[allow(dead_code, reason = "the same script serves puzzles, where it counts")]
    first: bool,
}

/// Checks a tried move; a right one completes the step.
pub async fn attempted(
    State(app): State<Arc<App>>,
    Path((name, lesson, step)): Path<(String, String, String)>,
    visitor: Visitor,
    (hand, asker): (Hand, Asker),
    Body(tried): Body<Try>,
) -> Result<Json<TriedView>, Failure> {
    let turn = app.why.take(&asker).await?;
    let asked = app.clone();
    blocking(move || {
        let _turn = turn;
        let Place { family, step, .. } = place(&asked, &name, &lesson, &step)?;
        if matches!(step.task, Task::Match(_)) {
            return Err(Failure::wrong("this step is a match; play it"));
        }
        let board = step.board(family)?;
        let found = step.answer(board.as_ref(), &tried.text, asked.lobby.effort(), visitor.lang)?;
        if found.right {
            learnt(&asked, hand.owner().unwrap_or_default(), family.info.name, &step.id)?;
        }
        let frames = frames(board.as_ref(), &found.plies, visitor);
        Ok(Json(TriedView { right: found.right, text: found.text, frames, rating: String::new() }))
    })
    .await
}

/// Remembers that a step is done.
fn learnt(app: &App, owner: &str, game: &str, step: &str) -> Result<(), Failure> {
    let time = now().as_secs() as i64;
    learners::change(&app.lobby.store, (owner, game), |learner| learner.learnt(game, step, time))
}

/// Starts the small match of a step.
pub async fn begin(
    State(app): State<Arc<App>>,
    Path((name, lesson, step)): Path<(String, String, String)>,
    hand: Hand,
    _: Nothing,
) -> Result<Response, Failure> {
    let (hand, introduction) = hand.introduced();
    let room = blocking(move || {
        let Place { family, step, .. } = place(&app, &name, &lesson, &step)?;
        let Task::Match(small) = &step.task else { return Err(Failure::wrong("this step is no match")) };
        let board = step.board(family)?;
        let opponent = opponents::read(board.as_ref(), &small.opponent, &app.lobby.own_bots);
        let opponent = opponent.map_err(Failure::wrong)?;
        let seats = board.seat_names().len();
        let who = (0..seats).map(|seat| if seat == small.seat { Who::Person } else { opponent.clone() });
        let extra = Extra { think_ms: THINKS, lesson: Some(step.id.clone()), ..Extra::default() };
        let setup = Setup { who: who.collect(), board, seed: app.lobby.new_seed(), extra };
        let room = app.lobby.create(setup)?;
        app.lobby.seat(&room, |inner| inner.sit(small.seat, &hand))?;
        Ok(room)
    })
    .await?;
    Ok((introduction, Redirect::to(&format!("/game/{}", room.id))).into_response())
}
