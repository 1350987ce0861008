//! Puzzles: one at a time on the board, chosen by what is due and how strong the reader is.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use school::{Grade, Learner, Puzzle, School, attempt, solution};
use serde::Deserialize;
use table::Family;

use crate::app::{App, blocking};
use crate::body::Body;
use crate::drill::{Drill, Solution, TriedView, frames};
use crate::failure::Failure;
use crate::learners;
use crate::pages::{Page, home};
use crate::room::now;
use crate::seats::Hand;
use crate::turns::Asker;
use crate::visitor::Visitor;
use crate::words::{count, fill};

/// The time in seconds since 1970.
fn seconds() -> i64 {
    now().as_secs() as i64
}

/// Lists the games with something to practise.
pub async fn list(State(app): State<Arc<App>>, visitor: Visitor, hand: Hand) -> Result<Markup, Failure> {
    let words = visitor.words();
    let rows = blocking(move || {
        let owner = hand.owner().unwrap_or_default();
        let mut rows = Vec::new();
        for family in &app.lobby.games {
            let Some(school) = app.school(family.info.name) else { continue };
            let learner = learners::read(&app.lobby.store, owner, family.info.name)?;
            let progress = learner.progress(school, seconds());
            if progress.puzzles > 0 {
                rows.push((
                    (family.info, visitor.title(family)),
                    progress,
                    learner.rating(family.info.name).rating,
                ));
            }
        }
        Ok(rows)
    })
    .await?;
    let page = Page { visitor, title: words.practice, kind: "reading", path: "/practice", scripts: &[] };
    Ok(page.around(html! {
        article.wide-prose {
            h1 { (words.practice) }
            p.lead { (words.practice_lead) }
            @if rows.is_empty() { p { (words.practice_none) } }
            ul.courses { @for ((info, title), progress, rating) in &rows { li {
                a.course href={ "/practice/" (info.name) } {
                    span.picture { (home::picture_of(info.name, visitor.theme)) }
                    span.what { strong { (title) }
                        span.quiet { (count(visitor.lang, words.practice_count, progress.puzzles)) }
                        @if progress.due > 0 { span.quiet { (count(visitor.lang, words.practice_due, progress.due)) } }
                        @if progress.tried > 0 { span.quiet { (fill(words.practice_rating, &[("n", &whole(*rating))])) } }
                    }
                    span.go { (words.practice_go) }
                }
            } } }
        }
    }))
}

fn whole(rating: f64) -> String {
    format!("{rating:.0}")
}

/// Which puzzles are wanted.
#[derive(Deserialize)]
pub struct Wish {
    theme: Option<String>,
    /// Those from the reader's own games.
    own: Option<Own>,
    /// The ids of those that came before, with dots between them: they do not come again at once.
    after: Option<String>,
}

/// So many puzzles pass before one may come again.
const PASSED: usize = 20;

/// Puzzles from the reader's own games only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Own {
    /// They are wanted.
    Yes,
}

impl Wish {
    fn passed(&self) -> Vec<String> {
        self.after.iter().flat_map(|ids| ids.split('.')).map(str::to_string).collect()
    }

    /// How the page asks for the puzzle after this one.
    fn beyond(&self, puzzle: &Puzzle) -> String {
        let mut passed = self.passed();
        passed.retain(|id| id.chars().all(|sign| sign.is_ascii_alphanumeric()));
        passed.push(puzzle.id.clone());
        let after = passed[passed.len().saturating_sub(PASSED)..].join(".");
        match (&self.theme, self.own) {
            (_, Some(Own::Yes)) => format!("?own=yes&after={after}"),
            (Some(theme), None) => format!("?theme={theme}&after={after}"),
            (None, None) => format!("?after={after}"),
        }
    }
}

fn found<'a>(app: &'a App, name: &str) -> Result<(&'a Family, &'a School), Failure> {
    let family = app.lobby.games.find(name).map_err(|_| Failure::NotFound)?;
    Ok((family, app.school(name).ok_or(Failure::NotFound)?))
}

/// One's own puzzle that was never tried, else the one that is due soonest; those that have just passed come last.
fn own(learner: &Learner, game: &str, passed: &[String]) -> Option<Puzzle> {
    let mine = learner.own.iter().filter(|puzzle| puzzle.game == game).rev();
    let due = |puzzle: &Puzzle| learner.cards.get(&puzzle.id).map_or(i64::MIN, |card| card.due);
    mine.min_by_key(|puzzle| (passed.iter().position(|id| *id == puzzle.id), due(puzzle))).cloned()
}

/// Shows the next puzzle.
pub async fn page(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(wish): Query<Wish>,
    visitor: Visitor,
    hand: Hand,
) -> Result<Response, Failure> {
    let (hand, introduction) = hand.introduced();
    let shown = blocking(move || {
        let (family, school) = found(&app, &name)?;
        let known = |theme: &String| school.themes().iter().any(|known| known.kind == *theme);
        let wish = Wish { theme: wish.theme.filter(known), ..wish };
        let owner = hand.owner().unwrap_or_default();
        let learner = learners::read(&app.lobby.store, owner, family.info.name)?;
        let puzzle = match wish.own {
            Some(Own::Yes) => own(&learner, family.info.name, &wish.passed()),
            None => {
                let next = |passed: &[String]| {
                    let theme = wish.theme.as_deref();
                    learner.next_but(passed, school, theme, seconds(), app.lobby.new_seed())
                };
                next(&wish.passed()).or_else(|| next(&[])).map(|(puzzle, _)| puzzle.clone())
            }
        };
        shown(family, school, &learner, puzzle.as_ref(), &wish, visitor)
    })
    .await?;
    Ok((introduction, shown).into_response())
}

