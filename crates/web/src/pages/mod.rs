//! The pages, each in a file of its own with its handlers; here is what surrounds all of them.

pub mod analyse;
pub mod editor;
pub mod game;
pub mod home;
pub mod lab;
pub mod learn;
pub mod machines;
pub mod practice;
pub mod review;
pub mod rounds;
pub mod rules;
pub mod setup;
pub mod shell;
pub mod statistics;
pub mod tournaments;
pub mod why;
pub mod yours;

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};
use serde_json::json;
use table::expert::Lang;
use tokio_stream::wrappers::ReceiverStream;

use crate::app::{App, blocking};
use crate::assets;
use crate::failure::Failure;
use crate::visitor::{Palette, Theme, Visitor};

/// A whole page.
pub struct Page<'a> {
    /// For whom.
    pub visitor: Visitor,
    /// The title.
    pub title: &'a str,
    /// A class for the body: which layout.
    pub kind: &'a str,
    /// Where the page is, to come back to after a change of language.
    pub path: &'a str,
    /// The scripts that it needs.
    pub scripts: &'a [&'a str],
}

impl Page<'_> {
    /// The page around its content.
    pub fn around(&self, content: Markup) -> Markup {
        let (words, theme, palette) = (self.visitor.words(), self.visitor.theme, self.visitor.palette);
        let forced = (theme != Theme::System).then(|| theme.name());
        html! {
            (DOCTYPE)
            html lang=(self.visitor.lang.tag()) data-theme=[forced] data-palette=[(palette != Palette::Usual).then(|| palette.name())] data-shape=(self.visitor.screen.name()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " · Ludus" }
                    meta name="theme-color" content="#f8f6f1" media="(prefers-color-scheme: light)";
                    meta name="theme-color" content="#17191d" media="(prefers-color-scheme: dark)";
                    link rel="icon" href=(assets::address("icon.svg")) type="image/svg+xml";
                    link rel="apple-touch-icon" href="/icon/180.png";
                    link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials";
                    link rel="stylesheet" href=(assets::address("board.css"));
                    link rel="stylesheet" href=(assets::address("app.css"));
                    script type="module" src=(assets::address("shape.js")) {}
                    script type="module" src=(assets::address("shell.js")) {}
                    @for script in self.scripts {
                        script type="module" src=(assets::address(script)) {}
                    }
                }
                body class=(self.kind) {
                    a.skip href="#content" { (words.skip) }
                    header.top {
                        a.brand href="/" { (mark()) span { "Ludus" } }
                        nav aria-label=(words.home) { a href="/" { (words.home) } a href="/learn" { (words.learn) } a href="/practice" { (words.practice) } a href="/tournaments" { (words.tournaments) } a href="/statistics" { (words.statistics_short) } }
                        (self.preferences())
                    }
                    main #content tabindex="-1" { (content) }
                    footer.bottom { a href="/reviews" { (words.review_any) } a href="/yours" { (words.yours) } }
                }
            }
        }
    }

    /// Language and colours, without any script.
    fn preferences(&self) -> Markup {
        let words = self.visitor.words();
        let themes = [
            (Theme::System, words.theme_auto),
            (Theme::Light, words.theme_light),
            (Theme::Dark, words.theme_dark),
        ];
        html! {
            details.preferences {
                summary { (words.settings) }
                form method="post" action="/preferences" {
                    input type="hidden" name="back" value=(self.path);
                    label { span { (words.language) }
                        select name="lang" {
                            @for language in Lang::ALL {
                                option value=(language.code()) lang=(language.tag()) selected[language == self.visitor.lang] { (language.own_name()) }
                            }
                        }
                    }
                    label { span { (words.theme) }
                        select name="theme" {
                            @for (theme, name) in themes {
                                option value=(theme.name()) selected[theme == self.visitor.theme] { (name) }
                            }
                        }
                    }
                    label { span { (words.palette) }
                        select name="palette" {
                            @for (palette, name) in [(Palette::Usual, words.palette_usual), (Palette::Distinct, words.palette_distinct)] {
                                option value=(palette.name()) selected[palette == self.visitor.palette] { (name) }
                            }
                        }
                    }
                    button.primary type="submit" { (words.apply) }
                }
            }
        }
    }
}

/// The mark of the program: two dice-like tiles.
fn mark() -> Markup {
    html! {
        svg.mark viewBox="0 0 32 32" aria-hidden="true" focusable="false" {
            rect.mark-back x="3" y="3" width="18" height="18" rx="5" {}
            rect.mark-front x="11" y="11" width="18" height="18" rx="5" {}
            circle.mark-dot cx="20" cy="20" r="3.2" {}
        }
    }
}

/// The page of a request that could not be served; the sentence may be in another language than the reader's.
pub fn trouble(visitor: Visitor, status: StatusCode, (sentence, lang): (&str, Option<&str>)) -> Markup {
    let words = visitor.words();
    let title = match status {
        StatusCode::NOT_FOUND => words.not_found,
        status if status.is_server_error() => words.broken,
        _ => words.refused,
    };
    let text = if sentence.is_empty() { words.not_found_text } else { sentence };
    Page { visitor, title, kind: "plain", path: "/", scripts: &[] }.around(html! {
        section.trouble {
            p.number { (status.as_u16()) }
            h1 { (title) }
            p lang=[lang] { (sentence_case(text)) }
            p { a.button.primary href="/" { (words.to_home) } }
        }
    })
}

/// The text with a capital at the beginning.
pub fn sentence_start(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// The text with a capital at the beginning and a full stop at the end.
pub fn sentence_case(text: &str) -> String {
    let whole = sentence_start(text);
    if whole.ends_with(['.', '!', '?']) || whole.is_empty() { whole } else { whole + "." }
}

/// How often something that is kept in files or elsewhere is looked at.
const PACE: Duration = Duration::from_millis(1_000);

/// Tells a page whenever a number has changed, until the page or the app goes, or there is no such number any more.
fn changes(
    app: &Arc<App>,
    version: impl Fn() -> Result<u64, Failure> + Clone + Send + Sync + 'static,
) -> Response {
    let mut closing = app.closing();
    let (send, receive) = tokio::sync::mpsc::channel(2);
    tokio::spawn(async move {
        let mut told = None;
        while let Ok(version) = blocking(version.clone()).await {
            if told != Some(version) {
                told = Some(version);
                let Ok(event) = Event::default().event("change").json_data(json!({ "version": version }))
                else {
                    break;
                };
                if send.send(Ok::<_, std::convert::Infallible>(event)).await.is_err() {
                    break;
                }
            }
            tokio::select! {
                () = tokio::time::sleep(PACE) => {}
                _ = closing.changed() => break,
                () = send.closed() => break,
            }
        }
    });
    let alive = KeepAlive::new().interval(Duration::from_secs(15));
    Sse::new(ReceiverStream::new(receive)).keep_alive(alive).into_response()
}
