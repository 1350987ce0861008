//! The solver against published outcomes, solved positions and plain brute force.

use std::collections::HashMap;
use std::time::Duration;

use crate::reference::Reference;
use game::{Control, Game, Limits, Options, Rng, Size, Solve, Solver, Turn};
use ludus_domineering::{Domineering, Wide, Word};

const MEMORY: usize = 32 << 20;

fn game<W: Word>(size: &str) -> Domineering<W> {
    Domineering::new(&Options::none().with("size", size)).expect("a size that fits")
}

fn unlimited() -> Control {
    Control::new(Limits::default())
}

/// Whether the side to move wins, by trying everything.
fn brute_force(board: &Reference, known: &mut HashMap<Reference, bool>) -> bool {
    let mut bare = board.clone();
    for cell in bare.cells.iter_mut().flatten().filter(|cell| **cell != '.') {
        *cell = '#';
    }
    if let Some(&wins) = known.get(&bare) {
        return wins;
    }
    let wins = bare.moves().into_iter().any(|mv| !brute_force(&bare.after(mv), known));
    known.insert(bare, wins);
    wins
}

/// The solver's winner of a position: 'X' or 'O'.
fn winner<W: Word>(game: &Domineering<W>, position: &str) -> char {
    let state = game.read(position).expect("a position");
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let mover = if position.ends_with('X') { 'X' } else { 'O' };
    let other = if mover == 'X' { 'O' } else { 'X' };
    if moves.is_empty() {
        return other;
    }
    let solved = game.solver(MEMORY).solve(game, &state, &unlimited()).expect("no limit");
    assert_eq!(solved.line.first(), Some(&solved.best));
    assert!(moves.contains(&solved.best), "the best move of {position} is legal");
    if solved.value == 1 { mover } else { other }
}

#[test]
fn published_outcomes_come_out() {
    for line in include_str!("../data/outcomes.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [rows, columns, class] = fields[..] else { panic!("three fields: {line}") };
        let size = format!("{rows}x{columns}");
        let (expected_x, expected_o) = match class {
            "1" => ('X', 'O'),
            "2" => ('O', 'X'),
            "V" => ('X', 'X'),
            _ => ('O', 'O'),
        };
        let game = game::<u64>(&size);
        let start = game.write(&game.start());
        assert_eq!(winner(&game, &start), expected_x, "{size} when X starts");
        if (rows, columns) == ("8", "8") {
            // O's win as first player is the mirror image of X's.
            continue;
        }
        assert_eq!(winner(&game, &start.replace('X', "O")), expected_o, "{size} when O starts");
    }
}

#[test]
fn solved_positions_have_the_right_winner_and_winning_moves() {
    for line in include_str!("../data/positions.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [rows, columns, cells, side, expected_winner, moves] = fields[..] else {
            panic!("six fields: {line}")
        };
        let game = game::<u64>(&format!("{rows}x{columns}"));
        let (height, width) = (game.size().rows, game.size().columns);
        let letter = |player: &str| if player == "V" { 'X' } else { 'O' };
        let mut board = Reference::new(game.size());
        for (row, text) in cells.split('/').enumerate() {
            for (column, cell) in text.chars().enumerate() {
                board.cells[height - 1 - row][column] = cell;
            }
        }
        board.side = letter(side);
        let state = game.read(&board.text()).expect("a position");
        assert_eq!(winner(&game, &board.text()), letter(expected_winner), "{line}");
        let mut found: Vec<String> = game
            .solver(MEMORY)
            .winning_moves(&game, &state, &unlimited())
            .expect("no limit")
            .into_iter()
            .map(|mv| {
                // The file names the top cell of an upright domino, rows from the top.
                let (row, column) = (mv.cell() / width, mv.cell() % width);
                let top = if side == "V" { row + 1 } else { row };
                format!("{}:{column}", height - 1 - top)
            })
            .collect();
        let mut expected: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{line}");
    }
}

/// Compares winner and winning moves with brute force on random boards.
fn agrees_with_brute_force<W: Word>(size: &str, blocked: usize, cases: u64) {
    let game = game::<W>(size);
    let mut solver = game.solver(1 << 20);
    let mut known = HashMap::new();
    for seed in 0..cases {
        let board = Reference::random(game.size(), blocked, &mut Rng::new(seed));
        let state = game.read(&board.text()).expect("a position");
        let expected: Vec<usize> = board
            .moves()
            .into_iter()
            .filter(|&mv| !brute_force(&board.after(mv), &mut known))
            .map(|(row, column)| game.cell(row, column))
            .collect();
        let found = solver.winning_moves(&game, &state, &unlimited()).expect("no limit");
        let found: Vec<usize> = found.into_iter().map(|mv| mv.cell()).collect();
        assert_eq!(found, expected, "winning moves of {}", board.text());
        if !board.moves().is_empty() {
            let solved = solver.solve(&game, &state, &unlimited()).expect("no limit");
            assert_eq!(solved.value == 1, !expected.is_empty(), "winner of {}", board.text());
        }
    }
}

