//! The solver against plain minimax, and its honesty about games that go on.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use game::{Control, Game, Limits, Rng, Seat, Solve, Solver, Turn, random_move};
use ludus_azul::{Azul, State};

/// The lowest and highest final margin for the first player under best play, given that a game which goes on may bring anything.
fn minimax(game: &Azul<2>, state: &State<2>) -> (i32, i32) {
    let seat = match game.turn(state) {
        Turn::Over => {
            let margin = game.outcome(state).margin(Seat::FIRST, 2);
            return (margin, margin);
        }
        Turn::Chance => return (-1000, 1000),
        Turn::Player(seat) => seat,
    };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = moves.iter().map(|&mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        minimax(game, &next)
    });
    let pick = if seat == Seat::FIRST { i32::max } else { i32::min };
    after.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1))).unwrap()
}

/// How many leaves plain minimax would visit, at most `limit`.
fn leaves(game: &Azul<2>, state: &State<2>, limit: usize) -> usize {
    if !matches!(game.turn(state), Turn::Player(_)) {
        return 1;
    }
    let (mut moves, mut total) = (Vec::new(), 0);
    game.moves(state, &mut moves);
    for mv in moves {
        let mut next = *state;
        game.play(&mut next, mv);
        total += leaves(game, &next, limit);
        if total > limit {
            break;
        }
    }
    total
}

fn unlimited() -> Control {
    Control::new(Limits::default())
}

/// Positions near the end of rounds, from games of players who avoid the floor most of the time.
fn positions(games: u64, mut visit: impl FnMut(&State<2>)) {
    let (game, mut moves) = (Azul::<2>, Vec::new());
    for seed in 0..games {
        let (mut rng, mut state) = (Rng::new(seed), game.start());
        while let Some(mut mv) = random_move(&game, &state, &mut rng, &mut moves) {
            if matches!(game.turn(&state), Turn::Player(_)) {
                visit(&state);
                for _ in 0..5 {
                    if game.write_move(&state, mv).ends_with('f') {
                        mv = random_move(&game, &state, &mut rng, &mut moves).unwrap();
                    }
                }
            }
            game.play(&mut state, mv);
        }
    }
}

#[test]
fn solved_values_are_those_of_minimax() {
    let game = Azul::<2>;
    let mut solver = game.solver(1 << 20);
    let (mut solved, mut open) = (0, 0);
    positions(120, |state| {
        if state.groups() > 5 || leaves(&game, state, 20_000) > 20_000 {
            return;
        }
        let text = game.write(state);
        let (low, high) = minimax(&game, state);
        match solver.solve(&game, state, &unlimited()) {
            None => {
                assert!(low < high, "not solved, though every line ends the game: {text}");
                assert!(!solver.in_range(&game, state, u64::MAX), "promised too much: {text}");
                open += 1;
            }
            Some(found) => {
                let sign = if game.turn(state) == Turn::Player(Seat::FIRST) { 1 } else { -1 };
                assert_eq!((low, high), (sign * found.value, sign * found.value), "{text}");
                let mut end = *state;
                for &mv in &found.line {
                    let mut legal = Vec::new();
                    game.moves(&end, &mut legal);
                    assert!(legal.contains(&mv), "{text}");
                    game.play(&mut end, mv);
                }
                assert_eq!(found.line.first(), Some(&found.best));
                assert_eq!(game.turn(&end), Turn::Over, "best play ends the game: {text}");
                assert_eq!(sign * game.outcome(&end).margin(Seat::FIRST, 2), found.value, "{text}");
                solved += 1;
            }
        }
    });
    assert!(solved > 100 && open > 100, "the positions are too uniform: {solved} solved, {open} open");
}

#[test]
fn what_is_in_range_is_solved_quickly() {
    let game = Azul::<2>;
    let mut solver = game.solver(1 << 22);
    let mut tried = 0;
    positions(150, |state| {
        if state.groups() > 5 && solver.in_range(&game, state, 100_000) {
            let control = Control::new(Limits { nodes: Some(3_000_000), ..Limits::default() });
            assert!(solver.solve(&game, state, &control).is_some(), "{}", game.write(state));
            tried += 1;
        }
    });
    assert!(tried > 10, "only {tried} positions in range");
}

#[test]
fn the_solver_says_nothing_about_games_that_go_on() {
    let game = Azul::<2>;
    let start = game.read(
        "c 1 1 1 YRKK/BYRR/BYWW/YKKW/BYRW * 17.15.16.16.16 0.0.0.0.0 0:5/5/5/5/5:-/-/-/-/-:- 0:5/5/5/5/5:-/-/-/-/-:-",
    );
    let mut solver = game.solver(1 << 16);
    assert!(!solver.in_range(&game, start.as_ref().unwrap(), u64::MAX));
    assert_eq!(solver.solve(&game, &start.unwrap(), &unlimited()), None);
}

#[test]
fn games_of_more_than_two_are_left_alone() {
    let game = Azul::<3>;
    let mut rng = Rng::new(1);
    let (mut state, mut moves) = (game.start(), Vec::new());
    let mut solver = game.solver(1 << 16);
    for _ in 0..60 {
        let Some(mv) = random_move(&game, &state, &mut rng, &mut moves) else { break };
        game.play(&mut state, mv);
        assert!(!solver.in_range(&game, &state, u64::MAX));
        assert_eq!(solver.solve(&game, &state, &unlimited()), None);
    }
}

#[test]
fn a_stopped_solver_has_no_answer() {
    let game = Azul::<2>;
    let control = Control::new(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    let mut asked = 0;
    positions(150, |state| {
        let mut solver = game.solver(1 << 16);
        if state.groups() >= 10 && solver.in_range(&game, state, u64::MAX) && asked < 3 {
            assert_eq!(solver.solve(&game, state, &control), None);
            asked += 1;
        }
    });
}
