//! The knowledge file: it loads, says what it should where it should, agrees with counting, and plays.

use game::facts::{Describe, Role};
use game::{Game, Options, Rng};
use infer::BackEnd;
use infer::conform::{self, BackEnds, Case, Reader};
use ludus_domineering::{Domineering, State, Wide, Word};

const PACK: &str = "domineering";

fn game<W: Word>(size: &str) -> Domineering<W> {
    Domineering::new(&Options::none().with("size", size)).expect("a size that fits")
}

#[test]
fn the_file_loads_cleanly_on_every_size_and_is_translated() {
    for size in ["1x1", "1x16", "16x1", "2x2", "3x5", "8x8", "16x16"] {
        let game = game::<Wide>(size);
        let kb = conform::load(&game, PACK);
        // On a single line, rules about neighbours beside it can never fire, and are said to.
        if game.size().rows.min(game.size().columns) >= 3 {
            conform::clean(&kb);
        }
        assert_eq!(kb.rules().count(), 26, "rules of the file");
        conform::translated(&kb);
        let on_tuples =
            |name: &str| kb.plan().iter().any(|p| p.name == name && p.back_end == BackEnd::Tuples);
        for (rule, _) in kb.rules().take(10) {
            assert!(!on_tuples(rule), "{rule} must be computed with words on {size}: {:?}", kb.plan());
        }
    }
}

#[test]
fn facts_name_what_they_hold_and_repeat() {
    let game = game::<u64>("3x4");
    let state = game.read("X3/X1OO/4 X").expect("a position");
    let schema = game.schema();
    let mut reader = Reader::new(&game, PACK);
    let facts = reader.position(&state, state.side());
    for (name, expected) in [
        ("free", "A1, B1, C1, D1, B2, B3, C3, D3"),
        ("mine", "A2, A3"),
        ("theirs", "C2, D2"),
        ("me", "X"),
        ("to_move", "X"),
    ] {
        assert_eq!(conform::rows(&schema, &facts, name), expected, "{name}");
    }
    let mv = game.read_move(&state, "B1").expect("a move");
    let moved = reader.movement(&state, mv);
    assert_eq!(conform::rows(&schema, moved, "put"), "B1 B2");
    assert_eq!(conform::rows(&schema, moved, "covers"), "B1, B2");
    let log = reader.log(&state, &[mv]);
    assert_eq!(schema.predicates()[log.events[0].predicate.0 as usize].name, "placed");
    assert_eq!((log.events[0].args.as_slice(), log.events[0].number), (&[0, 1, 5][..], 1));
    conform::documented(&schema);
    assert!(schema.predicates().iter().filter(|p| p.role == Role::Position).count() == 5);
}

/// Boards are written from the top row down.
const REASONS: &[Case<'_>] = &[
    ("2/2 X", "A1", "last_word", 2000, "leaves the opponent without a move"),
    (
        "3/3/3 X",
        "B1",
        "enough_safe",
        1000,
        "decides the game: 2 safe moves left against at most 1 of the opponent, who moves first",
    ),
    (
        "2#/###/##1/##1 X",
        "C1",
        "not_enough",
        -1000,
        "leaves you at most 0 moves against 1 safe one of the opponent",
    ),
    ("5/5/5/5 X", "B1", "makes_safe", 50, "makes 1 safe move for later"),
    ("1#1/1#1/3 X", "A2", "gives_safe", -50, "makes 1 safe move for the opponent"),
    ("1##2/1##2/1##2/1##2 O", "D2", "takes_moves", 100, "takes 2 possible moves from the opponent"),
    ("3/3/3 X", "A1", "spoils", 8, "spoils 2 places of the opponent"),
    (
        "4/1###/1#2/1#2 O",
        "B4",
        "wastes_room",
        -50,
        "leaves an odd gap at both ends and so costs you two moves",
    ),
    ("3/3/3 X", "B1", "gives_up", -4, "gives up 1 other place of your own"),
    (
        "3#1/3#1/3#1/3#1 X",
        "E1",
        "too_early",
        -50,
        "uses a safe place, which could wait, while other places are contested",
    ),
    ("1#1/1#1/1#1/1#1 X", "A1", "counting_out", 1, "leaves only safe moves: 4 with this one"),
    ("1#1/1#1/3 X", "A1", "spends_safe", -50, "breaks into a safe place and loses 1 safe move"),
    ("3/3/3 X", "A1", "stops_safe", 6, "covers 1 place from which the opponent could make a safe move"),
    (
        "5/5/5/5 X",
        "B1",
        "second_line",
        4,
        "lies on the second line from the edge: A1 and A2 beside it are safe now",
    ),
    (
        "5/5/5/5 X",
        "A1",
        "edge_line",
        -4,
        "lies on the edge, where it is in the opponent's way on one side only",
    ),
    ("1##2/1##2/1##2/1##2 O", "D2", "cuts", 2, "cuts the free cells apart"),
];

/// Points of a position by rule.
const SCORES: [(&str, i32); 10] = [
    ("own_turn", 45),
    ("other_turn", 0),
    ("own_moves", 3 * 50),
    ("other_moves", -50),
    ("own_safe", 50 + 50),
    ("other_safe", 0),
    ("own_places", 5 * 4),
    ("other_places", -2 * 4),
    ("own_areas", 0),
    ("other_areas", 0),
];

