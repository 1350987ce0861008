//! The rules, against the contract and against a reference that is slow and obvious.

use crate::reference::Reference;
use game::{Game, Greedy, Misfit, Options, Rng, Seat, Turn, conform, perft};
use ludus_dots_and_boxes::{Arc, DotsAndBoxes, Large, Medium, Small, Wide, Word};

fn game<W: Word>(size: &str) -> DotsAndBoxes<W> {
    DotsAndBoxes::new(&Options::none().with("size", size)).unwrap_or_else(|e| panic!("{size}: {e:?}"))
}

#[test]
fn the_contract_holds() {
    conform::check(&game::<u64>("1x1"));
    conform::check(&game::<u64>("2x3"));
    conform::editing(&game::<u64>("2x3"), 3);
    conform::check(&game::<u64>("1x10"));
    conform::rules(&Medium::new(&Options::none()).unwrap(), 40);
    conform::drawing(&game::<u128>("5x6"), 4);
    conform::symmetry(&game::<u128>("5x6"), 4);
    conform::symmetry(&game::<u64>("5x5"), 4);
    conform::rules(&game::<Wide>("10x10"), 6);
    conform::drawing(&game::<Wide>("10x10"), 1);
    conform::symmetry(&game::<Wide>("10x9"), 1);
    conform::symmetry(&game::<Wide>("3x3"), 4);
    conform::features(&game::<u64>("1x10"), 10);
    conform::numbers(&game::<u64>("1x10"), 10);
    conform::features(&game::<u128>("5x6"), 10);
    conform::numbers(&game::<u128>("5x6"), 10);
    conform::features(&game::<Wide>("10x10"), 1);
    conform::numbers(&game::<Wide>("10x10"), 1);
}

#[test]
fn no_text_breaks_the_parsers() {
    conform::fuzz(&game::<u128>("5x6"), 100_000);
    conform::fuzz(&game::<u64>("1x1"), 20_000);
    conform::fuzz(&game::<Wide>("10x10"), 2_000);
}

#[test]
fn every_width_takes_the_boards_that_fit() {
    let fits = |size: &str| {
        let options = Options::none().with("size", size);
        [Small::new(&options).err(), Medium::new(&options).err(), Large::new(&options).err()].map(|error| {
            error.is_none_or(|e| {
                assert_eq!(e, Misfit::TooLarge, "{size}");
                false
            })
        })
    };
    assert_eq!(fits("5x5"), [true, true, true]);
    assert_eq!(fits("5x6"), [false, true, true]);
    assert_eq!(fits("7x7"), [false, true, true]);
    assert_eq!(fits("10x10"), [false, false, true]);
    for wrong in ["0x3", "3x11", "x", "", "-1x4", "3x3x3"] {
        let error = Small::new(&Options::none().with("size", wrong)).unwrap_err();
        assert!(matches!(error, Misfit::Wrong(_)), "{wrong}: {error:?}");
    }
    assert_eq!(Medium::new(&Options::none()).unwrap().options(), Options::none().with("size", "5x6"));
}

/// Plays random games beside the reference; everything that can be seen must be equal.
fn agrees<W: Word>(size: &str, games: u64) {
    let game = game::<W>(size);
    let board = game.board().size();
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let (mut state, mut reference) = (game.start(), Reference::new(board.rows, board.columns));
        loop {
            let text = game.write(&state);
            assert_eq!(text, reference.text());
            game.moves(&state, &mut moves);
            let texts: Vec<String> = moves.iter().map(|&mv| game.write_move(&state, mv)).collect();
            assert_eq!(texts, reference.moves(), "moves at {text}");
            let [first, second] = reference.scores();
            assert_eq!(state.scores().map(usize::from), [first, second], "scores at {text}");
            let Some(mv) = rng.pick(&moves) else { break };
            let written = game.write_move(&state, mv);
            assert_eq!(game.gain(&state, mv), reference.gain(&written), "gain of {written} at {text}");
            game.play(&mut state, mv);
            reference.play(&written);
        }
        assert_eq!(game.turn(&state), Turn::Over);
        let outcome = game.outcome(&state);
        let [first, second] = reference.scores().map(|boxes| boxes as i32);
        assert_eq!(outcome.scores[..2], [first, second]);
        assert_eq!(outcome.winners.contains(Seat::FIRST), first >= second);
        assert_eq!(outcome.winners.contains(Seat::SECOND), second >= first);
    }
}

#[test]
fn play_agrees_with_the_reference() {
    for size in ["1x1", "1x7", "3x2", "5x5"] {
        agrees::<u64>(size, 40);
    }
    agrees::<u64>("3x3", 40);
    agrees::<u128>("3x3", 40);
    agrees::<u128>("5x6", 20);
    agrees::<u128>("7x7", 10);
    agrees::<Wide>("3x3", 40);
    agrees::<Wide>("10x10", 5);
}

#[test]
fn perft_agrees_with_the_counts() {
    for line in include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [size, depth, count] = words[..] else { panic!("{line}") };
        let depth = depth.parse().unwrap();
        let found = match Small::new(&Options::none().with("size", size)) {
            Ok(game) => perft(&game, &game.start(), depth),
            Err(_) => {
                let game = self::game::<Wide>(size);
                perft(&game, &game.start(), depth)
            }
        };
        assert_eq!(found.to_string(), count, "{line}");
    }
}

#[test]
fn an_arc_that_closes_two_boxes_gives_one_further_move() {
    let game = game::<u64>("1x2");
    let mut state = game.read("12/12 102 00 2").unwrap();
    let mv = game.read_move(&state, "v1.2").unwrap();
    game.play(&mut state, mv);
    assert_eq!(game.write(&state), "12/12 122 22 2");
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(game.outcome(&state).scores[..2], [0, 2]);
}

#[test]
fn closing_a_box_keeps_the_turn_and_anything_else_passes_it() {
    let game = game::<u64>("2x2");
    let mut state = game.read("11/00/00 200/000 00/00 1").unwrap();
    let played = [("h2.1", 2), ("v1.2", 2), ("h3.1", 1), ("v2.1", 2)];
    for (text, side) in played {
        let mv = game.read_move(&state, text).unwrap();
        game.play(&mut state, mv);
        assert_eq!(game.turn(&state), Turn::Player(Seat::new(side - 1)), "after {text}");
    }
    assert_eq!(state.scores(), [0, 1]);
}

#[test]
fn greedy_takes_boxes_and_avoids_third_sides() {
    let game = game::<u64>("2x2");
    // The top left box has three sides; v1.2 closes it and gives its neighbour a second side.
    let state = game.read("10/10/00 100/000 00/00 1").unwrap();
    let gain = |text: &str| game.gain(&state, game.read_move(&state, text).unwrap());
    assert_eq!(gain("v1.2"), 10);
    assert_eq!(gain("h3.2"), 0);
    // Two boxes with two sides each: the arc between them gives both a third.
    let state = game.read("11/11/00 000/000 00/00 1").unwrap();
    let gain = |text: &str| game.gain(&state, game.read_move(&state, text).unwrap());
    assert_eq!(gain("v1.2"), -10);
    assert_eq!(gain("v1.1"), -5);
    assert_eq!(gain("h3.1"), 0);
}

#[test]
fn arcs_are_numbered_as_the_solver_data_says() {
    let game = game::<u64>("3x4");
    assert_eq!(game.board().horizontal(2, 1), Arc(9));
    assert_eq!(game.board().vertical(1, 3), Arc(16 + 5 + 3));
    assert_eq!(game.board().arcs(), 31);
}
