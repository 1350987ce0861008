//! Scripts, styles and icons, embedded in the program; nothing outside of that set can be asked for.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::LazyLock;

use axum::extract;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::failure::Failure;

/// Files of the folder `assets`, by name.
macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_bytes!(concat!("../assets/", $name)))),*] };
}

static FILES: &[(&str, &[u8])] = files![
    "analyse.js"
    "app.css"
    "board.js"
    "drag.js"
    "drill.js"
    "drop.js"
    "editor.js"
    "ghost.js"
    "icon-turn.svg"
    "icon.svg"
    "lab.js"
    "lens.js"
    "motion.js"
    "notes.js"
    "play.js"
    "records.js"
    "replay.js"
    "review.js"
    "rounds.js"
    "setup.js"
    "shape.js"
    "shell.js"
    "sound.js"
    "steps.js"
    "svg.js"
    "talk.js"
    "tournament.js"
    "why.js"
    "worker.js"
    "yours.js"
];

/// An asset. While the program is being worked on, it is the file as it is now.
fn find(name: &str) -> Option<Cow<'static, [u8]>> {
    let (_, built_in) = FILES.iter().find(|(known, _)| *known == name)?;
    let fresh = || std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets").join(name)).ok();
    let fresh = if cfg!(debug_assertions) { fresh() } else { None };
    Some(fresh.map_or(Cow::Borrowed(*built_in), Cow::Owned))
}

/// The style of the boards, which the drawing crate brings.
const BOARD_STYLE: &str = "board.css";

/// Part of the address of every asset: another program, another address, so that browsers may keep what they have.
pub static MARK: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    draw::STYLE.hash(&mut hasher);
    FILES.hash(&mut hasher);
    format!("{:08x}", hasher.finish() as u32)
});

/// The address of an asset.
pub fn address(name: &str) -> String {
    if cfg!(debug_assertions) { format!("/assets/{name}") } else { format!("/assets/{}/{name}", *MARK) }
}

/// Serves an asset.
pub async fn file(extract::Path(path): extract::Path<String>) -> Result<Response, Failure> {
    let name = path.strip_prefix(MARK.as_str()).and_then(|rest| rest.strip_prefix('/')).unwrap_or(&path);
    let marked = name.len() < path.len();
    let kept = if marked { "public, max-age=31536000, immutable" } else { "no-cache" };
    if name == BOARD_STYLE {
        return Ok(
            ([(CONTENT_TYPE, "text/css"), (CACHE_CONTROL, kept)], draw::STYLE.as_str()).into_response()
        );
    }
    let kind = kind(name).ok_or(Failure::NotFound)?;
    let file = find(name).ok_or(Failure::NotFound)?;
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, kept)], file).into_response())
}

/// The text of an asset.
pub fn text(name: &str) -> Option<String> {
    String::from_utf8(find(name)?.into_owned()).ok()
}

/// The icon, where browsers ask for it unasked.
pub async fn icon() -> Result<Response, Failure> {
    file(extract::Path("icon.svg".to_string())).await
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
    fn every_file_of_the_folder_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let names = std::fs::read_dir(folder).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut there: Vec<String> = names.filter(|name| kind(name).is_some()).collect();
        there.sort();
        assert_eq!(FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), there);
    }

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
