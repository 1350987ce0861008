//! Exact values: those in print, and those of a plain search that knows nothing but the rules.

use std::collections::HashMap;

use game::{Control, Game, Limits, Options, Rng, Seat, Solve, Solved, Solver, Turn, random_move};
use ludus_taiji::{State, Taiji, Taiji64, Taijitu, Word};

const MEMORY: usize = 32 << 20;

fn board<W: Word>(size: &str, groups: usize) -> Taiji<W> {
    Taiji::new(&Options::none().with("size", size).with("groups", groups)).expect("a size on offer")
}

fn solve<W: Word>(game: &Taiji<W>, state: &State<W>) -> Solved<Taijitu> {
    let control = Control::new(Limits::default());
    game.solver(MEMORY).solve(game, state, &control).expect("nothing stops it")
}

/// The final margin for the side to move, by trying everything.
fn plain<W: Word>(game: &Taiji<W>, state: &State<W>, known: &mut HashMap<State<W>, i32>) -> i32 {
    if game.turn(state) == Turn::Over {
        return game.outcome(state).margin(state.side(), 2);
    }
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let value = moves
        .iter()
        .map(|&mv| {
            let mut next = *state;
            game.play(&mut next, mv);
            -plain(game, &next, known)
        })
        .max()
        .expect("a move before the end");
    known.insert(*state, value);
    value
}

/// Holds the solver's whole answer against the plain search: the value, the move, and the line as far as it goes.
fn check<W: Word>(game: &Taiji<W>, state: &State<W>, solver: &mut impl Solver<Taiji<W>>) {
    let text = game.write(state);
    let mut known = HashMap::new();
    let expected = plain(game, state, &mut known);
    let solved = solver.solve(game, state, &Control::new(Limits::default())).expect("nothing stops it");
    assert_eq!(solved.value, expected, "value of {text}");
    assert_eq!(solved.line.first(), Some(&solved.best), "line at {text}");
    let (mut state, mut value) = (*state, solved.value);
    for &mv in &solved.line {
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        assert!(moves.contains(&mv), "an illegal move in the line at {text}");
        game.play(&mut state, mv);
        value = -value;
        assert_eq!(plain(game, &state, &mut known), value, "a move of the line at {text} loses something");
    }
}

/// Random positions with at most so many empty cells, in which something can still be played.
fn endings<W: Word>(game: &Taiji<W>, empty: usize, count: u64) -> Vec<State<W>> {
    let ending = |seed| {
        let (mut state, mut rng, mut moves) = (game.start(), Rng::new(seed), Vec::new());
        while game.empty(&state).count() > empty {
            let mv = random_move(game, &state, &mut rng, &mut moves)?;
            game.play(&mut state, mv);
        }
        (game.turn(&state) != Turn::Over).then_some(state)
    };
    (0..).filter_map(ending).take(count as usize).collect()
}

fn ending_values_agree<W: Word>(size: &str, groups: usize, empty: usize, count: u64) {
    let game = board::<W>(size, groups);
    // One solver for all, so that what it remembers of one position is tried on the next.
    let mut solver = game.solver(MEMORY);
    for state in endings(&game, empty, count) {
        check(&game, &state, &mut solver);
    }
}

#[test]
fn small_boards_have_the_values_in_print() {
    for line in include_str!("../values.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [width, height, groups, value] = [0, 1, 2, 3].map(|at| fields[at].parse::<i32>().unwrap());
        let game = board::<u64>(&format!("{height}x{width}"), groups as usize);
        let solved = solve(&game, &game.start());
        assert_eq!(solved.value, value, "{line}");
        let winner = if solved.value > 0 { "Light" } else { "Dark" };
        assert_eq!(winner, fields[4], "{line}");
    }
}

#[test]
fn five_by_five_is_a_tie() {
    let game = board::<u64>("5", 1);
    let control = Control::new(Limits::default());
    let solved = game.solver(4 * MEMORY).solve(&game, &game.start(), &control).expect("nothing stops it");
    assert_eq!(solved.value, 0);
    assert!(
        control.nodes() < 10_000_000,
        "a plain search needs no more than these {} nodes",
        control.nodes()
    );
}

#[test]
fn light_wins_three_by_five_by_one_first_move_only() {
    let game = board::<u64>("3x5", 1);
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let mut solver = game.solver(MEMORY);
    let mut winning = Vec::new();
    for mv in moves {
        let mut next = game.start();
        game.play(&mut next, mv);
        let solved = solver.solve(&game, &next, &Control::new(Limits::default())).expect("nothing stops it");
        if solved.value < 0 {
            assert_eq!(solved.value, -1);
            winning.push(game.write_move(&game.start(), mv));
        }
    }
    assert_eq!(winning, ["B2A2", "D2E2"]);
}

#[test]
fn small_boards_agree_with_the_plain_search() {
    for size in ["2x2", "2x3", "3x2", "2x4", "3x3", "2x5"] {
        for groups in 1..=3 {
            let game = board::<u64>(size, groups);
            check(&game, &game.start(), &mut game.solver(MEMORY));
        }
    }
    let game = board::<u64>("3x4", 1);
    check(&game, &game.start(), &mut game.solver(MEMORY));
}

#[test]
fn endings_agree_with_the_plain_search() {
    for groups in 1..=3 {
        ending_values_agree::<u64>("7", groups, 13, 100);
        ending_values_agree::<u64>("3x4", groups, 10, 60);
        ending_values_agree::<u64>("4x4", groups, 12, 40);
        ending_values_agree::<u64>("5x5", groups, 13, 60);
        ending_values_agree::<u64>("8x8", groups, 14, 60);
        ending_values_agree::<u128>("9x9", groups, 15, 60);
        ending_values_agree::<u128>("11x11", groups, 20, 30);
    }
}

#[test]
fn exchanging_the_colours_leaves_the_movers_margin() {
    let game = board::<u64>("4x5", 1);
    for state in endings(&game, 14, 20) {
        let swapped = State::new(state.of(Seat::SECOND), state.of(Seat::FIRST), state.side().other());
        assert_eq!(solve(&game, &state).value, solve(&game, &swapped).value, "{}", game.write(&state));
    }
}

#[test]
fn a_limit_ends_the_work_without_a_guess() {
    let game = Taiji64::new(&Options::none()).expect("the default board");
    let mut solver = game.solver(MEMORY);
    let control = Control::new(Limits { nodes: Some(5_000), ..Limits::default() });
    assert_eq!(solver.solve(&game, &game.start(), &control), None);
    assert!(control.nodes() < 10_000, "{} nodes", control.nodes());
    assert!(!solver.in_range(&game, &game.start(), 1_000_000));
    // What was cut short must not have left anything wrong behind.
    let state = endings(&game, 12, 1)[0];
    check(&game, &state, &mut solver);
}
