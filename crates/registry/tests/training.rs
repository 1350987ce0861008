//! Training a net: the same bytes every time, whoever plays its games and however often it is interrupted.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::AtomicBool;

use game::Options;
use table::learn::Course;
use table::{Match, Training};

/// A course so short that a test can take it.
fn course() -> Course {
    let mut course = Course { hidden: 16, games: 4, seed: 7, ..Course::new(2, 1) };
    course.stages[1].nodes = 50;
    course
}

fn boards() -> Vec<Box<dyn Match>> {
    let open = |family: &table::Family| family.open(&Options::none()).unwrap();
    let boards: Vec<_> = ludus_registry::games()
        .all()
        .iter()
        .map(open)
        .filter(|board| board.train(course(), None).is_ok())
        .collect();
    assert!(!boards.is_empty(), "some game can be learned");
    boards
}

/// A round whose games are played in so many parts, by others, who have only its sheet.
fn step(board: &dyn Match, training: &mut dyn Training, parts: usize) {
    let others = board.train(Course::new(0, 0), Some(&training.sheet())).unwrap();
    let go_on = AtomicBool::new(false);
    let share = training.games().div_ceil(parts);
    let starts = (0..training.games()).step_by(share);
    let part = |from: usize| others.play(from..(from + share).min(training.games()), &go_on).unwrap();
    let games: Vec<_> = starts.map(part).collect();
    assert!(training.learn(&games[1..], &mut |_| {}).is_err(), "games are missing");
    training.learn(&games, &mut |moves| assert!(!moves.is_empty())).unwrap();
}

fn train(board: &dyn Match, parts: usize) -> Vec<u8> {
    let mut training = board.train(course(), None).unwrap();
    while training.round() < training.rounds() {
        step(board, training.as_mut(), parts);
    }
    training.checkpoint()
}

#[test]
fn the_same_seed_gives_the_same_bytes_whoever_plays_the_games() {
    for board in boards() {
        assert!(train(board.as_ref(), 1) == train(board.as_ref(), 3), "{}", board.info().name);
    }
}

#[test]
fn an_interrupted_training_goes_on_exactly() {
    for board in boards() {
        let whole = train(board.as_ref(), 1);
        let mut bytes = board.train(course(), None).unwrap().checkpoint();
        loop {
            let mut training = board.train(course(), Some(&bytes)).unwrap();
            if training.round() == training.rounds() {
                break;
            }
            assert!(training.play(0..1, &AtomicBool::new(true)).is_none(), "it was stopped");
            step(board.as_ref(), training.as_mut(), 1);
            bytes = training.checkpoint();
        }
        assert!(whole == bytes, "{}", board.info().name);
    }
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    for board in boards() {
        let bytes = board.train(course(), None).unwrap().checkpoint();
        assert!(board.train(course(), Some(b"something else")).is_err());
        for length in [0, 8, 40, 100, bytes.len() - 1] {
            assert!(board.train(course(), Some(&bytes[..length])).is_err(), "{length} bytes");
        }
        for place in (0..bytes.len()).step_by(997) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 16;
            assert!(board.train(course(), Some(&damaged)).is_err(), "byte {place}");
        }
    }
}
