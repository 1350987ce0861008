//! Teaching games: a word before a blunder, hints in steps, an opponent that adapts.

use axum::http::StatusCode;
use game::{Options, Rng};
use serde_json::{Value, json};
use table::Session;

use crate::{Server, first_move};

/// Positions near the end of a game that was played by lot.
fn late(family: &table::Family) -> Vec<(String, Vec<String>)> {
    let mut session = Session::of_people(family.open(&Options::none()).unwrap(), 1);
    let mut rng = Rng::new(5);
    let mut seen = Vec::new();
    session.settle();
    while !session.over() {
        let legal = session.board().legal();
        seen.push((session.board().position(), legal.clone()));
        session.play(&legal[rng.below(legal.len())], 0).unwrap();
        session.settle();
    }
    seen.split_off(seen.len().saturating_sub(9))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blunder_is_held_back_until_it_is_meant() {
    let server = Server::new();
    let family = registry::games().all()[1].clone();
    for (position, legal) in late(&family) {
        for mv in legal {
            let fields = json!({ "game": family.info.name, "opponent": "human", "teach": "yes", "position": position });
            let game = server.begin(fields).await;
            let sent = json!({ "move": mv, "ply": 0 });
            let (status, state) = server.post(&format!("{game}/move"), sent.clone()).await;
            assert_eq!(status, StatusCode::OK);
            if state["warning"].is_null() {
                assert_eq!(state["ply"], json!(1));
                continue;
            }
            assert_eq!((&state["ply"], &state["warning"]["move"]), (&json!(0), &sent["move"]));
            assert!(state["warning"]["text"].as_str().unwrap().contains(&mv));
            let (_, state) = server.post(&format!("{game}/reconsider"), json!({})).await;
            assert_eq!((&state["ply"], &state["warning"]), (&json!(0), &Value::Null));
            let sure = json!({ "move": mv, "ply": 0, "sure": true });
            let (_, state) = server.post(&format!("{game}/move"), sure).await;
            assert_eq!((&state["ply"], &state["warning"]), (&json!(1), &Value::Null));
            return;
        }
    }
    panic!("no blunder was ever held back");
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_come_in_steps_in_every_game() {
    let server = Server::new();
    for family in &registry::games().that_can("draw") {
        let game = server.begin(json!({ "game": family.info.name, "opponent": "human" })).await;
        let (status, hint) = server.post(&format!("{game}/hint"), json!({})).await;
        assert_eq!(status, StatusCode::OK, "{hint}");
        let steps: Vec<&str> = hint["steps"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let mv = hint["move"].as_str().unwrap();
        assert!(steps.len() == 4 && steps.iter().all(|step| !step.is_empty()), "{hint}");
        assert!(!steps[0].contains(mv) && steps[2].contains(mv), "{hint}");
        assert!(
            !hint["spots"].as_array().unwrap().is_empty() && !hint["path"].as_array().unwrap().is_empty()
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opponent_gets_weaker_after_a_loss() {
    let server = Server::new();
    let name = registry::games().all()[1].info.name;
    let game = server.begin(json!({ "game": name, "opponent": "adapts" })).await;
    let state = server.settled(&game).await;
    let sent = json!({ "move": first_move(&state), "ply": state["ply"] });
    server.post(&format!("{game}/move"), sent).await;
    server.settled(&game).await;
    let (_, before) = server.get(&format!("/new/{name}")).await;
    assert!(before.contains("now level 3"), "a new player meets level 3");
    server.post(&format!("{game}/resign"), json!({})).await;
    assert!(server.get(&format!("/new/{name}")).await.1.contains("now level 2"));
    let (_, next) = server.post(&format!("{game}/rematch"), json!({})).await;
    let next = next["location"].as_str().unwrap().to_string();
    let names: Vec<Value> = server.state(&next).await["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["name"].clone())
        .collect();
    assert!(names.contains(&json!("Lena")), "{names:?}");
}
