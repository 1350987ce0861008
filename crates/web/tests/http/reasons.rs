//! Reasons and rule packs: they answer, or say what is wrong, and a broken pack replaces nothing.

use axum::http::StatusCode;
use ludus_web::{App, Settings, router};
use serde_json::{Value, json};
use store::Store;

use crate::Server;

#[tokio::test(flavor = "multi_thread")]
async fn any_move_of_any_game_can_be_asked_about() {
    let server = Server::new();
    for family in &registry::games().that_can("explain") {
        let game =
            server.begin(json!({ "game": family.info.name, "opponent": "human", "teach": "yes" })).await;
        let state = server.state(&game).await;
        let ply = state["ply"].as_u64().unwrap();
        let (status, text) = server.get(&format!("{game}/why?ply={ply}")).await;
        assert_eq!(status, StatusCode::OK, "{text}");
        let why: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(why["ply"], json!(ply));
        assert!(why["others"].as_array().is_some_and(|others| !others.is_empty()));
        for query in
            ["ply=999".to_string(), format!("ply={ply}&move=nonsense"), format!("ply={ply}&pack=none")]
        {
            let (status, _) = server.get(&format!("{game}/why?{query}")).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{query}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn packs_are_tried_kept_and_played_by_and_a_broken_one_replaces_nothing() {
    let folder = std::env::temp_dir().join(format!("ludus-packs-{}", std::process::id()));
    let settings = Settings::new(registry::games(), Store::in_memory().unwrap());
    let app = App::new(Settings { folder: Some(folder), ..settings });
    let server = Server { router: router(app.clone()), app };
    for family in &registry::games().that_can("explain") {
        let name = family.info.name;
        let base = format!("/lab/{name}");
        let (status, page) = server.get(&base).await;
        assert_eq!(status, StatusCode::OK);
        let pack = page.split("data-pack=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let (_, text) = server.get(&format!("{base}/pack/{pack}")).await;
        let (_, same) = server.post(&format!("{base}/try"), json!({ "text": text, "pack": pack })).await;
        assert_eq!(same["ok"], json!(true));
        let unchanged = same["moves"].as_array().unwrap().iter().all(|mv| mv["points"] == mv["had"]);
        assert!(unchanged, "the shipped text does not rank as the pack in force does");
        let broken = format!("{text}\nrule broken(");
        let (_, wrong) = server.post(&format!("{base}/try"), json!({ "text": broken })).await;
        let remark = &wrong["remarks"][0];
        assert_eq!(wrong["ok"], json!(false));
        assert!(remark["line"].as_u64() >= Some(2) && remark["column"].as_u64() >= Some(1), "{remark}");

        let packs = format!("{base}/packs");
        let (status, kept) = server.post(&packs, json!({ "name": "mine", "text": text })).await;
        assert_eq!((status, &kept["ok"]), (StatusCode::OK, &json!(true)));
        let (_, kept) = server.post(&packs, json!({ "name": "mine", "text": broken })).await;
        assert_eq!(kept["ok"], json!(false));
        assert_eq!(
            server.get(&format!("{base}/pack/mine")).await.1,
            text,
            "a broken text replaced a good one"
        );
        for bad in ["default", name, "../x", "", "Ä"] {
            let (status, _) = server.post(&packs, json!({ "name": bad, "text": text })).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
        }
        let fields = json!({ "game": name, "opponent": "expert:pack=mine", "seat": "2" });
        let game = server.begin(fields).await;
        assert!(server.settled(&game).await["ply"].as_u64() > Some(0));
        let (status, _) = server.post(&format!("{packs}/mine/forget"), json!({})).await;
        assert_eq!(status, StatusCode::SEE_OTHER);
        assert_eq!(server.get(&format!("{base}/pack/mine")).await.0, StatusCode::NOT_FOUND);
    }
    server.app.close();
}
