//! Texts of positions and moves: what is read, what is written, what is refused and why.

#![allow(clippy::unwrap_used)]

use game::{Game, Notated};
use ludus_azul::{Azul, State};

use crate::balance::fill;

const START: &str = "c 1 1 1 YRKK/BYRR/BYWW/YKKW/BYRW * 17.15.16.16.16 0.0.0.0.0 0:5/5/5/5/5:-/-/-/-/-:- 0:5/5/5/5/5:-/-/-/-/-:-";
const EXAMPLE: &str = "c 4 1 1 RR/BBB/-/-/- *YK 4.4.4.4.4 7.12.8.14.12 45:B4/1B3/5/3B1/5:-/-/B2/-/-:WWWYY 42:2R2/3R1/4R/1KWBY/5:-/-/-/R3/-:-";

#[test]
fn well_known_positions_survive_a_round_trip() {
    for text in [START, EXAMPLE] {
        let state = Azul::<2>.read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(Azul::<2>.write(&state), text);
    }
}

#[test]
fn a_fresh_game_waits_for_the_first_deal() {
    let text = "c 1 @ 1 -/-/-/-/- - 20.20.20.20.20 0.0.0.0.0 0:5/5/5/5/5:-/-/-/-/-:- 0:5/5/5/5/5:-/-/-/-/-:-";
    assert_eq!(Azul::<2>.write(&Azul::<2>.start()), text);
    assert_eq!(
        Azul::<2>.read(&text.replace("/- - 20", "/- * 20")),
        Ok(Azul::<2>.start()),
        "the marker may be shown"
    );
}

#[test]
fn the_order_of_the_floor_is_kept_but_means_nothing() {
    let other = EXAMPLE.replace("WWWYY", "YWWYW");
    let (one, two) = (Azul::<2>.read(EXAMPLE).unwrap(), Azul::<2>.read(&other).unwrap());
    assert_eq!(one, two);
    assert_eq!(Azul::<2>.key(&one), Azul::<2>.key(&two));
    assert_eq!(Azul::<2>.write(&two), other);
}

