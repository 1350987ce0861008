//! The shipped knowledge: it loads clean, gives the points of its tables, says what is true, and plays.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use azul::Azul;
use game::bits::Wide;
use game::facts::EventLog;
use game::{Game, Rng, Turn, random_move};
use infer::conform::{self, BackEnds, Reader};
use ludus_azul as azul;

const PACKS: [&str; 2] = ["azul", "aizul"];

fn check_text<const N: usize>(pack: &str) {
    let kb = conform::load(&Azul::<N>, pack);
    conform::clean(&kb);
    conform::translated(&kb);
    assert!(kb.rules().count() >= 12);
}

#[test]
fn the_texts_are_clean_and_translated() {
    for pack in PACKS {
        check_text::<2>(pack);
        check_text::<3>(pack);
        check_text::<4>(pack);
    }
}

const EXAMPLE: &str = "c 4 1 1 RR/BBB/-/-/- *YK 4.4.4.4.4 7.12.8.14.12 45:B4/1B3/5/3B1/5:-/-/B2/-/-:WWWYY \
                       42:2R2/3R1/4R/1KWBY/5:-/-/-/R3/-:-";

/// Language, and the sentences for blocking the row, the colour and the end of the game.
const EXAMPLE_SAYS: [(&str, [&str; 3]); 3] = [
    (
        "en",
        [
            "blocks row 4 of player 2, who needs 1 more red there: no tiles of red will be left on the table",
            "player 2 could complete red in 2 rounds (+10 at the end; missing in rows 4, 5). Blocking: no tile of it is left on the table",
            "player 2 could complete row 4 in 1 round and end the game (missing red), while you lead by only 3. Blocking red: no tile of it is left on the table",
        ],
    ),
    (
        "sr",
        [
            "blokira red 4 igrača 2, kome tu nedostaje još 1 (boja: crvena): na stolu te boje ne ostaje nijedna",
            "igrač 2 bi mogao da dovrši crvenu boju za 2 runde (+10 na kraju; nedostaje u redovima 4, 5). Blokiranje: na stolu te boje više nema",
            "igrač 2 bi mogao da dovrši red 4 za 1 rundu i završi partiju (nedostaje crvena), a prednost ti je samo 3 poena. Blokiranje crvene boje: na stolu je više nema",
        ],
    ),
    (
        "pt",
        [
            "bloqueia a linha 4 do jogador 2, a quem falta 1 lá (cor: vermelha): na mesa não resta nenhum dessa cor",
            "o jogador 2 poderia completar a cor vermelha em 2 rondas (+10 no fim; faltam nas linhas 4, 5). Bloqueio: não resta essa cor na mesa",
            "o jogador 2 poderia completar a linha 4 em 1 ronda e terminar o jogo (falta vermelha), e quem joga só tem 3 pontos de vantagem. Bloqueio da cor vermelha: não resta nenhuma na mesa",
        ],
    ),
];

#[test]
fn the_worked_example_comes_out_in_three_languages() {
    let game = Azul::<2>;
    let state = game.read(EXAMPLE).unwrap();
    let mut expert = Reader::new(&Azul::<2>, "aizul");
    let best = expert.choose(&state, &EventLog::default(), &mut Rng::new(0));
    assert_eq!(game.write_move(&state, best), "1R2");
    for (lang, sentences) in EXAMPLE_SAYS {
        let reasons = expert.reasons(&state, best, lang);
        for (rule, sentence) in ["blocks_row", "stops_colour", "stops_row_narrow"].into_iter().zip(sentences)
        {
            let found: Vec<&str> =
                reasons.iter().filter(|r| r.rule == rule).map(|r| r.text.as_str()).collect();
            assert_eq!(found, [sentence], "{rule} in {lang}");
        }
    }
}

