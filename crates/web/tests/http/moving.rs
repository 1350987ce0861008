//! What a person's move costs: one request, whose answer is the whole new view, and news that call for no other.

use std::io::Read;

use axum::body::{Body, BodyDataStream};
use axum::http::{Request, StatusCode};
use flate2::read::GzDecoder;
use ludus_web::{App, Rate, Settings, router};
use serde_json::{Value, json};
use store::Store;
use tokio_stream::StreamExt;

use super::{LAST_RESORT, Server, first_move};

/// A move with its answer takes at most so many bytes on the way to the browser, in every game.
const MOST_BYTES: usize = 12_000;

/// The versions that a stream of events tells of, as it comes.
struct News(BodyDataStream);

impl News {
    async fn of(server: &Server, game: &str) -> News {
        let request = Request::get(format!("{game}/events")).header("accept-encoding", "gzip");
        let answer = server.send(request.body(Body::empty()).unwrap()).await;
        assert!(answer.headers().get("content-encoding").is_none(), "a stream must not wait to be packed");
        News(answer.into_body().into_data_stream())
    }

    async fn version(&mut self) -> Value {
        loop {
            let bytes = self.0.next().await.expect("the stream goes on").unwrap();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let data = text.lines().find_map(|line| line.strip_prefix("data:")).map(str::trim);
            if let Some(data) = data.filter(|_| text.contains("event: change")) {
                return serde_json::from_str::<Value>(data).unwrap()["version"].clone();
            }
        }
    }
}

/// Posts as a browser does; gives the bytes on the way and what they say.
async fn post(server: &Server, path: &str, body: Value) -> (usize, Value) {
    let request = Request::post(path)
        .header("content-type", "application/json")
        .header("accept-encoding", "gzip, deflate, br, zstd");
    let answer = server.send(request.body(Body::from(body.to_string())).unwrap()).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-encoding"], "gzip");
    let bytes = axum::body::to_bytes(answer.into_body(), 10 << 20).await.unwrap();
    let mut text = String::new();
    GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    (bytes.len(), serde_json::from_str(&text).unwrap())
}

/// The page shows the answer and compares its version with what the stream tells: equal, so it asks nothing more.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_one_request_with_one_small_picture() {
    let server = Server::new();
    for family in &registry::games() {
        let name = family.info.name;
        let game = server.begin(json!({ "game": name, "opponent": "human" })).await;
        let mut news = News::of(&server, &game).await;
        let mut view = server.state(&game).await;
        assert_eq!(news.version().await, view["version"]);
        for _ in 0..3 {
            let sent = json!({ "move": first_move(&view), "ply": view["ply"] });
            let (bytes, answer) = post(&server, &format!("{game}/move"), sent).await;
            assert_eq!(news.version().await, answer["version"], "{name}: the stream tells of nothing else");
            let plain = answer.to_string().len();
            println!("{name}: one request, {bytes} bytes of {plain}");
            assert!(bytes <= MOST_BYTES && 3 * bytes < plain, "{name}: {bytes} bytes of {plain}");
            assert_eq!(answer, server.state(&game).await, "{name}: there is nothing left to ask for");
            view = answer;
        }
    }
}

/// Computers wait a little before they answer each other, so that people can follow; nobody has to wait for that who moves at once.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_moves_at_once_is_answered_at_once() {
    let app = App::new(Settings {
        rate: Rate { read: 1e9, change: 1e9 },
        thinkers: 1,
        pause: 10 * LAST_RESORT,
        ..Settings::new(registry::games(), Store::in_memory().unwrap())
    });
    let server = Server { router: router(app.clone()), app };
    let name = registry::games().all()[1].info.name;
    let game = server.begin(json!({ "game": name, "opponent": "random" })).await;
    for _ in 0..3 {
        let view = server.settled(&game).await;
        let sent = json!({ "move": first_move(&view), "ply": view["ply"] });
        assert_eq!(server.post(&format!("{game}/move"), sent).await.0, StatusCode::OK);
    }
    assert_eq!(server.settled(&game).await["ply"], 6);
}
