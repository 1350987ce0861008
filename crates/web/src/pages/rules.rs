//! The rules of a game in prose.

use std::sync::Arc;

use axum::extract::{Path, State};
use maud::{Markup, html};

use crate::app::App;
use crate::failure::Failure;
use crate::pages::{Page, home};
use crate::prose::markdown;
use crate::visitor::Visitor;

/// Shows the rules.
pub async fn page(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let family = app.lobby.games.find(&name).map_err(|_| Failure::NotFound)?;
    let (info, own) = (family.info, family.rules(visitor.lang));
    let (words, title) = (visitor.words(), visitor.title(family));
    let path = format!("/rules/{}", info.name);
    let page = Page { visitor, title: &title, kind: "reading", path: &path, scripts: &[] };
    Ok(page.around(html! {
        article.prose {
            h1 { (title) }
            div.picture { (home::picture_of(info.name, visitor.theme)) }
            p.lead { (family.phrases(visitor.lang).say(info.tagline)) }
            div lang=[own.is_none().then_some("en")] { (markdown(own.unwrap_or(info.rules))) }
            p { a.button.primary href={ "/new/" (info.name) } { (words.new_game) } }
        }
    }))
}
