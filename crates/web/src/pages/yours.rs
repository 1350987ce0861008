//! What is kept of the reader: to take along, to bring back, to have forgotten.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Belongings;

use crate::app::{App, blocking};
use crate::body::Body;
use crate::failure::Failure;
use crate::pages::Page;
use crate::pages::game::attachment;
use crate::seats::Hand;
use crate::turns::Asker;
use crate::visitor::Visitor;
use crate::words::count;
use crate::yours;

/// Shows how much is kept, and the buttons.
pub async fn page(State(app): State<Arc<App>>, visitor: Visitor, hand: Hand) -> Result<Markup, Failure> {
    let all = blocking(move || yours::take_out(&app, &hand)).await?;
    let words = visitor.words();
    let amounts = [
        (words.yours_games, all.games.len()),
        (words.yours_reviews, all.reviews.len()),
        (words.yours_analyses, all.texts.len()),
        (words.yours_cards, all.cards.len()),
        (words.yours_progress, all.progress.len()),
    ];
    let told = json!({ "done": words.yours_brought, "wrong": words.yours_no_file });
    let page = Page { visitor, title: words.yours, kind: "reading", path: "/yours", scripts: &["yours.js"] };
    Ok(page.around(html! {
        article.prose {
            h1 { (words.yours) }
            p.lead { (words.yours_lead) }
            ul { @for (pattern, number) in amounts { li { (count(visitor.lang, pattern, number)) } } }
            h2 { (words.yours_take) }
            p { (words.yours_take_about) }
            p { a.button href="/yours/ludus.json" download { (words.yours_take) } }
            h2 { (words.yours_bring) }
            p { (words.yours_bring_about) }
            bring-back.actions data-words=(told.to_string()) {
                label.button { input type="file" accept="application/json,.json"; span { (words.yours_bring) } }
                p role="status" aria-live="polite" {}
            }
            h2 { (words.yours_forget) }
            p { (words.yours_forget_about) }
            form.forget method="post" action="/yours/forget" {
                label.check { input type="checkbox" name="sure" value="yes" required; span { (words.yours_sure) } }
                button type="submit" { (words.yours_forget) }
            }
        }
    }))
}

/// Everything as a file.
pub async fn take_out(State(app): State<Arc<App>>, hand: Hand) -> Result<Response, Failure> {
    let all = blocking(move || yours::take_out(&app, &hand)).await?;
    let text = serde_json::to_string_pretty(&all).expect("plain data") + "\n";
    Ok(attachment("application/json", "yours.json", text.into_bytes()))
}

/// Whether the reader means it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sure {
    sure: String,
}

/// Forgets everything.
pub async fn forget(
    State(app): State<Arc<App>>,
    hand: Hand,
    Body(given): Body<Sure>,
) -> Result<Redirect, Failure> {
    if given.sure != "yes" {
        return Err(Failure::wrong(format!("cannot read '{}'; expected yes", given.sure)));
    }
    blocking(move || yours::forget(&app, &hand)).await?;
    Ok(Redirect::to("/yours"))
}

/// Time for a file to arrive, once it has its turn.
const ARRIVING: Duration = Duration::from_secs(60);

/// Files come one after the other: each is in memory as a whole while it is read, and many at once would be more than the machine has.
pub async fn one_at_a_time(
    State(app): State<Arc<App>>,
    asker: Asker,
    request: Request,
    next: Next,
) -> Result<Response, Failure> {
    let _turn = app.bringing.take(&asker).await?;
    let late = |_| Failure::Busy("the machine is busy; try again in a moment".into());
    tokio::time::timeout(ARRIVING, next.run(request)).await.map_err(late)
}

/// Keeps what the reader brings back; tells how many things were kept.
pub async fn bring(
    State(app): State<Arc<App>>,
    hand: Hand,
    Body(brought): Body<Belongings>,
) -> Result<Response, Failure> {
    let (hand, introduction) = hand.introduced();
    let kept = blocking(move || yours::bring_back(&app, &hand, brought)).await?;
    let told: Value = json!({ "kept": kept });
    Ok((introduction, Json(told)).into_response())
}
