//! Training a net: the same bytes every time, in however many threads and however often it is interrupted.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::AtomicBool;

use game::Options;
use table::Match;
use table::learn::Course;

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

fn train(board: &dyn Match, threads: usize) -> Vec<u8> {
    let mut training = board.train(course(), None).unwrap();
    while training.round() < training.rounds() {
        training.step(threads, &AtomicBool::new(false), &mut |_| {}).unwrap();
    }
    training.checkpoint()
}

#[test]
fn the_same_seed_gives_the_same_bytes_in_any_number_of_threads() {
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
            assert!(training.step(1, &AtomicBool::new(true), &mut |_| {}).is_none(), "it was stopped");
            training.step(1, &AtomicBool::new(false), &mut |_| {}).unwrap();
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
