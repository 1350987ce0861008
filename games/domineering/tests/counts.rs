//! The counts behind evaluations and bounds, against counting by hand.

use crate::reference::Reference;
use game::{Evaluate, Evaluator, Game, Options, Rng};
use ludus_domineering::{Counts, Domineering, Wide, Word};

/// Counts for the player `side`, line by line.
fn by_hand(board: &Reference, side: char) -> Counts {
    let empty = |row: isize, column: isize| {
        let inside = (0..board.size.rows as isize).contains(&row)
            && (0..board.size.columns as isize).contains(&column);
        inside && board.cells[row as usize][column as usize] == '.'
    };
    // Coordinates along and across the player's own direction.
    let at = |line: isize, place: isize| if side == 'X' { empty(place, line) } else { empty(line, place) };
    let (lines, length) = match side {
        'X' => (board.size.columns as isize, board.size.rows as isize),
        _ => (board.size.rows as isize, board.size.columns as isize),
    };
    let mut counts = Counts::default();
    for line in 0..lines {
        let (mut run, mut safe_run) = (0, 0);
        for place in 0..=length {
            if at(line, place) && at(line, place + 1) {
                counts.moves += 1;
            }
            if at(line, place) {
                run += 1;
            } else {
                counts.real += run / 2;
                run = 0;
            }
            if at(line, place) && !at(line - 1, place) && !at(line + 1, place) {
                safe_run += 1;
            } else {
                counts.safe += safe_run / 2;
                safe_run = 0;
            }
        }
    }
    counts
}

fn counts_agree<W: Word>(size: &str) {
    let game = Domineering::<W>::new(&Options::none().with("size", size)).expect("a size that fits");
    let mut rng = Rng::new(7);
    for blocked in [0, 1, 3, 5, 7] {
        for _ in 0..40 {
            let board = Reference::random(game.size(), blocked, &mut rng);
            let state = game.read(&board.text()).expect("any board is a position");
            let expected = ['X', 'O'].map(|side| by_hand(&board, side));
            assert_eq!(game.counts(game.free(&state)), expected, "{}", board.text());
        }
    }
}

#[test]
fn counts_are_what_counting_by_hand_gives() {
    for size in ["1x1", "4x16", "16x4", "8x8", "1x16", "16x1", "5x6"] {
        counts_agree::<u64>(size);
    }
    counts_agree::<u128>("8x16");
    counts_agree::<u128>("16x8");
    counts_agree::<Wide>("16x16");
    counts_agree::<Wide>("3x4");
}

/// Compares a position with its mirror image in the diagonal, where the players change places.
#[test]
fn every_evaluation_treats_the_players_alike() {
    let game = Domineering::<u64>::new(&Options::none().with("size", "4x4")).expect("a size that fits");
    for (name, _) in Domineering::<u64>::EVALUATIONS {
        let evaluator = game.evaluator(name).expect("it is in the list");
        let value = |text: &str| evaluator.value(&game, &game.read(text).expect("a position"));
        assert_eq!(value("4/1X2/1X2/4 O"), -value("4/1OO1/4/4 X"), "{name}");
    }
    assert!(game.evaluator("none").is_none());
}
