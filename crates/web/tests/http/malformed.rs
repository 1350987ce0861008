//! Ten thousand requests that are wrong by construction: each breaks one rule of an address that exists, or asks for one that does not.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use game::Rng;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::{LAST_RESORT, Server};

/// How many.
const REQUESTS: usize = 10_000;
/// Larger than any body may be.
const HUGE: usize = 300 * 1024;

/// What a request is expected to bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Brings {
    /// Nothing: it is read.
    Read,
    /// Nothing: its address says it all.
    Nothing,
    /// Fields, the first of which must be there.
    Fields(&'static [&'static str]),
}

use Brings::{Fields, Nothing, Read};

/// Addresses of the app: `GAME` stands for the name of a game, `PLAY` for a game that exists, `STUDY` for an analysis, `NODE` for a position in it.
const ADDRESSES: &[(&str, Brings)] = &[
    ("/", Read),
    ("/health", Read),
    ("/tournaments", Fields(&["game", "name", "pairs", "time_ms"])),
    ("/preferences", Fields(&["lang", "theme", "palette", "back"])),
    (
        "/games",
        Fields(&["game", "opponent", "seat", "clock", "think_ms", "teach", "position", "other", "pace"]),
    ),
    ("/analyses", Fields(&["game", "record", "position"])),
    ("/new/GAME", Read),
    ("/rules/GAME", Read),
    ("/editor/GAME", Read),
    ("/editor/GAME/check", Fields(&["position", "touch", "dial", "move"])),
    ("/editor/GAME/why", Read),
    ("/lab/GAME", Read),
    ("/lab/GAME/try", Fields(&["text", "position", "move", "pack"])),
    ("/lab/GAME/packs", Fields(&["name", "text"])),
    ("/picture/GAME/light.svg", Read),
    ("/game/PLAY", Read),
    ("/game/PLAY/state", Read),
    ("/game/PLAY/at", Read),
    ("/game/PLAY/after", Read),
    ("/game/PLAY/why", Read),
    ("/game/PLAY/stages", Read),
    ("/game/PLAY/record.json", Read),
    ("/game/PLAY/move", Fields(&["move", "ply"])),
    ("/game/PLAY/sit", Fields(&["seat"])),
    ("/game/PLAY/undo", Nothing),
    ("/game/PLAY/resign", Nothing),
    ("/game/PLAY/retry", Nothing),
    ("/game/PLAY/rematch", Fields(&["sides"])),
    ("/game/PLAY/pace", Fields(&["pace"])),
    ("/game/PLAY/forget", Nothing),
    ("/game/PLAY/hint", Nothing),
    ("/game/PLAY/analyse", Nothing),
    ("/game/PLAY/reconsider", Nothing),
    ("/reviews", Fields(&["record"])),
    ("/review/PLAY", Read),
    ("/review/PLAY/state", Read),
    ("/review/PLAY/at", Read),
    ("/review/PLAY/start", Nothing),
    ("/review/PLAY/stop", Nothing),
    ("/learn", Read),
    ("/practice", Read),
    ("/practice/GAME", Read),
    ("/yours", Read),
    ("/yours/ludus.json", Read),
    ("/yours/forget", Fields(&["sure"])),
    ("/yours/bring", Fields(&["games", "texts", "reviews", "cards", "progress"])),
    ("/analyse/STUDY/NODE", Read),
    ("/analyse/STUDY/NODE/state", Read),
    ("/analyse/STUDY/NODE/why", Read),
    ("/analyse/STUDY/NODE/move", Fields(&["move"])),
    ("/analyse/STUDY/NODE/after", Read),
    ("/analyse/STUDY/NODE/name", Fields(&["name"])),
    ("/analyse/STUDY/NODE/cut", Nothing),
    ("/statistics", Read),
    ("/offline", Read),
    ("/manifest.webmanifest", Read),
    ("/worker.js", Read),
    ("/icon/192.png", Read),
];

/// Values that no parameter of an address has, by parameter.
const PARAMETERS: &[(&str, &[&str])] = &[
    ("/game/PLAY/state?turned=", &["2", "yes", "", "%00", "-1"]),
    ("/game/PLAY/why?ply=", &["x", "-1", "1.5", "99999999999999999999", ""]),
    ("/game/PLAY/why?ply=0&move=", &["", "nowhere", "%F0%9F%8E%B2", "0000", "' or 1=1 --"]),
    ("/game/PLAY/why?pack=", &["none-such", "..%2f..", "%00"]),
    ("/analyse/STUDY/NODE/why?move=", &["nowhere", "%00"]),
    ("/review/PLAY/at?ply=", &["x", "-1", "1.5", ""]),
    ("/practice/GAME?own=", &["no", "1", ""]),
    ("/review/PLAY/at?step=", &["x", "-1"]),
    ("/new/GAME?position=", &["nonsense", "%7B%7D", "%00", "9/9/9"]),
    ("/lab/GAME?position=", &["nonsense", "%7B%22a%22:1%7D"]),
    ("/lab/GAME?pack=", &["none-such", "..%2fx"]),
];