/// A position of two players in which every tile that is not mentioned is in the bag.
fn position(factories: &str, centre: &str, boards: [&str; 2]) -> azul::State<2> {
    let text = format!("{factories} {centre} {} {}", boards[0], boards[1]);
    let bag = ['B', 'Y', 'R', 'K', 'W'].map(|letter| {
        let used: usize = text
            .match_indices(letter)
            .map(|(at, _)| {
                // In a line the letter is followed by a number; between colons there are lines only in the third place.
                let before = &text[..at];
                let board = before.rfind(' ').map_or("", |space| &before[space..]);
                let in_line = board.matches(':').count() == 2;
                if in_line { text[at + 1..=at + 1].parse().unwrap() } else { 1 }
            })
            .sum();
        (20 - used).to_string()
    });
    let text =
        format!("c 3 1 1 {factories} {centre} {} 0.0.0.0.0 {} {}", bag.join("."), boards[0], boards[1]);
    Azul::<2>.read(&text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// The points that a rule gives a move, firing by firing, and the sentences.
fn given(
    expert: &mut Reader<Azul<2>>,
    state: &azul::State<2>,
    log: &EventLog,
    mv: &str,
    rule: &str,
) -> (Vec<i32>, Vec<String>) {
    expert.see_with(state, log);
    let mv = Azul::<2>.read_move(state, mv).unwrap();
    let reasons = expert.reasons(state, mv, "en");
    reasons.into_iter().filter(|r| r.rule == rule).map(|r| (r.points, r.text)).unzip()
}

const EMPTY: &str = "0:5/5/5/5/5:-/-/-/-/-:-";
const ROWS_BEGUN: &str = "0:5/5/5/5/5:-/R1/R2/R3/R4:-";
/// Walls with one to four red tiles, two to four tiles in row 5, and two to four in column 1.
const REDS: [&str; 4] = ["2R2/5/5/5/5", "2R2/3R1/5/5/5", "2R2/3R1/4R/5/5", "2R2/3R1/4R/R4/5"];
const ROW_FIVE: [&str; 3] = ["5/5/5/5/YR3", "5/5/5/5/YRK2", "5/5/5/5/YRKW1"];
const COLUMN_ONE: [&str; 3] = ["B4/W4/5/5/5", "B4/W4/K4/5/5", "B4/W4/K4/R4/5"];

fn board(score: i32, wall: &str) -> String {
    format!("{score}:{wall}:-/-/-/-/-:-")
}

/// Every row of every table: what makes the position, the move, the rule, the points.
fn table_rows() -> Vec<(azul::State<2>, String, &'static str, Vec<i32>)> {
    let mut rows = Vec::new();
    let mut add = |factories: &str, centre: &str, boards: [&str; 2], mv: &str, rule, points: &[i32]| {
        rows.push((position(factories, centre, boards), mv.to_string(), rule, points.to_vec()));
    };
    let reds = "RR/BBB/-/-/-";
    // Forward rules.
    add(reds, "*Y", [EMPTY, "0:5/5/5/5/5:-/-/-/R3/-:-"], "1R2", "blocks_row", &[8]);
    add("RR/R/-/-/-", "*Y", [EMPTY, "0:5/5/5/5/5:-/-/-/R3/-:-"], "1R2", "blocks_row", &[]);
    add(reds, "*Y", [EMPTY, EMPTY], "1R2", "blocks_row", &[]);
    add(reds, "*Y", [ROWS_BEGUN, EMPTY], "1R3", "continues_row", &[3]);
    add(reds, "*Y", [EMPTY, EMPTY], "1R3", "continues_row", &[]);
    let last = "30:BYRK1/5/5/5/5:-/-/-/-/-:-";
    add("W/BBB/-/-/-", "*Y", [last, EMPTY], "1W1", "ends_and_wins", &[15]);
    add("W/BBB/-/-/-", "*Y", [last, &board(90, "5/5/5/5/5")], "1W1", "ends_and_loses", &[-15]);
    add("W/BBB/-/-/-", "*Y", [last, EMPTY], "1W2", "ends_and_wins", &[]);
    add(reds, "*Y", [EMPTY, EMPTY], "cY1", "takes_marker", &[2]);
    add(reds, "*Y", [EMPTY, EMPTY], "1R1", "takes_marker", &[]);
    add(reds, "*Y", [EMPTY, EMPTY], "1R1", "spills", &[-10]);
    add(reds, "*Y", [EMPTY, EMPTY], "1Rf", "spills", &[-10]);
    add(reds, "*Y", [EMPTY, EMPTY], "1R2", "spills", &[]);
    // Templates.
    for row in 1..=5 {
        add(reds, "*Y", [EMPTY, EMPTY], &format!("1R{row}"), "row_priority", &[row]);
        add("R/BBB/-/-/-", "*Y", [ROWS_BEGUN, EMPTY], &format!("1R{row}"), "row_completion", &[5 + 2 * row]);
    }
    add("R/BBB/-/-/-", "*Y", [EMPTY, EMPTY], "1R2", "row_completion", &[]);
    // Our wall.
    for (wall, points) in REDS.into_iter().zip([10, 15, 20, 25]) {
        add("RRRR/R/-/-/-", "*Y", [&board(0, wall), EMPTY], "1R5", "own_colour", &[points]);
    }
    add("RRRR/-/-/-/-", "*Y", [&board(0, REDS[3]), EMPTY], "1R5", "own_colour", &[]);
    for (wall, points) in ROW_FIVE.into_iter().zip([10, 15, 20]) {
        add("BBBB/B/-/-/-", "*Y", [&board(9, wall), EMPTY], "1B5", "own_row", &[points]);
        add("BBBB/B/-/-/-", "*Y", [&board(0, wall), EMPTY], "1B5", "own_row", &[]);
    }
    for (wall, points) in COLUMN_ONE.into_iter().zip([15, 20, 25]) {
        add("YYYY/Y/-/-/-", "*Y", [&board(0, wall), EMPTY], "1Y5", "own_column", &[points]);
    }
    // The opponent's wall.
    for (i, points) in [5, 10, 15].into_iter().enumerate() {
        add("RRRR/R/-/-/-", "*Y", [EMPTY, &board(0, REDS[i + 1])], "1R5", "stops_colour", &[points]);
        add("YYYY/Y/-/-/-", "*B", [EMPTY, &board(0, COLUMN_ONE[i])], "1Y5", "stops_column", &[points]);
        let theirs = board(0, ROW_FIVE[i]);
        let blues = "BBBB/B/-/-/-";
        add(blues, "*Y", [&board(10, "5/5/5/5/5"), &theirs], "1B5", "stops_row_narrow", &[points]);
        add(blues, "*Y", [&board(0, "5/5/5/5/5"), &theirs], "1B5", "stops_row_behind", &[points]);
        let clearly: &[i32] = [&[][..], &[-3], &[-20]][i];
        add(blues, "*Y", [&board(11, "5/5/5/5/5"), &theirs], "1B5", "lets_row_end", clearly);
        add(blues, "*Y", [&board(11, "5/5/5/5/5"), &theirs], "1B5", "stops_row_narrow", &[]);
    }
    rows
}

#[test]
fn every_row_of_every_table_gives_its_points() {
    let mut expert = Reader::new(&Azul::<2>, "aizul");
    for (state, mv, rule, points) in table_rows() {
        let (found, _) = given(&mut expert, &state, &EventLog::default(), &mv, rule);
        assert_eq!(found, points, "{rule} for {mv} at {}", Azul::<2>.write(&state));
    }
}

#[test]
fn opponents_add_up() {
    let game = Azul::<3>;
    let wall = "0:2R2/3R1/4R/5/5:-/-/-/-/-:-";
    let text = format!("c 3 1 1 RRRR/R/-/-/-/-/- *Y 20.19.9.20.20 0.0.0.0.0 {EMPTY} {wall} {wall}");
    let state = game.read(&text).unwrap();
    let mut expert = Reader::new(&Azul::<3>, "aizul");
    expert.see(&state);
    let mv = game.read_move(&state, "1R5").unwrap();
    let points = |r: &infer::Reason| (r.rule == "stops_colour").then_some(r.points);
    assert_eq!(expert.reasons(&state, mv, "en").iter().filter_map(points).collect::<Vec<_>>(), [10, 10]);
}

/// A take of the log: player, colour, round.
type Taken = (i32, i32, u32);

/// Takes, and what a move of red into row 3 gets from the rules about the log.
const LOGS: &[(&[Taken], [&[i32]; 3])] = &[
    (&[], [&[], &[], &[]]),
    (&[(1, 2, 3), (2, 2, 3)], [&[2], &[], &[]]),
    (&[(1, 2, 3), (2, 0, 3), (1, 0, 3), (2, 0, 3), (1, 0, 3), (2, 2, 3)], [&[], &[], &[]]),
    (&[(1, 2, 3), (1, 2, 3), (2, 0, 3), (1, 2, 3)], [&[], &[1], &[]]),
    (&[(2, 2, 2), (1, 0, 2), (2, 2, 2), (1, 1, 2), (2, 1, 2), (1, 1, 3), (2, 0, 3)], [&[], &[], &[4]]),
    (&[(2, 2, 1), (2, 2, 1), (1, 0, 2), (2, 1, 2), (1, 0, 3), (2, 1, 3)], [&[], &[], &[]]),
];

#[test]
fn patterns_in_the_log_change_the_points() {
    let mut expert = Reader::new(&Azul::<2>, "aizul");
    let state = position("RR/BBB/-/-/-", "*Y", ["0:5/5/5/5/5:-/-/R1/-/-:-", EMPTY]);
    let took = expert.engine.kb().schema().find("took").unwrap();
    for (takes, expected) in LOGS {
        let mut log = EventLog { round: 3, ..EventLog::default() };
        for (number, (player, colour, round)) in (1..).zip(*takes) {
            log.push(took, &[*player, *colour, 1, 2], number, *round);
        }
        for (rule, points) in ["contested", "running_out", "interferes"].into_iter().zip(expected) {
            assert_eq!(&given(&mut expert, &state, &log, "1R3", rule).0, points, "{rule} after {takes:?}");
        }
    }
}

/// What the default pack adds: factories, centre, our board, the opponent's, the move, the rule, how many times its weight it gives (tuning may
/// change the weight), and its sentence.
const SAID: &[([&str; 4], &str, &str, i32, &str)] = &[
    (
        ["RR/BBB/-/-/-", "*Y", EMPTY, EMPTY],
        "1R1",
        "spills",
        1,
        "lets 1 red tile fall: the floor costs 1 more point",
    ),
    (
        ["RR/BBB/-/-/-", "*Y", EMPTY, EMPTY],
        "2Bf",
        "spills",
        4,
        "lets 3 blue tiles fall: the floor costs 4 more points",
    ),
    (
        ["RR/BBB/-/-/-", "*Y", EMPTY, EMPTY],
        "1Rf",
        "all_to_the_floor",
        1,
        "puts everything on the floor, although row 5 has room for red",
    ),
    (["RR/BBB/-/-/-", "*Y", EMPTY, EMPTY], "1R2", "exact_fit", 1, "fits exactly: row 2 needs 2 red"),
    (
        ["RR/BBB/-/-/-", "*Y", EMPTY, EMPTY],
        "1R2",
        "wall_points",
        1,
        "brings the red tile of row 2 to the wall, for at least 1 point",
    ),
    (
        ["RR/BBB/-/-/-", "*Y", "0:3K1/2Y2/5/5/5:-/-/-/-/-:-", EMPTY],
        "1R2",
        "wall_points",
        4,
        "brings the red tile of row 2 to the wall, for at least 4 points",
    ),
    (
        ["RR/BBB/-/-/-", "*Y", "0:5/2Y2/5/5/5:K1/-/-/-/-:-", EMPTY],
        "1R2",
        "counts_twice",
        1,
        "places a tile that counts twice on the wall: 2 across and 2 down",
    ),
    (["RRRR/BBB/-/-/-", "*Y", EMPTY, EMPTY], "1R5", "big_grab", 1, "takes 4 red tiles for row 5 at once"),
    (
        ["R/BBB/-/-/-", "*Y", EMPTY, EMPTY],
        "1R5",
        "thin_start",
        1,
        "starts the long row 5 with a single red tile",
    ),
    (
        ["R/R/-/-/-", "*Y", EMPTY, EMPTY],
        "1R4",
        "stuck_row",
        1,
        "leaves row 4 unfinished in this round: it will need 3 more red, and 1 will be left on the table",
    ),
    (
        ["R/R/-/-/-", "*Y", EMPTY, "0:BYRK1/5/5/5/5:W1/-/-/-/-:-"],
        "1R4",
        "too_late",
        1,
        "works on row 4, which will count nothing: this is the last round",
    ),
    (
        ["RR/BBB/-/-/-", "*Y", EMPTY, "0:5/5/5/5/5:-/-/-/R3/-:-"],
        "1R2",
        "double_purpose",
        1,
        "serves twice: completes your row 2 and blocks row 4 of player 2",
    ),
    (["YY/BBB/-/-/-", "*Y", EMPTY, EMPTY], "1Y2", "takes_marker", 0, ""),
    (
        ["WW/BBB/-/-/-", "*Y", "0:B3W/5/KW3/5/5:-/-/-/-/-:-", EMPTY],
        "1W2",
        "serves_two_plans",
        1,
        "serves two plans with one tile: column 1 (2 placed) and the colour white (2 placed)",
    ),
    (
        ["RR/BBB/-/-/-", "*Y", EMPTY, "0:5/5/5/5/5:-/-/-/R3/-:-"],
        "1R2",
        "scarce",
        1,
        "takes red first: there is not enough of it on the table for your row 2 and row 4 of player 2",
    ),
    (
        ["RYY/BBB/-/-/-", "*Y", EMPTY, "0:5/5/5/5/5:-/-/-/Y1/-:-"],
        "1R1",
        "feeds_centre",
        1,
        "leaves 3 yellow together in the centre, exactly what row 4 of player 2 needs",
    ),
    (
        ["RYYY/BBB/-/-/-", "*K", EMPTY, "0:5/5/5/5/5:B1/B1/B1/B1/B1:-"],
        "1R1",
        "useless_pile",
        1,
        "leaves 3 yellow in the centre, which player 2 can only drop, while your row 5 has room",
    ),
    (
        ["RR/BBB/-/-/-", "*Y", EMPTY, EMPTY],
        "cY1",
        "cheap_marker",
        1,
        "takes the marker for only 1 point, on an empty floor",
    ),
    (
        ["RR/BBB/-/-/-", "*Y", EMPTY, EMPTY],
        "cY1",
        "takes_marker",
        1,
        "takes the first-player marker, and with it the first turn of the next round",
    ),
];

#[test]
fn the_default_pack_says_what_it_should() {
    let mut expert = Reader::new(&Azul::<2>, "azul");
    let weights = expert.engine.kb().weights();
    let weight = |rule: &str| {
        let name = match rule {
            "spills" => "floor_point",
            "wall_points" => "wall_point",
            _ => rule,
        };
        weights.iter().find(|w| w.name == name).expect("a weight").value
    };
    for &([factories, centre, ours, theirs], mv, rule, times, text) in SAID {
        let points = times * weight(rule);
        let state = position(factories, centre, [ours, theirs]);
        let (found, said) = given(&mut expert, &state, &EventLog::default(), mv, rule);
        let expected = if points == 0 { (vec![], vec![]) } else { (vec![points], vec![text.to_string()]) };
        assert_eq!((found, said), expected, "{rule} for {mv} at {}", Azul::<2>.write(&state));
    }
}

/// Every position and log of some games of the expert against itself and chance, one seat each.
fn walk<const N: usize>(
    pack: &str,
    games: u64,
    mut visit: impl FnMut(&mut Reader<Azul<N>>, &azul::State<N>, &EventLog),
) {
    let (game, mut expert, mut moves) = (Azul::<N>, Reader::new(&Azul::<N>, pack), Vec::new());
    for seed in 0..games {
        let (mut rng, mut state, mut played) = (Rng::new(seed), game.start(), Vec::new());
        while game.turn(&state) != Turn::Over {
            let mut mv = random_move(&game, &state, &mut rng, &mut moves).unwrap();
            if let Turn::Player(seat) = game.turn(&state) {
                let log = expert.log(&game.start(), &played);
                visit(&mut expert, &state, &log);
                if seat.index() > 0 {
                    mv = expert.choose(&state, &log, &mut Rng::new(0));
                }
            }
            played.push(mv);
            game.play(&mut state, mv);
        }
    }
}

/// Rules about floors with six tiles and more, which hardly anybody lets happen.
const FULL_FLOORS: [&str; 2] = ["my_worst_fall", "their_worst_fall"];

#[test]
fn full_floors_cost_most() {
    let mut expert = Reader::new(&Azul::<2>, "azul");
    let full = "0:5/5/5/5/5:-/-/-/-/-:WWWWWWW";
    for (boards, rule, sign) in [([full, EMPTY], FULL_FLOORS[0], -1), ([EMPTY, full], FULL_FLOORS[1], 1)] {
        expert.see(&position("RR/BBB/-/-/-", "*Y", boards));
        let (_, reasons) = expert.engine.explain_position("en");
        let found: Vec<i32> = reasons.iter().filter(|r| r.rule == rule).map(|r| r.points.signum()).collect();
        // The sixth and the seventh place.
        assert_eq!(found, [sign; 2], "{rule}");
    }
}

fn check_coverage<const N: usize>(pack: &str) {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    walk::<N>(pack, 6, |expert, state, log| {
        expert.see_with(state, log);
        let mut moves = Vec::new();
        Azul::<N>.moves(state, &mut moves);
        for mv in moves.into_iter().step_by(3) {
            for reason in expert.reasons(state, mv, "sr") {
                assert!(
                    !reason.text.is_empty() && !reason.text.contains('{'),
                    "{}: {}",
                    reason.rule,
                    reason.text
                );
                seen.insert(reason.rule);
            }
        }
        seen.extend(expert.engine.explain_position("pt").1.into_iter().map(|r| r.rule));
    });
    conform::complete(&conform::load(&Azul::<N>, pack), seen.iter().map(String::as_str).chain(FULL_FLOORS));
}

#[test]
fn every_rule_fires_in_some_game() {
    check_coverage::<2>("aizul");
    check_coverage::<3>("azul");
}

#[test]
fn both_back_ends_agree_on_positions_of_games() {
    let mut back_ends = BackEnds::<_, Wide<4>>::new(&Azul::<2>, "azul");
    let mut compared = 0;
    walk::<2>("azul", 4, |_, state, _| {
        back_ends.check(state);
        compared += 2;
    });
    assert!(compared >= 200, "{compared} positions");
}

/// The share of points in per cent over games from both seats.
fn share(pack: &str, games: u64, other: fn(&Azul<2>, &azul::State<2>, azul::Move) -> i32) -> f64 {
    let [first, second] = conform::duel(&mut Reader::new(&Azul::<2>, pack), games / 2, other);
    50.0 * f64::from(first.points() + second.points()) / games as f64
}

#[test]
fn rules_alone_beat_chance() {
    for pack in PACKS {
        let share = share(pack, 20, conform::random);
        assert!(share >= 95.0, "{pack}: {share} %");
    }
}

#[test]
fn rules_alone_hold_against_the_naive_player() {
    let games = 30;
    for (pack, at_least) in PACKS.into_iter().zip([60.0, 45.0]) {
        let share = share(pack, games, conform::greedy);
        assert!(share >= at_least, "{pack}: {share} %");
    }
}

#[test]
fn noise_and_mutations_of_the_text_never_panic() {
    for pack in PACKS {
        conform::survives_noise(&Azul::<2>, pack, 10_000, 1);
    }
}
