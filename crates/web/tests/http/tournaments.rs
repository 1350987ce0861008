//! Tournaments as the command leaves them in the data folder.

use std::path::PathBuf;

use axum::http::StatusCode;
use ludus_web::{App, Settings, router};
use serde_json::{Value, json};
use store::Store;
use table::Session;

use crate::Server;

const PLAN: &str = r#"
scoring = "three-one"
[[player]]
name = "Ana"
player = "random"
[[player]]
name = "Bo"
run = ["./bot"]
[[player]]
name = "Cy"
player = "greedy"
"#;

/// Lays out the files of a small tournament and gives the folder. Its last line is still being written.
fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ludus-cup-{}", std::process::id()));
    let own = folder.join("tournaments");
    std::fs::create_dir_all(&own).unwrap();
    let family = &registry::games().all()[0].clone();
    std::fs::write(own.join("cup.toml"), format!("game = \"{}\"\n{PLAN}", family.info.name)).unwrap();
    let mut journal = json!({ "tournament": "heading" }).to_string() + "\n";
    for number in 0..2 {
        let board = family.open(&game::Options::none()).unwrap();
        let seats = board.seat_names().len();
        let names = (0..seats).map(|seat| ["Ana", "Bo"][(seat + number) % 2].to_string()).collect();
        let mut session = Session::new(board, names, 7);
        session.settle();
        let first = session.board().legal()[0].clone();
        session.play(&first, 3).unwrap();
        session.forfeit(1 - number, "crash");
        let lapse = json!({ "fault": "crash", "detail": "it <b>fell</b> over" });
        let entry = json!({
            "meeting": 0, "game": number, "players": [0, 1],
            "failures": [{ "seat": 1 - number, "ply": 1, "lapse": lapse }],
            "transcripts": [{ "talk": [], "notes": "" }, { "talk": [], "notes": "thinking <hard>" }],
            "record": session.record(),
        });
        journal += &(entry.to_string() + "\n");
    }
    std::fs::write(own.join("cup.journal.jsonl"), journal + "{\"meeting\": 1, \"ga").unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn tournaments_show_their_table_and_every_game() {
    let folder = folder();
    let settings = Settings::new(registry::games(), Store::in_memory().unwrap());
    let program = Some(PathBuf::from("/bin/false"));
    let app = App::new(Settings { folder: Some(folder.clone()), program, ..settings });
    let server = Server { router: router(app.clone()), app };
    assert!(server.get("/tournaments").await.1.contains("/tournament/cup"));
    let (status, page) = server.get("/tournament/cup").await;
    assert_eq!(status, StatusCode::OK);
    // Two won games are worth what the plan says.
    for part in ["Ana", "Bo", "Cy", "/tournament/cup/meeting/1/2", "2 games", "<strong>6</strong>"] {
        assert!(page.contains(part), "{part} is missing");
    }
    let (_, meeting) = server.get("/tournament/cup/meeting/2/1").await;
    assert!(meeting.contains("/tournament/cup/game/0/1"));
    let (status, replay) = server.get("/tournament/cup/game/0/1").await;
    assert_eq!(status, StatusCode::OK);
    assert!(replay.contains("thinking &lt;hard&gt;") && replay.contains("it &lt;b&gt;fell&lt;/b&gt; over"));
    let (_, text) = server.get("/tournament/cup/game/0/1/state?ply=0").await;
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["ply"], json!(0));
    for file in ["file/toml", "file/journal.jsonl", "game/0/0/record.json"] {
        assert_eq!(server.get(&format!("/tournament/cup/{file}")).await.0, StatusCode::OK, "{file}");
    }
    for path in [
        "/tournament/none",
        "/tournament/..%2fcup",
        "/tournament/cup/meeting/9/1",
        "/tournament/cup/meeting/0/1",
        "/tournament/cup/game/5/0",
        "/tournament/cup/file/log",
        "/tournament/cup/file/..%2f..%2fludus.sqlite",
    ] {
        assert_eq!(server.get(path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    // Programs are not started from a page, names do not leave the folder, and what is there is not overwritten.
    assert_eq!(server.post("/tournament/cup/run", json!({})).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let form = |name: &str| {
        let game = registry::games().all()[0].info.name;
        json!({ "game": game, "name": name, "pairs": "1", "time_ms": "20", "player-0": "yes", "player-1": "yes" })
    };
    for name in ["../up", "", "cup", "a b", "-x"] {
        let (status, _) = server.post("/tournaments", form(name)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
    }
    assert_eq!(server.post("/tournaments", form("new-one")).await.0, StatusCode::SEE_OTHER);
    assert!(server.get("/tournaments").await.1.contains("/tournament/new-one"));
    server.app.close();
    std::fs::remove_dir_all(&folder).unwrap();
}
