//! The web app as the program starts it: a tournament begun from the page is played to its end by the program itself.

#[allow(dead_code, reason = "the client serves other tests too")]
#[path = "../../crates/web/tests/client/mod.rs"]
mod client;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use client::request;
use serde_json::json;

#[test]
fn a_tournament_begun_from_the_page_is_played_and_shown() {
    let folder = std::env::temp_dir().join(format!("ludus-web-cup-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut server = Command::new(env!("CARGO_BIN_EXE_ludus"))
        .args(["--port", "0", "--data"])
        .arg(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_string();
    let game = request(&address, "GET", "/tournaments", None).text;
    let game = game.split("name=\"game\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_string();
    let form = json!({ "game": game, "name": "cup", "pairs": "1", "time_ms": "20", "player-0": "yes", "player-1": "yes" });
    let begun = request(&address, "POST", "/tournaments", Some(&form));
    assert_eq!(begun.location.as_deref(), Some("/tournament/cup"), "{}", begun.text);
    let deadline = Instant::now() + Duration::from_secs(120);
    let page = loop {
        let page = request(&address, "GET", "/tournament/cup", None).text;
        if page.contains("Finished · 2 games") {
            break page;
        }
        assert!(Instant::now() < deadline, "the tournament never ended: {page}");
        std::thread::sleep(Duration::from_millis(100));
    };
    assert!(page.contains("/tournament/cup/meeting/1/2") && page.contains("/tournament/cup/game/0/1"));
    assert_eq!(request(&address, "GET", "/tournament/cup/game/0/1", None).status, 200);
    assert_eq!(request(&address, "GET", "/tournament/cup/file/csv", None).status, 200);
    server.kill().unwrap();
    server.wait().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
