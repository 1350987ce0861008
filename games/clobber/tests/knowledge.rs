//! The knowledge file: it loads, says what it should where it should, is right where it claims to know, and plays.

use std::sync::Arc;

use game::facts::{Describe, EventLog, Facts};
use game::{Evaluate, Evaluator, Game, Options, Rng, Seat, Turn};
use infer::{BackEnd, Engine, Kb};
use ludus_clobber::{Clobber, Hop, State};

fn game(size: &str) -> Clobber {
    Clobber::new(&Options::none().with("size", size)).expect("a size on offer")
}

fn load(game: &Clobber) -> Arc<Kb> {
    let (name, text) = Clobber::PACKS[0];
    Kb::load(name, text, &game.schema()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn facts_of(game: &Clobber, state: &State) -> Facts {
    let mut facts = game.schema().facts();
    game.position_facts(state, state.side(), &mut facts);
    facts
}

fn movement(game: &Clobber, state: &State, mv: Hop) -> Facts {
    let mut facts = game.schema().facts();
    game.move_facts(state, state.side(), mv, &mut facts);
    facts
}

fn moves(game: &Clobber, state: &State) -> Vec<Hop> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

fn set_up(engine: &mut Engine, game: &Clobber, state: &State) {
    engine.position(&facts_of(game, state), &EventLog::default());
}

#[test]
fn the_file_loads_cleanly_and_is_translated() {
    for size in ["2x2", "3x5", "5x6", "10x10"] {
        let kb = load(&game(size));
        assert!(kb.warnings().list().is_empty(), "{size}: {}", kb.warnings());
        for lang in ["sr", "pt"] {
            assert_eq!(kb.untranslated(lang), Vec::<&str>::new(), "{lang}");
        }
        let on_tuples =
            |name: &str| kb.plan().iter().any(|p| p.name == name && p.back_end == BackEnd::Tuples);
        for (rule, _) in kb.rules().take(6) {
            assert!(!on_tuples(rule), "{rule} must be computed with words on {size}: {:?}", kb.plan());
        }
    }
}

/// Position, move, rule, points, sentence.
const REASONS: &[(&str, &str, &str, i32, &str)] = &[
    ("XO/2 X", "A2B2", "last_word", 2000, "leaves the opponent without a move"),
    (
        "XO3/3XO/XO3/3XO/XO3 X",
        "A1B1",
        "last_pair",
        1000,
        "decides the game: 4 lonely pairs are left, an even number, and the opponent has to begin",
    ),
    (
        "XO3/3XO X",
        "A2B2",
        "first_pair",
        -1000,
        "1 lonely pair is left, an odd number: the opponent makes the last move",
    ),
    ("OXXXO/2O2 X", "C2C1", "drops_out", -60, "leaves 1 own stone out of play"),
    ("OXO1XO/6 X", "B2C2", "shuts_out", 60, "puts 1 stone of the opponent out of play"),
    ("XXO/2O X", "B2C2", "exposes", -90, "leaves 1 more own stone alone at the front"),
    ("XOX/1O1 X", "A2B2", "joins", 90, "leaves 1 fewer own stone alone at the front"),
    ("XOO/3 X", "A2B2", "isolates", 90, "leaves 1 more stone of the opponent alone at the front"),
    ("XO2/2XO X", "A2B2", "relieves", -90, "leaves 1 fewer stone of the opponent alone at the front"),
    ("OXXXO/2O2 X", "C2C1", "splits", 3, "splits the stones into groups"),
];

#[test]
fn rules_say_what_they_should() {
    for &(position, mv, rule, points, sentence) in REASONS {
        let game = Clobber::new(&Clobber::options_of(position).expect("a board")).expect("a board on offer");
        let state = game.read(position).expect("a position");
        let mut engine = Engine::new(load(&game));
        set_up(&mut engine, &game, &state);
        let mv = game.read_move(&state, mv).expect("a legal move");
        let (_, reasons) = engine.explain_move(&movement(&game, &state, mv), "en");
        let found: Vec<_> = reasons.iter().map(|r| (r.rule.as_str(), r.points, r.text.as_str())).collect();
        assert!(found.contains(&(rule, points, sentence)), "{position}: {rule} not in {found:#?}");
    }
    let kb = load(&game("5x6"));
    for (rule, _) in kb.rules().skip(6) {
        assert!(REASONS.iter().any(|reason| reason.2 == rule), "no position shows {rule}");
    }
}

#[test]
fn scores_count_what_they_say() {
    let game = game("2x4");
    let state = game.read("XXO1/3X X").expect("a position");
    let mut engine = Engine::new(load(&game));
    set_up(&mut engine, &game, &state);
    let (verdict, reasons) = engine.explain_position("en");
    let total = |rule: &str| reasons.iter().filter(|r| r.rule == rule).map(|r| r.points).sum::<i32>();
    for (rule, points) in [
        ("own_turn", 220),
        ("other_turn", 0),
        ("own_play", 2 * 60),
        ("other_play", -60),
        ("own_alone", 0),
        ("other_alone", 90),
    ] {
        assert_eq!(total(rule), points, "{rule} in {reasons:#?}");
    }
    assert_eq!(verdict.points, engine.score());
}

/// The scores are the evaluation, said in rules.
#[test]
fn scores_agree_with_the_evaluation() {
    let game = game("5x6");
    let evaluator = game.evaluator("support").expect("the evaluation");
    let mut engine = Engine::new(load(&game));
    let mut rng = Rng::new(2);
    for _ in 0..20 {
        let mut state = game.start();
        while let Turn::Player(seat) = game.turn(&state) {
            set_up(&mut engine, &game, &state);
            let sign = if seat == Seat::FIRST { 1 } else { -1 };
            assert_eq!(engine.score(), sign * evaluator.value(&game, &state), "{}", game.write(&state));
            let moves = moves(&game, &state);
            game.play(&mut state, moves[rng.below(moves.len())]);
        }
    }
}

/// Whether the side to move wins, by trying everything.
fn wins_by_force(game: &Clobber, state: &State) -> bool {
    moves(game, state).into_iter().any(|mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        !wins_by_force(game, &next)
    })
}

#[test]
fn what_rules_call_decided_is_decided() {
    let game = game("4x4");
    let mut engine = Engine::new(load(&game));
    let (mut rng, mut seen) = (Rng::new(8), [0; 3]);
    for _ in 0..150 {
        let mut state = game.start();
        while let Turn::Player(_) = game.turn(&state) {
            set_up(&mut engine, &game, &state);
            let moves = moves(&game, &state);
            // Early positions are too many to try and decide nothing.
            for &mv in moves.iter().filter(|_| moves.len() < 8) {
                let mut after = state;
                game.play(&mut after, mv);
                for reason in engine.explain_move(&movement(&game, &state, mv), "en").1 {
                    let claims = ["last_word", "last_pair", "first_pair"];
                    let Some(claim) = claims.iter().position(|&rule| rule == reason.rule) else { continue };
                    let at = format!("{} in {}", game.write_move(&state, mv), game.write(&state));
                    assert_eq!(wins_by_force(&game, &after), claim == 2, "{at}");
                    seen[claim] += 1;
                }
            }
            game.play(&mut state, moves[rng.below(moves.len())]);
        }
    }
    assert!(seen.iter().all(|&times| times > 5), "each claim is made a few times: {seen:?}");
}

#[test]
fn rules_alone_beat_random_play() {
    let game = game("5x6");
    let mut engine = Engine::new(load(&game));
    let mut won = 0;
    for number in 0..30 {
        let (mut rng, mut state) = (Rng::new(number), game.start());
        while let Turn::Player(seat) = game.turn(&state) {
            let mut moves = moves(&game, &state);
            rng.shuffle(&mut moves);
            let by_rules = (seat.index() as u64 + number).is_multiple_of(2);
            let mv = if by_rules {
                set_up(&mut engine, &game, &state);
                let points = |mv: &Hop| engine.judge(&movement(&game, &state, *mv)).points;
                moves.into_iter().max_by_key(points).expect("the game is not over")
            } else {
                moves[0]
            };
            game.play(&mut state, mv);
        }
        won += game.outcome(&state).scores[(number % 2) as usize];
    }
    println!("{won} of 30 against random");
    assert!(won >= 24, "{won} of 30 against random");
}

#[test]
fn noise_and_mutations_of_the_text_never_panic() {
    let accepted = infer::conform::survives_noise(Clobber::PACKS[0].1, &game("3x3").schema(), 5_000, 2);
    assert!(accepted > 25, "most mutants are refused, but not all: {accepted}");
}
