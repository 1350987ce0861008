//! Position texts, move texts and pictures, input against expectation.

use game::{Draw, Game, Notated, Options, golden};
use ludus_dots_and_boxes::{Medium, Small};

fn game(size: &str) -> Small {
    Small::new(&Options::none().with("size", size)).expect("a size that fits")
}

#[test]
fn the_start_is_as_the_contract_says() {
    let small = game("1x2");
    assert_eq!(small.write(&small.start()), "00/00 000 00 1");
    assert_eq!(Small::options_of("00/00 000 00 1"), Ok(Options::none().with("size", "1x2")));
}

#[test]
fn wrong_positions_are_refused_with_every_problem() {
    let table = [
        ("", &["'' has 0 parts; expected four parts: horizontal arcs, vertical arcs, boxes, side"][..]),
        (
            "00/00 000 00 1 1",
            &[
                "'00/00 000 00 1 1' has 5 parts; expected four parts: horizontal arcs, vertical arcs, boxes, side",
            ],
        ),
        ("00/00 000 00 3", &["side '3' is not 1 or 2"]),
        (
            "00/0 00x 00/00 X",
            &[
                "row 2 of the horizontal arcs '0' has 1 digits; expected 2",
                "row 1 of the vertical arcs has 'x'; expected 0, 1 or 2",
                "boxes '00/00' have 2 rows; expected 1",
                "side 'X' is not 1 or 2",
            ],
        ),
        (
            "10/20 120 01 0",
            &[
                "box 1.1 has all four arcs but no owner",
                "box 1.2 has the owner 1 but not all four arcs",
                "side '0' is not 1 or 2",
            ],
        ),
    ];
    for (text, expected) in table {
        let problems = game("1x2").read(text).unwrap_err();
        assert_eq!(problems.iter().collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn any_owner_of_a_closed_box_is_accepted() {
    for text in ["10/10 110 20 1", "10/10 110 10 2", "11/11 111 21 1", "22/22 222 11 2"] {
        let state = game("1x2").read(text).unwrap();
        assert_eq!(game("1x2").write(&state), text);
    }
}

#[test]
fn moves_are_read_in_every_form() {
    let board = Medium::new(&Options::none().with("size", "3x10")).unwrap();
    let table = [
        ("h2.3", "h2.3"),
        ("H2.3", "h2.3"),
        (" h 2 3 ", "h2.3"),
        ("H2,3", "h2.3"),
        ("[h, 2, 3]", "h2.3"),
        ("(v 2 3)", "v2.3"),
        ("h(2,3)", "h2.3"),
        ("h 2 . 3", "h2.3"),
        ("v2-3", "v2.3"),
        ("h23", "h2.3"),
        ("h210", "h2.10"),
        ("v311", "v3.11"),
        ("vertical 3 11", "v3.11"),
        ("Horizontal 4.10", "h4.10"),
    ];
    for (text, expected) in table {
        let mv = board.read_move(&board.start(), text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(board.write_move(&board.start(), mv), expected, "{text}");
    }
}

#[test]
fn refused_moves_say_why() {
    let board = game("3x4");
    let state = board.read("0200/0000/0000/0000 00000/01000/00000 0000/0000/0000 1").unwrap();
    let form = "expected h or v, row, column, counted from the top left, such as h2.3";
    let table = [
        ("h1.2", "'h1.2' is not allowed: player 2 has already drawn this arc".to_string()),
        ("v 2 2", "'v 2 2' is not allowed: player 1 has already drawn this arc".to_string()),
        (
            "h5.1",
            "'h5.1' is not allowed: the board has rows 1 to 4 and columns 1 to 4 of horizontal arcs"
                .to_string(),
        ),
        (
            "v0.1",
            "'v0.1' is not allowed: the board has rows 1 to 3 and columns 1 to 5 of vertical arcs"
                .to_string(),
        ),
        (
            "v99",
            "'v99' is not allowed: the board has rows 1 to 3 and columns 1 to 5 of vertical arcs".to_string(),
        ),
        ("x1.1", format!("cannot read 'x1.1' as a move; {form}")),
        ("h1", format!("cannot read 'h1' as a move; {form}")),
        ("h1.2.3", format!("cannot read 'h1.2.3' as a move; {form}")),
        ("h1 2 3", format!("cannot read 'h1 2 3' as a move; {form}")),
        ("", format!("cannot read '' as a move; {form}")),
        ("h٣.1", format!("cannot read 'h٣.1' as a move; {form}")),
    ];
    for (text, expected) in table {
        assert_eq!(board.read_move(&state, text).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn the_picture_is_in_the_manner_of_plus_and_minus() {
    let board = game("2x3");
    let state = board.read("120/100/000 1200/0001 100/000 2").unwrap();
    let expected = "\
h    1  2  3
h1  +--+--+  +
v1  |1 |
h2  +--+  +  +
v2           |
h3  +  +  +  +
v   1  2  3  4
    1 : 0
";
    assert_eq!(board.text(&state).to_string(), expected);
}

#[test]
fn a_random_game_looks_as_it_did() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/playthrough.txt");
    golden::check(path, &golden::playthrough(&game("2x3"), 1));
}

/// The nested lists list vertical arcs by columns; the example is the one with which their program documents its operators.
#[test]
fn nested_lists_are_read() {
    let read = |text: &str| Small::read_notation(text).expect("it is nested lists");
    let board = "((0 0 0) (0 0 1) (0 1 1) (0 0 1)) ((0 0 0) (0 1 0) (0 0 1) (0 1 1))";
    let text = "000/001/011/001 0000/0101/0011 000/000/001 1";
    assert_eq!(read(&format!("'({board})")), Ok(text.to_string()));
    assert_eq!(read(&format!("(({board}) 1 0 2)")), Ok(text.replace("001 1", "001 2")));
    assert_eq!(Small::read_notation("00/00 000 00 1"), None);
    for (wrong, expected) in [
        (format!("(({board}) 1 1 2)"), "'1' and '1' boxes do not add up to the 1 that are closed"),
        (
            "(((1) (1)) ((2) (1)))".to_string(),
            "the box in row 1, column 1 is closed and both drew arcs of it; expected the numbers of boxes after the arcs",
        ),
        (
            "(((0 0) (0 0)) ((0) (0)))".to_string(),
            "the lists do not fit: 2 rows of 2 horizontal arcs ask for 3 columns of 1 vertical arcs",
        ),
        ("(((0) (3)) ((0) (0)))".to_string(), "the arc '3' is none of 0, 1, 2"),
    ] {
        assert_eq!(read(&wrong).expect_err(&wrong).to_string(), expected);
    }
}
