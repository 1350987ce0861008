//! The web app as the program starts it: a tournament begun from the page is played to its end by the program itself.

#[allow(dead_code, reason = "the client serves other tests too")]
#[path = "../../crates/web/tests/client/mod.rs"]
mod client;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use client::request;
use serde_json::json;

use crate::fleet::Helper;
use crate::served::{Served, wait_for};

#[test]
fn a_tournament_begun_from_the_page_is_played_and_shown() {
    play_cup("cup", &[], &|address| {
        assert_eq!(request(address, "GET", "/machines", None).status, 404, "nobody was asked for machines");
    });
}

/// The same on machines, which the app shows.
#[test]
fn a_tournament_begun_from_the_page_is_played_on_machines() {
    let served = Served::start("web", "");
    let _helper = Helper::start(&served.address());
    play_cup("far-cup", &["--on", &served.address()], &|address| {
        wait_for("the machine and its games", || {
            let page = request(address, "GET", "/machines", None).text;
            (page.contains("machines: 1, threads: 1") && page.contains("<td class=\"number\">2</td>"))
                .then_some(())
        });
    });
}

/// What the system opens pages with: a script that writes down what it was asked for.
struct Browser {
    folder: std::path::PathBuf,
    path: String,
}

impl Browser {
    fn lay_out(folder: &std::path::Path) -> Browser {
        use std::os::unix::fs::PermissionsExt;
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(folder).unwrap();
        let shown = folder.join("shown");
        let script = format!("#!/bin/sh\necho \"$1\" > '{0}.new' && mv '{0}.new' '{0}'\n", shown.display());
        for name in ["xdg-open", "open"] {
            std::fs::write(folder.join(name), &script).unwrap();
            std::fs::set_permissions(folder.join(name), std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
        Browser { folder: folder.to_path_buf(), path }
    }

    /// The address that it was asked for, once it was.
    fn shows(&self) -> Option<String> {
        std::fs::read_to_string(self.folder.join("shown")).ok().map(|text| text.trim().to_string())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn play_cup(name: &str, arguments: &[&str], look: &dyn Fn(&str)) {
    let folder = std::env::temp_dir().join(format!("ludus-web-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let browser = Browser::lay_out(&folder.with_extension("browser"));
    let mut server = Command::new(env!("CARGO_BIN_EXE_ludus"))
        .args(["--open", "--port", "0"])
        .env("PATH", &browser.path)
        .args(arguments)
        .arg("--data")
        .arg(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_string();
    let opened = wait_for("the browser", || browser.shows());
    assert_eq!(opened, format!("http://{address}/"), "the browser was asked for the app");
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
    look(&address);
    server.kill().unwrap();
    server.wait().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A server that says where it is.
struct Server {
    process: std::process::Child,
    address: String,
}

impl Server {
    fn start(folder: &std::path::Path) -> Result<Server, String> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ludus"))
            .args(["--port", "0", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        match line.split("http://").nth(1).and_then(|rest| rest.split('/').next()) {
            Some(address) => Ok(Server { address: address.to_string(), process }),
            None => {
                let ended = process.wait_with_output().unwrap();
                Err(String::from_utf8_lossy(&ended.stderr).into_owned())
            }
        }
    }

    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// A tournament that was started from the page, its server killed again and again at any moment, another server at its folder: no game is lost or
/// doubled, and nothing needs a hand. `LUDUS_KILLS=100` makes it a soak.
#[test]
fn killed_servers_lose_no_game_of_a_tournament() {
    let kills = std::env::var("LUDUS_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(3usize);
    let folder = std::env::temp_dir().join(format!("ludus-web-killed-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("tournaments")).unwrap();
    let games = registry::games();
    let options = game::Options::none().with("size", "4x4");
    let family = games.all().iter().find(|family| family.open(&options).is_ok()).unwrap();
    let total = 40 * kills.max(3);
    let plan = format!(
        "game = \"{}\"\noptions = {{ size = \"4x4\" }}\npairs = {}\nthreads = 2\n[[player]]\nname = \"a\"\nplayer = \"random\"\n\
         [[player]]\nname = \"b\"\nplayer = \"greedy\"\n",
        family.info.name,
        total / 2
    );
    std::fs::write(folder.join("tournaments/cup.toml"), plan).unwrap();
    let journal = folder.join("tournaments/cup.journal.jsonl");
    let played = || {
        let text = std::fs::read_to_string(&journal).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()).skip(1).count()
    };
    let deadline = Instant::now() + Duration::from_secs(120 + 10 * kills as u64);
    let wait = |what: &str, done: &mut dyn FnMut() -> bool| {
        while !done() {
            assert!(Instant::now() < deadline, "{what}: {} games", played());
            std::thread::sleep(Duration::from_millis(3));
        }
    };
    let mut moments = game::Rng::new(9);
    for kill in 0..kills {
        let server = Server::start(&folder).unwrap();
        let refused = Server::start(&folder).err().expect("the folder is taken");
        assert!(refused.contains(&server.address) && refused.contains("already"), "{refused}");
        let before = played();
        let more = 1 + moments.below(20);
        // The tournament of the server before may still be about to end: then it is asked again.
        wait("it plays", &mut || {
            request(&server.address, "POST", "/tournament/cup/run", Some(&json!({})));
            played() >= (before + more).min(total)
        });
        server.kill();
        assert!(played() <= total, "after {} kills", kill + 1);
    }
    let server = Server::start(&folder).unwrap();
    wait("it ends", &mut || {
        let page = request(&server.address, "GET", "/tournament/cup", None).text;
        let ended = played() == total && page.contains("Finished");
        if !ended {
            request(&server.address, "POST", "/tournament/cup/run", Some(&json!({})));
        }
        ended
    });
    server.kill();
    let text = std::fs::read_to_string(&journal).unwrap();
    let entries = text.lines().skip(1).map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut known: Vec<u64> = entries.map(|entry| entry["game"].as_u64().unwrap()).collect();
    known.sort_unstable();
    assert_eq!(known, (0..total as u64).collect::<Vec<_>>(), "each game once");
    eprintln!("{kills} kills, {total} games, none lost or doubled");
    std::fs::remove_dir_all(&folder).unwrap();
}
