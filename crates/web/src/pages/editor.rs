//! Entering any position, as text, as JSON, or part by part.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use draw::Look;
use game::{Field, Options};
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::{Family, OpenError};

use crate::app::App;
use crate::app::blocking;
use crate::body::Body;
use crate::failure::Failure;
use crate::pages::Page;
use crate::pages::lab::settled;
use crate::visitor::Visitor;
use crate::wire::translate;

/// Longer texts are refused.
const LONGEST: usize = 20_000;

/// What the address may carry.
#[derive(Deserialize)]
pub struct Given {
    position: Option<String>,
}

/// What the page sends.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entered {
    position: String,
}

/// What is to be said about a position that somebody entered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verdict {
    /// The position text, if it is good.
    pub position: Option<String>,
    /// Its parts by name.
    pub parts: Option<Value>,
    /// Its picture.
    pub svg: String,
    /// The same in characters.
    pub text: String,
    /// Everything that is wrong.
    pub problems: Vec<String>,
}

fn judge(family: &Family, given: &str, visitor: Visitor) -> Verdict {
    let opened = if given.len() > LONGEST {
        Err(vec![format!("a position has at most {LONGEST} letters")])
    } else {
        family.open_at(&Options::none(), given).map_err(|error| match error {
            OpenError::Wrong(problems) => problems.iter().map(str::to_string).collect(),
            other => vec![other.to_string()],
        })
    };
    match opened {
        Err(problems) => {
            Verdict { position: None, parts: None, svg: String::new(), text: String::new(), problems }
        }
        Ok(board) => {
            let position = board.position();
            let mut picture = board.picture();
            if let Some(picture) = &mut picture {
                translate(&mut picture.scene, &family.phrases(visitor.lang));
            }
            let title = visitor.words().board.to_string();
            Verdict {
                parts: Some(table::position_json(family.info, &position)),
                position: Some(position),
                svg: picture
                    .as_ref()
                    .map(|picture| draw::svg(&picture.scene, &Look { title, ..Look::default() }))
                    .unwrap_or_default(),
                text: picture.map(|picture| picture.text.to_string()).unwrap_or_default(),
                problems: Vec::new(),
            }
        }
    }
}

/// Shows the editor.
pub async fn page(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(given): Query<Given>,
    visitor: Visitor,
) -> Result<Markup, Failure> {
    let family = app.lobby.games.find(&name).map_err(|_| Failure::NotFound)?.clone();
    let (info, words) = (family.info, visitor.words());
    let (given, verdict) = blocking(move || {
        let start = || Ok::<_, Failure>(settled(family.open(&Options::none())?).position());
        let given = given.position.map_or_else(start, Ok)?;
        let verdict = judge(&family, &given, visitor);
        Ok((given, verdict))
    })
    .await?;
    let path = format!("/editor/{}", info.name);
    let page = Page { visitor, title: words.editor, kind: "editor", path: &path, scripts: &["editor.js"] };
    Ok(page.around(html! {
        position-editor.table data-base=(path) data-good=(words.position_good) {
            section.board-side aria-label=(words.board) { div.picture { (PreEscaped(&verdict.svg)) } }
            section.panel {
                h1 { (info.title) span.quiet { " · " (words.editor) } }
                p { (words.editor_lead) }
                label.wide { span { (words.position_text) }
                    textarea name="position" rows="4" spellcheck="false" autocomplete="off" lang="en" { (given) }
                }
                p.status role="status" aria-live="polite" { @if verdict.problems.is_empty() { (words.position_good) } @else { (words.problems) } }
                ul.problems lang="en" { @for problem in &verdict.problems { li { (problem) } } }
                details.more open {
                    summary { (words.position_fields) }
                    div.fields.parts lang="en" { @for field in info.fields { (part(*field, &verdict)) } }
                }
                div.actions {
                    form method="post" action="/analyses" {
                        input type="hidden" name="game" value=(info.name);
                        input type="hidden" name="position" value=(given);
                        button.primary type="submit" { (words.analyse_this) }
                    }
                    form method="get" action={ "/new/" (info.name) } {
                        input type="hidden" name="position" value=(given);
                        button type="submit" { (words.play_this) }
                    }
                    button data-do="copy" data-done=(words.copied) { (words.copy_position) }
                }
                details.more { summary { (words.as_text) } pre.text-board tabindex="0" lang="en" { (verdict.text) } }
            }
        }
    }))
}

fn part(field: Field, verdict: &Verdict) -> Markup {
    let value = verdict.parts.as_ref().map(|parts| &parts[field.name()]);
    let joined = |between: &str, list: &Value| -> String {
        let words = list.as_array().map(Vec::as_slice).unwrap_or_default();
        words.iter().map(|word| word.as_str().unwrap_or_default()).collect::<Vec<_>>().join(between)
    };
    let (kind, text) = match (field, value) {
        (_, None) => ("word", String::new()),
        (Field::List(_), Some(list)) => ("list", joined("\n", list)),
        (Field::Rest(_), Some(list)) => ("rest", joined("\n", list)),
        (_, Some(Value::String(text))) => ("word", text.clone()),
        (_, Some(other)) => ("word", other.to_string()),
    };
    html! {
        label.wide[kind != "word"] { span { (field.name()) }
            @if kind == "word" { input type="text" data-part=(field.name()) data-kind=(kind) value=(text) spellcheck="false" autocomplete="off"; }
            @else { textarea data-part=(field.name()) data-kind=(kind) rows=(text.lines().count().clamp(2, 12)) spellcheck="false" autocomplete="off" { (text) } }
        }
    }
}

/// Says everything about a position that somebody entered.
pub async fn check(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    visitor: Visitor,
    Body(entered): Body<Entered>,
) -> Result<Json<Verdict>, Failure> {
    let family = app.lobby.games.find(&name).map_err(|_| Failure::NotFound)?.clone();
    blocking(move || Ok(Json(judge(&family, &entered.position, visitor)))).await
}
