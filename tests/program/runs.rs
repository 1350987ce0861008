//! Every command line of the manual that ends by itself is run as it stands, but with small budgets, page by page, each in a folder of its own.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::manual::{Page, Part, arguments, pages, root, words};

/// What commands get instead of what the manual says, or besides it, so that they are soon done. An empty value takes the option away.
const SMALL: &[(&str, &[(&str, &str)])] = &[
    ("explain", &[("--time", ""), ("--nodes", "2000")]),
    ("match", &[("--games", "2"), ("--nodes", "100")]),
    ("practice make", &[("--games", "1"), ("--nodes", "1000")]),
    ("practice", &[("--progress", ".")]),
    ("learn", &[("--progress", ".")]),
    ("rules tune", &[("--rounds", "1"), ("--pairs", "1"), ("--measure", "1")]),
    ("think", &[("--nodes", "2000")]),
    ("train", &[("--minutes", ""), ("--rounds", "1"), ("--games", "0")]),
];

/// What is not run, by how it begins and by a word in it, and why. It is parsed all the same.
const NOT_RUN: &[(&str, &str, &str)] = &[
    ("bench", "", "it measures for seconds; its counts have a test of their own"),
    ("bot check", "", "the bot is held to a clock; the tests of the arena are more patient"),
    ("host", "", "it waits for clients"),
    ("join", "", "it needs a server"),
    ("match", "exec:", "the bot is held to a clock"),
    ("play", "--screen", "it needs a terminal"),
    ("", "GAME", "it is a pattern"),
    ("match", "new", "it is a pattern"),
    ("", "nats://", "it needs a server; the tests of the fleet have one"),
];

#[test]
fn commands_of_the_manual_do_what_they_say() {
    for page in pages() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!(
            "manual-{}-{}",
            page.name.replace('/', "-"),
            std::process::id()
        ));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        std::os::unix::fs::symlink(root().join("games"), folder.join("games")).expect("a link");
        for part in &page.parts {
            for command in part.commands() {
                follow(&page, part, command, &folder);
            }
        }
        std::fs::remove_dir_all(&folder).expect("the folder made above");
    }
}

/// Does what a reader would do at this command.
fn follow(page: &Page, part: &Part, command: &str, folder: &Path) {
    let Some(given) = arguments(command) else {
        if !command.starts_with("cargo") {
            let done = Command::new("sh").args(["-c", command]).current_dir(folder).status();
            assert!(done.is_ok_and(|status| status.success()), "{}: {command}", page.name);
        }
        return;
    };
    // Without a command it is the web app, which never ends.
    if given.is_empty() || NOT_RUN.iter().any(|(start, word, _)| fits(&given, start, word)) {
        return;
    }
    prepare(page, part, &given, folder);
    let done = run(&small(given), folder);
    assert!(done.is_ok(), "{}: `{command}` fails: {}", page.name, done.unwrap_err());
}

/// Whether a command begins with these words and has a word that contains this one.
fn fits(given: &[String], start: &str, word: &str) -> bool {
    let mut words = given.iter();
    let begins = start.split_whitespace().all(|wanted| words.next().is_some_and(|given| given == wanted));
    begins && given.iter().any(|given| given.contains(word))
}

/// The same with small budgets.
fn small(mut given: Vec<String>) -> Vec<String> {
    let small = SMALL.iter().find(|(start, _)| fits(&given, start, "")).map_or(&[][..], |(_, small)| small);
    for &(option, value) in small {
        if let Some(at) = given.iter().position(|word| word == option) {
            given.drain(at..at + 2);
        }
        if !value.is_empty() {
            given.extend([option.to_string(), value.to_string()]);
        }
    }
    given
}

/// Brings about what a reader has at this point: records of games, the description of a tournament, the rules that the section says to add.
fn prepare(page: &Page, part: &Part, given: &[String], folder: &Path) {
    let after = |option: &str| {
        let at = given.iter().position(|word| word == option)?;
        given.get(at + 1)
    };
    if let Some(records) = after("--records") {
        let played = format!("match {} --a random --b random --games 4 --record {records}", given[1]);
        run(&words(&played), folder).expect("random games");
    }
    if given[0] == "tournament" && after("--new").is_none() && !folder.join(&given[1]).exists() {
        let game = registry::games().all()[1].info.name;
        let player = |name: &str| format!("[[player]]\nname = \"{name}\"\nplayer = \"{name}\"\n");
        let plan = format!("game = \"{game}\"\n{}{}", player("random"), player("greedy"));
        std::fs::write(folder.join(&given[1]), plan).expect("a file of ours");
    }
    let file = given.last().filter(|file| fits(given, "rules check", "") && file.contains('/'));
    if let Some(file) = file {
        let section = page.parts.iter().filter(|other| other.section == part.section && !other.is_typed());
        let rules: String = section.flat_map(|other| &other.lines).map(|line| format!("{line}\n")).collect();
        let path = folder.join(file);
        let text = std::fs::read_to_string(&path).expect("the reader has copied it");
        std::fs::write(&path, text + &rules).expect("a file of ours");
    }
}

/// Runs the program; who plays in the terminal leaves at once.
fn run(arguments: &[String], folder: &Path) -> Result<(), String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludus"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    // Most do not listen.
    let _ = child.stdin.take().expect("a pipe").write_all(b"quit\n");
    let done = child.wait_with_output().map_err(|error| error.to_string())?;
    if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
}

/// Commands of cargo name packages and examples that exist.
#[test]
fn packages_and_examples_of_the_manual_exist() {
    let packages = packages();
    let mentioned = pages().into_iter().flat_map(|page| {
        let text = std::fs::read_to_string(root().join(&page.name)).expect("readable");
        text.split('`').filter(|code| code.starts_with("cargo ")).map(words).collect::<Vec<_>>()
    });
    for command in mentioned {
        let after = |option: &str| {
            let at = command.iter().position(|word| word == option)?;
            command.get(at + 1)
        };
        let Some(name) = after("-p") else { continue };
        let (_, home) =
            packages.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{command:?}"));
        for (option, folder) in [("--example", "examples"), ("--bench", "benches")] {
            if let Some(target) = after(option) {
                assert!(home.join(folder).join(format!("{target}.rs")).exists(), "{command:?}");
            }
        }
    }
}

/// The packages of the workspace, by name, and where they are.
fn packages() -> Vec<(String, std::path::PathBuf)> {
    let tops = ["crates", "games"].map(|top| std::fs::read_dir(root().join(top)).expect("a folder"));
    let homes = tops.into_iter().flatten().flatten().map(|entry| entry.path());
    homes
        .filter_map(|home| {
            let text = std::fs::read_to_string(home.join("Cargo.toml")).ok()?;
            let name = text.lines().find_map(|line| line.strip_prefix("name = \""))?;
            Some((name.trim_end_matches('"').to_string(), home))
        })
        .collect()
}
