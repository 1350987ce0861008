//! The project's chores: `cargo xtask test`, `cargo xtask soak`, `cargo xtask dist`, `cargo xtask results`, `cargo xtask golden`, `cargo xtask tidy`, `cargo xtask new-game`.

mod clean_root;
mod dist;
mod new_game;
mod packages;
mod results;
mod soak;
mod tidy;
mod trial;

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use dist::Dist;
use trial::Trial;

const HELP: &str = "\
cargo xtask COMMAND
  test     everything that must hold: format, lints, tidiness, tests, documentation
  test [--repeat N] [--busy N]
           all tests N times after one build, with N busy loops beside them; stops at the first failure
  soak     what needs hours: all tests ten times, three of them beside busy loops, then the long examples and benches
  dist [--profile NAME] [--program FILE] [--try]
           what people install: the program, a Debian package, a tarball, a wheel, the source with every crate, and their
           checksums; --program takes a program that is there, and makes no wheel; with --try each is installed and used in a clean system (root, mmdebstrap)
  results [--measure PROGRAM [SECTION]]
           docs/results.md and its pictures from the lines in results/, after measuring what that program can measure
  golden   rewrite the golden files from what the program does now
  tidy     check the invariants of the tree only
  new-game NAME
           a new game: a folder under games/ that compiles and plays, and its lines in the registry";

/// Every test but the examples in documentation. Plain `cargo test` would also build the programs under `examples`, which nothing here runs, and
/// clippy has seen that they compile. (`--lib` would build libraries once more whose manifests say that they have no tests.)
const TESTS: [&str; 4] = ["test", "--workspace", "--quiet", "--tests"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(),
        ["test", words @ ..] => match Trial::read(words) {
            Some(trial) => packages::install_missing() && trial.run(),
            None => return help(),
        },
        ["soak"] => packages::install_missing() && soak::run(&root()),
        ["dist", words @ ..] => match Dist::read(words) {
            Some(dist) => dist.run(&root()),
            None => return help(),
        },
        ["results", words @ ..] => match results::run(&root(), words) {
            Some(done) => done,
            None => return help(),
        },
        ["golden"] => golden(),
        ["tidy"] => report(&tidy::problems(&root())),
        ["new-game", name] => new_game(name),
        _ => return help(),
    };
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn help() -> ExitCode {
    eprintln!("{HELP}");
    ExitCode::from(2)
}

/// Runs every check, stopping at the first that fails.
fn test() -> bool {
    report(&tidy::problems(&root()))
        && packages::install_missing()
        && cargo(&["fmt", "--all", "--check"], &[])
        && cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[])
        && cargo(&TESTS, &[])
        && cargo(&["test", "--workspace", "--doc", "--quiet"], &[])
        && cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])
}

/// Rewrites the golden files.
fn golden() -> bool {
    cargo(&TESTS, &[("LUDUS_GOLDEN", "write")])
}

/// Makes a new game from the skeleton.
fn new_game(name: &str) -> bool {
    match new_game::make(&root(), name) {
        Err(problem) => {
            eprintln!("xtask: {problem}");
            false
        }
        Ok(files) => {
            files.iter().for_each(|path| println!("{}", path.strip_prefix(root()).unwrap_or(path).display()));
            println!("registered in crates/registry; docs/adding-a-game.md says what comes next");
            let package = format!("ludus-{name}");
            // A name changes the order of lists and the length of lines.
            cargo(&["fmt", "--package", &package, "--package", "ludus-registry"], &[])
        }
    }
}

fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> bool {
    eprintln!("xtask: cargo {}", arguments.join(" "));
    let mut command = builder(env!("CARGO"));
    command.current_dir(root()).args(arguments).envs(environment.iter().copied());
    command.status().is_ok_and(|status| status.success())
}

/// A command that builds. It must not see what cargo tells this program of itself: crates that ask for such variables would be built anew, and all above them,
/// whenever one builds now through here and now from a shell.
pub(crate) fn builder(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    let told = |name: &OsString| {
        let name = name.to_string_lossy();
        name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
    };
    std::env::vars_os().map(|(name, _)| name).filter(told).for_each(|name| {
        command.env_remove(name);
    });
    command
}

fn report(problems: &[String]) -> bool {
    for problem in problems {
        eprintln!("tidy: {problem}");
    }
    problems.is_empty()
}

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask lies inside the project").to_path_buf()
}
