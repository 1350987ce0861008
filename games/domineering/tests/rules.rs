//! The rules: the contract's promises, agreement with a plain reference, and the counts of `perft.txt`.

use crate::reference::Reference;
use game::{Game, Misfit, Options, Rng, Size, Turn, conform, golden, perft};
use ludus_domineering::{Domineering, Wide, Word};

fn game<W: Word>(size: &str) -> Domineering<W> {
    Domineering::new(&Options::none().with("size", size)).expect("a size that fits")
}

#[test]
fn small_boards_keep_the_contract() {
    for size in ["1x1", "1x2", "2x1", "3x3", "2x7", "8x8", "16x4", "4x16"] {
        conform::check(&game::<u64>(size));
        conform::features(&game::<u64>(size), 10);
        conform::editing(&game::<u64>(size), 2);
        conform::numbers(&game::<u64>(size), 10);
    }
}

#[test]
fn large_boards_keep_the_contract() {
    conform::check(&game::<u128>("5x6"));
    conform::check(&game::<u128>("8x16"));
    conform::check(&game::<Wide>("7x3"));
    conform::rules(&game::<Wide>("16x16"), 10);
    conform::drawing(&game::<Wide>("16x16"), 2);
    conform::symmetry(&game::<Wide>("16x16"), 1);
    conform::features(&game::<u128>("8x16"), 4);
    conform::numbers(&game::<u128>("8x16"), 4);
    conform::features(&game::<Wide>("16x16"), 1);
    conform::numbers(&game::<Wide>("16x16"), 1);
}

#[test]
fn random_texts_are_refused_or_safe() {
    conform::fuzz(&game::<u64>("8x8"), 100_000);
    conform::fuzz(&game::<u64>("1x1"), 5_000);
    conform::fuzz(&game::<Wide>("16x16"), 5_000);
}

#[test]
fn a_board_that_does_not_fit_is_too_large_and_a_wrong_one_is_wrong() {
    let new = |size: &str| Domineering::<u64>::new(&Options::none().with("size", size)).map(|_| ());
    assert_eq!(new("8x8"), Ok(()));
    assert_eq!(new("8x9"), Err(Misfit::TooLarge));
    assert_eq!(new("16x16"), Err(Misfit::TooLarge));
    for wrong in ["0x3", "17x2", "8x", "x", "eight"] {
        assert!(matches!(new(wrong), Err(Misfit::Wrong(_))), "{wrong}");
    }
    let unknown = Domineering::<u64>::new(&Options::none().with("players", 2));
    let Err(Misfit::Wrong(problems)) = unknown else { panic!("an unknown option is refused") };
    assert_eq!(problems.to_string(), "unknown option 'players'; expected size");
}

/// Plays the same random game by both rules and compares every position.
fn agrees_with_reference<W: Word>(size: &str, seed: u64) {
    let game = game::<W>(size);
    let mut rng = Rng::new(seed);
    let blocked = rng.below(4);
    let mut plain = Reference::random(game.size(), blocked, &mut rng);
    let mut state = game.read(&plain.text()).expect("a random board is a position");
    let mut moves = Vec::new();
    loop {
        assert_eq!(game.write(&state), plain.text());
        game.moves(&state, &mut moves);
        let cells: Vec<usize> = moves.iter().map(|mv| mv.cell()).collect();
        let expected: Vec<usize> = plain.moves().into_iter().map(|(r, c)| game.cell(r, c)).collect();
        assert_eq!(cells, expected, "moves at {}", plain.text());
        let Some(mv) = rng.pick(&moves) else { break };
        let Turn::Player(seat) = game.turn(&state) else { panic!("a move but no turn") };
        assert_eq!(game.seat_name(seat).chars().next(), Some(plain.side));
        plain = plain.after((mv.cell() / game.size().columns, mv.cell() % game.size().columns));
        game.play(&mut state, mv);
    }
    assert_eq!(game.turn(&state), Turn::Over);
    let winner = if plain.side == 'X' { 1 } else { 0 };
    assert_eq!(game.outcome(&state).scores[winner], 1, "who cannot move loses: {}", plain.text());
}

#[test]
fn play_agrees_with_the_plain_rules() {
    for seed in 0..60 {
        for size in ["1x1", "3x5", "8x8", "16x2"] {
            agrees_with_reference::<u64>(size, seed);
        }
        for size in ["8x9", "11x11", "16x8"] {
            agrees_with_reference::<u128>(size, seed);
        }
        for size in ["4x4", "12x13", "16x16"] {
            agrees_with_reference::<Wide>(size, seed);
        }
    }
}

#[test]
fn counts_of_move_sequences_are_those_of_the_file() {
    for line in include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [size, depth, count] = fields[..] else { panic!("three fields: {line}") };
        let (depth, count): (usize, u64) = (depth.parse().unwrap(), count.parse().unwrap());
        let game = game::<Wide>(size);
        assert_eq!(perft(&game, &game.start(), depth), count, "{line}");
        if let Ok(narrow) = Domineering::<u64>::new(&game.options()) {
            assert_eq!(perft(&narrow, &narrow.start(), depth), count, "{line} in one word");
        }
        if count < 100_000 {
            let plain = Reference::new(Size::read(size).unwrap());
            assert_eq!(plain.perft(depth), count, "{line} by the plain rules");
        }
    }
}

#[test]
fn a_random_game_looks_as_before() {
    golden::check("playthrough.txt", &golden::playthrough(&game::<u64>("6x6"), 1));
}
