//! Reviews of games, and what is kept of a visitor.

use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use crate::{LAST_RESORT, Server, first_move, text};

/// A game of a few moves between people at one screen, resigned.
async fn short_game(server: &Server, name: &str, moves: usize) -> String {
    let game = server.begin(json!({ "game": name, "opponent": "human" })).await;
    for _ in 0..moves {
        let state = server.state(&game).await;
        let sent = json!({ "move": first_move(&state), "ply": state["ply"] });
        assert_eq!(server.post(&format!("{game}/move"), sent).await.0, StatusCode::OK);
    }
    server.post(&format!("{game}/resign"), json!({})).await;
    game
}

async fn reviewed(server: &Server, path: &str) -> Value {
    let deadline = Instant::now() + LAST_RESORT;
    while Instant::now() < deadline {
        let state = server.state(path).await;
        assert_ne!(state["stage"], "failed", "{state}");
        if state["stage"] == "complete" {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the review never came to its end");
}

/// Starts a review by an address, as a form does; gives where it leads.
async fn started(server: &Server, path: &str, body: &Value) -> (StatusCode, String) {
    let request = Request::post(path)
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap();
    let answer = server.send(request).await;
    let to = answer.headers().get("location").map(|to| to.to_str().unwrap().to_string());
    (answer.status(), to.unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_reviewed_move_by_move() {
    let server = Server::new();
    for family in &registry::games().that_can("draw") {
        let game = short_game(&server, family.info.name, 4).await;
        let (status, path) = started(&server, &format!("{game}/review"), &json!({})).await;
        assert_eq!(status, StatusCode::SEE_OTHER, "{path}");
        let state = reviewed(&server, &path).await;
        let moves = state["moves"].as_array().unwrap();
        let players = moves.iter().filter(|mv| mv["seat"] != json!(0));
        assert!(players.clone().count() == 4 && state["done"] == json!(4), "{state}");
        for mv in players {
            assert!(!mv["class"].as_str().unwrap().is_empty() && !mv["says"].as_str().unwrap().is_empty());
            let at = format!("{path}/at?ply={}&step=99", mv["ply"]);
            let (status, position) = server.get(&at).await;
            let position: Value = serde_json::from_str(&position).unwrap();
            assert_eq!(status, StatusCode::OK);
            assert!(position["step"] == position["steps"] && position["steps"].as_u64() >= Some(1), "{mv}");
        }
        assert!(state["players"].as_array().unwrap().iter().all(|player| player["phases"].is_array()));
        assert_eq!(server.get(&path).await.0, StatusCode::OK);
        for wrong in ["ply=x", "ply=-1", "turned=2"] {
            assert!(server.get(&format!("{path}/at?{wrong}")).await.0.is_client_error(), "{wrong}");
        }
    }
    assert_eq!(server.get("/review/aaaaaaaaaaaa").await.0, StatusCode::NOT_FOUND);
    server.app.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_can_be_brought_and_a_wrong_one_is_refused() {
    let server = Server::new();
    let game = short_game(&server, registry::games().all()[1].info.name, 3).await;
    let (_, record) = server.get(&format!("{game}/record.json")).await;
    let (status, path) = started(&server, "/reviews", &json!({ "record": record })).await;
    assert_eq!(status, StatusCode::SEE_OTHER);
    assert_eq!(reviewed(&server, &path).await["done"], json!(3));
    for wrong in
        [json!({}), json!({ "record": "" }), json!({ "record": "{}" }), json!({ "record": &record[..50] })]
    {
        assert_eq!(started(&server, "/reviews", &wrong).await.0, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
    assert_eq!(server.get("/reviews").await.0, StatusCode::OK);
    server.app.close();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_is_taken_out_forgotten_and_brought_back() {
    let server = Server::new();
    let game = short_game(&server, registry::games().all()[1].info.name, 2).await;
    let (_, path) = started(&server, &format!("{game}/review"), &json!({})).await;
    reviewed(&server, &path).await;
    started(&server, &format!("{game}/analyse"), &json!({})).await;
    assert_eq!(
        server.get("/health").await.0,
        StatusCode::OK,
        "what the server writes for itself is nobody's"
    );
    let (status, file) = server.get("/yours/ludus.json").await;
    assert_eq!(status, StatusCode::OK);
    let file: Value = serde_json::from_str(&file).unwrap();
    for kind in ["games", "reviews", "texts"] {
        assert_eq!(file[kind].as_array().unwrap().len(), 1, "{kind}");
    }
    assert_eq!(
        server.post("/yours/forget", json!({ "sure": "no" })).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(started(&server, "/yours/forget", &json!({ "sure": "yes" })).await.0, StatusCode::SEE_OTHER);
    for gone in [&game, &path] {
        assert_eq!(server.get(gone).await.0, StatusCode::NOT_FOUND, "{gone}");
    }
    let (status, told) = server.post("/yours/bring", file.clone()).await;
    assert_eq!((status, &told["kept"]), (StatusCode::OK, &json!(3)), "{told}");
    let (_, again) = server.get("/yours/ludus.json").await;
    assert_eq!(serde_json::from_str::<Value>(&again).unwrap(), file);
    assert_eq!(server.get(&path).await.0, StatusCode::OK);
    // A file that was tampered with is refused as a whole.
    for (kind, field) in [("games", "record"), ("games", "id"), ("reviews", "notes"), ("texts", "kind")] {
        let mut wrong = file.clone();
        wrong[kind][0][field] = json!("nonsense");
        assert_eq!(
            server.post("/yours/bring", wrong).await.0,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{kind} {field}"
        );
    }
    let page = Request::get("/yours").header("accept", "text/html").body(Body::empty()).unwrap();
    assert!(text(server.send(page).await).await.1.contains("1 review"));
    server.app.close();
}
