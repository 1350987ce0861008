//! The rules of a game in prose.

use axum::extract::Path;
use maud::{Markup, html};

use crate::failure::Failure;
use crate::pages::{Page, home};
use crate::prose::markdown;
use crate::visitor::Visitor;

/// Shows the rules.
pub async fn page(Path(name): Path<String>, visitor: Visitor) -> Result<Markup, Failure> {
    let info = table::family(&name).map_err(|_| Failure::NotFound)?.info;
    let words = visitor.words();
    let path = format!("/rules/{}", info.name);
    let page = Page { visitor, title: info.title, kind: "reading", path: &path, scripts: &[] };
    Ok(page.around(html! {
        article.prose {
            h1 { (info.title) }
            div.picture { (home::picture_of(info.name, visitor.theme)) }
            div lang="en" {
                p.lead { (info.tagline) }
                (markdown(info.rules))
            }
            p { a.button.primary href={ "/new/" (info.name) } { (words.new_game) } }
        }
    }))
}
