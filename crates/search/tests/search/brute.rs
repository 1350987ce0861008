//! Brute force against theory.

use game::{Control, Game, Limits, Seat, Solver};
use ludus_search::Brute;

use crate::toys::{Coins, Dice, Lines, Nim, Noise, Shuttle, minimax};

fn unlimited() -> Control {
    Control::new(Limits::default())
}

#[test]
fn nim_is_an_exclusive_or() {
    for code in 1..5 * 5 * 5u8 {
        let game = Nim([code % 5, code / 5 % 5, code / 25]);
        let state = game.start();
        let solved = Brute::new(1 << 20).solve(&game, &state, &unlimited()).unwrap();
        assert_eq!(solved.value == 1, Nim::won(&state), "{state:?}");
        let mut next = state;
        game.play(&mut next, solved.best);
        assert!(
            !Nim::won(&state) || !Nim::won(&next),
            "{:?} is not a winning move of {state:?}",
            solved.best
        );
        assert_eq!(solved.line[0], solved.best);
    }
}

#[test]
fn coins_are_solved_as_minimax_does_and_the_line_reaches_the_value() {
    for seed in 0..30 {
        let game = Coins::random(12, seed);
        let state = game.start();
        let solved = Brute::new(1 << 20).solve(&game, &state, &unlimited()).unwrap();
        let value = minimax(&game, &Noise, &state, 99, 0);
        let mut end = state;
        for &mv in &solved.line {
            game.play(&mut end, mv);
        }
        let outcome = game.outcome(&end);
        assert_eq!(outcome.margin(Seat::FIRST, 2), solved.value, "{game:?}");
        assert_eq!(value > 0, outcome.winners.contains(Seat::FIRST), "{game:?}");
    }
}

#[test]
fn a_full_memory_changes_nothing() {
    let solved = |memory| Brute::new(memory).solve(&Lines, &Lines.start(), &unlimited()).unwrap().value;
    assert_eq!(solved(0), solved(1 << 22));
}

#[test]
fn what_it_cannot_solve_it_refuses() {
    let stopped = unlimited();
    stopped.stop();
    assert_eq!(Brute::new(1 << 20).solve(&Lines, &Lines.start(), &stopped), None);
    let dice = Dice { seats: 2, turns: 4 };
    assert_eq!(Brute::new(1 << 20).solve(&dice, &dice.start(), &unlimited()), None);
    let track = Shuttle(6);
    assert_eq!(Brute::new(1 << 20).solve(&track, &track.start(), &unlimited()), None);
    let long = Coins::random(200, 1);
    assert!(!Brute::new(1 << 20).in_range(&long, &long.start(), 1_000_000));
    assert!(Brute::new(1 << 20).in_range(&Lines, &Lines.start(), 1_000_000));
}
