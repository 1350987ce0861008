//! Players as the command line takes them: parsed once, so that nothing said about one leaks into another's text.

use std::process::{Command, Output};

use game::Options;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludus")).args(arguments).output().expect("the program runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A game whose alpha-beta plays without waiting for chance.
fn judged() -> &'static str {
    let games = registry::games();
    let family = games.all().iter().find(|family| {
        let board = family.open(&Options::none()).expect("the game opens");
        board.to_move().is_some() && board.named_bot("alphabeta", 1).is_ok()
    });
    family.expect("some game is judged").info.name
}

#[test]
fn a_program_is_run_to_the_letter_or_not_at_all() {
    let program = "exec:sh -c 'echo'";
    let output = run(&["think", judged(), "--player", program, "--threads", "2"]);
    assert_eq!(output.status.code(), Some(2));
    let expected = format!("--threads is for players of ours; '{program}' is none");
    assert!(said(&output).contains(&expected), "{}", said(&output));
    let output = run(&["think", judged(), "--player", "human"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("'human' cannot be asked for a move here"), "{}", said(&output));
}

#[test]
fn styles_take_the_threads_and_memory_of_the_command_line() {
    let games = registry::games();
    for family in &games {
        let board = family.open(&Options::none()).expect("the game opens");
        if board.to_move().is_none() {
            continue;
        }
        for style in family.styles() {
            let takes = board.resolve(&table::Spec::of(style.name)).takes("threads");
            let arguments = ["--threads", "2", "--memory", "8", "--depth", "1", "--nodes", "500"];
            let output =
                run(&[&["think", family.info.name, "--player", style.name][..], &arguments].concat());
            let expected = if takes { Some(0) } else { Some(2) };
            assert_eq!(output.status.code(), expected, "{}: {}", style.name, said(&output));
            assert_eq!(said(&output).contains("unknown parameter 'threads'"), !takes, "{}", said(&output));
        }
    }
}

#[test]
fn times_are_read_alike_everywhere() {
    let think = |more: &[&str]| run(&[&["think", judged(), "--depth", "1"], more].concat());
    for more in [
        &["--player", "alphabeta:time=1m"][..],
        &["--player", "alphabeta", "--time", "0.01m"],
        &["--player", "alphabeta:time=1h", "--time", "1h"],
    ] {
        let output = think(more);
        assert!(output.status.success(), "{more:?}: {}", said(&output));
    }
    let output = think(&["--time", "1 day"]);
    assert!(said(&output).contains("cannot read the time '1 day'"), "{}", said(&output));
}
