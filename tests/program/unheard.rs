//! Output that nobody takes: a reader who has left, a disk that is full.

use std::fs::File;
use std::process::{Command, Output, Stdio};

/// Thinking says on stderr how far it is, and prints its result.
fn thinks(out: Stdio, err: Stdio) -> Output {
    let games = registry::games();
    let game = games.names()[0];
    let mut program = Command::new(env!("CARGO_BIN_EXE_ludus"));
    let running = program.args(["think", game, "--nodes", "1000"]).stdout(out).stderr(err).spawn();
    running.expect("it starts").wait_with_output().expect("it ends")
}

/// The end of a pipe that is written to when the other end is closed.
fn left() -> Stdio {
    std::io::pipe().expect("a pipe").1.into()
}

#[test]
fn a_reader_who_has_left_breaks_nothing() {
    let ended = thinks(Stdio::piped(), left());
    assert!(ended.status.success() && !ended.stdout.is_empty(), "{ended:?}");
    let ended = thinks(left(), Stdio::piped());
    assert!(ended.status.success(), "{ended:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let full = File::options().write(true).open("/dev/full").expect("a device that is always full");
    let ended = thinks(full.into(), Stdio::piped());
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("ludus: cannot print the result: "), "{said}");
}
