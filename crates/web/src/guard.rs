//! What every request passes: who may ask, how often, and what every answer carries.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use axum::Json;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderName, LOCATION, ORIGIN, SET_COOKIE,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use table::expert::Lang;

use crate::app::App;
use crate::failure::Failure;
use crate::pages;
use crate::sentences;
use crate::visitor::{Visitor, cookie};

/// The headers of every answer.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Requests that one address may make at once, and again every second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// Reading.
    pub read: f64,
    /// Changing something.
    pub change: f64,
}

/// Counts requests per address.
#[derive(Default)]
pub struct Meter {
    buckets: Mutex<HashMap<(IpAddr, bool), (f64, Instant)>>,
}

impl Meter {
    /// Addresses remembered; beyond, everybody begins anew.
    const MOST: usize = 10_000;

    /// Whether one more request is within `rate` a second, with bursts of twice that.
    fn admit(&self, who: IpAddr, change: bool, rate: f64) -> bool {
        self.admit_at(Instant::now(), who, change, rate)
    }

    /// The same at a moment of a clock that never goes back; one that did would cost nobody anything.
    fn admit_at(&self, now: Instant, who: IpAddr, change: bool, rate: f64) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if buckets.len() >= Meter::MOST {
            buckets.clear();
        }
        let (left, since) = buckets.entry((who, change)).or_insert((2.0 * rate, now));
        *left = (*left + now.saturating_duration_since(*since).as_secs_f64() * rate).min(2.0 * rate);
        *since = now;
        let admitted = *left >= 1.0;
        if admitted {
            *left -= 1.0;
        }
        admitted
    }
}

/// An answer that says what went wrong; [`watch_over`] turns it into a page or JSON.
impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Guards the whole app.
pub async fn watch_over(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_string());
    let (visitor, wants_page) = (visitor_of(&request), wants_page(request.headers()));
    let answer = match refuse(&app, &request) {
        Some(refused) => refused,
        None => next.run(request).await,
    };
    let mut answer = readable(answer, visitor, wants_page);
    for (name, value) in HEADERS {
        answer.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if !answer.headers().contains_key(CACHE_CONTROL) {
        answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let (status, ms) = (answer.status().as_u16(), began.elapsed().as_secs_f64() * 1e3);
    if status >= 500 {
        tracing::error!(%method, path, status, ms, "answered");
    } else {
        tracing::debug!(%method, path, status, ms, "answered");
    }
    answer
}

/// The answer to a request that may not be made.
fn refuse(app: &App, request: &Request) -> Option<Response> {
    let who = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |c| c.0.ip());
    let forbidden = |text: &str| Some(Failure::Forbidden(text.to_string()).into_response());
    if !host_is_ours(request.headers(), app.key.is_some()) {
        return forbidden("the name in the address is not that of this server");
    }
    let change = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if change && !same_site(request.headers()) {
        return forbidden("the request comes from another site");
    }
    let rate = if change { app.rate.change } else { app.rate.read };
    if !app.meter.admit(who, change, rate) {
        return Some(Failure::Busy("too many requests; wait a moment".into()).into_response());
    }
    let key = app.key.as_deref().filter(|_| !who.to_canonical().is_loopback())?;
    if cookie(request.headers(), "key").is_some_and(|given| same(given, key)) {
        return None;
    }
    let given =
        request.uri().query().and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("key=")));
    if !given.is_some_and(|given| same(given, key)) {
        return forbidden("this server asks for the key in the link that it printed when it started");
    }
    let mut answer = StatusCode::SEE_OTHER.into_response();
    let kept = format!("key={key}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
    let (Ok(kept), Ok(to)) = (HeaderValue::from_str(&kept), HeaderValue::from_str(request.uri().path()))
    else {
        return forbidden("the key cannot be kept");
    };
    answer.headers_mut().insert(SET_COOKIE, kept);
    answer.headers_mut().insert(LOCATION, to);
    Some(answer)
}

