//! The app as a browser, a script or an attacker meets it, request by request.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod malformed;
mod moving;
mod own_bots;
#[path = "../posed/mod.rs"]
mod posed;
mod practice;
mod reasons;
mod reviews;
mod seats;
mod teaching;
mod tournaments;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, StatusCode};
use ludus_web::{App, Budget, Rate, Seeds, Settings, router};
use serde_json::{Value, json};
use store::Store;
use tower::ServiceExt;

/// Nothing takes so long, however busy the machine is.
const LAST_RESORT: Duration = Duration::from_secs(120);

struct Server {
    app: Arc<App>,
    router: Router,
}

impl Server {
    fn over(store: Store) -> Server {
        let rate = Rate { read: 1e9, change: 1e9 };
        Server::with(Settings {
            rate,
            thinkers: 1,
            pause: Duration::ZERO,
            seeds: Seeds::Counted(1.into()),
            effort: Budget::Nodes(4_000),
            review: Budget::Nodes(200_000),
            ..Settings::new(registry::games(), store)
        })
    }

    fn with(settings: Settings) -> Server {
        let app = App::new(settings);
        Server { router: router(app.clone()), app }
    }

    fn new() -> Server {
        Server::over(Store::in_memory().unwrap())
    }

    async fn send(&self, request: Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
    }

    async fn get(&self, path: &str) -> (StatusCode, String) {
        let request = Request::get(path).header("accept", "text/html").body(Body::empty()).unwrap();
        text(self.send(request).await).await
    }

    async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        let request =
            Request::post(path).header("content-type", "application/json").body(Body::from(body.to_string()));
        let (status, text) = text(self.send(request.unwrap()).await).await;
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    /// Starts a game and gives its path.
    async fn begin(&self, fields: Value) -> String {
        let request = Request::post("/games")
            .header("content-type", "application/json")
            .body(Body::from(fields.to_string()));
        let answer = self.send(request.unwrap()).await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER, "{fields}");
        answer.headers()["location"].to_str().unwrap().to_string()
    }

    async fn state(&self, game: &str) -> Value {
        let (status, text) = self.get(&format!("{game}/state")).await;
        assert_eq!(status, StatusCode::OK);
        serde_json::from_str(&text).unwrap()
    }

    /// Waits for the computers, then gives the state.
    async fn settled(&self, game: &str) -> Value {
        let deadline = Instant::now() + LAST_RESORT;
        while Instant::now() < deadline {
            let state = self.state(game).await;
            if state["thinking"] == json!(false) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the computer never moved");
    }
}

async fn text(answer: Response<Body>) -> (StatusCode, String) {
    let status = answer.status();
    let bytes = to_bytes(answer.into_body(), 10 << 20).await.unwrap();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

/// Each such file is in memory as a whole: of many that never end one is read, some wait, and the others are told that the machine is busy.
#[tokio::test]
async fn what_was_kept_of_people_is_brought_one_at_a_time() {
    let server = Server::new();
    let bring = |body: Body| {
        let request = Request::post("/yours/bring").header("content-type", "application/json").body(body);
        server.router.clone().oneshot(request.unwrap())
    };
    let endless = || Body::from_stream(tokio_stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let mut begun: Vec<_> = (0..5).map(|_| Box::pin(bring(endless()))).collect();
    for one in &mut begun {
        assert!(tokio::time::timeout(Duration::ZERO, one).await.is_err(), "it is read, or waits");
    }
    assert_eq!(bring(endless()).await.unwrap().status(), StatusCode::TOO_MANY_REQUESTS);
    drop(begun);
    assert_ne!(bring(Body::from("{}")).await.unwrap().status(), StatusCode::TOO_MANY_REQUESTS);
}

/// The file that somebody takes out is in memory too, until it was read or its turn is over.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_of_people_is_taken_out_one_at_a_time() {
    let store = Store::in_memory().unwrap();
    let long = Value::from("x".repeat(1 << 20)).to_string();
    store.put_progress("", "long", &long).unwrap();
    let server = Server::over(store);
    let take = || async {
        let request = Request::get("/yours/ludus.json").header("accept-encoding", "gzip");
        server.send(request.body(Body::empty()).unwrap()).await
    };
    let first = take().await;
    let length = first.headers()["content-length"].to_str().unwrap().parse::<usize>().unwrap();
    assert!(length > long.len());
    let mut second = Box::pin(take());
    assert!(tokio::time::timeout(Duration::ZERO, &mut second).await.is_err(), "nobody has read the first");
    drop(first);
    assert_eq!(text(second.await).await.1.len(), length);
    assert_eq!(server.get("/yours").await.0, StatusCode::OK);
}

/// Whatever is in a file, the look at it ends with the turn, and then nothing of it is kept.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_takes_too_long_is_given_up() {
    let card = json!({ "game": "x", "id": "y", "text": "{}", "due": 0 });
    let file = json!({ "games": [], "texts": [], "reviews": [], "cards": [card], "progress": [] });
    for (seconds, expected) in [(0, StatusCode::TOO_MANY_REQUESTS), (120, StatusCode::OK)] {
        let settings = Settings {
            file: Duration::from_secs(seconds),
            ..Settings::new(registry::games(), Store::in_memory().unwrap())
        };
        let server = Server::with(settings);
        for _ in 0..6 {
            assert_eq!(server.post("/yours/bring", file.clone()).await.0, expected, "{seconds} s");
        }
        let (_, page) = server.get("/yours").await;
        assert_eq!(page.contains("1 card"), expected == StatusCode::OK, "{page}");
    }
}

