//! What the program needs besides the memory it is given: players and solvers keep their tables within `--memory`.

#![cfg(target_os = "linux")]

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use game::Options;
use table::Session;

/// Megabytes for tables.
const GIVEN: u64 = 16;

/// Megabytes that everything else may take.
const ALLOWANCE: u64 = 200;

#[test]
fn thinkers_and_solvers_stay_within_their_memory() {
    let given = GIVEN.to_string();
    for family in &registry::games() {
        let name = family.info.name;
        let board = family.open(&Options::none()).expect("a game opens with its defaults");
        let mut session = Session::of_people(board, 1);
        session.settle();
        let position = session.board().position();
        let limits = ["--position", &position, "--memory", &given, "--time", "500ms"];
        let mut commands = vec![vec!["solve", name]];
        commands
            .extend(["master", "alphabeta", "mcts"].map(|player| vec!["think", name, "--player", player]));
        commands.iter_mut().for_each(|command| command.extend(limits));
        thread::scope(|scope| {
            for command in &commands {
                scope.spawn(|| check(start(command), command, GIVEN + ALLOWANCE));
            }
        });
    }
}

#[test]
fn both_players_of_a_match_stay_within_their_memory() {
    let (a, b) = (format!("alphabeta:memory={GIVEN}"), format!("mcts:memory={GIVEN}"));
    for family in &registry::games() {
        let players = ["match", family.info.name, "--a", &a, "--b", &b];
        let command = [&players[..], &["--games", "2", "--threads", "1", "--nodes", "200"]].concat();
        check(start(&command), &command, 2 * GIVEN + ALLOWANCE);
    }
}

fn start(command: &[&str]) -> Child {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ludus"));
    let program = program.args(command).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    program.spawn().expect("the program runs")
}

/// Waits for a process and looks at its peak on the way. Only a solver may end without an answer.
fn check(mut child: Child, command: &[&str], most: u64) {
    let mut kilobytes = 0;
    let status = loop {
        kilobytes = peak(child.id()).unwrap_or(kilobytes);
        match child.try_wait().expect("the program is ours") {
            Some(status) => break status,
            None => thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(status.success() || command[0] == "solve", "{command:?} fails");
    assert!(kilobytes > 0, "{command:?} was over before it could be looked at");
    assert!(kilobytes <= most << 10, "{command:?} took {kilobytes} kB, {most} MB are allowed");
}

/// The most memory in kilobytes that a process has ever held; `None` once it is over.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