/// What is not known is drawn from what is not seen; one of the two that is not known is what the rest leaves.
#[test]
fn bag_and_lid_may_be_unknown() {
    let known = Azul::<2>.read(EXAMPLE).unwrap();
    let rest = "11.16.12.18.16";
    for (given, expected) in [
        ("? 7.12.8.14.12", "4.4.4.4.4 7.12.8.14.12"),
        ("4.4.4.4.4 ?", "4.4.4.4.4 7.12.8.14.12"),
        ("? ?", &format!("{rest} 0.0.0.0.0")),
    ] {
        let text = EXAMPLE.replace("4.4.4.4.4 7.12.8.14.12", given);
        let state = Azul::<2>.read(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(Azul::<2>.write(&state), EXAMPLE.replace("4.4.4.4.4 7.12.8.14.12", expected));
        assert_eq!(state.bag() + state.lid(), known.bag() + known.lid());
    }
    let text = EXAMPLE.replace("4.4.4.4.4 7.12.8.14.12", "17.0.0.0.0 ?");
    let refused = Azul::<2>.read(&text).expect_err("too many");
    assert_eq!(refused.iter().collect::<Vec<_>>(), ["26 blue tiles are in sight; there are 20"]);
}

/// Replaces parts of a good text and expects exactly these problems.
fn check_refusal(changes: &[(&str, &str)], expected: &[&str]) {
    let text = changes.iter().fold(EXAMPLE.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "{from} is not in {text}");
        text.replacen(from, to, 1)
    });
    let problems = Azul::<2>.read(&text).expect_err(&text);
    assert_eq!(problems.iter().collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn every_problem_of_a_position_is_named() {
    check_refusal(&[("c 4", "g 4")], &["wall 'g' (the grey side) cannot be played yet; expected c"]);
    check_refusal(
        &[("c 4", "x 99")],
        &["wall 'x' is unknown; expected c", "round '99' is not a whole number from 1 to 51"],
    );
    check_refusal(
        &[("4 1 1 RR", "4 3 0 RR")],
        &[
            "side '3' is unknown; expected a seat from 1 to 2 or @",
            "starter '0' is not a whole number from 1 to 2",
        ],
    );
    check_refusal(
        &[("RR/BBB/", "RRRRR/BQ/")],
        &[
            "factory 1 'RRRRR' is not up to four of BYRKW, or -",
            "factory 2 'BQ' is not up to four of BYRKW, or -",
        ],
    );
    check_refusal(&[("/-/-/- *", "/-/- *")], &["there are 4 factories; expected 5 for 2 players"]);
    check_refusal(&[("*YK", "**YK")], &["centre '**YK' is not letters of BYRKW and at most one *, or -"]);
    check_refusal(
        &[("RR/", "R/"), ("7.12.8", "8.12.8")],
        &["the blue tiles add up to 21; expected 20", "the red tiles add up to 19; expected 20"],
    );
    check_refusal(
        &[("4.4.4.4.4", "4.4.4.4")],
        &["bag '4.4.4.4' is neither five counts from 0 to 20 with dots between them nor ?"],
    );
    check_refusal(&[("45:B4", "45:1B3")], &["player 1's wall has 'B' in row 1 column 2; expected 'Y'"]);
    check_refusal(&[("45:", "4500:")], &["player 1's score '4500' is not a whole number from 0 to 999"]);
    check_refusal(
        &[("-/-/B2/-/-", "-/-/B4/-/-")],
        &["player 1's line 3 'B4' is not a letter of BYRKW and a count from 1 to 3, or -"],
    );
    check_refusal(
        &[("-/-/B2/-/-", "-/B2/-/-/-")],
        &["player 1's line 2 holds blue, which row 2 of the wall has already"],
    );
    check_refusal(
        &[("WWWYY", "WWWYYWWW")],
        &["player 1's floor 'WWWYYWWW' is not up to 7 of BYRKW and *, or -"],
    );
    check_refusal(&[("*YK", "YK")], &["the marker * is missing; expected in the centre or on a floor"]);
    check_refusal(
        &[("WWWYY", "WWWYY*")],
        &["the marker * is in several places: the centre, player 1's floor"],
    );
    check_refusal(
        &[("4 1 1", "4 @ 1")],
        &[
            "player 1's floor is not empty between rounds",
            "the centre holds tiles, but the round has not begun",
        ],
    );
}

#[test]
fn a_finished_game_has_no_tiles_on_the_table() {
    let board = "0:5/5/5/5/5:-/-/-/-/-:-";
    let text = fill(&format!("c 5 1 1 BB/-/-/-/- * ? 0.0.0.0.0 9:BYRKW/5/5/5/5:-/-/-/-/-:- {board}"));
    let problems = Azul::<2>.read(&text).unwrap_err();
    assert_eq!(
        problems.to_string(),
        "a row of a wall is complete, which ends the game, but tiles are left to be taken"
    );
    let nothing = fill(&format!("c 5 1 1 -/-/-/-/- * ? 0.0.0.0.0 {board} {board}"));
    assert_eq!(
        Azul::<2>.read(&nothing).unwrap_err().to_string(),
        "seat 1 is to move, but there are no tiles to take"
    );
}

#[test]
fn the_number_of_fields_tells_the_number_of_players() {
    for (players, text) in [(2, START.to_string()), (3, format!("{START} x")), (4, format!("{START} x y"))] {
        let options = Azul::<2>::options_of(&text).unwrap();
        assert_eq!(options.get("players"), Some(players.to_string().as_str()));
    }
    for wrong in ["", "c 1 1", &format!("{START} x y z")] {
        assert!(Azul::<2>::options_of(wrong).is_err(), "{wrong}");
        assert!(Azul::<2>.read(wrong).is_err(), "{wrong}");
    }
    assert_eq!(Azul::<3>.read(START).unwrap_err().to_string(), "the position has 2 players; expected 3");
}

fn example() -> State<2> {
    Azul::<2>.read(EXAMPLE).unwrap()
}

#[test]
fn moves_are_read_in_every_form_that_people_type() {
    let state = example();
    for (typed, written) in [
        ("1R2", "1R2"),
        ("1r2", "1R2"),
        (" 1 R 2 ", "1R2"),
        ("[1,R,2]", "1R2"),
        ("(1, red, line 2)", "1R2"),
        ("factory 1 red 2", "1R2"),
        ("cYf", "cYf"),
        ("C,y,F", "cYf"),
        ("centre yellow floor", "cYf"),
        ("center black 5", "cK5"),
    ] {
        let mv = Azul::<2>.read_move(&state, typed).unwrap_or_else(|e| panic!("{typed}: {e}"));
        assert_eq!(Azul::<2>.write_move(&state, mv), written);
    }
    let dealing = Azul::<2>.start();
    for typed in ["@BBYR", "@ryBB", "@ B B Y R"] {
        let mv = Azul::<2>.read_move(&dealing, typed).unwrap_or_else(|e| panic!("{typed}: {e}"));
        assert_eq!(Azul::<2>.write_move(&dealing, mv), "@BBYR");
    }
}

#[test]
fn a_refused_move_names_the_rule() {
    let full = fill("c 2 1 1 YY/-/-/-/- *BW ? 0.0.0.0.0 0:5/5/5/5/5:-/-/-/Y4/K1:- 0:5/5/5/5/5:-/-/-/-/-:-");
    let over = fill("c 5 @ 1 -/-/-/-/- - ? 0.0.0.0.0 9:BYRKW/5/5/5/5:-/-/-/-/-:- 0:5/5/5/5/5:-/-/-/-/-:-");
    let start = Azul::<2>.write(&Azul::<2>.start());
    let low = "c 6 @ 1 -/-/-/-/- - 1.1.0.0.0 19.19.20.20.20 0:5/5/5/5/5:-/-/-/-/-:- 0:5/5/5/5/5:-/-/-/-/-:-";
    for (position, typed, expected) in [
        (EXAMPLE, "6R1", "'6R1' is not allowed: there are factories 1 to 5"),
        (EXAMPLE, "0R1", "'0R1' is not allowed: there are factories 1 to 5"),
        (EXAMPLE, "3R1", "'3R1' is not allowed: factory 3 is empty"),
        (EXAMPLE, "1B1", "'1B1' is not allowed: factory 1 holds no blue tile, only 2 red"),
        (EXAMPLE, "2B2", "'2B2' is not allowed: row 2 of the wall has blue already"),
        (EXAMPLE, "1R3", "'1R3' is not allowed: line 3 holds blue tiles"),
        (full.as_str(), "1Y4", "'1Y4' is not allowed: line 4 is full"),
        (full.as_str(), "1Y5", "'1Y5' is not allowed: line 5 holds black tiles"),
        (EXAMPLE, "@BBYR", "'@BBYR' is not allowed: no tiles are to be dealt now"),
        (start.as_str(), "1R2", "'1R2' is not allowed: tiles must be dealt before anybody can take some"),
        (start.as_str(), "@BBY", "'@BBY' is not allowed: a factory gets 4 tiles, not 3"),
        (low, "@BRRR", "'@BRRR' is not allowed: the last tiles of the bag, BY, must be dealt first"),
        (over.as_str(), "1R2", "'1R2' is not allowed: the game is over"),
    ] {
        let state = Azul::<2>.read(position).unwrap_or_else(|e| panic!("{position}: {e}"));
        let error = Azul::<2>.read_move(&state, typed).expect_err(typed);
        assert_eq!(error.to_string(), expected);
    }
    for typed in ["", "R", "1R", "1R6", "1R0", "1Z2", "xR2", "1R22", "@", "1"] {
        let error = Azul::<2>.read_move(&example(), typed).expect_err(typed);
        assert!(typed == "@" || error.to_string().starts_with("cannot read"), "{typed}: {error}");
    }
}

#[test]
fn a_full_line_leaves_only_the_other_lines_and_the_floor() {
    let text = fill(
        "c 2 1 1 YY/-/-/-/- * ? 0.0.0.0.0 0:5/5/1Y3/5/5:-/-/-/Y4/-:- 0:5/5/5/5/5:-/-/-/-/-:-"
            .replace("1Y3", "3Y1")
            .as_str(),
    );
    let state = Azul::<2>.read(&text).unwrap();
    let mut moves = Vec::new();
    Azul::<2>.moves(&state, &mut moves);
    let texts: Vec<String> = moves.iter().map(|&mv| Azul::<2>.write_move(&state, mv)).collect();
    assert_eq!(texts, ["1Y1", "1Y2", "1Y5", "1Yf"]);
}

/// The worked example as named fields, in English and as its authors would name them.
#[test]
fn named_fields_are_read() {
    let read =
        |text: &str| Azul::<2>::read_notation(text).expect("it is fields").unwrap_or_else(|e| panic!("{e}"));
    let wall = "wall 1: row 1 blue, row 2 blue, row 4 blue; wall 2: row 1 red, row 2 red, row 3 red, row 4 black white blue yellow";
    let text = format!(
        "round: 4; factory A: 2 red; factory B: 3 blue; centre: 1 yellow, 1 black, marker; score 1: 45 points; {wall}; \
         lines 1: row 3 has 2 blue; floor 1: 3 white, 2 yellow; score 2: 42; lines 2: row 4 has 3 red"
    );
    let expected = EXAMPLE.replace("4.4.4.4.4 7.12.8.14.12", "? ?").replace("*YK", "YK*");
    assert_eq!(read(&text), expected);
    let zid = "zid 1: red 1 plava, red 2 plava, red 4 plava; zid 2: red 1 crvena, red 2 crvena, red 3 crvena, red 4 crna bela plava žuta";
    let serbian = format!(
        "runda: 4; fabrika A: 2 crvene pločice; fabrika B: 3 plave pločice; centar: 1 žuta, 1 crna pločica, token prvog igrača; \
         poeni 1: 45; {zid}; redovi 1: red 3 2 plave; pod 1: 3 bele, 2 žute; poeni 2: 42; redovi 2: red 4 3 crvene"
    );
    assert_eq!(read(&serbian), expected);
    assert_eq!(Azul::<2>::read_notation(EXAMPLE), None, "a position text has no named fields");
    let refused =
        Azul::<2>::read_notation("factory A: two red; roof 1: none").expect("fields").expect_err("wrong");
    assert_eq!(
        refused.iter().collect::<Vec<_>>(),
        [
            "cannot read 'two red' in the factory; expected a count and a colour such as 2 red, or marker",
            "unknown field 'roof 1'; expected players, round, to move, starter, centre, bag, lid, factory, score, wall, lines, floor",
        ]
    );
}
