//! The knowledge file: it loads, says what it should where it should, agrees with counting, and plays.

use game::facts::{Describe, EventLog, Role};
use game::{Game, Options, Rng, Turn};
use infer::BackEnd;
use infer::conform::{self, BackEnds, Case, Reader};
use ludus_dots_and_boxes::{Arc, DotsAndBoxes, State, Wide, Word};

const PACK: &str = "dots-and-boxes";

fn game<W: Word>(size: &str) -> DotsAndBoxes<W> {
    DotsAndBoxes::new(&Options::none().with("size", size)).expect("a size that fits")
}

#[test]
fn the_file_loads_cleanly_on_every_size_and_is_translated() {
    for size in ["1x1", "1x10", "10x1", "2x2", "3x5", "5x6", "10x10"] {
        let game = game::<Wide>(size);
        let kb = conform::load(&game, PACK);
        // On a single line, rules about neighbours beside it can never fire, and are said to.
        if game.board().size().rows.min(game.board().size().columns) >= 2 {
            conform::clean(&kb);
        }
        assert_eq!(kb.rules().count(), 22, "rules of the file");
        conform::translated(&kb);
        let on_tuples =
            |name: &str| kb.plan().iter().any(|p| p.name == name && p.back_end == BackEnd::Tuples);
        for (rule, _) in kb.rules().take(4) {
            assert!(!on_tuples(rule), "{rule} must be computed with words on {size}: {:?}", kb.plan());
        }
    }
}

#[test]
fn facts_name_what_they_hold_and_repeat() {
    let game = game::<u64>("1x2");
    let state = game.read("11/20 120 10 1").expect("a position");
    let schema = game.schema();
    let mut reader = Reader::new(&game, PACK);
    let facts = reader.position(&state, state.side());
    for (name, expected) in [
        ("open", "h2.2, v1.3"),
        ("open_top", ""),
        ("open_bottom", "1.2"),
        ("open_left", ""),
        ("open_right", "1.2"),
        ("mine", "1.1"),
        ("theirs", ""),
        ("me", "Player 1"),
        ("to_move", "Player 1"),
    ] {
        assert_eq!(conform::rows(&schema, &facts, name), expected, "{name}");
    }
    let mv = game.read_move(&state, "v1.3").expect("a move");
    assert_eq!(conform::rows(&schema, reader.movement(&state, mv), "draw"), "v1.3");
    let close = game.read_move(&state, "h2.2").expect("a move");
    let events: Vec<_> = reader
        .log(&state, &[mv, close])
        .events
        .iter()
        .map(|e| {
            let predicate = &schema.predicates()[e.predicate.0 as usize];
            assert_eq!(predicate.role, Role::Event);
            (predicate.name.as_str(), e.args.clone(), e.number)
        })
        .collect();
    assert_eq!(events, [("drew", vec![0, 6], 1), ("drew", vec![1, 3], 2), ("closed", vec![1, 1], 2)]);
    conform::documented(&schema);
}

