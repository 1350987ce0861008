//! Texts of positions and moves, as people type them.

use game::{Draw, Game, Notated, Options};
use ludus_taiji::{Taiji64, Taiji128};

#[test]
fn positions_are_written_as_the_contract_says() {
    let game = Taiji64::new(&Options::none()).unwrap();
    assert_eq!(game.write(&game.start()), "7/7/7/7/7/7/7 O 1");
    let mut state = game.start();
    let mv = game.read_move(&state, "C4D4").unwrap();
    game.play(&mut state, mv);
    assert_eq!(game.write(&state), "7/7/7/2OX3/7/7/7 X 1");
    let mv = game.read_move(&state, "A7 down").unwrap();
    game.play(&mut state, mv);
    assert_eq!(game.write(&state), "X6/O6/7/2OX3/7/7/7 O 1");
    let game = Taiji128::new(&Options::none().with("size", 11).with("groups", 3)).unwrap();
    assert_eq!(game.write(&game.start()), "11/11/11/11/11/11/11/11/11/11/11 O 3");
}

#[test]
fn a_wrong_position_is_refused_with_every_problem() {
    let game = Taiji64::new(&Options::none().with("size", "3x3")).unwrap();
    for (position, problems) in [
        ("", "'' has 0 parts; expected ROWS SIDE N such as 7/7/7/7/7/7/7 O 1"),
        ("3/3/3 O", "'3/3/3 O' has 2 parts; expected ROWS SIDE N such as 7/7/7/7/7/7/7 O 1"),
        ("3/3/4 O 1", "row 3 '4' has 4 cells; expected 3"),
        (
            "3/3 W 2",
            "'3/3' has 2 rows; expected 3; the side to move is 'W'; expected O or X; '2' groups count; expected 1",
        ),
        ("3/1Q1/3 O 1", "row 2 has 'Q'; expected O, X or a number"),
        (
            "OX1/3/2O O one",
            "the board has 2 O and 1 X; expected as many of one as of the other, because every taijitu has both; \
             'one' groups count; expected 1",
        ),
        ("3/3/3 O 01", "'01' groups count; expected 1"),
    ] {
        let found = game.read(position).expect_err(position);
        assert_eq!(found.to_string(), problems, "{position}");
    }
}

#[test]
fn either_side_may_be_to_move() {
    let game = Taiji64::new(&Options::none().with("size", "3x3")).unwrap();
    for position in ["3/3/3 X 1", "OX1/3/3 O 1", "OX1/3/3 X 1", "O2/2X/3 O 1"] {
        assert_eq!(game.read(position).map(|state| game.write(&state)), Ok(position.to_string()));
    }
}

#[test]
fn moves_are_read_in_every_form() {
    let game = Taiji128::new(&Options::none().with("size", "11x11")).unwrap();
    let start = game.start();
    for (text, expected) in [
        ("C4D4", "C4D4"),
        ("c4d4", "C4D4"),
        (" [C,4] [D,4] ", "C4D4"),
        ("(4, C) (4, D)", "C4D4"),
        ("4C 4D", "C4D4"),
        ("C4-D4", "C4D4"),
        ("C4 right", "C4D4"),
        ("C4 LEFT", "C4B4"),
        ("c4,up", "C4C5"),
        ("C4 down", "C4C3"),
        ("4c d", "C4C3"),
        ("K11J11", "K11J11"),
        ("k 11 down", "K11K10"),
        ("A10A11", "A10A11"),
    ] {
        let read = game.read_move(&start, text).map(|mv| game.write_move(&start, mv));
        assert_eq!(read.as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn a_refused_move_names_the_rule() {
    let game = Taiji64::new(&Options::none().with("size", "4x5")).unwrap();
    let state = game.read("5/1O3/1X3/5 X 1").unwrap();
    for (text, message) in [
        ("B3C3", "'B3C3' is not allowed: B3 is already white"),
        ("C2 left", "'C2 left' is not allowed: B2 is already black"),
        ("E4 right", "'E4 right' is not allowed: F4 is off the board, which goes from A1 to E4"),
        (
            "A1 left",
            "'A1 left' is not allowed: the cell left of A1 is off the board, which goes from A1 to E4",
        ),
        ("A1 down", "'A1 down' is not allowed: A0 is off the board, which goes from A1 to E4"),
        ("D9D8", "'D9D8' is not allowed: D9 is off the board, which goes from A1 to E4"),
        ("D1D1", "'D1D1' is not allowed: a taijitu covers two cells, not the same one twice"),
        ("D1E2", "'D1E2' is not allowed: D1 and E2 are not neighbours in a row or column"),
        ("E1A2", "'E1A2' is not allowed: E1 and A2 are not neighbours in a row or column"),
        ("D1", &unreadable("D1")),
        ("D1E1F1", &unreadable("D1E1F1")),
        ("D1 sideways", &unreadable("D1 sideways")),
        ("", &unreadable("")),
    ] {
        let error = game.read_move(&state, text).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
}

fn unreadable(text: &str) -> String {
    format!(
        "cannot read '{text}' as a move; expected the cell of your own half, then the neighbour for the other half, \
         such as C4D4 or C4 right"
    )
}

#[test]
fn the_terminal_shows_a_boxed_board() {
    let game = Taiji64::new(&Options::none().with("size", "2x3")).unwrap();
    let state = game.read("OX1/3 X 1").unwrap();
    let expected = "      1   2   3
    ┌───┬───┬───┐
  2 │ O │ X │   │
    ├───┼───┼───┤
  1 │   │   │   │
    └───┴───┴───┘
      A   B   C
";
    assert_eq!(game.text(&state).to_string(), expected);
}

/// Terms of a Prolog program; a board alone shows whose turn it is.
#[test]
fn terms_are_read() {
    let read = |text: &str| Taiji64::read_notation(text).expect("it is a term");
    assert_eq!(read("state(black, [[empty, white], [empty, black]])"), Ok("1O/1X X 1".to_string()));
    assert_eq!(read("board([[empty, white], [empty, black]])."), Ok("1O/1X X 1".to_string()));
    assert_eq!(read("state(white, [[empty, empty], [empty, empty]], 2)"), Ok("2/2 O 2".to_string()));
    let refused = read("[[grey]]").expect_err("no such cell").to_string();
    assert_eq!(refused, "the cell 'grey' is none of empty, white and black");
}
