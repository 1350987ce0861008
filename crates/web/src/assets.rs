//! Scripts, styles and icons, embedded in the program; nothing outside of that set can be asked for.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::failure::Failure;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Files;

/// The style of the boards, which the drawing crate brings.
const BOARD_STYLE: &str = "board.css";

/// Part of the address of every asset: another program, another address, so that browsers may keep what they have.
pub static MARK: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    draw::STYLE.hash(&mut hasher);
    let mut names: Vec<_> = Files::iter().collect();
    names.sort_unstable();
    for name in names {
        Files::get(&name).map(|file| file.metadata.sha256_hash()).hash(&mut hasher);
    }
    format!("{:08x}", hasher.finish() as u32)
});

/// The address of an asset.
pub fn address(name: &str) -> String {
    if cfg!(debug_assertions) { format!("/assets/{name}") } else { format!("/assets/{}/{name}", *MARK) }
}

/// Serves an asset.
pub async fn file(Path(path): Path<String>) -> Result<Response, Failure> {
    let name = path.strip_prefix(MARK.as_str()).and_then(|rest| rest.strip_prefix('/')).unwrap_or(&path);
    let marked = name.len() < path.len();
    let kept = if marked { "public, max-age=31536000, immutable" } else { "no-cache" };
    if name == BOARD_STYLE {
        return Ok(
            ([(CONTENT_TYPE, "text/css"), (CACHE_CONTROL, kept)], draw::STYLE.as_str()).into_response()
        );
    }
    let kind = kind(name).ok_or(Failure::NotFound)?;
    let file = Files::get(name).ok_or(Failure::NotFound)?;
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, kept)], file.data.into_owned()).into_response())
}

/// The text of an asset.
pub fn text(name: &str) -> Option<String> {
    String::from_utf8(Files::get(name)?.data.into_owned()).ok()
}

/// The icon, where browsers ask for it unasked.
pub async fn icon() -> Result<Response, Failure> {
    file(Path("icon.svg".to_string())).await
}

fn kind(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    match ending {
        "js" => Some("text/javascript"),
        "css" => Some("text/css"),
        "svg" => Some("image/svg+xml"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_five_sizes() {
        let css = text("app.css").unwrap();
        let sizes = css.split("font-size:").skip(1).map(|rest| rest.split([';', '}']).next().unwrap());
        for size in sizes {
            assert!(size == "inherit" || size.starts_with("var(--"), "a size of its own: {size}");
        }
        let scale = [":root{--small:", ";--fine:", ";--body:", ";--head:", ";--title:"];
        assert!(scale.iter().all(|name| css.contains(name)));
    }
}