const REASONS: &[Case<'_>] = &[
    ("221/100 0102 000 1", "v1.1", "takes_box", 100, "closes 1 box and moves again"),
    ("2211/2122 10001 0000 1", "v1.2", "takes_four", 80, "closes 1 box of a closed row of four"),
    ("221/101 1102 100 2", "v1.3", "takes_pair", 60, "closes 1 box at the end of a chain"),
    (
        "112/121/221 0000/2100 000/100 1",
        "v2.4",
        "double_deal",
        200,
        "leaves the last two boxes of the chain, so that the opponent must open the next one",
    ),
    (
        "11011/00110/11011 111001/101001 00000/00000 1",
        "v2.2",
        "deal_of_four",
        300,
        "leaves the last four boxes, so that the opponent must open the next chain or loop",
    ),
    ("000/000 0000 000 1", "v1.1", "safe_arc", 20, "gives no box a third side"),
    (
        "001/100 0002 000 2",
        "v1.3",
        "third_side",
        -110,
        "gives away 1 box while there are arcs that give nothing",
    ),
    ("120/201 2001 000 1", "h2.2", "misses_boxes", -20, "leaves boxes to the opponent that could be taken"),
    (
        "021/100 0102 000 2",
        "v1.3",
        "opens_run",
        -20,
        "opens 2 boxes to the opponent, as there is no safe arc left",
    ),
    ("021/100 0102 000 2", "v1.1", "opens_shortest", 5, "opens the shortest there is"),
    (
        "0221/0010 11002 0000 2",
        "v1.3",
        "opens_long",
        -20,
        "opens a long chain: the opponent can keep control by leaving two boxes",
    ),
    (
        "121/002/110 2012/2020 002/000 1",
        "h2.2",
        "opens_loop",
        -15,
        "opens a loop: the opponent can keep control by leaving four boxes",
    ),
    (
        "021/100 0102 000 2",
        "v1.3",
        "hard_hearted",
        4,
        "hands out two boxes through the middle, so that the opponent cannot leave them",
    ),
    (
        "021/100 0102 000 2",
        "h2.2",
        "half_hearted",
        -4,
        "hands out two boxes from the end, so that the opponent may leave them and keep control",
    ),
    (
        "021/100 0002 000 1",
        "v1.2",
        "even_count",
        30,
        "leaves 0 safe arcs: if both draw those, the opponent is the first to open a chain",
    ),
    (
        "021/100 0002 000 1",
        "h1.1",
        "odd_count",
        -30,
        "leaves 1 safe arc: if both draw those, you are the first to open a chain",
    ),
    (
        "120/001 2001 000 2",
        "h2.2",
        "right_number",
        8,
        "makes a chain of 3 boxes, 1 long chain in all, which suits the long chain rule",
    ),
    (
        "0220/0010 11002 0000 1",
        "h1.4",
        "wrong_number",
        -8,
        "makes a chain of 3 boxes, 1 long chain in all, one too many or too few by the long chain rule",
    ),
];

/// The rules about positions.
const SCORES: [&str; 4] = ["own_boxes", "other_boxes", "own_prey", "other_prey"];

#[test]
fn rules_say_what_they_should() {
    conform::says::<DotsAndBoxes<u64>>(PACK, REASONS);
    let shown = REASONS.iter().map(|case| case.2).chain(SCORES);
    conform::complete(&conform::load(&game::<u64>("3x3"), PACK), shown);
}

/// Points of the position by rule.
#[test]
fn scores_count_what_they_say() {
    let game = game::<u64>("2x2");
    // One box is taken, another has three sides and is followed by one with two.
    let state = game.read("12/10/00 121/211 10/00 1").expect("a position");
    let mut reader = Reader::new(&game, PACK);
    reader.see(&state);
    let (verdict, reasons) = reader.engine.explain_position("en");
    let total = |rule: &str| reasons.iter().filter(|r| r.rule == rule).map(|r| r.points).sum::<i32>();
    let found = SCORES.map(total);
    assert_eq!(found, [10, 0, 3 * 9, 0], "{reasons:#?}");
    assert_eq!(verdict.points, reader.engine.score());
    assert_eq!(
        reasons.iter().find(|r| r.rule == "own_boxes").map(|r| r.text.as_str()),
        Some("box 1.1 is ours")
    );
}

/// Both back ends, and the degrees of boxes counted plainly.
fn back_ends_agree<W: Word, B: Word>(size: &str, positions: usize, seed: u64) {
    let game = game::<W>(size);
    let mut back_ends = BackEnds::<_, B>::new(&game, PACK);
    let mut rng = Rng::new(seed);
    for _ in 0..positions {
        let state = conform::unfinished(&game, game.board().arcs(), &mut rng);
        let engine = back_ends.check(&state);
        for (name, degree) in [("one", 1), ("two", 2), ("three", 3)] {
            let boxes = game.board().boxes().iter();
            let count = boxes.filter(|&&sides| (sides & !state.drawn()).count() == degree).count();
            assert_eq!(engine.count(name), Some(count), "{name} in {}", game.write(&state));
        }
    }
}

#[test]
fn both_back_ends_agree() {
    back_ends_agree::<u64, u64>("5x5", 200, 1);
    back_ends_agree::<u64, u64>("1x7", 20, 2);
    back_ends_agree::<u128, u128>("5x6", 60, 3);
    back_ends_agree::<Wide, Wide>("10x10", 4, 4);
}

#[test]
fn what_is_good_for_one_is_bad_for_the_other() {
    conform::opposite(&game::<u64>("4x4"), PACK, 40, 100, 6);
}

