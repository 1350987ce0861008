//! What the program needs besides the memory it is given: players and solvers keep their tables within `--memory`.

use std::process::{Child, Command, Stdio};
use std::thread;

use game::Options;
use table::Session;

/// Megabytes for tables.
const GIVEN: u64 = 16;

/// Megabytes that everything else may take.
const ALLOWANCE: u64 = 200;

#[test]
fn thinkers_and_solvers_stay_within_their_memory() {
    let given = GIVEN.to_string();
    for family in &registry::games().that_can("evaluate") {
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
    for family in &registry::games().that_can("evaluate") {
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

/// Waits for a process and holds the most memory it ever had to the bar. Only a solver may end without an answer.
fn check(child: Child, command: &[&str], most: u64) {
    let (mut status, mut usage) = (0, std::mem::MaybeUninit::<libc::rusage>::zeroed());
    let process = i32::try_from(child.id()).expect("numbers of processes are small");
    // SAFETY: the process is a child of ours that nobody else waits for, and both places are ours to write to.
    let waited = unsafe { libc::wait4(process, &raw mut status, 0, usage.as_mut_ptr()) };
    assert_eq!(waited, process, "{command:?} cannot be waited for");
    // SAFETY: it was zeroed, which is a value of this type, and then written to.
    let kilobytes = u64::try_from(unsafe { usage.assume_init() }.ru_maxrss).expect("memory is not negative");
    assert!(status == 0 || command[0] == "solve", "{command:?} fails");
    assert!(kilobytes <= most << 10, "{command:?} took {kilobytes} kB, {most} MB are allowed");
}
