//! What is kept of the reader: to take along, to bring back, to have forgotten.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Extension, Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Amounts;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::app::{App, blocking};
use crate::body;
use crate::failure::Failure;
use crate::pages::Page;
use crate::pages::game::attachment;
use crate::seats::Hand;
use crate::turns::{Asker, Turn};
use crate::visitor::Visitor;
use crate::words::count;
use crate::yours;

/// Shows how much is kept, and the buttons.
pub async fn page(State(app): State<Arc<App>>, visitor: Visitor, hand: Hand) -> Result<Markup, Failure> {
    let Amounts { games, texts, reviews, cards, progress } =
        blocking(move || yours::amounts(&app, &hand)).await?;
    let words = visitor.words();
    let amounts = [
        (words.yours_games, games),
        (words.yours_reviews, reviews),
        (words.yours_analyses, texts),
        (words.yours_cards, cards),
        (words.yours_progress, progress),
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

/// Everything as a file, which a browser gets as fast as it reads, and not longer than its turn lasts.
pub async fn take_out(
    State(app): State<Arc<App>>,
    hand: Hand,
    Extension(slot): Extension<Slot>,
) -> Result<Response, Failure> {
    let text = blocking(move || {
        let all = yours::take_out(&app, &hand)?;
        Ok(serde_json::to_string_pretty(&all).expect("plain data") + "\n")
    });
    let text = Bytes::from(text.await?);
    let mut answer = attachment("application/json", "yours.json", Vec::new());
    answer.headers_mut().insert(CONTENT_LENGTH, text.len().into());
    *answer.body_mut() = Body::from_stream(in_parts(text, slot));
    Ok(answer)
}

/// Bytes of a file that are handed over at once.
const PART: usize = 64 << 10;

/// A file in parts, given up with the turn; the browser then sees by its length that it has not all of it.
fn in_parts(mut text: Bytes, slot: Slot) -> ReceiverStream<io::Result<Bytes>> {
    let (send, receive) = mpsc::channel(2);
    tokio::spawn(async move {
        let until = slot.until.into();
        while !text.is_empty() {
            let part = text.split_to(text.len().min(PART));
            if !matches!(tokio::time::timeout_at(until, send.send(Ok(part))).await, Ok(Ok(()))) {
                break;
            }
        }
    });
    ReceiverStream::new(receive)
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
    body::Body(given): body::Body<Sure>,
) -> Result<Redirect, Failure> {
    if given.sure != "yes" {
        return Err(Failure::wrong(format!("cannot read '{}'; expected yes", given.sure)));
    }
    blocking(move || yours::forget(&app, &hand)).await?;
    Ok(Redirect::to("/yours"))
}

/// A turn with a large file, kept by whoever works at it, and when it ends.
#[derive(Clone)]
pub struct Slot {
    _turn: Arc<Turn>,
    pub(crate) until: Instant,
}

/// Files come and go one after the other: each is in memory as a whole, and many at once would be more than the machine has.
pub async fn one_at_a_time(
    State(app): State<Arc<App>>,
    asker: Asker,
    mut request: Request,
    next: Next,
) -> Result<Response, Failure> {
    let turn = app.bringing.take(&asker).await?;
    request.extensions_mut().insert(Slot { _turn: Arc::new(turn), until: Instant::now() + app.file });
    tokio::time::timeout(app.file, next.run(request)).await.map_err(|_| Failure::busy())
}

/// Keeps what the reader brings back; tells how many things were kept.
pub async fn bring(
    State(app): State<Arc<App>>,
    hand: Hand,
    Extension(slot): Extension<Slot>,
    brought: Bytes,
) -> Result<Response, Failure> {
    let (hand, introduction) = hand.introduced();
    let work = move || {
        let all = serde_json::from_slice(&brought).map_err(Failure::wrong)?;
        drop(brought);
        yours::bring_back(&app, &hand, all, &slot)
    };
    let told: Value = json!({ "kept": blocking(work).await? });
    Ok((introduction, Json(told)).into_response())
}