/// The arcs that give no box a third side and close none, looked up box by box.
fn quiet_arcs(game: &DotsAndBoxes<u64>, state: &State<u64>) -> Vec<Arc> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let degree = |sides: u64| (sides & !state.drawn()).count_ones();
    let boxes = game.board().boxes();
    moves.retain(|mv| boxes.iter().all(|&sides| sides >> mv.index() & 1 == 0 || degree(sides) > 2));
    moves
}

/// How many boxes the side to move closes when it closes all it can.
fn takeable(game: &DotsAndBoxes<u64>, mut state: State<u64>) -> usize {
    let closed = |state: &State<u64>| game.board().closed(state.drawn()).count_ones() as usize;
    let (before, mut moves) = (closed(&state), Vec::new());
    loop {
        game.moves(&state, &mut moves);
        let closing = moves.iter().copied().find(|&mv| {
            let mut next = state;
            game.play(&mut next, mv);
            closed(&next) > closed(&state)
        });
        let Some(mv) = closing else { return closed(&state) - before };
        game.play(&mut state, mv);
    }
}

#[test]
fn what_rules_say_of_the_future_comes_true() {
    let mut rng = Rng::new(12);
    let (mut counted, mut gifts, mut deals, mut moves) = (0, 0, 0, Vec::new());
    for size in ["2x3", "3x3", "3x4"] {
        let game = game::<u64>(size);
        let mut reader = Reader::new(&game, PACK);
        // Mostly by the rules, so that there are chains to fight for, sometimes at random, so that all happens.
        let mut state = game.start();
        for _ in 0..400 {
            if game.turn(&state) == Turn::Over {
                state = game.start();
            }
            reader.see(&state);
            game.moves(&state, &mut moves);
            for &mv in &moves {
                let reasons = reader.reasons(&state, mv, "en");
                let mut after = state;
                game.play(&mut after, mv);
                let at = format!("{} in {}", game.write_move(&state, mv), game.write(&state));
                if let [row] = &reader.engine.rows("quiet_left").expect("a predicate of the text")[..] {
                    let (mut end, mut length) = (after, 0);
                    while let Some(quiet) = rng.pick(&quiet_arcs(&game, &end)) {
                        game.play(&mut end, quiet);
                        length += 1;
                    }
                    assert_eq!(row[0], length, "safe arcs after {at}");
                    counted += 1;
                }
                for reason in reasons {
                    match reason.rule.as_str() {
                        "third_side" | "opens_run" => {
                            let given = &reader.engine.rows("given").expect("a predicate of the text")[0];
                            assert!(takeable(&game, after) >= given[0] as usize, "boxes given by {at}");
                            gifts += 1;
                        }
                        "double_deal" | "deal_of_four" => {
                            let left = if reason.rule == "double_deal" { 2 } else { 4 };
                            assert_eq!(takeable(&game, after), left, "boxes left by {at}");
                            assert_eq!(quiet_arcs(&game, &after), [], "safe arcs after {at}");
                            deals += 1;
                        }
                        _ => {}
                    }
                }
            }
            let next = match rng.below(6) {
                0 => rng.pick(&moves).expect("the game is not over"),
                _ => reader.choose(&state, &EventLog::default(), &mut rng),
            };
            game.play(&mut state, next);
        }
    }
    assert!(counted > 50 && gifts > 200 && deals > 0, "too little seen: {counted}, {gifts}, {deals}");
}

#[test]
fn rules_alone_beat_random_and_greedy_play() {
    let mut reader = Reader::new(&game::<u64>("5x5"), PACK);
    let half_points = |[first, second]: [conform::Score; 2]| first.points() + second.points();
    let random = half_points(conform::duel(&mut reader, 10, conform::random));
    let greedy = half_points(conform::duel(&mut reader, 10, conform::greedy));
    println!("{random} of 40 half points against random, {greedy} of 40 against greedy");
    assert!(random >= 38, "{random} of 40 half points against random");
    assert!(greedy > 24, "{greedy} of 40 half points against greedy");
}

#[test]
fn noise_and_mutations_of_the_text_never_panic() {
    conform::survives_noise(&game::<u64>("3x3"), PACK, 20_000, 3);
}
