//! Training a net from games: the same bytes every time, whoever plays its games and however often it is interrupted.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::AtomicBool;

use game::{Options, Rng};
use table::learn::{Lessons, Transcript};
use table::{Match, Training};

/// Lessons so short that a test can take them.
const LESSONS: Lessons = Lessons { rounds: 3, games: 4, seed: 7 };

fn boards() -> Vec<Box<dyn Match>> {
    let open = |family: &table::Family| family.open(&Options::none()).unwrap();
    let boards: Vec<_> = ludus_registry::games()
        .all()
        .iter()
        .map(open)
        .filter(|board| board.imitate(LESSONS, &[], None).is_ok())
        .collect();
    assert!(!boards.is_empty(), "some game can be shown to a net");
    boards
}

/// Random games, finished or not.
fn games(board: &dyn Match, count: u64) -> Vec<Transcript> {
    let game = |seed: u64| {
        let (mut board, mut rng) = (board.fork(), Rng::new(seed));
        while !board.over() && board.moves().len() < 150 {
            let legal = board.legal();
            board.play(&legal[rng.below(legal.len())]).unwrap();
        }
        Transcript { start: None, moves: board.moves() }
    };
    (0..count).map(game).collect()
}

/// A round whose games are played in so many parts, by others, who have only its sheet.
fn step(board: &dyn Match, training: &mut dyn Training, parts: usize) {
    let others = board.imitate(Lessons::default(), &[], Some(&training.sheet())).unwrap();
    let go_on = AtomicBool::new(false);
    let share = training.games().div_ceil(parts).max(1);
    let starts = (0..training.games()).step_by(share);
    let part = |from: usize| others.play(from..(from + share).min(training.games()), &go_on).unwrap();
    let games: Vec<_> = starts.map(part).collect();
    training.learn(&games, &mut |moves| assert!(!moves.is_empty())).unwrap();
}

fn train(board: &dyn Match, games: &[Transcript], parts: usize) -> Vec<u8> {
    let mut training = board.imitate(LESSONS, games, None).unwrap();
    while training.round() < LESSONS.rounds {
        step(board, training.as_mut(), parts);
    }
    training.checkpoint()
}

#[test]
fn the_same_seed_gives_the_same_bytes_whoever_plays_the_games() {
    for board in boards() {
        let games = games(board.as_ref(), 12);
        let name = board.info().name;
        assert!(train(board.as_ref(), &games, 1) == train(board.as_ref(), &games, 3), "{name}");
        assert!(train(board.as_ref(), &[], 1) == train(board.as_ref(), &[], 2), "{name}");
    }
}

#[test]
fn an_interrupted_training_goes_on_exactly() {
    for board in boards() {
        let games = games(board.as_ref(), 12);
        let whole = train(board.as_ref(), &games, 1);
        let mut bytes = board.imitate(LESSONS, &games, None).unwrap().checkpoint();
        for _ in 0..LESSONS.rounds {
            let mut training = board.imitate(LESSONS, &games, Some(&bytes)).unwrap();
            step(board.as_ref(), training.as_mut(), 1);
            bytes = training.checkpoint();
        }
        assert!(whole == bytes, "{}", board.info().name);
    }
}

#[test]
fn a_checkpoint_that_does_not_fit_is_refused() {
    for board in boards() {
        let games = games(board.as_ref(), 2);
        let bytes = board.imitate(LESSONS, &games, None).unwrap().checkpoint();
        let go_on = |bytes: &[u8]| board.imitate(LESSONS, &games, Some(bytes));
        assert!(go_on(&bytes).is_ok());
        assert!(go_on(b"something else").is_err());
        for length in [0, 8, 40, 100, bytes.len() - 1] {
            assert!(go_on(&bytes[..length]).is_err(), "{length} bytes");
        }
        for place in (0..bytes.len()).step_by(40_009) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 16;
            assert!(go_on(&damaged).is_err(), "byte {place}");
        }
        let error = board.imitate(LESSONS, &games[..1], Some(&bytes)).err().unwrap();
        assert_eq!(error.to_string(), "the checkpoint belongs to other games than those given");
    }
}

#[test]
fn a_game_that_cannot_be_shown_says_so() {
    let open = |family: &table::Family| family.open(&Options::none()).unwrap();
    let boards: Vec<_> = ludus_registry::games().all().iter().map(open).collect();
    let blind: Vec<_> = boards.iter().filter(|board| board.imitate(LESSONS, &[], None).is_err()).collect();
    for board in blind {
        let Err(error) = board.named_bot("meanmax:net", 1) else { panic!("{} has a net", board.info().name) };
        let error = error.to_string();
        assert!(error.contains("cannot") && !error.contains('\n'), "{error}");
    }
}