/// Compares without telling by the time it takes how much agrees.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

/// Whether the browser was sent here by our own name: a foreign name that leads to this machine is a trick.
fn host_is_ours(headers: &HeaderMap, listening: bool) -> bool {
    let Some(host) = headers.get(HOST) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| listening || address.to_canonical().is_loopback())
}

/// Whether a change was asked for by one of our own pages, or by no page at all.
fn same_site(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin";
    }
    match (text(ORIGIN.as_str()), text(HOST.as_str())) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|(_, name)| name == host),
        (Some(_), None) => false,
    }
}

fn visitor_of(request: &Request) -> Visitor {
    Visitor::of(request.headers())
}

fn wants_page(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|text| text.contains("text/html"))
}

/// Turns a bare refusal into something that its reader understands.
fn readable(mut answer: Response, visitor: Visitor, wants_page: bool) -> Response {
    let status = answer.status();
    let ours = answer.extensions_mut().remove::<Failure>();
    if !status.is_client_error() && !status.is_server_error() {
        return answer;
    }
    let english = ours.as_ref().map(|failure| failure.sentence().to_string()).unwrap_or_default();
    let translated = sentences::say(visitor.lang, &english);
    // What is wrong with a field, the game may have said in the reader's language already.
    let field = ours.as_ref().and_then(Failure::field);
    let foreign = visitor.lang != Lang::En && translated.is_none() && !english.is_empty() && field.is_none();
    let sentence = translated.unwrap_or(english);
    let mut readable = if wants_page {
        pages::trouble(visitor, status, (&sentence, foreign.then_some("en"))).into_response()
    } else {
        let reason = status.canonical_reason().unwrap_or("refused").to_lowercase();
        let mut told = json!({ "error": if sentence.is_empty() { reason } else { sentence } });
        if foreign {
            told["lang"] = json!("en");
        }
        if let Some(field) = field {
            told["field"] = json!(field);
        }
        Json(told).into_response()
    };
    *readable.status_mut() = status;
    for (name, value) in answer.headers() {
        if *name != CONTENT_TYPE && *name != axum::http::header::CONTENT_LENGTH {
            readable.headers_mut().insert(name.clone(), value.clone());
        }
    }
    readable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_hosts() {
        for (host, listening, expected) in [
            ("localhost:7070", false, true),
            ("127.0.0.1:7070", false, true),
            ("[::1]:7070", false, true),
            ("192.168.1.5:7070", false, false),
            ("192.168.1.5:7070", true, true),
            ("evil.example:7070", true, false),
            ("127.0.0.1.evil.example", false, false),
        ] {
            let headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static(host))]);
            assert_eq!(host_is_ours(&headers, listening), expected, "{host}");
        }
    }

    #[test]
    fn requests_are_counted_by_a_clock_that_may_do_what_it_likes() {
        let (meter, who, start) = (Meter::default(), IpAddr::V4(Ipv4Addr::LOCALHOST), Instant::now());
        let admitted = |seconds: u64, many: usize| {
            let at = start + std::time::Duration::from_secs(seconds);
            (0..many).filter(|_| meter.admit_at(at, who, true, 5.0)).count()
        };
        assert_eq!(admitted(100, 30), 10, "a burst of twice the rate");
        assert_eq!(admitted(101, 30), 5);
        assert_eq!(admitted(50, 30), 0, "a clock that goes back gives nothing");
        assert_eq!(admitted(51, 30), 5, "and takes nothing");
        assert_eq!(admitted(1_000_000, 30), 10);
    }

    #[test]
    fn bursts_are_bounded() {
        let meter = Meter::default();
        let who = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let admitted = (0..100).filter(|_| meter.admit(who, true, 10.0)).count();
        assert!((20..30).contains(&admitted), "{admitted}");
        assert!(meter.admit(who, false, 10.0));
    }
}
