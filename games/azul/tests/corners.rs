//! The corners of the rules: marker, floor, lid, ties and endings.

#![allow(clippy::unwrap_used)]

use azul::{Azul, Move, State};
use game::{Game, Rng, Seat, Turn};
use ludus_azul as azul;

use crate::balance::fill;

const EMPTY: &str = "0:5/5/5/5/5:-/-/-/-/-:-";

fn read<const N: usize>(text: &str) -> State<N> {
    let text = fill(text);
    Azul::<N>.read(&text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Plays the moves and returns the position after them.
fn after<const N: usize>(text: &str, moves: &str) -> State<N> {
    let mut state = read::<N>(text);
    for word in moves.split(' ') {
        let mv = Azul::<N>.read_move(&state, word).unwrap_or_else(|e| panic!("{word}: {e}"));
        Azul::<N>.play(&mut state, mv);
    }
    state
}

/// The fields of a position text.
fn field<const N: usize>(state: &State<N>, index: usize) -> String {
    Azul::<N>.write(state).split(' ').nth(index).unwrap().to_string()
}

const CENTRE: usize = 5;
const LID: usize = 7;
const FIRST: usize = 8;

#[test]
fn the_marker_falls_before_the_tiles() {
    let state =
        after::<2>(&format!("c 2 1 2 BBYY/-/-/-/- *RRR ? 0.0.0.0.0 0:5/5/5/5/5:-/R1/-/-/-:- {EMPTY}"), "cR2");
    assert_eq!(field(&state, FIRST), "0:5/5/5/5/5:-/R2/-/-/-:*RR");
    assert_eq!(state.board(Seat::FIRST).floor().penalty(), 4);
    assert_eq!(state.marker(), Some(Seat::FIRST));
    assert_eq!(field(&state, CENTRE), "-");
}

#[test]
fn excess_tiles_of_a_full_floor_go_to_the_lid() {
    let start = format!("c 2 1 2 KKKK/YY/-/-/- * ? 0.0.0.0.0 40:5/5/5/5/5:-/-/-/-/-:BBYYRR {EMPTY}");
    let state = after::<2>(&start, "1Kf");
    assert_eq!(field(&state, FIRST), "40:5/5/5/5/5:-/-/-/-/-:BBYYRRK");
    assert_eq!(field(&state, LID), "0.0.0.3.0");
    let state = after::<2>(&start, "1Kf 2Yf");
    assert_eq!(state.board(Seat::FIRST).score(), 26, "a full floor costs 14");
}

#[test]
fn the_marker_on_a_full_floor_costs_nothing_and_still_starts() {
    let start = format!("c 2 2 1 -/-/-/-/- *KKY ? 0.0.0.0.0 {EMPTY} 40:5/5/5/5/5:-/-/-/-/-:BBYYRRW");
    let state = after::<2>(&start, "cKf");
    assert_eq!(field(&state, FIRST + 1), "40:5/5/5/5/5:-/-/-/-/-:BBYYRRW*");
    assert_eq!(field(&state, LID), "0.0.0.2.0");
    let state = after::<2>(&start, "cKf cY1");
    assert_eq!(state.board(Seat::SECOND).score(), 26);
    assert_eq!(state.starter(), Seat::SECOND);
    assert_eq!(field(&state, LID), "2.2.2.2.1");
}

#[test]
fn the_same_player_starts_again_when_nobody_took_the_marker() {
    let state = after::<2>(&format!("c 2 2 2 BBBB/-/-/-/- * ? 0.0.0.0.0 {EMPTY} {EMPTY}"), "1B4");
    assert_eq!((state.turn_of(), state.starter(), state.round()), (Turn::Chance, Seat::SECOND, 3));
    assert_eq!(field(&state, LID), "3.0.0.0.0");
}

/// Shorthand for asking the game.
trait TurnOf {
    fn turn_of(&self) -> Turn;
}

impl<const N: usize> TurnOf for State<N> {
    fn turn_of(&self) -> Turn {
        Azul::<N>.turn(self)
    }
}

#[test]
fn the_marker_holder_may_move_twice_in_a_row() {
    let mut state =
        after::<2>(&format!("c 2 1 1 -/-/-/-/- *BY ? 0.0.0.0.0 {EMPTY} 0:5/5/5/5/5:-/-/-/-/-:-"), "cB1 cY2");
    let mut rng = Rng::new(1);
    for _ in 0..5 {
        assert_eq!(state.turn_of(), Turn::Chance);
        let deal = Azul::<2>.sample(&state, &mut rng, &mut Vec::new());
        Azul::<2>.play(&mut state, deal);
    }
    assert_eq!(state.turn_of(), Turn::Player(Seat::FIRST), "player 1 took the marker and starts");
    assert_eq!(&field(&state, CENTRE), "*");
}

#[test]
fn the_lid_refills_the_bag_only_when_it_is_empty() {
    // Three players, round 4: four factories from the bag of 16, three from the lid of 60.
    let mut state = read::<3>(
        "c 4 @ 2 -/-/-/-/-/-/- - 4.3.3.3.3 12.12.12.12.12 \
         0:5/5/5/5/5:-/Y1/R2/K3/B4:- 0:5/5/5/5/5:-/W1/-/R3/Y4:- 0:5/5/5/5/5:-/-/K2/-/W4:-",
    );
    let mut rng = Rng::new(3);
    for (bag, lid) in [(12, 60), (8, 60), (4, 60), (0, 60), (56, 0), (52, 0), (48, 0)] {
        assert_eq!(state.turn_of(), Turn::Chance);
        let deal = Azul::<3>.sample(&state, &mut rng, &mut Vec::new());
        Azul::<3>.play(&mut state, deal);
        assert_eq!((state.bag().total(), state.lid().total()), (bag, lid));
    }
    assert_eq!(state.turn_of(), Turn::Player(Seat::SECOND));
}

fn deals<const N: usize>(state: &State<N>) -> Vec<(String, f64)> {
    let mut moves: Vec<Move> = Vec::new();
    Azul::<N>.moves(state, &mut moves);
    moves.iter().map(|&mv| (Azul::<N>.write_move(state, mv), Azul::<N>.odds(state, mv))).collect()
}

#[test]
fn a_factory_can_be_filled_from_the_old_and_the_new_bag() {
    // Two tiles in the bag, B and Y; six of each colour in the lid.
    let state = read::<2>(
        "c 6 @ 1 WWW/WWW/RRK/KKK/- - 1.1.0.0.0 6.6.6.6.6 \
         0:BYRK1/WBYR1/KWBY1/RKWB1/YRKW1:-/K1/R2/Y3/B4:- 0:BYRK1/WBYR1/KWBY1/RKWB1/YRKW1:-/K1/R2/Y2/B1:-",
    );
    let deals = deals(&state);
    assert_eq!(deals.len(), 15, "two of five colours, with repetition");
    assert!(deals.iter().all(|(text, _)| text.contains('B') && text.contains('Y')), "{deals:?}");
    let odds = |wanted: &str| deals.iter().find(|(text, _)| text == wanted).map(|&(_, odds)| odds);
    assert_eq!(odds("@BYRR"), Some(15.0 / 435.0));
    assert_eq!(odds("@BYRK"), Some(36.0 / 435.0));
    assert!((deals.iter().map(|(_, odds)| odds).sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn a_fresh_deal_has_seventy_outcomes_with_hypergeometric_odds() {
    let deals = deals(&Azul::<2>.start());
    assert_eq!(deals.len(), 70);
    let ways = 3_921_225.0;
    assert_eq!(deals[0], ("@BBBB".to_string(), 4845.0 / ways));
    assert!(deals.contains(&("@BYRK".to_string(), 160_000.0 / ways)));
}

#[test]
fn direct_drawing_follows_the_odds() {
    let state =
        read::<2>(&format!("c 2 @ 1 -/-/-/-/- - 2.1.2.0.4 ? {EMPTY} {EMPTY}").replace('?', "18.19.18.20.16"));
    let (game, mut rng, mut scratch) = (Azul::<2>, Rng::new(9), Vec::new());
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let mut seen = vec![0.0; moves.len()];
    let draws = 200_000;
    for _ in 0..draws {
        let mv = game.sample(&state, &mut rng, &mut scratch);
        seen[moves.binary_search(&mv).unwrap()] += 1.0;
    }
    for (&mv, seen) in moves.iter().zip(seen) {
        let odds = game.odds(&state, mv);
        let error = (odds * (1.0 - odds) / f64::from(draws)).sqrt();
        assert!((seen / f64::from(draws) - odds).abs() < 5.0 * error, "{}", game.write_move(&state, mv));
    }
}

#[test]
fn the_last_tiles_make_a_small_factory_and_the_rest_stay_empty() {
    let text = format!("c 9 @ 2 -/-/-/-/-/-/-/-/- - 1.1.1.0.0 0.0.0.0.0 {}", full_tables());
    let state = read::<4>(&text);
    assert_eq!(deals(&state), [("@BYR".to_string(), 1.0)]);
    let state = after::<4>(&text, "@BYR");
    assert_eq!(state.turn_of(), Turn::Player(Seat::SECOND));
    assert_eq!(field(&state, 4), "BYR/-/-/-/-/-/-/-/-");
}

/// Four boards that hold 97 tiles: walls without a complete row, and lines.
fn full_tables() -> String {
    [
        "0:1YRKW/1BYRK/1WBYR/1KWBY/1RKWB:-/-/-/-/Y3:-",
        "0:B1RKW/W1YRK/K1BYR/R1WBY/Y1KWB:-/-/-/-/R3:-",
        "0:BY1KW/WB1RK/KW1YR/RK1BY/YR1WB:-/-/-/-/K4:-",
        "0:BYR1W/WBY1K/KWB1R/RKW1Y/YRK1B:-/-/-/B3/W4:-",
    ]
    .join(" ")
}

#[test]
fn the_game_ends_when_no_tile_is_left_to_deal() {
    let boards = full_tables().replace("Y3", "Y4").replace("R3", "R4");
    let text = format!("c 9 3 1 B/-/-/-/-/-/-/-/- * 0.0.0.0.0 0.0.0.0.0 {boards}");
    let state = after::<4>(&text, "1B3");
    assert_eq!(state.turn_of(), Turn::Over);
    let outcome = Azul::<4>.outcome(&state);
    assert_eq!(outcome.ending, "no tiles left to deal");
    assert_eq!(&outcome.scores, &[28, 28, 28, 28], "four complete columns each");
    assert_eq!(outcome.winners.len(), 4);
}

#[test]
fn an_endless_game_ends_after_round_fifty() {
    let state =
        after::<2>(&format!("c 50 1 1 YY/-/-/-/- * ? 0.0.0.0.0 9:5/5/5/5/5:-/-/-/-/-:- {EMPTY}"), "1Y3");
    assert_eq!(state.turn_of(), Turn::Over);
    assert_eq!(Azul::<2>.outcome(&state).ending, "round limit");
    assert_eq!(Azul::<2>.outcome(&state).winners.iter().collect::<Vec<_>>(), [Seat::FIRST]);
    let state = after::<2>(&format!("c 49 1 1 YY/-/-/-/- * ? 0.0.0.0.0 {EMPTY} {EMPTY}"), "1Y3");
    assert_eq!(state.turn_of(), Turn::Chance, "round 50 is played");
}

#[test]
fn ties_are_broken_by_rows_and_then_shared() {
    let row = "BYRKW";
    let board = |score: i32, rows: usize| {
        let walls = [&["5"; 5][..], &[row, "5", "5", "5", "5"], &[row, "WBYRK", "5", "5", "5"]];
        format!("{score}:{}:-/-/-/-/-:-", walls[rows].join("/"))
    };
    // Points before the bonuses and complete rows of each player; final scores; winners.
    let cases = [
        (vec![(57, 2), (59, 1)], vec![61, 61], vec![0]),
        (vec![(59, 1), (59, 1)], vec![61, 61], vec![0, 1]),
        (vec![(59, 1), (58, 2)], vec![61, 62], vec![1]),
        (vec![(61, 0), (59, 1), (57, 2)], vec![61, 61, 61], vec![2]),
        (vec![(40, 2), (59, 1), (59, 1)], vec![44, 61, 61], vec![1, 2]),
    ];
    for (boards, scores, winners) in cases {
        let texts: Vec<String> = boards.iter().map(|&(score, rows)| board(score, rows)).collect();
        let factories = vec!["-"; 2 * boards.len() + 1].join("/");
        let text = fill(&format!("c 5 @ 1 {factories} - ? 0.0.0.0.0 {}", texts.join(" ")));
        let outcome = if boards.len() == 2 {
            Azul::<2>.outcome(&read::<2>(&text))
        } else {
            Azul::<3>.outcome(&read::<3>(&text))
        };
        assert_eq!(&outcome.scores[..scores.len()], scores, "{text}");
        let found: Vec<usize> = outcome.winners.iter().map(Seat::index).collect();
        assert_eq!(found, winners, "{text}");
        assert_eq!(outcome.ending, "a row is complete");
    }
}

#[test]
fn whoever_ends_the_game_may_lose_it() {
    // Player 1 completes row 1; in the same tiling player 2 completes a column worth 5 and 7 more.
    let state = after::<2>(
        "c 5 2 1 Y/-/-/-/- * ? 0.0.0.0.0 25:BYRK1/5/5/5/5:W1/-/-/-/-:- 23:B4/W4/K4/R4/5:-/-/-/-/Y4:-",
        "1Y5",
    );
    assert_eq!(state.turn_of(), Turn::Over);
    let outcome = Azul::<2>.outcome(&state);
    assert_eq!(&outcome.scores[..2], &[32, 35]);
    assert_eq!(outcome.winners.iter().collect::<Vec<_>>(), [Seat::SECOND]);
}

#[test]
fn only_complete_lines_leave_their_place() {
    let state =
        after::<2>(&format!("c 2 1 1 YY/-/-/-/- * ? 0.0.0.0.0 7:5/5/5/5/5:-/R1/B2/W3/Y3:- {EMPTY}"), "1Y5");
    assert_eq!(field(&state, FIRST), "8:5/5/5/5/Y4:-/R1/B2/W3/-:-");
    assert_eq!(field(&state, LID), "0.4.0.0.0");
}