fn first_move(state: &Value) -> Value {
    state["board"]["paths"][0][0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_there_in_every_language_and_light() {
    let server = Server::new();
    for language in ["en", "sr", "pt"] {
        let (status, page) = text(
            server
                .send(
                    Request::get("/")
                        .header("cookie", format!("lang={language}; theme=dark"))
                        .body(Body::empty())
                        .unwrap(),
                )
                .await,
        )
        .await;
        assert_eq!(status, StatusCode::OK);
        assert!(page.contains(&format!("<html lang=\"{language}")) && page.contains("data-theme=\"dark\""));
        assert!(page.len() < 60_000, "the first page has {} bytes", page.len());
    }
    for family in &registry::games().that_can("draw") {
        let name = family.info.name;
        for path in [
            format!("/new/{name}"),
            format!("/rules/{name}"),
            format!("/editor/{name}"),
            format!("/picture/{name}/light.svg"),
            format!("/picture/{name}/dark.svg"),
        ] {
            assert_eq!(server.get(&path).await.0, StatusCode::OK, "{path}");
        }
    }
    for asset in [
        "app.css",
        "board.css",
        "board.js",
        "drag.js",
        "lens.js",
        "motion.js",
        "notes.js",
        "svg.js",
        "talk.js",
        "play.js",
        "why.js",
        "analyse.js",
        "editor.js",
        "lab.js",
        "tournament.js",
        "replay.js",
        "review.js",
        "drill.js",
        "drop.js",
        "rounds.js",
        "shape.js",
        "yours.js",
        "icon.svg",
    ] {
        assert_eq!(server.get(&format!("/assets/{asset}")).await.0, StatusCode::OK, "{asset}");
    }
    assert_eq!(server.get("/health").await.0, StatusCode::OK);
    for path in [
        "/nowhere",
        "/game/aaaaaaaaaaaa",
        "/game/x",
        "/analyse/aaaaaaaaaaaa/0",
        "/assets/../Cargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets/wire.d.ts",
        "/new/nothing",
    ] {
        let (status, page) = server.get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(page.contains("There is nothing here"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_taken_back_resigned_and_played_again() {
    let server = Server::new();
    for family in &registry::games().that_can("draw") {
        let game =
            server.begin(json!({ "game": family.info.name, "opponent": "random", "clock": "600+5" })).await;
        let start = server.settled(&game).await;
        let sent = json!({ "move": first_move(&start), "ply": start["ply"] });
        let (status, _) = server.post(&format!("{game}/move"), sent.clone()).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(
            server.post(&format!("{game}/move"), sent).await.0,
            StatusCode::CONFLICT,
            "a double click plays once"
        );
        let answered = server.settled(&game).await;
        assert!(answered["ply"].as_u64() > start["ply"].as_u64());
        assert!(answered["seats"][0]["left_ms"].as_u64().is_some());
        let (status, back) = server.post(&format!("{game}/undo"), json!({})).await;
        assert_eq!((status, &back["position"]), (StatusCode::OK, &start["position"]));
        assert_eq!(server.post(&format!("{game}/undo"), json!({})).await.0, StatusCode::UNPROCESSABLE_ENTITY);
        let (status, hint) = server.post(&format!("{game}/hint"), json!({})).await;
        assert_eq!(status, StatusCode::OK, "{hint}");
        let legal: Vec<&Value> =
            back["board"]["paths"].as_array().unwrap().iter().map(|path| &path[0]).collect();
        assert!(legal.contains(&&hint["move"]));
        let (status, over) = server.post(&format!("{game}/resign"), json!({})).await;
        assert_eq!((status, &over["over"]), (StatusCode::OK, &json!(true)));
        let (status, next) = server.post(&format!("{game}/rematch"), json!({})).await;
        assert_eq!(status, StatusCode::OK);
        let again = server.settled(next["location"].as_str().unwrap()).await;
        assert_eq!(again["seats"][0]["name"], json!("Dada"), "the seats have changed");
        for file in ["record.json", "board.svg", "board.png"] {
            assert_eq!(server.get(&format!("{game}/{file}")).await.0, StatusCode::OK);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_is_there_after_a_restart() {
    let folder = std::env::temp_dir().join(format!("ludus-web-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let (game, position) = {
        let server = Server::over(Store::open(&folder).unwrap());
        let name = registry::games().all()[0].info.name;
        let game = server.begin(json!({ "game": name, "opponent": "human" })).await;
        let state = server.state(&game).await;
        let (_, after) = server
            .post(&format!("{game}/move"), json!({ "move": first_move(&state), "ply": state["ply"] }))
            .await;
        // Neither closed nor told: as if killed.
        std::mem::forget(server.app.clone());
        (game, after["position"].clone())
    };
    let server = Server::over(Store::open(&folder).unwrap());
    assert_eq!(server.state(&game).await["position"], position);
    assert!(server.get("/").await.1.contains(&game));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_have_addresses_and_the_editor_names_every_problem() {
    let server = Server::new();
    for family in &registry::games().that_can("draw") {
        let name = family.info.name;
        let request = Request::post("/analyses")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from(format!("game={name}")));
        let answer = server.send(request.unwrap()).await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        let path = answer.headers()["location"].to_str().unwrap().to_string();
        assert_eq!(server.get(&path).await.0, StatusCode::OK);
        let state = server.state(&path).await;
        if let Some(text) = state["board"]["paths"][0][0].as_str() {
            let (status, reached) = server.post(&format!("{path}/move"), json!({ "move": text })).await;
            assert_eq!(status, StatusCode::OK);
            let next = format!("{}/{}", path.rsplit_once('/').unwrap().0, reached["node"]);
            assert_eq!(
                server.state(&next).await["tree"].as_array().unwrap().len() as u64,
                reached["node"].as_u64().unwrap() + 1
            );
            assert_eq!(server.get(&format!("{next}/record.json")).await.0, StatusCode::OK);
        }
        assert_eq!(server.get(&format!("{path}9999")).await.0, StatusCode::NOT_FOUND);
        let (status, good) =
            server.post(&format!("/editor/{name}/check"), json!({ "position": state["position"] })).await;
        assert_eq!((status, &good["position"]), (StatusCode::OK, &state["position"]));
        let (_, by_parts) = server
            .post(&format!("/editor/{name}/check"), json!({ "position": good["parts"].to_string() }))
            .await;
        assert_eq!(by_parts["position"], state["position"], "the JSON form means the same");
        let (status, bad) = server.post(&format!("/editor/{name}/check"), json!({ "position": "?" })).await;
        assert_eq!(status, StatusCode::OK);
        assert!(!bad["problems"].as_array().unwrap().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_and_foreign_names_are_refused() {
    let server = Server::new();
    let form = || Body::from(format!("game={}", registry::games().all()[0].info.name));
    let kind = ("content-type", "application/x-www-form-urlencoded");
    for (headers, expected) in [
        (vec![("origin", "http://evil.example"), ("host", "127.0.0.1:7070")], StatusCode::FORBIDDEN),
        (vec![("sec-fetch-site", "cross-site"), ("host", "127.0.0.1:7070")], StatusCode::FORBIDDEN),
        (vec![("host", "evil.example:7070")], StatusCode::FORBIDDEN),
        (vec![("origin", "null"), ("host", "localhost")], StatusCode::FORBIDDEN),
        (vec![("origin", "http://127.0.0.1:7070"), ("host", "127.0.0.1:7070")], StatusCode::SEE_OTHER),
        (vec![("sec-fetch-site", "same-origin"), ("host", "localhost:7070")], StatusCode::SEE_OTHER),
    ] {
        let request = headers
            .iter()
            .fold(Request::post("/games").header(kind.0, kind.1), |r, (name, value)| r.header(*name, *value));
        let answer = server.send(request.body(form()).unwrap()).await;
        assert_eq!(answer.status(), expected, "{headers:?}");
    }
    let answer = server.send(Request::get("/").body(Body::empty()).unwrap()).await;
    let policy = answer.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    let (_, page) = text(answer).await;
    assert!(!page.contains(" style=") && !page.contains(" onclick="), "nothing inline");
    let huge = Request::post("/games").header(kind.0, kind.1).body(Body::from(vec![b'a'; 1 << 20])).unwrap();
    assert!(server.send(huge).await.status().is_client_error());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_address_is_asked_to_wait() {
    let settings = Settings::new(registry::games(), Store::in_memory().unwrap());
    // One request, and another every two seconds: fifty in a row are too many on the slowest machine.
    let app = App::new(Settings { rate: Rate { read: 0.5, change: 0.5 }, ..settings });
    let router = router(app);
    let mut refused = 0;
    for _ in 0..50 {
        let answer =
            router.clone().oneshot(Request::get("/health").body(Body::empty()).unwrap()).await.unwrap();
        refused += usize::from(answer.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!((1..50).contains(&refused), "{refused}");
}
