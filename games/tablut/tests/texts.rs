//! Texts in, texts out: positions refused, moves in all their forms, and the reasons given.

use game::{Game, Line, Turn};
use ludus_tablut::{Ending, Tablut};

const START: &str = "3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 W";

#[test]
fn the_start_is_written_as_the_contract_says() {
    assert_eq!(Tablut.write(&Tablut.start()), START);
    assert_eq!(Tablut.read(START), Ok(Tablut.start()));
}

#[test]
fn every_problem_of_a_position_is_named() {
    let cases: &[(&str, &[&str])] = &[
        (
            "",
            &[
                "'' has 1 rows; expected 9",
                "row 1 '' has 0 cells; expected 9",
                "the side to move is missing: expected W or B after the rows",
            ],
        ),
        ("9/9/9/9/4K4/9/9/9/9 X", &["side to move 'X' is not W or B"]),
        ("9/9/9/9/4K4/9/9/9/9 W 1", &["unexpected '1' after the side to move"]),
        ("9/9/9/9/4K4/9/9/9/8Q W", &["row 9 has 'Q'; expected K, W, B or a number"]),
        (
            "4W4/9/9/9/K3B4/9/9/9/9 W",
            &[
                "a white pawn stands on 'e1' in a camp; only Black may be there",
                "the king stands on 'a5' in a camp; only Black may be there",
                "a black pawn stands on 'e5' on the castle; only the king may be there",
            ],
        ),
        (
            "9/WWWWWWWWW/9/9/KK2W4/9/9/9/8K B",
            &[
                "there are 10 white pawns; at most 8 can be",
                "there are 3 kings; at most 1 can be",
                "a white pawn stands on 'e2' in a camp; only Black may be there",
                "the king stands on 'a5' in a camp; only Black may be there",
                "the king stands on 'b5' in a camp; only Black may be there",
                "the king stands on 'i9' in a corner; the game ends before he can get there",
                "a white pawn stands on 'e5' on the castle; only the king may be there",
            ],
        ),
        ("9/BBBBBBBBB/BBBBBBBBB/9/4K4/9/9/9/9 W", &["there are 18 black pawns; at most 16 can be"]),
        (
            "9/9/9/9/9/9/9/9/B8 B",
            &["there is no king and Black is to move; without a king Black has just won, so it is W's turn"],
        ),
        (
            "1K7/9/9/9/9/9/9/9/B8 W",
            &[
                "the king stands on 'b1' at the rim and White is to move; he has just escaped, so it is B's turn",
            ],
        ),
    ];
    for (text, expected) in cases {
        let problems = Tablut.read(text).expect_err(text);
        assert_eq!(problems.iter().collect::<Vec<_>>(), *expected, "problems of '{text}'");
    }
}

#[test]
fn finished_positions_can_be_read() {
    let cases = [
        ("1K7/9/9/9/9/9/9/9/B8 B", Ending::Escaped, "king escaped", "White"),
        ("9/9/9/9/9/9/9/9/B8 W", Ending::Captured, "king captured", "Black"),
        ("9/9/9/9/4K4/9/9/9/9 B", Ending::Stuck, "no move left", "White"),
        ("9/9/9/4B4/3BKB3/4B4/9/9/9 W", Ending::Stuck, "no move left", "Black"),
        ("9/9/9/9/4K4/9/9/8W/7WB B", Ending::Stuck, "no move left", "White"),
    ];
    for (text, ending, words, winner) in cases {
        let state = Tablut.read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(state.ending(), Some(ending), "{text}");
        let outcome = Tablut.outcome(&state);
        assert_eq!(outcome.ending, words);
        let winners: Vec<_> = outcome.winners.iter().map(|seat| Tablut.seat_name(seat)).collect();
        assert_eq!(winners, [winner]);
    }
}

#[test]
fn moves_are_read_in_the_forms_people_type() {
    let state = Tablut.start();
    for text in ["E3H3", "e3h3", "e3 h3", "e3-h3", "[e3, h3]", "(E3)->(H3)", " e3 : h3. ", "e 3 h 3"] {
        let mv = Tablut.read_move(&state, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(Tablut.write_move(&state, mv), "E3H3", "{text}");
    }
    for text in ["", "e3", "e3h", "33hh", "e3h3h3", "\u{e9}3h3", "king", "e10e3"] {
        let error = Tablut.read_move(&state, text).expect_err(text).to_string();
        assert!(error.ends_with("expected two squares, from and to, such as E3H3"), "{text}: {error}");
    }
}

#[test]
fn refusals_name_the_rule() {
    let cases = [
        (START, "e3j3", "j3 is off the board, which has files a to i and rows 1 to 9"),
        (START, "e0e3", "e0 is off the board, which has files a to i and rows 1 to 9"),
        (START, "a1a2", "no piece stands on a1"),
        (START, "e2d2", "White is to move, and the piece on e2 is not White's"),
        (START, "e3e3", "the piece would stay on e3"),
        (START, "e3d4", "e3 and d4 are not in one row or column"),
        (START, "e3e2", "e2 is taken"),
        (START, "e4e2", "e3 is in the way"),
        ("9/9/4W4/9/9/3K5/9/9/B8 W", "e3e2", "White may never enter the camp on e2"),
        ("9/9/9/9/6W2/3K5/9/9/B8 W", "g5i5", "White may never cross the camp on h5"),
        ("9/9/9/9/6W2/3K5/9/9/B8 W", "g5e5", "nobody may enter the castle on e5"),
        ("9/9/9/9/6W2/3K5/9/9/B8 W", "g5c5", "nobody may cross the castle on e5"),
        ("9/9/9/9/9/3K5/9/9/6B2 B", "g9f9", "a pawn that has left its camp may not enter the camp on f9"),
        ("3B5/9/9/9/9/4K4/9/9/9 B", "d1d9", "a pawn of another camp may not enter the camp on d9"),
        ("1K7/9/9/9/9/9/9/9/B8 B", "a9a8", "the game is over, the king has escaped"),
    ];
    for (position, text, reason) in cases {
        let state = Tablut.read(position).unwrap_or_else(|e| panic!("{position}: {e}"));
        let error = Tablut.read_move(&state, text).expect_err(text).to_string();
        assert_eq!(error, format!("'{text}' is not allowed: {reason}"));
    }
}

/// The example of the server's documentation: the second occurrence draws, unless a capture came in between.
#[test]
fn the_second_occurrence_of_a_position_is_a_draw() {
    let mut line = Line::new(Tablut, Tablut.start());
    for text in "e4f4 d1d2 f4e4 d2d3 e4f4 d3d2".split(' ') {
        assert_eq!(line.outcome(), None, "before {text}");
        let mv = Tablut.read_move(line.state(), text).unwrap();
        line.play(mv).unwrap();
    }
    assert_eq!(line.turn(), Turn::Over);
    assert_eq!(line.outcome().map(|o| (o.ending, o.winners.len())), Some(("position repeated", 2)));
}
