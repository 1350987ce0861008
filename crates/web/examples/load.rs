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
/// Games open at once, all against a computer that thinks.
const GAMES: usize = 200;
/// Moves of people that are timed.
const MOVES: usize = 1_000;
/// Event streams held at once.
const STREAMS: usize = 1_000;

fn main() -> ExitCode {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let place =
            ludus_web::Where { port: 0, data: Some(PathBuf::from(folder)), program: None, listen: None };
        ludus_web::serve(&place, |address| println!("serving {address}")).expect("the server runs");
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

/// Moves of people while computers think in all games.
fn moves(address: &str) -> bool {
    let families = table::families();
    let mut games: Vec<(String, TcpStream)> = Vec::new();
    for n in 0..GAMES {
        let name = families[n % families.len()].info.name;
        let body = json!({ "game": name, "opponent": "master", "think_ms": "500" });
        let path = request(address, "POST", "/games", Some(&body)).location.expect("a game");
        let watcher = listen(address, &path);
        games.push((path, watcher));
    }
    let mut times: Vec<f64> = Vec::new();
    let (mut at, deadline) = (0, Instant::now() + Duration::from_secs(150));
    while times.len() < MOVES && Instant::now() < deadline {
        let (path, _) = &mut games[at % GAMES];
        at += 1;
        let state = request(address, "GET", &format!("{path}/state"), None).json();
        let paths = state["board"]["paths"].as_array().map(Vec::as_slice).unwrap_or_default();
        let Some(mv) = paths.get(at % paths.len().max(1)) else {
            if state["over"] == Value::Bool(true) {
                request(address, "POST", &format!("{path}/undo"), Some(&json!({})));
            }
            continue;
        };
        let body = json!({ "move": mv[0], "ply": state["ply"] });
        let began = Instant::now();
        let answer = request(address, "POST", &format!("{path}/move"), Some(&body));
        if answer.status == 200 {
            times.push(began.elapsed().as_secs_f64() * 1e3);
        }
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
    below("move of a person, 99 of 100", at(0.99), 50.0, "ms")
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
    let name = table::families()[0].info.name;
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
