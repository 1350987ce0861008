//! What makes the app one that can be installed: its manifest, its icons, the worker that keeps the shell for when the server cannot be reached.

use std::sync::{Arc, LazyLock};

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use serde_json::json;

use crate::app::{App, blocking};
use crate::assets;
use crate::failure::Failure;
use crate::pages::Page;
use crate::visitor::Visitor;

/// The sizes of the icons, in pixels.
const SIZES: [u32; 3] = [180, 192, 512];

/// The mark of the program on a ground that may be cut to any shape: what matters is in the middle four fifths.
const ICON: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#f8f6f1"/><rect x="14" y="14" width="24" height="24" rx="6.5" fill="#e0a15c"/><rect x="25" y="25" width="25" height="25" rx="6.5" fill="#0f7a69"/><circle cx="37.500" cy="37.500" r="4.600" fill="#fff"/></svg>"##;

/// Tells browsers how the app is installed.
pub async fn manifest(visitor: Visitor) -> Response {
    let words = visitor.words();
    let icon = |size: u32, purpose: &str| json!({ "src": format!("/icon/{size}.png"), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": purpose });
    let told = json!({
        "id": "/", "name": "Ludus", "short_name": "Ludus", "description": words.lead, "lang": visitor.lang.tag(),
        "start_url": "/", "scope": "/", "display": "standalone", "background_color": "#f8f6f1", "theme_color": "#0f7a69",
        "categories": ["games"],
        "icons": [
            { "src": assets::address("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any" },
            icon(192, "any"), icon(512, "any"), icon(192, "maskable"), icon(512, "maskable"),
        ],
    });
    ([(CONTENT_TYPE, "application/manifest+json")], told.to_string()).into_response()
}

/// The icon in one of its sizes.
pub async fn icon(Path(file): Path<String>) -> Result<Response, Failure> {
    type Drawn = Vec<(u32, Result<Vec<u8>, String>)>;
    static DRAWN: LazyLock<Drawn> =
        LazyLock::new(|| SIZES.map(|size| (size, draw::raster(ICON, size))).into());
    let size: u32 = file.strip_suffix(".png").and_then(|size| size.parse().ok()).ok_or(Failure::NotFound)?;
    let png = blocking(move || {
        let (_, png) = DRAWN.iter().find(|(known, _)| *known == size).ok_or(Failure::NotFound)?;
        png.clone().map_err(Failure::Broken)
    });
    let headers = [(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "public, max-age=86400")];
    Ok((headers, png.await?).into_response())
}

/// The worker, which is told first what to keep: everything that is needed to read the rules and to say that the server cannot be reached.
pub async fn worker(State(app): State<Arc<App>>) -> Result<Response, Failure> {
    let games = (&app.lobby.games).into_iter().map(|family| family.info.name);
    let read = games.flat_map(|name| {
        [format!("/rules/{name}"), format!("/picture/{name}/light.svg"), format!("/picture/{name}/dark.svg")]
    });
    let shell: Vec<String> = ["board.css", "app.css", "shell.js", "icon.svg"]
        .map(assets::address)
        .into_iter()
        .chain(read)
        .collect();
    let told = json!({ "mark": *assets::MARK, "offline": "/offline", "shell": shell });
    let script = assets::text("worker.js").ok_or(Failure::NotFound)?;
    let headers = [(CONTENT_TYPE, "text/javascript"), (CACHE_CONTROL, "no-cache")];
    Ok((headers, format!("self.LUDUS = {told};\n{script}")).into_response())
}

/// What is shown where the server cannot be reached.
pub async fn offline(visitor: Visitor) -> Markup {
    let words = visitor.words();
    let page = Page { visitor, title: words.offline_title, kind: "plain", path: "/", scripts: &[] };
    page.around(html! {
        section.trouble data-reload="yes" {
            h1 { (words.offline_title) }
            p { (words.offline_text) }
            p { a.button.primary href="/" { (words.to_home) } }
        }
    })
}
