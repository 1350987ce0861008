//! Practice and lessons: a puzzle is tried, refuted and solved; every lesson that a game brings can be opened.

use axum::http::StatusCode;
use school::{Learner, School, Task};
use serde_json::{Value, json};
use store::Store;

use crate::Server;
use crate::posed::puzzle;

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_tried_refuted_and_solved() {
    let family = registry::games().all()[1].clone();
    let (puzzle, wrong) = puzzle(&family);
    let mut learner = Learner::default();
    learner.keep([puzzle.clone()]);
    let store = Store::in_memory().unwrap();
    store.put_progress("", "school", &learner.write()).unwrap();
    let server = Server::over(store);
    let base = format!("/practice/{}", family.info.name);
    let (status, page) = server.get(&format!("{base}?own=yes")).await;
    assert!(status == StatusCode::OK && page.contains(&puzzle.id), "one's own puzzle is shown");
    let at = format!("{base}/{}", puzzle.id);
    let (status, told) = server.post(&format!("{at}/try"), json!({ "move": wrong, "first": true })).await;
    assert_eq!((status, &told["right"]), (StatusCode::OK, &json!(false)), "{told}");
    assert_eq!(told["frames"][0]["move"], json!(wrong));
    assert!(!told["rating"].as_str().unwrap().is_empty() && !told["text"].as_str().unwrap().is_empty());
    let right = json!({ "move": puzzle.answers[0], "first": false });
    let (_, told) = server.post(&format!("{at}/try"), right).await;
    assert_eq!((&told["right"], &told["rating"]), (&json!(true), &json!("")), "only the first try counts");
    let (status, told) = server.post(&format!("{at}/solution"), json!({ "first": false })).await;
    assert!(status == StatusCode::OK && told["text"].as_str().unwrap().contains(&puzzle.answers[0]));
    let (_, file) = server.get("/yours/ludus.json").await;
    let file: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(file["cards"][0]["id"], json!(puzzle.id), "the card is kept");
    for (path, body) in [
        (format!("{at}/try"), json!({ "move": "nonsense", "first": true })),
        (format!("{at}/try"), json!({ "first": true })),
        (format!("{at}/solution"), json!({ "first": "yes" })),
    ] {
        assert_eq!(server.post(&path, body).await.0, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
    }
    let strange =
        server.post(&format!("{base}/000000000000/try"), json!({ "move": wrong, "first": true })).await;
    assert_eq!(strange.0, StatusCode::NOT_FOUND);
    assert_eq!(server.get("/practice/nothing").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_can_be_opened_and_tried() {
    let server = Server::new();
    for path in ["/learn", "/practice"] {
        assert_eq!(server.get(path).await.0, StatusCode::OK, "{path}");
    }
    for family in &registry::games() {
        let (school, game) = (School::of(family).unwrap(), family.info.name);
        let expected = if school.lessons().is_empty() { StatusCode::NOT_FOUND } else { StatusCode::OK };
        assert_eq!(server.get(&format!("/learn/{game}")).await.0, expected, "{game}");
        assert_eq!(server.get(&format!("/practice/{game}")).await.0, StatusCode::OK, "{game}");
        for (at, step) in school.lessons().iter().flat_map(|lesson| &lesson.steps).enumerate() {
            let path = format!("/learn/{game}/{}", step.id);
            assert_eq!(server.get(&path).await.0, StatusCode::OK, "{path}");
            match &step.task {
                Task::Match(_) => {
                    assert_eq!(
                        server.post(&format!("{path}/match"), json!({})).await.0,
                        StatusCode::SEE_OTHER
                    );
                }
                Task::Move { .. } if at < 2 => {
                    let board = step.board(family).unwrap();
                    let sent = json!({ "move": board.legal()[0], "first": true });
                    let (status, told) = server.post(&format!("{path}/try"), sent).await;
                    assert!(status == StatusCode::OK && !told["text"].as_str().unwrap().is_empty(), "{told}");
                }
                Task::Move { .. } => {}
            }
        }
    }
    server.app.close();
}
