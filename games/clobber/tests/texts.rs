//! Texts of positions and moves, in and out.

use game::{Draw, Game, Options};
use ludus_clobber::{Clobber, State};

fn board(position: &str) -> (Clobber, State) {
    let options = Clobber::options_of(position).expect("a board");
    let game = Clobber::new(&options).expect("a size on offer");
    let state = game.read(position).unwrap_or_else(|problems| panic!("{position}: {problems}"));
    (game, state)
}

#[test]
fn the_start_is_full_and_begins_with_x_in_the_corner() {
    let game = Clobber::new(&Options::none()).expect("the default board");
    assert_eq!(game.write(&game.start()), "XOXOXO/OXOXOX/XOXOXO/OXOXOX/XOXOXO X");
}

#[test]
fn every_problem_of_a_position_is_named() {
    let game = Clobber::new(&Options::none().with("size", "2x3")).expect("a small board");
    let cases = [
        ("", "'' has 1 rows; expected 2|row 1 '' has 0 cells|the side to move is ''; expected X or O"),
        ("3/3 x", "the side to move is 'x'; expected X or O"),
        ("3/2# O", "row 2 has '#'; expected X, O or a number"),
        (
            "4/Z2/3 W 7",
            "has 3 rows; expected 2|row 1 '4' has 4 cells|row 2 has 'Z'|is 'W'|'7' after the side",
        ),
    ];
    for (text, expected) in cases {
        let problems = game.read(text).expect_err(text).to_string();
        for part in expected.split('|') {
            assert!(problems.contains(part), "{text:?} says {problems:?}, without {part:?}");
        }
    }
    for text in ["", "X X", "XO X", "11/11 X"] {
        assert!(Clobber::options_of(text).is_err_and(|p| p.to_string().contains("is not a board")), "{text}");
    }
}

#[test]
fn moves_are_read_in_every_form_people_type() {
    let (game, state) = board("3/OX1/1O1 X");
    for form in ["B2B1", "b2b1", "B2-B1", "b2 b1", "B2xB1", " [b2, b1] ", "B2 x B1", "b02b01", "B2->B1"] {
        let mv = game.read_move(&state, form).unwrap_or_else(|e| panic!("{form}: {e}"));
        assert_eq!(game.write_move(&state, mv), "B2B1", "{form}");
    }
    for form in ["", "B2", "B2B", "B2B1C1", "22", "BB", "2B1B", "é2b1", "B2é1", "B9999B1", "B2xx"] {
        let said = game.read_move(&state, form).expect_err(form).to_string();
        assert!(said.starts_with("cannot read"), "{form:?}: {said}");
    }
}

/// A column X exists on no board, but the sign for taking must not hide a wrong column.
#[test]
fn the_reason_is_given_when_a_move_is_refused() {
    let (game, state) = board("3/OX1/1O1 X");
    let bad = [
        ("B2D2", "there is no column D, they go from A to C"),
        ("B2X2", "there is no column X, they go from A to C"),
        ("B2B4", "there is no row 4, they go from 1 to 3"),
        ("A2B2", "there is no stone of X at A2"),
        ("B2C1", "C1 is not beside B2"),
        ("B2B2", "B2 is not beside B2"),
        ("B2C2", "there is no stone of O to take at C2"),
    ];
    for (text, reason) in bad {
        let said = game.read_move(&state, text).expect_err(text).to_string();
        assert!(said.contains(reason), "{text} says {said:?}, without {reason:?}");
    }
}

#[test]
fn the_text_board_shows_stones_and_empty_cells() {
    let (game, state) = board("1XO/1X1 O");
    let expected = "
    A B C
 2  . X O  2
 1  . X .  1
    A B C
";
    assert_eq!(format!("\n{}", game.text(&state)), expected);
}
