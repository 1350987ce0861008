//! Answers made small on their way out, for browsers that can read them so.

use std::io::Write;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::app::blocking;
use crate::failure::Failure;

/// Shorter answers fit into a packet as they are.
const WORTHWHILE: u64 = 1_024;
/// What is text; pictures in pixels are small already.
const KINDS: [&str; 3] = ["text/", "application/json", "image/svg+xml"];

/// Compresses the answer where that helps. Streams pass as they are: only an answer that is there as a whole is touched.
pub async fn squeeze(request: Request, next: Next) -> Response {
    let wanted = accepts_gzip(request.headers());
    let answer = next.run(request).await;
    if !is_text(answer.headers()) {
        return answer;
    }
    let (mut head, body) = answer.into_parts();
    head.headers.append(VARY, HeaderValue::from_static("accept-encoding"));
    let long = body.size_hint().exact().is_some_and(|bytes| bytes >= WORTHWHILE);
    if !wanted || !long || head.headers.contains_key(CONTENT_ENCODING) {
        return Response::from_parts(head, body);
    }
    let broken = |error: &dyn std::fmt::Display| Failure::Broken(format!("an answer was lost: {error}"));
    let packed = match to_bytes(body, usize::MAX).await {
        Ok(bytes) => blocking(move || gzip(&bytes).map_err(|error| broken(&error))).await,
        Err(error) => Err(broken(&error)),
    };
    match packed {
        Ok(packed) => {
            head.headers.remove(CONTENT_LENGTH);
            head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            Response::from_parts(head, Body::from(packed))
        }
        Err(failure) => failure.into_response(),
    }
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    KINDS.iter().any(|text| kind.starts_with(text)) && !kind.starts_with("text/event-stream")
}

/// Whether the browser can read it, by a list such as `br;q=1.0, gzip;q=0.8`.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let refused = |part: &str| {
            part.strip_prefix("q=")
                .and_then(|weight| weight.parse().ok())
                .is_some_and(|weight: f32| weight == 0.0)
        };
        named && !parts.any(refused)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_say_what_they_can_read() {
        for (list, expected) in [
            ("gzip, deflate, br, zstd", true),
            ("br;q=1.0, GZIP;q=0.8", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0, br", false),
            ("identity", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(list));
            assert_eq!(accepts_gzip(&headers), expected, "{list}");
        }
    }
}