#[test]
fn random_boards_agree_with_brute_force() {
    agrees_with_brute_force::<u64>("4x4", 1, 30);
    agrees_with_brute_force::<u64>("4x5", 3, 40);
    agrees_with_brute_force::<u64>("5x5", 4, 40);
    agrees_with_brute_force::<u64>("6x6", 6, 60);
    agrees_with_brute_force::<u64>("3x7", 3, 40);
    agrees_with_brute_force::<u64>("7x3", 3, 40);
    agrees_with_brute_force::<u64>("2x11", 4, 40);
    agrees_with_brute_force::<u64>("11x2", 4, 40);
    // These two sizes have code of their own.
    agrees_with_brute_force::<u64>("8x8", 7, 60);
    agrees_with_brute_force::<u128>("9x9", 7, 60);
    agrees_with_brute_force::<u128>("7x11", 8, 40);
    agrees_with_brute_force::<u128>("12x8", 8, 40);
    agrees_with_brute_force::<Wide>("16x16", 9, 20);
    agrees_with_brute_force::<Wide>("4x5", 3, 20);
}

#[test]
fn every_width_gives_the_same_winner() {
    for seed in 0..20 {
        let size = Size { rows: 6, columns: 7 };
        let board = Reference::random(size, 2, &mut Rng::new(seed));
        let narrow = winner(&game::<u64>("6x7"), &board.text());
        assert_eq!(winner(&game::<u128>("6x7"), &board.text()), narrow, "{}", board.text());
        assert_eq!(winner(&game::<Wide>("6x7"), &board.text()), narrow, "{}", board.text());
    }
}

#[test]
fn the_line_of_a_decided_game_is_played_to_its_end_by_the_winner() {
    for size in ["6x6", "5x7", "7x7", "8x7", "4x9"] {
        let game = game::<u64>(size);
        let solved = game.solver(MEMORY).solve(&game, &game.start(), &unlimited()).expect("no limit");
        let mut solver = game.solver(MEMORY);
        let mut state = game.start();
        for (ply, mv) in solved.line.iter().enumerate() {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            assert!(moves.contains(mv), "move {ply} of the line of {size} is legal");
            let value = solver.solve(&game, &state, &unlimited()).expect("no limit").value;
            let expected = if ply % 2 == 0 { solved.value } else { -solved.value };
            assert_eq!(value, expected, "nobody errs before move {ply} on {size}");
            game.play(&mut state, *mv);
        }
        assert!(!matches!(game.turn(&state), Turn::Player(_)), "the line of {size} ends with the game");
        assert_eq!(solved.line.len() % 2 == 1, solved.value == 1, "the winner of {size} moves last");
    }
}

#[test]
fn the_clock_stops_the_solver_and_it_answers_afterwards() {
    let game = game::<u128>("11x11");
    let mut solver = game.solver(MEMORY);
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    assert_eq!(solver.solve(&game, &game.start(), &Control::new(limits)), None);
    let board = Reference::random(game.size(), 7, &mut Rng::new(1));
    let state = game.read(&board.text()).expect("a position");
    assert!(solver.solve(&game, &state, &unlimited()).is_some(), "a stopped solver goes on");
}

#[test]
fn eight_by_eight_takes_at_most_a_quarter_of_a_million_nodes() {
    let game = game::<u64>("8x8");
    let mut solver = game.solver(MEMORY);
    let solved = solver.solve(&game, &game.start(), &unlimited()).expect("no limit");
    assert_eq!(solved.value, 1);
    assert!(solver.nodes() <= 250_000, "{} nodes", solver.nodes());
}

/// On the whole board and after each of its moves, large enough for the second thread to be called in.
#[test]
fn two_threads_find_what_one_finds() {
    let game = game::<u64>("8x7");
    let [mut one, mut two] = [1, 2].map(|threads| {
        let mut solver = game.solver(MEMORY);
        solver.set_threads(threads);
        solver
    });
    let start = game.start();
    let winning = one.winning_moves(&game, &start, &unlimited());
    assert_eq!(two.winning_moves(&game, &start, &unlimited()), winning);
    let wide = self::game::<u64>("8x8");
    let mut solver = wide.solver(MEMORY);
    solver.set_threads(2);
    let limits = Limits { nodes: Some(40_000), ..Limits::default() };
    assert_eq!(
        solver.solve(&wide, &wide.start(), &Control::new(limits)),
        None,
        "stopped while two were at work"
    );
    assert_eq!(solver.solve(&wide, &wide.start(), &unlimited()).map(|solved| solved.value), Some(1));
}

#[test]
fn a_solver_that_is_stopped_says_nothing() {
    let game = game::<u128>("10x10");
    let limits = Limits { nodes: Some(3000), ..Limits::default() };
    let mut solver = game.solver(MEMORY);
    assert_eq!(solver.solve(&game, &game.start(), &Control::new(limits)), None);
    assert!(!solver.in_range(&game, &game.start(), 1_000_000));
}