/// Names that nothing has.
const STRANGERS: &[&str] = &[
    "aaaaaaaaaaaa",
    "x",
    "%00",
    "%ff%fe",
    "..",
    "..%2f..%2fetc%2fpasswd",
    "999999999999999999999",
    "-1",
    "%C4%8D",
    "AAAAAAAAAAAA",
    "a%20b",
    "null",
    "%27--",
];

/// Values that no field takes. A text field that takes any word refuses those that are no texts.
const WRONG: &[&str] =
    &["[]", "{}", "[\"a\"]", "true", "1e400", "-5.5", "99999999999999999999999", "\"\\ud800\"", "nul"];

/// Texts that are no bodies at all.
const BROKEN: &[&str] = &[
    "{",
    "[",
    "{\"move\": ",
    "\"move\"",
    "{\"a\" \"b\"}",
    "\u{feff}{}",
    "{'move': 1}",
    "nul",
    "{}{}",
    "[1, 2",
];

/// A request under construction.
struct Asked {
    method: Method,
    path: String,
    kind: &'static str,
    body: Vec<u8>,
    headers: Vec<(&'static str, &'static str)>,
    what: &'static str,
}

/// What exists on the server.
struct Known {
    play: String,
    study: String,
}

impl Known {
    fn fill(&self, rng: &mut Rng, template: &str) -> String {
        let names = registry::games().names();
        let game = names[rng.below(names.len())];
        template
            .replace("GAME", game)
            .replace("PLAY", &self.play)
            .replace("STUDY", &self.study)
            .replace("NODE", "0")
    }
}

fn pick<T: Clone>(rng: &mut Rng, list: &[T]) -> T {
    list[rng.below(list.len())].clone()
}

/// A request that breaks one rule.
fn wrong(rng: &mut Rng, known: &Known) -> Asked {
    let (template, brings) = pick(rng, ADDRESSES);
    let fields = match brings {
        Fields(fields) => fields,
        Read | Nothing => &[],
    };
    let method = if brings == Read { Method::GET } else { Method::POST };
    let path = known.fill(rng, template);
    let good =
        Asked { method, path, kind: "application/json", body: Vec::new(), headers: Vec::new(), what: "" };
    match rng.below(9) {
        0 => {
            let others = [Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS, Method::TRACE];
            Asked { method: pick(rng, &others), what: "a method that the address does not have", ..good }
        }
        1 => Asked { path: nowhere(rng, known, template), what: "an address that leads nowhere", ..good },
        2 => {
            let (address, values) = pick(rng, PARAMETERS);
            let path = known.fill(rng, address) + pick(rng, values);
            Asked { method: Method::GET, path: escaped(&path), what: "a wrong parameter", ..good }
        }
        3 => {
            let origins = ["http://evil.example", "null", "https://127.0.0.1.evil.example", "file://"];
            let headers = vec![("host", "127.0.0.1:7070"), ("origin", pick(rng, &origins))];
            Asked { method: Method::POST, headers, what: "another site's request", ..good }
        }
        4 => {
            let hosts = ["evil.example", "evil.example:7070", "127.0.0.1.evil.example", "8.8.8.8", ""];
            Asked {
                headers: vec![("host", pick(rng, &hosts))],
                what: "a foreign name for the server",
                ..good
            }
        }
        _ if brings == Read => {
            Asked { path: nowhere(rng, known, template), what: "an address that leads nowhere", ..good }
        }
        5 => Asked { body: vec![b' '; HUGE], what: "a body that is too large", ..good }.with_some(b"[", rng),
        6 if brings != Nothing => {
            let kinds =
                ["text/plain", "multipart/form-data", "", "application/xml", "application/octet-stream"];
            let body = object(fields, |_| json!("a")).into_bytes();
            Asked { kind: pick(rng, &kinds), body, what: "a body of another kind", ..good }
        }
        7 if brings != Nothing => {
            // A field of the wrong shape, or one that nobody knows, or the first one left out.
            let (broken, value) = (pick(rng, fields), pick(rng, WRONG));
            let body = match rng.below(3) {
                0 => format!("{{\"{broken}\": {value}, \"game\": {value}}}"),
                1 => object(fields, |_| json!("a")).replacen('{', "{\"nobody-knows\": \"it\", ", 1),
                _ => object(&fields[1..], |_| json!("a")),
            };
            Asked { body: body.into_bytes(), what: "a field that is wrong", ..good }
        }
        _ => {
            let form = brings != Nothing && rng.below(2) == 0;
            let kind = if form { "application/x-www-form-urlencoded" } else { "application/json" };
            let body = match rng.below(3) {
                0 => pick(rng, BROKEN).as_bytes().to_vec(),
                1 => "[".repeat(1 + rng.below(3_000)).into_bytes(),
                _ => (0..1 + rng.below(80)).map(|_| 128 + rng.below(128) as u8).collect(),
            };
            Asked { kind, body, what: "a body that cannot be read", ..good }
        }
    }
}

