//! A game shared by several browsers: everybody moves for their own seats, and the others look on.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use ludus_web::{App, Settings, router};
use serde_json::{Value, json};
use store::Store;

use crate::{Server, first_move, text};

/// A browser, known by its cookie.
struct Browser<'a> {
    server: &'a Server,
    cookie: Option<String>,
}

impl Browser<'_> {
    async fn ask(
        &mut self,
        request: axum::http::request::Builder,
        body: Value,
    ) -> (StatusCode, String, String) {
        let request = match &self.cookie {
            Some(cookie) => request.header("cookie", cookie),
            None => request,
        };
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let answer = self.server.send(request.header("accept", "text/html").body(body).unwrap()).await;
        let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_string());
        if let Some(kept) = header("set-cookie") {
            self.cookie = kept.split(';').next().map(str::to_string);
        }
        let location = header("location").unwrap_or_default();
        let (status, text) = text(answer).await;
        (status, location, text)
    }

    async fn post(&mut self, path: &str, body: Value) -> (StatusCode, String, String) {
        self.ask(Request::post(path).header("content-type", "application/json"), body).await
    }

    async fn get(&mut self, path: &str) -> (StatusCode, String, String) {
        self.ask(Request::get(path), Value::Null).await
    }

    async fn state(&mut self, game: &str) -> Value {
        serde_json::from_str(&self.get(&format!("{game}/state")).await.2).unwrap()
    }

    /// Whether the board can be touched.
    async fn open(&mut self, game: &str) -> bool {
        !self.state(game).await["board"]["paths"].as_array().unwrap().is_empty()
    }

    /// Makes the first move there is, as seen by somebody who may.
    async fn play(&mut self, game: &str, seen: &Value) -> StatusCode {
        self.post(&format!("{game}/move"), json!({ "move": first_move(seen), "ply": seen["ply"] })).await.0
    }
}

fn listening() -> Server {
    let settings = Settings::new(registry::games(), Store::in_memory().unwrap());
    let (key, origin) = (Some("k".repeat(24)), "http://192.168.1.5:7070".to_string());
    let app = App::new(Settings { key, origin, thinkers: 1, ..settings });
    Server { router: router(app.clone()), app }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_moves_for_their_own_seat_only() {
    let server = listening();
    let browser = || Browser { server: &server, cookie: None };
    let (mut ana, mut bo, mut looker) = (browser(), browser(), browser());
    let name = registry::games().all()[1].info.name;
    assert!(ana.get(&format!("/new/{name}")).await.2.contains("value=\"guest\""));
    let (status, game, _) = ana.post("/games", json!({ "game": name, "opponent": "guest" })).await;
    assert_eq!(status, StatusCode::SEE_OTHER);

    // Whoever plays finds the game again; others need the link.
    for page in ["/", "/games"] {
        assert!(ana.get(page).await.2.contains(&game));
        assert!(!looker.get(page).await.2.contains(&game));
    }

    // Ana sits in the first seat; the second is free, and nobody else can do anything yet.
    let start = ana.state(&game).await;
    assert_eq!((&start["seats"][0]["name"], &start["seats"][1]["free"]), (&json!("You"), &json!(true)));
    assert!(ana.open(&game).await && !bo.open(&game).await);
    for deed in ["undo", "resign", "hint", "rematch", "forget", "retry"] {
        let (status, ..) = looker.post(&format!("{game}/{deed}"), json!({})).await;
        assert!(status.is_client_error(), "{deed}: {status}");
    }
    assert_eq!(looker.play(&game, &start).await, StatusCode::FORBIDDEN);

    let sit = |seat: &str| json!({ "seat": seat });
    assert_eq!(bo.post(&format!("{game}/sit"), sit("1")).await.0, StatusCode::CONFLICT);
    assert_eq!(bo.post(&format!("{game}/sit"), sit("2")).await.0, StatusCode::SEE_OTHER);
    assert_eq!(looker.post(&format!("{game}/sit"), sit("2")).await.0, StatusCode::CONFLICT);
    assert_eq!(bo.play(&game, &start).await, StatusCode::FORBIDDEN, "it is Ana's move");
    assert_eq!(ana.play(&game, &start).await, StatusCode::OK);
    assert!(!ana.open(&game).await && bo.open(&game).await && !looker.open(&game).await);

    // One takes back one's own move, until somebody else has moved.
    assert_eq!(bo.post(&format!("{game}/undo"), json!({})).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(ana.post(&format!("{game}/undo"), json!({})).await.0, StatusCode::OK);
    assert_eq!(ana.play(&game, &start).await, StatusCode::OK);
    let seen = bo.state(&game).await;
    assert_eq!(bo.play(&game, &seen).await, StatusCode::OK);
    assert_eq!(ana.post(&format!("{game}/undo"), json!({})).await.0, StatusCode::UNPROCESSABLE_ENTITY);

    // Ana has lost her cookie; her link brings the seat back, and only to her new browser.
    let page = ana.get(&game).await.2;
    let at = page.find(&format!("http://192.168.1.5:7070{game}/seat/")).expect("the link to keep");
    let link = &page[at + "http://192.168.1.5:7070".len()..];
    let link = link.split(['?', '"']).next().unwrap();
    assert!(!bo.get(&game).await.2.contains(link), "others see the link of a seat");
    assert_eq!(looker.get(&format!("{game}/seat/aaaaaaaaaaaa")).await.0, StatusCode::NOT_FOUND);
    let mut again = browser();
    assert_eq!(again.get(link).await.0, StatusCode::SEE_OTHER);
    assert!(again.open(&game).await && !ana.open(&game).await);

    // Both go on in the same next game, with the seats changed.
    assert_eq!(again.post(&format!("{game}/resign"), json!({})).await.0, StatusCode::OK);
    let next = |text: String| {
        serde_json::from_str::<Value>(&text).unwrap()["location"].as_str().unwrap().to_string()
    };
    let first = next(bo.post(&format!("{game}/rematch"), json!({})).await.2);
    let second = next(again.post(&format!("{game}/rematch"), json!({})).await.2);
    assert_eq!(first, second);
    assert!(bo.open(&first).await && !again.open(&first).await);
    server.app.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_at_one_screen_have_both_seats() {
    let server = listening();
    let mut ana = Browser { server: &server, cookie: None };
    let name = registry::games().all()[1].info.name;
    let game = ana.post("/games", json!({ "game": name, "opponent": "human" })).await.1;
    for _ in 0..2 {
        let seen = ana.state(&game).await;
        assert_eq!(ana.play(&game, &seen).await, StatusCode::OK);
    }
    server.app.close();
}
