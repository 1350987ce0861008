//! `think` answers within its time, whatever the board: from the start of the program to its end, at most [`ALLOWANCE`] more than it was given.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use game::{Options, Rng};
use table::{Family, Session};

/// Milliseconds to think.
const GIVEN: u64 = 50;

/// What everything else may take.
const ALLOWANCE: Duration = Duration::from_millis(50);

/// How often a command may be late because the machine was busy.
const TRIES: usize = 8;

/// How many random moves lead to the second position that is looked at.
const MOVES: usize = 16;

#[test]
fn the_strongest_player_answers_in_time_on_every_board() {
    for family in &registry::games() {
        let choices =
            family.info.options.iter().flat_map(|option| {
                option.choices.iter().map(|choice| Options::none().with(option.name, choice))
            });
        for options in choices {
            for moves in [0, MOVES] {
                check(family, &position(family, &options, moves), &options);
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

/// Has the position thought about until the answer comes in time.
fn check(family: &Family, position: &str, options: &Options) {
    let mut arguments = vec!["think".to_string(), family.info.name.to_string()];
    arguments.extend(["--position".to_string(), position.to_string()]);
    arguments.extend(["--time".to_string(), format!("{GIVEN}ms")]);
    arguments.extend(options.iter().flat_map(|(name, value)| [format!("--{name}"), value.to_string()]));
    let late = || {
        let started = Instant::now();
        let mut program = Command::new(env!("CARGO_BIN_EXE_ludus"));
        let program =
            program.args(&arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(program.status().expect("the program runs").success(), "{arguments:?} fails");
        started.elapsed().saturating_sub(Duration::from_millis(GIVEN))
    };
    assert!((0..TRIES).any(|_| late() <= ALLOWANCE), "{arguments:?} is late");
}
