//! The server killed in the middle of play, again and again: what it acknowledged is there when it comes back.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod client;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use client::request;
use game::Rng;
use serde_json::{Value, json};

/// Tells a copy of this program to be the server, and where its data is.
const FOLDER: &str = "LUDUS_KILLED_FOLDER";
/// How often it is killed.
const ROUNDS: usize = 4;

/// Not a test of its own: the server, when a test starts this program again.
#[test]
fn server() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let place = ludus_web::Where { data: Some(PathBuf::from(folder)), ..ludus_web::Where::default() };
    ludus_web::serve(registry::games(), &place, |address| println!("\nserving {address}")).unwrap();
}

fn start(folder: &Path) -> (Child, String) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "server", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let address = lines.map_while(Result::ok).find_map(|line| {
        line.strip_prefix("serving http://").map(|rest| rest.trim_end_matches('/').to_string())
    });
    (child, address.expect("the server says where it is"))
}

/// What the server has acknowledged of a game.
struct Game {
    path: String,
    moves: Vec<Value>,
    position: Value,
}

#[test]
fn games_survive_a_kill() {
    let folder = std::env::temp_dir().join(format!("ludus-killed-{}", std::process::id()));
    let mut rng = Rng::new(9);
    let (mut child, mut address) = start(&folder);
    let mut games: Vec<Game> = Vec::new();
    for family in &registry::games().that_can("draw") {
        let body = json!({ "game": family.info.name, "opponent": "human" });
        let answer = request(&address, "POST", "/games", Some(&body));
        let path = answer.location.expect("a new game");
        let state = request(&address, "GET", &format!("{path}/state"), None).json();
        games.push(Game { path, moves: texts(&state), position: state["position"].clone() });
    }
    for round in 0..ROUNDS {
        // However busy the machine is, it is killed in the middle of play: a while after the first move of the round.
        let (pid, wait) = (child.id(), Duration::from_millis(rng.below(200) as u64));
        let kill = move || {
            std::thread::sleep(wait);
            let killed = Command::new("kill").args(["-9", &pid.to_string()]).status();
            assert!(killed.is_ok_and(|status| status.success()));
        };
        let mut killer = None;
        'playing: loop {
            for game in &mut games {
                let Some(told) = play_one(&address, game, &mut rng) else { break 'playing };
                (game.moves, game.position) = (texts(&told), told["position"].clone());
                killer.get_or_insert_with(|| std::thread::spawn(kill));
            }
        }
        killer.expect("something is played").join().unwrap();
        child.wait().unwrap();
        (child, address) = start(&folder);
        for game in &games {
            let state = request(&address, "GET", &format!("{}/state", game.path), None).json();
            let moves = texts(&state);
            assert!(moves.starts_with(&game.moves), "round {round}: acknowledged moves are lost");
            if moves.len() == game.moves.len() {
                assert_eq!(state["position"], game.position);
            }
        }
        let home = request(&address, "GET", "/", None).text;
        assert!(games.iter().all(|game| home.contains(&game.path)), "a game is missing on the first page");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

fn texts(state: &Value) -> Vec<Value> {
    state["moves"].as_array().unwrap().iter().map(|mv| mv["text"].clone()).collect()
}

/// Plays a move and gives the state that the server acknowledged; `None` once the server is gone. A finished game is begun anew by taking back.
fn play_one(address: &str, game: &Game, rng: &mut Rng) -> Option<Value> {
    let state = client::try_request(address, "GET", &format!("{}/state", game.path), None)?.json();
    let paths = state["board"]["paths"].as_array()?;
    if paths.is_empty() {
        return Some(state);
    }
    let body = json!({ "move": paths[rng.below(paths.len())][0], "ply": state["ply"] });
    let answer = client::try_request(address, "POST", &format!("{}/move", game.path), Some(&body))?;
    (answer.status == 200).then(|| answer.json())
}
