//! Texts of positions and moves, in and out.

use game::{Draw, Game, Notated, Options};
use ludus_domineering::Domineering;

fn board(position: &str) -> (Domineering<u64>, <Domineering<u64> as Game>::State) {
    let options = Domineering::<u64>::options_of(position).expect("a board");
    let game = Domineering::new(&options).expect("a size that fits");
    let state = game.read(position).unwrap_or_else(|problems| panic!("{position}: {problems}"));
    (game, state)
}

/// The board of the course's assignment: X on B6, E4 and G2, O on E7 and B2.
const ASSIGNMENT: &str = "8/1X2OO2/1X6/4X3/4X3/6X1/1OO3X1/8 X";

#[test]
fn the_start_is_written_as_the_contract_says() {
    let game = Domineering::<u64>::new(&Options::none()).unwrap();
    assert_eq!(game.write(&game.start()), "8/8/8/8/8/8/8/8 X");
}

#[test]
fn any_set_of_taken_cells_is_a_position() {
    for text in ["1 X", "1 O", "X O", "#O/X1 X", "3#/OXOX/4 O", "XXX/1X1/OOO X", "16/16 O"] {
        let (game, state) = board(text);
        assert_eq!(game.write(&state), text);
    }
}

#[test]
fn every_problem_of_a_position_is_named() {
    let game = Domineering::<u64>::new(&Options::none().with("size", "2x3")).unwrap();
    let cases = [
        ("", "'' has 1 rows; expected 2|row 1 '' has 0 cells|the side to move is ''; expected X or O"),
        ("3/3", "the side to move is ''; expected X or O"),
        ("3/3 x", "the side to move is 'x'; expected X or O"),
        ("3/2Q O", "row 2 has 'Q'; expected X, O, # or a number"),
        (
            "4/Z2/3 W 7",
            "has 3 rows; expected 2|row 1 '4' has 4 cells; expected 3|row 2 has 'Z'|side to move is 'W'|'7' after the side",
        ),
    ];
    for (text, expected) in cases {
        let problems = game.read(text).expect_err(text).to_string();
        for part in expected.split('|') {
            assert!(problems.contains(part), "{text:?} says {problems:?}, without {part:?}");
        }
    }
}

#[test]
fn moves_are_read_in_every_form_people_type() {
    let (game, state) = board(ASSIGNMENT);
    for form in ["E2", "e2", "2E", "[2,E]", "[2 E]", "2 e", " ( e , 2 ) ", "e02"] {
        let mv = game.read_move(&state, form).unwrap_or_else(|e| panic!("{form}: {e}"));
        assert_eq!(game.write_move(&state, mv), "E2", "{form}");
    }
    for form in ["", "E", "2", "EE2", "E2E", "E2F2", "2E2", "E-2", "é2", "E99999999999999999999", "E2²"] {
        let said = game.read_move(&state, form).expect_err(form).to_string();
        assert!(said.starts_with("cannot read"), "{form:?}: {said}");
    }
}

#[test]
fn the_assignments_good_moves_are_good_and_its_bad_ones_are_explained() {
    let (game, state) = board(ASSIGNMENT);
    for good in ["[1 A]", "[2 E]", "[5 H]", "[7 D]"] {
        assert!(game.read_move(&state, good).is_ok(), "{good}");
    }
    let bad = [
        ("[9 F]", "there is no row 9, they go from 1 to 8"),
        ("[3 K]", "there is no column K, they go from A to H"),
        ("[8 B]", "the domino sticks out of the board at the top: B8 is in the last row"),
        ("[8 G]", "the domino sticks out of the board at the top: G8 is in the last row"),
        ("[5 E]", "it overlaps the domino of X at E5"),
        ("[6 F]", "it overlaps the domino of O at F7"),
        ("[0 A]", "there is no row 0"),
    ];
    for (text, reason) in bad {
        let said = game.read_move(&state, text).expect_err(text).to_string();
        assert!(said.contains(reason), "{text} says {said:?}, without {reason:?}");
    }
    let (game, flat) = board("2#1/4 O");
    for (text, reason) in
        [("D1", "sticks out of the board at the right: D1 is in the last column"), ("B2", "C2 is blocked")]
    {
        let said = game.read_move(&flat, text).expect_err(text).to_string();
        assert!(said.contains(reason), "{text} says {said:?}, without {reason:?}");
    }
}

#[test]
fn the_text_board_is_ruled_as_in_the_assignment() {
    let (game, state) = board("1XO/1X# O");
    let expected = "
    A B C
    = = =
 2 | |X|O| 2
    - - -
 1 | |X|#| 1
    = = =
    A B C
";
    assert_eq!(format!("\n{}", game.text(&state)), expected);
}

#[test]
fn dominoes_that_touch_end_to_end_are_told_apart() {
    let (game, state) = board("X2/X2/XOO/XO1/X2 O");
    let scene = game.scene(&state);
    let mut pieces: Vec<(f32, f32)> = scene
        .items
        .iter()
        .filter_map(|item| match item {
            game::Item::Piece { at, .. } => Some((at.w.round(), at.h.round())),
            _ => None,
        })
        .collect();
    pieces.sort_by(f32_pairs);
    assert_eq!(pieces, [(1.0, 1.0), (1.0, 1.0), (1.0, 2.0), (1.0, 2.0), (2.0, 1.0)]);
}

fn f32_pairs(a: &(f32, f32), b: &(f32, f32)) -> std::cmp::Ordering {
    a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
}

/// Lists of rows from the top, as a program in Python holds them.
#[test]
fn lists_of_rows_are_read() {
    let read = |text: &str| Domineering::<u64>::read_notation(text).expect("it is lists");
    assert_eq!(read("[[' ', 'X'], [' ', 'X']]"), Ok("1X/1X O".to_string()), "X has moved");
    assert_eq!(read("([['', '#'], ['O', 'O']], 'X')"), Ok("1#/OO X".to_string()));
    assert_eq!(Domineering::<u64>::read_notation("1X/1X O"), None);
    let refused = read("[['Y']]").expect_err("no such cell").to_string();
    assert_eq!(refused, "the cell 'Y' is none of X, O, # and a blank");
}
