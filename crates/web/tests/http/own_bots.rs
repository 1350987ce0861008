//! Programs to play against: they answer, they fail, and no browser can name one that the owner has not listed.

use std::path::PathBuf;

use axum::http::StatusCode;
use ludus_web::{App, OwnBots, Settings, router};
use serde_json::json;
use store::Store;

use crate::{Server, first_move};

/// Bots in the shell's language, by what they do when they have to move.
const BOTS: [(&str, &str); 3] = [
    ("Good", "echo \"bestmove ${first%% *}\""),
    ("Crash", "echo 'I am lost' >&2; exit 3"),
    ("Slow", "sleep 200"),
];

/// Lays out a data folder with the bots and their list.
fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ludus-web-bots-{}", std::process::id()));
    let mut list = String::new();
    for (name, deed) in BOTS {
        std::fs::create_dir_all(folder.join(name)).unwrap();
        let script = format!(
            "while read -r word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; legal) first=$rest;; go) {deed};; quit) exit;; esac; done\n"
        );
        std::fs::write(folder.join(name).join("bot.sh"), script).unwrap();
        list += &format!("[[bot]]\nname = \"{name}\"\nfolder = \"{name}\"\nrun = [\"sh\", \"bot.sh\"]\n");
    }
    std::fs::write(folder.join("bots.toml"), list).unwrap();
    folder
}

fn serve(bots: OwnBots) -> Server {
    let settings = Settings::new(registry::games(), Store::in_memory().unwrap());
    let app = App::new(Settings { bots, thinkers: 1, ..settings });
    Server { router: router(app.clone()), app }
}

#[tokio::test(flavor = "multi_thread")]
async fn own_bots_play_and_their_failures_leave_the_game_playable() {
    let folder = folder();
    let server = serve(OwnBots::read(&registry::games(), &folder, &[]).unwrap());
    let name = registry::games().all()[1].info.name;
    let (_, setup) = server.get(&format!("/new/{name}")).await;
    assert!(BOTS.iter().all(|(bot, _)| setup.contains(&format!("value=\"bot:{bot}\""))), "not offered");

    let game =
        server.begin(json!({ "game": name, "opponent": "bot:Good", "seat": "2", "think_ms": "60000" })).await;
    let state = server.settled(&game).await;
    assert_eq!((state["ply"].as_u64(), &state["seats"][0]["name"]), (Some(1), &json!("Good")), "{state}");
    assert!(server.get(&game).await.1.contains(">Good<"));

    for (bot, reason, think_ms) in [("Crash", "I am lost", "60000"), ("Slow", "no 'bestmove'", "50")] {
        let fields = json!({ "game": name, "opponent": format!("bot:{bot}"), "think_ms": think_ms });
        let game = server.begin(fields).await;
        let start = server.settled(&game).await;
        let sent = json!({ "move": first_move(&start), "ply": start["ply"] });
        assert_eq!(server.post(&format!("{game}/move"), sent.clone()).await.0, StatusCode::OK);
        let failed = server.settled(&game).await;
        let status = failed["status"].as_str().unwrap();
        assert!(status.starts_with(&format!("{bot} cannot go on")) && status.contains(reason), "{status}");
        assert_eq!((&failed["failed"], &failed["over"]), (&json!(true), &json!(false)));

        // Taken back, the person is to move again; asked again, the bot fails again; in the end the person resigns and plays on elsewhere.
        let (_, back) = server.post(&format!("{game}/undo"), json!({})).await;
        assert_eq!((&back["position"], &back["failed"]), (&start["position"], &json!(false)));
        assert_eq!(server.post(&format!("{game}/move"), sent).await.0, StatusCode::OK);
        assert_eq!(server.settled(&game).await["failed"], json!(true));
        assert_eq!(server.post(&format!("{game}/retry"), json!({})).await.0, StatusCode::OK);
        assert_eq!(server.settled(&game).await["failed"], json!(true));
        let (_, over) = server.post(&format!("{game}/resign"), json!({})).await;
        assert_eq!((&over["over"], &over["failed"]), (&json!(true), &json!(false)));
        assert_eq!(server.post(&format!("{game}/rematch"), json!({})).await.0, StatusCode::OK);
    }
    server.app.close();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_cannot_name_a_program() {
    let server = serve(OwnBots::default());
    let name = registry::games().all()[0].info.name;
    for player in ["exec:sh", "exec:/bin/sh -c true", "bot:sh", "bot:", "bot:Good", " exec:sh "] {
        for field in ["opponent", "other"] {
            let (status, _) = server.post("/games", json!({ "game": name, field: player })).await;
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{field} {player}");
        }
    }
    server.app.close();
}
