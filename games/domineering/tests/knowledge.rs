//! The knowledge file: it loads, says what it should where it should, agrees with counting, and plays.

use std::sync::Arc;

use game::facts::{Describe, EventLog, Facts, Role};
use game::{Game, Greedy, Options, Rng, Turn};
use infer::{BackEnd, Engine, Kb};
use ludus_domineering::{Domineering, Placement, State, Wide, Word};

fn game<W: Word>(size: &str) -> Domineering<W> {
    Domineering::new(&Options::none().with("size", size)).expect("a size that fits")
}

fn load<W: Word>(game: &Domineering<W>) -> Arc<Kb> {
    let (name, text) = Domineering::<W>::PACKS[0];
    Kb::load(name, text, &game.schema()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn facts_of<W: Word>(game: &Domineering<W>, state: &State<W>) -> Facts {
    let mut facts = game.schema().facts();
    game.position_facts(state, state.side(), &mut facts);
    facts
}

fn movement<W: Word>(game: &Domineering<W>, state: &State<W>, mv: Placement) -> Facts {
    let mut facts = game.schema().facts();
    game.move_facts(state, state.side(), mv, &mut facts);
    facts
}

fn set_up<W: Word>(engine: &mut Engine, game: &Domineering<W>, state: &State<W>) {
    engine.position(&facts_of(game, state), &EventLog::default());
}

/// A position after up to `most` random moves, the game not over.
fn random_position<W: Word>(game: &Domineering<W>, most: usize, rng: &mut Rng) -> State<W> {
    let (mut state, mut moves) = (game.start(), Vec::new());
    for _ in 0..rng.below(most + 1) {
        game.moves(&state, &mut moves);
        let mut next = state;
        game.play(&mut next, rng.pick(&moves).expect("the game is not over"));
        if game.turn(&next) == Turn::Over {
            break;
        }
        state = next;
    }
    state
}

#[test]
fn the_file_loads_cleanly_on_every_size_and_is_translated() {
    for size in ["1x1", "1x16", "16x1", "2x2", "3x5", "8x8", "16x16"] {
        let game = game::<Wide>(size);
        let kb = load(&game);
        // On a single line, rules about neighbours beside it can never fire, and are said to.
        if game.size().rows.min(game.size().columns) >= 3 {
            assert!(kb.warnings().list().is_empty(), "{size}: {}", kb.warnings());
        }
        assert_eq!(kb.rules().count(), 26, "rules of the file");
        for lang in ["sr", "pt"] {
            assert_eq!(kb.untranslated(lang), Vec::<&str>::new(), "{lang}");
        }
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
    let facts = facts_of(&game, &state);
    assert_eq!(facts, facts_of(&game, &state));
    let mv = game.read_move(&state, "B1").expect("a move");
    let moved = movement(&game, &state, mv);
    let shown = |facts: &Facts, name: &str| {
        let id = schema.find(name).expect("a declared predicate");
        let sorts = schema.predicates()[id.0 as usize].args.clone();
        let mut rows = Vec::new();
        facts.each(id, |row| {
            let names: Vec<String> = sorts.iter().zip(row).map(|(&s, &v)| schema.show(s, v)).collect();
            rows.push(names.join(" "));
        });
        rows.join(", ")
    };
    for (name, expected) in [
        ("free", "A1, B1, C1, D1, B2, B3, C3, D3"),
        ("mine", "A2, A3"),
        ("theirs", "C2, D2"),
        ("me", "X"),
        ("to_move", "X"),
    ] {
        assert_eq!(shown(&facts, name), expected, "{name}");
    }
    assert_eq!(shown(&moved, "put"), "B1 B2");
    assert_eq!(shown(&moved, "covers"), "B1, B2");
    let mut log = EventLog::default();
    game.event_log(&state, &[mv], &mut log);
    assert_eq!(schema.predicates()[log.events[0].predicate.0 as usize].name, "placed");
    assert_eq!((log.events[0].args.as_slice(), log.events[0].number), (&[0, 1, 5][..], 1));
    assert!(schema.predicates().iter().all(|p| !p.doc.is_empty()));
    assert!(schema.predicates().iter().filter(|p| p.role == Role::Position).count() == 5);
}

/// Position, move, rule, points, sentence. Boards are written from the top row down.
const REASONS: &[(&str, &str, &str, i32, &str)] = &[
    ("2/2 X", "A1", "last_word", 2000, "leaves the opponent without a move"),
    (
        "3/3/3 X",
        "B1",
        "enough_safe",
        1000,
        "decides the game: 2 safe moves left against at most 1 of the opponent",
    ),
    (
        "2#/###/##1/##1 X",
        "C1",
        "not_enough",
        -1000,
        "leaves at most 0 own moves against 1 safe one of the opponent",
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
        "leaves an odd gap at both ends and so costs two own moves",
    ),
    ("3/3/3 X", "B1", "gives_up", -4, "gives up 1 other own place"),
    (
        "3#1/3#1/3#1/3#1 X",
        "E1",
        "too_early",
        -50,
        "uses a safe place, which could wait, while other places are contested",
    ),
    ("1#1/1#1/1#1/1#1 X", "A1", "counting_out", 1, "only safe moves are left: 4 with this one"),
    ("1#1/1#1/3 X", "A1", "spends_safe", -50, "breaks into a safe place and loses 1 safe move"),
    ("3/3/3 X", "A1", "stops_safe", 6, "covers 1 place from which the opponent could make a safe move"),
    (
        "5/5/5/5 X",
        "B1",
        "second_line",
        4,
        "on the second line from the edge: A1 and A2 beside it are safe now",
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

#[test]
fn rules_say_what_they_should() {
    let mut seen = Vec::new();
    for &(position, mv, rule, points, sentence) in REASONS {
        let options = Domineering::<u64>::options_of(position).expect("a position");
        let game = Domineering::<u64>::new(&options).expect("a small board");
        let state = game.read(position).expect("a position");
        let mut engine = Engine::new(load(&game));
        set_up(&mut engine, &game, &state);
        let mv = game.read_move(&state, mv).expect("a legal move");
        let (_, reasons) = engine.explain_move(&movement(&game, &state, mv), "en");
        let found: Vec<_> = reasons.iter().map(|r| (r.rule.as_str(), r.points, r.text.as_str())).collect();
        assert!(found.contains(&(rule, points, sentence)), "{position}: {rule} not in {found:#?}");
        seen.push(rule);
    }
    let kb = load(&game::<u64>("5x5"));
    for (rule, _) in kb.rules().skip(10) {
        assert!(seen.contains(&rule), "no position shows {rule}");
    }
}

/// Scores of the position as sums of points by rule.
#[test]
fn scores_count_what_they_say() {
    let game = game::<u64>("3x4");
    let state = game.read("X3/X1OO/4 O").expect("a position");
    let mut engine = Engine::new(load(&game));
    set_up(&mut engine, &game, &state);
    let (verdict, reasons) = engine.explain_position("en");
    let total = |rule: &str| reasons.iter().filter(|r| r.rule == rule).map(|r| r.points).sum::<i32>();
    for (rule, points) in [
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
    ] {
        assert_eq!(total(rule), points, "{rule} in {reasons:#?}");
    }
    assert_eq!(verdict.points, engine.score());
}

/// The scores and the effects of moves against the counts that the game computes with words of its own.
fn agrees_with_counts<W: Word, B: Word>(size: &str, positions: usize, seed: u64) {
    let game = game::<W>(size);
    let kb = load(&game);
    let plan = kb.bit_plan::<B>().expect("all scores fit words");
    let sets = kb.bit_sets::<B>().expect("all sets fit words");
    let mut engine = Engine::new(kb.clone());
    let mut rng = Rng::new(seed);
    for _ in 0..positions {
        let state = random_position(&game, game.size().cells() / 3, &mut rng);
        let facts = facts_of(&game, &state);
        engine.position(&facts, &EventLog::default());
        assert_eq!(plan.eval_facts(&facts), engine.score(), "{}", game.write(&state));
        for (name, elements) in sets.sets(&kb, &facts) {
            let rows = engine.rows(&name).expect("a predicate of the text").into_iter();
            assert_eq!(rows.map(|r| r[0]).collect::<Vec<_>>(), elements, "{name} in {}", game.write(&state));
        }
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
        engine.judge(&movement(&game, &state, mv));
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
    let game = game::<u64>("6x6");
    let plan = load(&game).bit_plan::<u64>().expect("all scores fit words");
    let mut rng = Rng::new(6);
    for _ in 0..100 {
        let state = random_position(&game, 12, &mut rng);
        let [mine, theirs] = [state.side(), state.side().other()].map(|seat| {
            let mut facts = game.schema().facts();
            game.position_facts(&state, seat, &mut facts);
            plan.eval_facts(&facts)
        });
        assert_eq!(mine, -theirs, "{}", game.write(&state));
    }
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
    let mut engine = Engine::new(load(&game));
    let mut rng = Rng::new(8);
    let mut seen = [0; 3];
    for _ in 0..80 {
        let mut state = random_position(&game, 8, &mut rng);
        for _ in 0..2 {
            let Some(mv) = shuffled_moves(&game, &state, &mut rng).pop() else { break };
            game.play(&mut state, mv);
        }
        set_up(&mut engine, &game, &state);
        for mv in shuffled_moves(&game, &state, &mut rng) {
            let mut after = state;
            game.play(&mut after, mv);
            for reason in engine.explain_move(&movement(&game, &state, mv), "en").1 {
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

/// The legal move that the rules like best.
fn by_rules<W: Word>(
    engine: &mut Engine,
    game: &Domineering<W>,
    state: &State<W>,
    rng: &mut Rng,
) -> Placement {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    set_up(engine, game, state);
    rng.shuffle(&mut moves);
    let points = |mv: &Placement| engine.judge(&movement(game, state, *mv)).points;
    moves.into_iter().max_by_key(points).expect("the game is not over")
}

/// Of `games` games on a board, with colours changing, how many the rules win against `other`.
fn wins<W: Word>(size: &str, games: u64, other: impl Fn(&State<W>, &mut Rng) -> Placement) -> u64 {
    let game = game::<W>(size);
    let mut engine = Engine::new(load(&game));
    (0..games)
        .filter(|&number| {
            let mut rng = Rng::new(number);
            let mut state = game.start();
            while let Turn::Player(seat) = game.turn(&state) {
                let rules_to_move = (seat.index() as u64 + number).is_multiple_of(2);
                let mv = if rules_to_move {
                    by_rules(&mut engine, &game, &state, &mut rng)
                } else {
                    other(&state, &mut rng)
                };
                game.play(&mut state, mv);
            }
            game.outcome(&state).scores[(number % 2) as usize] == 1
        })
        .count() as u64
}

fn shuffled_moves<W: Word>(game: &Domineering<W>, state: &State<W>, rng: &mut Rng) -> Vec<Placement> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    rng.shuffle(&mut moves);
    moves
}

#[test]
fn rules_alone_beat_random_and_greedy_play() {
    let board = game::<u64>("8x8");
    let random = wins::<u64>("8x8", 20, |state, rng| shuffled_moves(&board, state, rng)[0]);
    assert!(random >= 19, "{random} of 20 against random");
    let greedy = wins::<u64>("8x8", 40, |state, rng| {
        let moves = shuffled_moves(&board, state, rng).into_iter();
        moves.max_by_key(|&mv| board.gain(state, mv)).expect("the game is not over")
    });
    println!("{random} of 20 against random, {greedy} of 40 against greedy");
    assert!(greedy > 20, "{greedy} of 40 against greedy");
}

#[test]
fn noise_and_mutations_of_the_text_never_panic() {
    let accepted = infer::conform::survives_noise(
        Domineering::<u64>::PACKS[0].1,
        &game::<u64>("4x4").schema(),
        20_000,
        2,
    );
    assert!(accepted > 100, "most mutants are refused, but not all: {accepted}");
}