impl Asked {
    /// With a few bytes in front that make no sense.
    fn with_some(mut self, bytes: &[u8], rng: &mut Rng) -> Asked {
        if rng.below(2) == 0 {
            self.body[..bytes.len()].copy_from_slice(bytes);
        }
        self
    }

    fn request(&self) -> Request<Body> {
        let mut request = Request::builder().method(self.method.clone()).uri(&self.path).header(
            "accept",
            if self.path.len().is_multiple_of(2) { "text/html" } else { "application/json" },
        );
        if !self.body.is_empty() {
            request = request.header("content-type", self.kind);
        }
        for (name, value) in &self.headers {
            request = request.header(*name, value.as_bytes());
        }
        request.body(Body::from(self.body.clone())).expect("it can be sent, wrong as it is")
    }
}

/// An object with these fields.
fn object(fields: &[&str], value: impl Fn(&str) -> Value) -> String {
    Value::from_iter(fields.iter().map(|field| ((*field).to_string(), value(field)))).to_string()
}

/// An address like this one where there is nothing.
fn nowhere(rng: &mut Rng, known: &Known, template: &str) -> String {
    let stranger = pick(rng, STRANGERS);
    let variable = ["GAME", "PLAY", "STUDY", "NODE"].into_iter().find(|name| template.contains(name));
    match (variable, rng.below(3)) {
        (Some(name), 0 | 1) => known.fill(rng, &template.replacen(name, stranger, 1)),
        _ => format!("{}/{stranger}/{}", known.fill(rng, template).trim_end_matches('/'), rng.below(1_000)),
    }
}

fn escaped(path: &str) -> String {
    path.replace(' ', "%20").replace('\'', "%27")
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_malformed_requests_are_refused_and_change_nothing() {
    let server = Server::new();
    let family = registry::games().all()[0].info.name;
    let game = server.begin(json!({ "game": family, "opponent": "human" })).await;
    let request = Request::post("/analyses")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(format!("game={family}")));
    let study = server.send(request.unwrap()).await.headers()["location"].to_str().unwrap().to_string();
    let name = |path: &str| path.split('/').nth(2).unwrap().to_string();
    let known = Known { play: name(&game), study: name(&study) };
    let before = server.state(&game).await;
    let mut rng = Rng::new(6);
    for number in 0..REQUESTS {
        let asked = wrong(&mut rng, &known);
        let shown = || {
            let body: String = String::from_utf8_lossy(&asked.body).chars().take(120).collect();
            format!("{number}: {} ({} {} {:?} {body})", asked.what, asked.method, asked.path, asked.headers)
        };
        let answer = tokio::time::timeout(LAST_RESORT, server.send(asked.request())).await;
        let status = answer.unwrap_or_else(|_| panic!("{} hangs", shown())).status();
        assert!(status.is_client_error(), "{} gave {status}", shown());
    }
    assert_eq!(server.get("/health").await.0, StatusCode::OK);
    assert_eq!(server.state(&game).await, before, "a refused request has changed a game");
    let begun = server.get("/").await.1.matches("class=\"row\"").count();
    assert_eq!(begun, 1, "a refused request has begun a game");
    server.app.close();
}

/// Bytes that are no requests, as they may come over a wire.
fn gibberish(rng: &mut Rng) -> Vec<u8> {
    let whole = "POST /games HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{\"a\": 1}";
    match rng.below(7) {
        0 => (0..rng.below(400)).map(|_| rng.below(256) as u8).collect(),
        1 => whole.as_bytes()[..rng.below(whole.len() - 1)].to_vec(),
        2 => whole
            .replace(
                "length: 9",
                &format!("length: {}", pick(rng, &["-1", "x", "99999999999999999999", "9, 8"])),
            )
            .into_bytes(),
        3 => whole.replacen("HTTP/1.1", pick(rng, &["HTTP/9.9", "HTTP", "", "\u{0}"]), 1).into_bytes(),
        4 => whole
            .replacen("/games", pick(rng, &["", "games", "//", "/\u{7f}", "http://", "/ /", "*"]), 1)
            .into_bytes(),
        5 => whole.replacen("\r\n", &format!("\r\nx: {}\r\n", "y".repeat(600_000)), 1).into_bytes(),
        _ => whole.replacen("content-length: 9", "transfer-encoding: chunked\r\nno colon", 1).into_bytes(),
    }
}

/// What comes back for bytes, after which there will be no more; `None` when it takes too long.
fn exchange(address: SocketAddr, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LAST_RESORT)).unwrap();
    // The server may hang up before it has read everything.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => None,
        _ => Some(answer),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bytes_that_are_no_requests_are_refused_or_hung_up_on() {
    let server = Server::new();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = server.router.clone().into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    let mut rng = Rng::new(7);
    for number in 0..300 {
        let bytes = gibberish(&mut rng);
        let answer = tokio::task::spawn_blocking(move || exchange(address, &bytes)).await.unwrap();
        let answer = answer.unwrap_or_else(|| panic!("{number} hangs"));
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{number}: {answer}");
    }
    assert_eq!(server.get("/health").await.0, StatusCode::OK);
    server.app.close();
}