fn shown(
    family: &Family,
    school: &School,
    learner: &Learner,
    puzzle: Option<&Puzzle>,
    wish: &Wish,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let words = visitor.words();
    let path = format!("/practice/{}", family.info.name);
    let head = html! { h1 { (visitor.title(family)) span.quiet { " · " (words.practice) } } };
    let page =
        Page { visitor, title: words.practice, kind: "play drill", path: &path, scripts: &["drill.js"] };
    let Some(puzzle) = puzzle else {
        return Ok(page.around(html! {
            article.prose { (head) p { (words.practice_empty) } p { a.button href=(path) { (words.practice_all) } } }
        }));
    };
    let board = puzzle.board(family)?;
    let rating = learner.rating(family.info.name);
    let below = html! {
        @if !school.themes().is_empty() {
            form.themes method="get" action=(path) {
                label { span { (words.practice_theme) }
                    select name="theme" {
                        option value="" { (words.practice_any) }
                        @for theme in school.themes() { option value=(theme.kind) selected[wish.theme.as_ref() == Some(&theme.kind)] { (theme.name(visitor.lang)) } }
                    }
                }
                button type="submit" { (words.apply) }
            }
        }
        p.links { @if learner.own.iter().any(|own| own.game == family.info.name) && wish.own.is_none() { a href={ (path) "?own=yes" } { (words.practise_mistakes) } }
            @if wish.own.is_some() { a href=(path) { (words.practice_all) } }
            @if !school.lessons().is_empty() { a href={ "/learn/" (family.info.name) } { (words.learn) } }
        }
        @if learner.ratings.contains_key(family.info.name) { p.quiet { (fill(words.practice_rating, &[("n", &whole(rating.rating))])) } }
    };
    let drill = Drill {
        base: &format!("{path}/{}", puzzle.id),
        board: board.as_ref(),
        aim: &puzzle.aim_text(board.as_ref(), visitor.lang),
        next: &format!("{path}{}", wish.beyond(puzzle)),
        solution: Solution::Offered,
    };
    Ok(page.around(drill.shown(visitor, &head, &below)))
}

/// A move that is tried.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Try {
    #[serde(rename = "move")]
    text: String,
    /// Whether it is the first try at this sitting; only that one counts.
    first: bool,
}

/// Whether anything has been tried yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenUp {
    first: bool,
}

/// Remembers how the first try went; gives the reader's rating then.
fn remember(
    app: &App,
    owner: &str,
    puzzle: &Puzzle,
    grade: Grade,
    visitor: Visitor,
) -> Result<String, Failure> {
    let practised = learners::change(&app.lobby.store, (owner, &puzzle.game), |learner| {
        learner.practised(puzzle, grade, seconds())
    })?;
    let (before, after) = (whole(practised.before), whole(practised.rating));
    Ok(fill(visitor.words().practice_moved, &[("n", &before), ("m", &after)]))
}

/// Checks a tried move.
pub async fn attempted(
    State(app): State<Arc<App>>,
    Path((name, id)): Path<(String, String)>,
    visitor: Visitor,
    (hand, asker): (Hand, Asker),
    Body(tried): Body<Try>,
) -> Result<Json<TriedView>, Failure> {
    let turn = app.why.take(&asker).await?;
    let asked = app.clone();
    blocking(move || {
        let _turn = turn;
        let (family, school) = found(&asked, &name)?;
        let owner = hand.owner().unwrap_or_default();
        let learner = learners::read(&asked.lobby.store, owner, family.info.name)?;
        let puzzle = learner.find(school, &id).ok_or(Failure::NotFound)?;
        let board = puzzle.board(family)?;
        let found = attempt(puzzle, board.as_ref(), &tried.text, asked.lobby.effort(), visitor.lang)?;
        let grade = if found.right { Grade::Good } else { Grade::Again };
        let rating = match tried.first {
            true => remember(&asked, owner, puzzle, grade, visitor)?,
            false => String::new(),
        };
        let frames = frames(board.as_ref(), &found.plies, visitor);
        Ok(Json(TriedView { right: found.right, text: found.text, frames, rating }))
    })
    .await
}

/// Shows the answer; before the first try, that counts as not known.
pub async fn answer(
    State(app): State<Arc<App>>,
    Path((name, id)): Path<(String, String)>,
    visitor: Visitor,
    hand: Hand,
    Body(given_up): Body<GivenUp>,
) -> Result<Json<TriedView>, Failure> {
    blocking(move || {
        let (family, school) = found(&app, &name)?;
        let owner = hand.owner().unwrap_or_default();
        let learner = learners::read(&app.lobby.store, owner, family.info.name)?;
        let puzzle = learner.find(school, &id).ok_or(Failure::NotFound)?;
        let board = puzzle.board(family)?;
        let (text, plies) = solution(puzzle, board.as_ref(), visitor.lang)?;
        let rating = match given_up.first {
            true => remember(&app, owner, puzzle, Grade::Again, visitor)?,
            false => String::new(),
        };
        let frames = frames(board.as_ref(), &plies, visitor);
        Ok(Json(TriedView { right: false, text, frames, rating }))
    })
    .await
}
