//! The rules: the contract's promises, agreement with a plain reference, and the counts of `perft.txt`.

use std::path::Path;

use crate::reference::Reference;
use game::{Game, Misfit, Options, Rng, conform, golden, perft};
use ludus_clobber::Clobber;

fn game(size: &str) -> Clobber {
    Clobber::new(&Options::none().with("size", size)).expect("a size on offer")
}

#[test]
fn boards_of_all_sizes_keep_the_contract() {
    for size in ["2x2", "2x3", "3x3", "5x6", "10x2"] {
        conform::check(&game(size));
        conform::features(&game(size), 10);
        conform::numbers(&game(size), 10);
    }
    conform::rules(&game("10x10"), 10);
    conform::drawing(&game("10x10"), 2);
    conform::symmetry(&game("10x10"), 1);
    conform::features(&game("10x10"), 2);
    conform::numbers(&game("10x10"), 2);
}

#[test]
fn random_texts_are_refused_or_safe() {
    conform::fuzz(&game("5x6"), 50_000);
    conform::fuzz(&game("2x2"), 5_000);
    conform::fuzz(&game("10x10"), 5_000);
}

#[test]
fn wrong_options_are_refused() {
    for wrong in ["1x3", "11x2", "5x", "x", "five"] {
        let new = Clobber::new(&Options::none().with("size", wrong)).map(|_| ());
        assert!(matches!(new, Err(Misfit::Wrong(_))), "{wrong}");
    }
    let unknown = Clobber::new(&Options::none().with("players", 2));
    let Err(Misfit::Wrong(problems)) = unknown else { panic!("an unknown option is refused") };
    assert_eq!(problems.to_string(), "unknown option 'players'; expected size");
}

/// Plays the same random game by both rules and compares every position.
fn agrees_with_reference(game: &Clobber, mut plain: Reference, rng: &mut Rng) {
    let mut state = game.read(&plain.text()).expect("any stones are a position");
    let mut moves = Vec::new();
    loop {
        assert_eq!(game.write(&state), plain.text());
        game.moves(&state, &mut moves);
        let cell = |(row, column): (usize, usize)| row * game.size().columns + column;
        let found: Vec<[usize; 2]> = moves.iter().map(|mv| mv.ends()).collect();
        let expected: Vec<[usize; 2]> =
            plain.moves().into_iter().map(|(from, to)| [cell(from), cell(to)]).collect();
        assert_eq!(found, expected, "{}", plain.text());
        if moves.is_empty() {
            let winner = game.outcome(&state).winners.iter().next().expect("somebody wins");
            assert_ne!(game.seat_name(winner), plain.side.to_string(), "who cannot move loses");
            return;
        }
        let chosen = rng.below(moves.len());
        game.play(&mut state, moves[chosen]);
        plain = plain.after(plain.moves()[chosen]);
    }
}

#[test]
fn the_game_agrees_with_plain_rules() {
    let mut rng = Rng::new(1);
    for size in ["2x2", "3x4", "5x6", "2x10", "7x3", "8x8", "10x10"] {
        let game = game(size);
        assert_eq!(game.write(&game.start()), Reference::start(game.size()).text());
        for _ in 0..10 {
            agrees_with_reference(&game, Reference::start(game.size()), &mut rng);
            agrees_with_reference(&game, Reference::random(game.size(), &mut rng), &mut rng);
        }
    }
}

fn plain_perft(board: &Reference, depth: usize) -> u64 {
    match depth {
        0 => 1,
        _ => board.moves().into_iter().map(|mv| plain_perft(&board.after(mv), depth - 1)).sum(),
    }
}

#[test]
fn counts_are_as_listed() {
    for line in include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let [size, depth, count] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (game, depth) = (game(size), depth.parse().expect("a depth"));
        let count: u64 = count.parse().expect("a count");
        assert_eq!(perft(&game, &game.start(), depth), count, "{line}");
        if count < 100_000 {
            assert_eq!(plain_perft(&Reference::start(game.size()), depth), count, "plainly: {line}");
        }
    }
}

#[test]
fn a_random_game_goes_as_written_down() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("playthrough.txt");
    golden::check(path, &golden::playthrough(&game("5x6"), 1));
}