#[test]
fn rules_say_what_they_should() {
    conform::says::<Domineering<u64>>(PACK, REASONS);
    let shown = REASONS.iter().map(|case| case.2).chain(SCORES.iter().map(|score| score.0));
    conform::complete(&conform::load(&game::<u64>("5x5"), PACK), shown);
}

#[test]
fn scores_count_what_they_say() {
    let game = game::<u64>("3x4");
    let state = game.read("X3/X1OO/4 O").expect("a position");
    let mut reader = Reader::new(&game, PACK);
    reader.see(&state);
    let (verdict, reasons) = reader.engine.explain_position("en");
    let total = |rule: &str| reasons.iter().filter(|r| r.rule == rule).map(|r| r.points).sum::<i32>();
    for (rule, points) in SCORES {
        assert_eq!(total(rule), points, "{rule} in {reasons:#?}");
    }
    assert_eq!(verdict.points, reader.engine.score());
}

/// The scores and the effects of moves against the counts that the game computes with words of its own.
fn agrees_with_counts<W: Word, B: Word>(size: &str, positions: usize, seed: u64) {
    let game = game::<W>(size);
    let (mut back_ends, mut reader) = (BackEnds::<_, B>::new(&game, PACK), Reader::new(&game, PACK));
    let mut rng = Rng::new(seed);
    for _ in 0..positions {
        let state = conform::unfinished(&game, game.size().cells() / 3, &mut rng);
        let engine = back_ends.check(&state);
        let me = state.side();
        let counts = game.counts(game.free(&state));
        for (seat, prefix) in [(me, "my"), (me.other(), "their")] {
            let counts = counts[seat.index()];
            for (name, expected) in [("place", counts.moves), ("real", counts.real), ("safe", counts.safe)] {
                let found = engine.count(&format!("{prefix}_{name}"));
                assert_eq!(found, Some(expected as usize), "{prefix}_{name} in {}", game.write(&state));
            }
        }
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let Some(mv) = rng.pick(&moves) else { continue };
        let mut next = state;
        game.play(&mut next, mv);
        let after = game.counts(game.free(&next));
        engine.judge(reader.movement(&state, mv));
        for (name, expected) in [
            ("my_rest", after[me.index()].real),
            ("their_rest", after[me.other().index()].real),
            ("my_sure", after[me.index()].safe),
            ("their_sure", after[me.other().index()].safe),
        ] {
            let found = engine.rows(name).expect("a predicate of the text");
            let at = format!("{name} after {} in {}", game.write_move(&state, mv), game.write(&state));
            assert_eq!(found, vec![vec![expected]], "{at}");
        }
    }
}

#[test]
fn both_back_ends_and_the_game_agree() {
    agrees_with_counts::<u64, u64>("8x8", 200, 1);
    agrees_with_counts::<u64, u64>("3x7", 60, 2);
    agrees_with_counts::<u64, u64>("6x1", 10, 3);
    agrees_with_counts::<u128, u128>("9x11", 20, 4);
    agrees_with_counts::<Wide, Wide>("16x16", 10, 5);
}

#[test]
fn what_is_good_for_one_is_bad_for_the_other() {
    conform::opposite(&game::<u64>("6x6"), PACK, 12, 100, 6);
}

/// Whether the side to move wins, by trying everything.
fn wins_by_force(game: &Domineering<u64>, state: &State<u64>) -> bool {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().any(|mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        !wins_by_force(game, &next)
    })
}

#[test]
fn what_rules_call_decided_is_decided() {
    let game = game::<u64>("4x5");
    let mut reader = Reader::new(&game, PACK);
    let mut rng = Rng::new(8);
    let (mut seen, mut moves) = ([0; 3], Vec::new());
    for _ in 0..80 {
        let mut state = conform::unfinished(&game, 8, &mut rng);
        for _ in 0..2 {
            let Some(mv) = game::random_move(&game, &state, &mut rng, &mut moves) else { break };
            game.play(&mut state, mv);
        }
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            continue;
        }
        reader.see(&state);
        for &mv in &moves {
            let mut after = state;
            game.play(&mut after, mv);
            for reason in reader.reasons(&state, mv, "en") {
                let claims = ["last_word", "enough_safe", "not_enough"];
                let Some(claim) = claims.iter().position(|&rule| rule == reason.rule) else { continue };
                let lost = wins_by_force(&game, &after);
                assert_eq!(lost, claim == 2, "{} in {}", game.write_move(&state, mv), game.write(&state));
                seen[claim] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&times| times > 5), "each claim is made a few times: {seen:?}");
}

#[test]
fn rules_alone_beat_random_and_greedy_play() {
    let mut reader = Reader::new(&game::<u64>("8x8"), PACK);
    let wins = |[first, second]: [conform::Score; 2]| first.wins + second.wins;
    let random = wins(conform::duel(&mut reader, 10, conform::random));
    let greedy = wins(conform::duel(&mut reader, 20, conform::greedy));
    println!("{random} of 20 against random, {greedy} of 40 against greedy");
    assert!(random >= 19, "{random} of 20 against random");
    assert!(greedy > 20, "{greedy} of 40 against greedy");
}

#[test]
fn noise_and_mutations_of_the_text_never_panic() {
    conform::survives_noise(&game::<u64>("4x4"), PACK, 20_000, 2);
}
