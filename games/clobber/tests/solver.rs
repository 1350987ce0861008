//! The solver, against trying everything.

use crate::reference::Reference;
use game::{Control, Game, Limits, Options, Rng, Size, Solve, Solver, Turn};
use ludus_clobber::{Clobber, Exact, State};

fn game(size: Size) -> Clobber {
    Clobber::new(&Options::none().with("size", size)).expect("a size on offer")
}

fn unlimited() -> Control {
    Control::new(Limits::default())
}

/// Asks the solver about a position and plays its line: the winner is who it says.
fn check(game: &Clobber, solver: &mut Exact, plain: &Reference) {
    let state = game.read(&plain.text()).expect("a position");
    let Some(solved) = solver.solve(game, &state, &unlimited()) else {
        return assert_eq!(game.turn(&state), Turn::Over, "{}", plain.text());
    };
    assert_eq!(solved.value == 1, plain.wins(), "{}", plain.text());
    assert_eq!(solver.value(game, &state, &unlimited()), Some(solved.value));
    assert_eq!(Some(&solved.best), solved.line.first());
    let mut end: State = state;
    solved.line.iter().for_each(|&mv| game.play(&mut end, mv));
    assert_eq!(game.turn(&end), Turn::Over, "the line of {} goes to the end", plain.text());
    let winner = game.outcome(&end).winners.iter().next().expect("somebody wins");
    assert_eq!(winner == state.side(), plain.wins(), "the line of {}", plain.text());
}

#[test]
fn any_small_board_is_solved_right() {
    let mut rng = Rng::new(3);
    for (rows, columns) in [(2, 2), (2, 5), (3, 3), (3, 4), (4, 4)] {
        let size = Size { rows, columns };
        let game = game(size);
        let mut solver = game.solver(1 << 20);
        for _ in 0..60 {
            check(&game, &mut solver, &Reference::random(size, &mut rng));
        }
    }
}

/// Groups that lie apart are where the solver does not try everything: three boards side by side on one.
#[test]
fn sums_of_groups_are_solved_right() {
    let mut rng = Rng::new(4);
    let game = game(Size { rows: 3, columns: 8 });
    let mut solver = game.solver(1 << 20);
    for _ in 0..80 {
        let mut board = Reference::random(game.size(), &mut rng);
        board.cells.iter_mut().for_each(|row| [2, 5].iter().for_each(|&column| row[column] = ' '));
        check(&game, &mut solver, &board);
    }
}

/// Whether X, who begins, wins on a full board; the small ones are tried out plainly as well.
const STARTS: &[(&str, bool)] = &[
    ("2x2", true),
    ("2x3", false),
    ("3x3", true),
    ("3x4", false),
    ("2x6", false),
    ("4x4", true),
    ("3x6", false),
];

#[test]
fn full_boards_are_won_by_the_right_side() {
    for &(size, wins) in STARTS {
        let size = Size::read(size).expect("a size");
        let game = game(size);
        let mut solver = game.solver(4 << 20);
        let value = solver.value(&game, &game.start(), &unlimited());
        assert_eq!(value, Some(if wins { 1 } else { -1 }), "{size}");
        if size.cells() <= 12 {
            assert_eq!(Reference::start(size).wins(), wins, "{size}");
        }
    }
}

#[test]
fn the_solver_stops_when_told_and_knows_its_range() {
    let board = game(Size { rows: 8, columns: 8 });
    let mut solver = board.solver(1 << 20);
    let few = Control::new(Limits { nodes: Some(1_000), ..Limits::default() });
    assert_eq!(solver.solve(&board, &board.start(), &few), None);
    assert!(solver.nodes() < 3_000, "{} nodes", solver.nodes());
    assert!(!solver.in_range(&board, &board.start(), 1_000_000));
    let late = board.read("8/8/3XO3/8/8/XO6/8/8 X").expect("a position");
    assert!(solver.in_range(&board, &late, 1_000));
}
