//! The command line as its users see it: every `games/*/cli.txt` holds commands and what they print.
//!
//! A game may do without the file. A line `$ ludus ...` is run; the lines up to the next `$` are its output (stdout, then stderr); a line `? N` gives an exit code other than 0.
//! `cargo xtask golden` rewrites them.

use std::path::PathBuf;
use std::process::Command;

use crate::manual::{root, words};

#[test]
fn commands_print_what_the_examples_say() {
    let mut examples: Vec<PathBuf> = std::fs::read_dir(root().join("games"))
        .expect("there is a folder of games")
        .map(|entry| entry.expect("readable").path().join("cli.txt"))
        .filter(|path| path.exists())
        .collect();
    examples.push(root().join("tests/cli.txt"));
    examples.sort();
    for path in examples {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        game::golden::check(&path, &rerun(&text));
    }
}

/// Not among the examples, because every new game would change them.
#[test]
fn an_unknown_game_is_answered_by_the_list_of_games() {
    let known = registry::games().names().join(", ");
    let said = run(&words("show no-such-game"));
    assert_eq!(said, format!("ludus: unknown game 'no-such-game'; expected one of {known}\n? 2\n"));
}

/// The text with every command run anew.
fn rerun(text: &str) -> String {
    let mut out = String::new();
    let head: String =
        text.lines().take_while(|line| !line.starts_with("$ ")).map(|line| format!("{line}\n")).collect();
    out += &head;
    for command in text.lines().filter_map(|line| line.strip_prefix("$ ludus")) {
        out += &format!("$ ludus{command}\n");
        out += &run(&words(command));
    }
    out
}

fn run(arguments: &[String]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_ludus"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .current_dir(root())
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program runs");
    let mut text = String::from_utf8_lossy(&done.stdout).into_owned();
    text += &String::from_utf8_lossy(&done.stderr);
    match done.status.code() {
        Some(0) => {}
        code => text += &format!("? {}\n", code.unwrap_or(-1)),
    }
    text
}
