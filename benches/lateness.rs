//! How much longer than its time `think` takes on every board, from the start of the program to its end, next to the bar. The best of some tries counts,
//! because a busy machine only ever makes it later.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use game::{Options, Rng};
use table::{Family, Session};

/// Milliseconds to think.
const GIVEN: u64 = 50;

/// What everything else may take.
const BAR: Duration = Duration::from_millis(50);

const TRIES: usize = 5;

/// How many random moves lead to the second position that is looked at.
const MOVES: usize = 16;

fn main() {
    println!("{:<40} {:>10}   (bar {} ms)", "board", "late by", BAR.as_millis());
    for family in &registry::games() {
        let menu =
            family.info.options.iter().flat_map(|option| {
                option.choices.iter().map(|choice| Options::none().with(option.name, choice))
            });
        for options in menu {
            for moves in [0, MOVES] {
                let late = lateness(family, &position(family, &options, moves), &options);
                let verdict = if late <= BAR { "met" } else { "MISSED" };
                let board = format!("{} {options}, {moves} moves", family.info.name);
                println!("{board:<40} {:>7.1} ms   {verdict}", late.as_secs_f64() * 1e3);
            }
        }
    }
}

/// A position after some random moves.
fn position(family: &Family, options: &Options, moves: usize) -> String {
    let board = family.open(options).expect("an option from the menu");
    let mut session = Session::of_people(board, 1);
    let mut rng = Rng::new(1);
    session.settle();
    let mut position = session.board().position();
    for _ in 0..moves {
        let legal = session.board().legal();
        session.play(&legal[rng.below(legal.len())], 0).expect("a legal move");
        session.settle();
        if session.over() {
            break;
        }
        position = session.board().position();
    }
    position
}

/// The time beyond what was given.
fn lateness(family: &Family, position: &str, options: &Options) -> Duration {
    let mut arguments = vec!["think".to_string(), family.info.name.to_string()];
    arguments.extend(["--position".to_string(), position.to_string()]);
    arguments.extend(["--time".to_string(), format!("{GIVEN}ms")]);
    arguments.extend(options.iter().flat_map(|(name, value)| [format!("--{name}"), value.to_string()]));
    let late = |_| {
        let started = Instant::now();
        let mut program = Command::new(env!("CARGO_BIN_EXE_ludus"));
        let program =
            program.args(&arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(program.status().expect("the program runs").success(), "{arguments:?} fails");
        started.elapsed().saturating_sub(Duration::from_millis(GIVEN))
    };
    (0..TRIES).map(late).min().unwrap_or_default()
}
