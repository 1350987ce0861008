//! The solver: what it claims is true, and it finds what plain search finds.

use game::{Control, Game, Limits, Line, Rng, Solve, Solved, Solver, Turn, random_move};
use ludus_tablut::{Move, State, Tablut};

fn solve(state: &State, nodes: u64) -> Option<Solved<Move>> {
    let control = Control::new(Limits { nodes: Some(nodes), ..Limits::default() });
    Tablut.solver(1 << 22).solve(&Tablut, state, &control)
}

/// Who wins within so many plies, for the side to move: 1, -1, or 0 when nobody can force it.
fn brute(state: &State, depth: usize) -> i32 {
    if let Some(winner) = state.winner() {
        return if winner == state.side() { 1 } else { -1 };
    }
    if depth == 0 {
        return 0;
    }
    let mut moves = Vec::new();
    Tablut.moves(state, &mut moves);
    let mut best = -1;
    for mv in moves {
        let mut next = *state;
        Tablut.play(&mut next, mv);
        best = best.max(-brute(&next, depth - 1));
        if best == 1 {
            break;
        }
    }
    best
}

/// Positions of random games, a few plies before their end and in the middle.
fn samples(games: u64) -> Vec<State> {
    let mut samples = Vec::new();
    let mut moves = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed + 400);
        let mut states = vec![Tablut.start()];
        let mut state = Tablut.start();
        while let Some(mv) = random_move(&Tablut, &state, &mut rng, &mut moves) {
            Tablut.play(&mut state, mv);
            states.push(state);
        }
        let last = states.len() - 1;
        samples.extend([2, 3, 4, 5].iter().filter(|&&back| back <= last).map(|back| states[last - back]));
    }
    samples
}

#[test]
fn the_solver_agrees_with_plain_search() {
    let (mut won, mut lost) = (0, 0);
    for state in samples(60) {
        let text = Tablut.write(&state);
        let short = brute(&state, 3);
        let solved = solve(&state, 30_000);
        if short != 0 {
            assert_eq!(solved.as_ref().map(|s| s.value), Some(short), "{text} is decided within three plies");
        }
        let Some(solved) = solved else { continue };
        won += usize::from(solved.value == 1);
        lost += usize::from(solved.value == -1);
        assert_eq!(solved.line.first(), Some(&solved.best));
        // The line is legal and ends as claimed.
        let mut line = Line::new(Tablut, state);
        for &mv in &solved.line {
            line.play(mv).unwrap_or_else(|_| panic!("{mv:?} is illegal after {:?} at {text}", line.moves()));
        }
        let seat = state.side().seat();
        let outcome = line.outcome().unwrap_or_else(|| panic!("the line at {text} has no end"));
        assert_eq!(outcome.value(seat) as i32, solved.value, "{text}");
    }
    assert!(won > 50 && lost > 10, "the samples must hold wins and losses: {won} and {lost}");
}

/// Whoever follows the solver must win against any defence; here, against random ones.
#[test]
fn a_proved_win_can_be_played_out() {
    let mut played = 0;
    for (seed, state) in (0..).zip(samples(60)) {
        let control = Control::new(Limits { nodes: Some(30_000), ..Limits::default() });
        let mut solver = Tablut.solver(1 << 22);
        let Some(Solved { value: 1, line: first, .. }) = solver.solve(&Tablut, &state, &control) else {
            continue;
        };
        if first.len() < 3 {
            continue;
        }
        played += 1;
        let winner = state.side();
        let mut rng = Rng::new(seed);
        let mut line = Line::new(Tablut, state);
        let mut moves = Vec::new();
        while line.turn() != Turn::Over {
            let mv = if line.state().side() == winner {
                let control = Control::new(Limits { nodes: Some(3_000_000), ..Limits::default() });
                let solved = solver.solve(&Tablut, line.state(), &control);
                let solved = solved.unwrap_or_else(|| panic!("the win at {} is lost", Tablut.write(&state)));
                assert_eq!(solved.value, 1);
                solved.best
            } else {
                random_move(&Tablut, line.state(), &mut rng, &mut moves).expect("the game is not over")
            };
            line.play(mv).unwrap();
        }
        assert!(line.outcome().unwrap().winners.contains(winner.seat()), "{}", Tablut.write(&state));
    }
    assert!(played > 10, "only {played} wins of more than one move");
}

#[test]
fn the_start_is_out_of_range_and_a_win_in_one_is_not() {
    let solver = Tablut.solver(1 << 20);
    assert!(!solver.in_range(&Tablut, &Tablut.start(), 1_000_000));
    let open = Tablut.read("9/9/2K6/9/9/9/9/9/B8 W").unwrap();
    assert!(solver.in_range(&Tablut, &open, 1_000_000));
    assert_eq!(solve(&Tablut.start(), 100_000), None, "nobody has a forced win that near the start");
}

/// Two ways out cannot both be barred.
#[test]
fn two_open_lines_win() {
    let state = Tablut.read("3BBB3/4B4/6K2/B7B/BB5BB/B3W3B/4W4/4B4/3BBB3 B").unwrap();
    let solved = solve(&state, 1_000_000).expect("the win is short");
    assert_eq!(solved.value, -1);
}

/// Coming back to a position of the match is a draw, so no proved line may pass through one.
#[test]
fn no_proof_passes_through_the_past_of_the_match() {
    let mut avoided = 0;
    for state in samples(60) {
        let control = || Control::new(Limits { nodes: Some(30_000), ..Limits::default() });
        let mut solver = Tablut.solver(1 << 22);
        let Some(solved) = solver.solve(&Tablut, &state, &control()) else { continue };
        let mut line = Line::new(Tablut, state);
        let past: Vec<State> = solved
            .line
            .iter()
            .map_while(|&mv| line.play(mv).ok().map(|()| *line.state()))
            .filter(|state| Tablut.turn(state) != Turn::Over)
            .collect();
        if past.is_empty() {
            continue;
        }
        avoided += 1;
        solver.remember(&past);
        let Some(solved) = solver.solve(&Tablut, &state, &control()) else { continue };
        let mut line = Line::new(Tablut, state);
        for &mv in &solved.line {
            line.play(mv).unwrap();
            assert!(!past.contains(line.state()), "{} comes back", Tablut.write(&state));
        }
        assert!(line.outcome().is_some());
    }
    assert!(avoided > 10, "only {avoided} samples have a line to bar");
}
