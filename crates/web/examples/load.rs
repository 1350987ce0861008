//! How the server bears a crowd: `cargo run --release -p ludus-web --example load`. Prints figures beside what is promised.

#[allow(dead_code, reason = "the client serves other programs too")]
#[path = "../tests/client/mod.rs"]
mod client;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use client::request;
use serde_json::{Value, json};

/// Tells a copy of this program to be the server.
const FOLDER: &str = "LUDUS_LOAD_FOLDER";
/// Games open at once; in every second one a computer thinks, in the others people move.
const GAMES: usize = 200;
/// For how long the moves of people are timed.
const PLAYING: Duration = Duration::from_secs(20);
/// Event streams held at once.
const STREAMS: usize = 1_000;

fn main() -> ExitCode {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let place = ludus_web::Where { data: Some(PathBuf::from(folder)), ..ludus_web::Where::default() };
        ludus_web::serve(registry::games(), &place, |address| println!("serving {address}"))
            .expect("the server runs");
        return ExitCode::SUCCESS;
    }
    let folder = std::env::temp_dir().join(format!("ludus-load-{}", std::process::id()));
    let mut server = Command::new(std::env::current_exe().expect("this program has a path"))
        .env(FOLDER, &folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let lines = BufReader::new(server.stdout.take().expect("a pipe")).lines();
    let address = lines
        .map_while(Result::ok)
        .find_map(|line| line.strip_prefix("serving http://").map(|a| a.trim_end_matches('/').to_string()));
    let address = address.expect("the server says where it is");
    let good = [first_page(&address), moves(&address), streams(&address, server.id())];
    let _ = server.kill();
    let _ = server.wait();
    let _ = std::fs::remove_dir_all(&folder);
    if good.iter().all(|&good| good) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a figure beside its bar and says whether it is below.
fn below(what: &str, figure: f64, bar: f64, unit: &str) -> bool {
    let verdict = if figure < bar { "good" } else { "TOO MUCH" };
    println!("{what:<58} {figure:>8.1} {unit:<3} < {bar:>5.0} {unit:<3} {verdict}");
    figure < bar
}

/// The first page with its styles and scripts, pictures left out.
fn first_page(address: &str) -> bool {
    request(address, "GET", "/", None);
    let began = Instant::now();
    let page = request(address, "GET", "/", None);
    let ms = began.elapsed().as_secs_f64() * 1e3;
    let assets = page.text.split('"').filter(|part| part.starts_with("/assets/"));
    let sizes: usize = assets.map(|path| request(address, "GET", path, None).text.len()).sum();
    let bytes = (page.text.len() + sizes) as f64 / 1024.0;
    below("first page", ms, 100.0, "ms") & below("first page with styles and scripts", bytes, 150.0, "KB")
}

/// Moves of people while computers think. Every game is watched; the queue of thoughts never runs dry.
fn moves(address: &str) -> bool {
    let games = registry::games();
    let families = games.all();
    let mut games: Vec<(String, TcpStream)> = Vec::new();
    for n in 0..GAMES {
        let name = families[n / 2 % families.len()].info.name;
        let opponent = if n % 2 == 0 { "master" } else { "human" };
        let body = json!({ "game": name, "opponent": opponent, "think_ms": "500" });
        let path = request(address, "POST", "/games", Some(&body)).location.expect("a game");
        let watcher = listen(address, &path);
        games.push((path, watcher));
    }
    let mut times: Vec<f64> = Vec::new();
    let began = Instant::now();
    for at in (0..GAMES).cycle() {
        if began.elapsed() > PLAYING {
            break;
        }
        times.extend(one_move(address, &games[at].0, times.len()));
    }
    let health = request(address, "GET", "/health", None).json();
    println!(
        "{} games open, {} thoughts waiting, {} moves timed",
        health["open_games"],
        health["waiting_thoughts"],
        times.len()
    );
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)];
    println!("{:<58} {:>8.1} ms", "move of a person, half of them", at(0.5));
    println!("{:<58} {:>8.1} ms", "move of a person, the slowest", at(1.0));
    below("move of a person, 99 of 100", at(0.99), 50.0, "ms")
}

/// Makes a move in a game, if a person is to move there; gives the milliseconds until it is acknowledged. A finished game goes on one move back.
fn one_move(address: &str, path: &str, pick: usize) -> Option<f64> {
    let state = request(address, "GET", &format!("{path}/state"), None).json();
    if state["over"] == Value::Bool(true) {
        request(address, "POST", &format!("{path}/undo"), Some(&json!({})));
        return None;
    }
    let paths = state["board"]["paths"].as_array()?;
    let mv = paths.get(pick % paths.len().max(1))?;
    let body = json!({ "move": mv[0], "ply": state["ply"] });
    let began = Instant::now();
    let answer = request(address, "POST", &format!("{path}/move"), Some(&body));
    (answer.status == 200).then(|| began.elapsed().as_secs_f64() * 1e3)
}

/// Opens the event stream of a game and leaves it open.
fn listen(address: &str, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let head = format!("GET {path}/events HTTP/1.1\r\nhost: {address}\r\naccept: text/event-stream\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("the server reads");
    stream
}

/// Memory of the server with many event streams open.
fn streams(address: &str, pid: u32) -> bool {
    let name = registry::games().all()[0].info.name;
    let body = json!({ "game": name, "opponent": "human" });
    let games: Vec<String> =
        (0..10).map(|_| request(address, "POST", "/games", Some(&body)).location.expect("a game")).collect();
    let mut open: Vec<TcpStream> = (0..STREAMS).map(|n| listen(address, &games[n % games.len()])).collect();
    let mut told = 0;
    for stream in &mut open {
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a socket");
        let mut bytes = [0; 400];
        let read = stream.read(&mut bytes).unwrap_or(0);
        told += usize::from(bytes[..read].starts_with(b"HTTP/1.1 200"));
    }
    println!("{told} event streams open");
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kb: f64 = resident.and_then(|text| text.trim().split(' ').next()?.parse().ok()).unwrap_or(f64::NAN);
    (told == STREAMS) & below("memory of the server with all streams and games", kb / 1024.0, 300.0, "MB")
}
