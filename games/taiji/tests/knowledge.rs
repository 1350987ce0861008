//! The shipped knowledge: it loads clean, says what it should, and plays better than the greedy player.

use std::sync::Arc;

use game::facts::{Describe, EventLog, Facts};
use game::{Game, Greedy, Options, Seat, Turn};
use infer::{BackEnd, Engine, Kb};
use ludus_taiji::{State, Taiji, Taiji64, Taiji128, Taijitu, Word};

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}

fn game<W: Word>(size: &str, groups: usize) -> Taiji<W> {
    Taiji::new(&Options::none().with("size", size).with("groups", groups)).expect("good options")
}

fn load<W: Word>(game: &Taiji<W>) -> Arc<Kb> {
    let (name, text) = <Taiji<W> as Describe>::PACKS[0];
    Kb::load(name, text, &game.schema()).unwrap_or_else(|e| panic!("{}", e.render()))
}

fn position<W: Word>(game: &Taiji<W>, state: &State<W>, seat: Seat) -> Facts {
    let mut facts = game.schema().facts();
    game.position_facts(state, seat, &mut facts);
    facts
}

fn movement<W: Word>(game: &Taiji<W>, state: &State<W>, mv: Taijitu) -> Facts {
    let mut facts = game.schema().facts();
    game.move_facts(state, state.side(), mv, &mut facts);
    facts
}

#[test]
fn the_text_is_clean_complete_and_translated() {
    for (size, groups) in [("7x7", 1), ("9x9", 2), ("11x11", 3), ("2x3", 1)] {
        let kb = load(&game::<u128>(size, groups));
        assert!(kb.warnings().list().is_empty(), "{size}: {}", kb.warnings().render());
        for lang in ["sr", "pt"] {
            assert_eq!(kb.untranslated(lang), Vec::<&str>::new(), "{lang}");
        }
        assert!(kb.bit_plan::<u128>().is_some(), "the scores of a position must run on words");
        let scores =
            kb.plan().into_iter().filter(|p| p.name.starts_with("own_") && p.back_end == BackEnd::Bits);
        assert!(scores.count() >= 6, "the scores of a position must run on words");
    }
}

/// Position, move, rule, points, sentence.
const SAID: &[(&str, &str, &str, i32, &str)] = &[
    ("4X/OX2O/O4/X4 X 1", "", "own_cell", 90, "A1 is in an own group that counts"),
    ("4X/OX2O/O4/X4 X 1", "", "their_cell", -90, "A2 is in a group of the opponent's that counts"),
    ("4X/OX2O/O4/X4 X 1", "", "own_room", 30, "a group that counts can grow to B1"),
    ("4X/OX2O/O4/X4 X 1", "", "their_room_left", -30, "a group of the opponent's that counts can grow to B2"),
    ("4X/OX2O/O4/X4 X 1", "", "own_beyond", 16, "behind the next cells there is room on C1"),
    ("4X/OX2O/O4/X4 X 1", "", "their_beyond_left", -16, "the opponent has room on B1, behind the next cells"),
    ("4X/OX2O/O4/X4 X 1", "", "their_contested", 6, "an own cell touches B2, where the opponent can grow"),
    ("4X/OX2O/O4/X4 X 1", "B1C1", "grow", 90, "makes a group that counts grow to 2 cells"),
    ("4X/OX2O/O4/X4 X 1", "B1C1", "opens", 26, "gives the group 1 new cell to grow to"),
    (
        "4X/OX2O/O4/X4 X 1",
        "B1C1",
        "harmless",
        6,
        "puts the other half on C1, where it touches none of the opponent's groups",
    ),
    (
        "4X/OX2O/O4/X4 X 1",
        "C1B1",
        "own_block",
        -42,
        "leaves B1 to the opponent, where the own half would have gained 1",
    ),
    (
        "4X/OX2O/O4/X4 X 1",
        "C1D1",
        "near_link",
        11,
        "one half on B1 would now join 1 cell around C1 to a group that counts",
    ),
    ("4X/OX2O/O4/X4 X 1", "B2C2", "lead", 90, "makes a group grow to 2 cells, so that it counts now"),
    ("4X/OX2O/O4/X4 X 1", "B2C2", "block", 42, "takes B2, where the opponent would have gained 1"),
    (
        "4X/OX2O/O4/X4 X 1",
        "C2B2",
        "feed",
        -90,
        "lets a group of the opponent's that counts grow to 3 cells with the other half",
    ),
    ("4X/OX2O/O4/X4 X 1", "C2B2", "feed_opens", -26, "gives the opponent's group 1 new cell to grow to"),
    (
        "4X/OX2O/O4/X4 X 1",
        "D2E2",
        "feed_build",
        -8,
        "lets the opponent have a group of 2 cells around E2, though it adds nothing to the score",
    ),
    (
        "4X/OX2O/O4/X4 X 1",
        "B4A4",
        "plug",
        8,
        "plugs a channel: the only way on from the opponent's A4 was B4",
    ),
    (
        "4X/OX2O/O4/X4 X 1",
        "B4C4",
        "hole_theirs",
        22,
        "leaves A4 as a hole, where a group of the opponent's could have grown",
    ),
    ("4X/OX2O/O4/X4 X 1", "C4B4", "walled", 10, "walls in the other half: the cell B4 stays alone for ever"),
    ("3O1/2XXX/2O1O/1OX2 O 1", "", "own_link", 45, "one half would join C2 to a group that counts"),
    (
        "3O1/2XXX/2O1O/1OX2 O 1",
        "",
        "their_hole",
        4,
        "E4 beside a group of the opponent's is a hole: nobody can fill it",
    ),
    (
        "3O1/2XXX/2O1O/1OX2 O 1",
        "E1D1",
        "seal_own",
        -40,
        "shuts in the own group: its 2 cells can grow no more",
    ),
    (
        "3O1/2XXX/2O1O/1OX2 O 1",
        "A2B2",
        "own_split",
        -84,
        "leaves B2 to the opponent, where 2 own groups would have become one of 3 cells",
    ),
    (
        "3O1/2XXX/2O1O/1OX2 O 1",
        "A2B2",
        "hole_own",
        -22,
        "leaves A1 as a hole, where an own group could have grown",
    ),
    ("3O1/2XXX/2O1O/1OX2 O 1", "B2A2", "bridge", 186, "joins 2 own groups on B2 into one of 3 cells"),
    (
        "3O1/2XXX/2O1O/1OX2 O 1",
        "A1A2",
        "channel",
        -8,
        "enters a channel: the only way on from A1 was A2, and the other half plugs it",
    ),
    (
        "5/4O/X2XX/O2O1 X 1",
        "",
        "own_contested",
        -6,
        "the opponent touches D3 too, where an own group can grow",
    ),
    ("5/4O/X2XX/O2O1 X 1", "", "own_hole", -4, "E1 beside an own group is a hole: nobody can fill it"),
    (
        "5/4O/X2XX/O2O1 X 1",
        "B1C1",
        "feed_lead",
        -90,
        "lets a group of the opponent's grow to 2 cells, so that it counts now",
    ),
    (
        "5/4O/X2XX/O2O1 X 1",
        "B1C1",
        "seal",
        40,
        "shuts in a group of the opponent's: its 1 cell can grow no more",
    ),
    ("5/4O/X2XX/O2O1 X 1", "B2C2", "build", 8, "makes a group grow to 2 cells, without raising the score"),
    ("OX1OX/O4/XXOXO/OX1XO X 1", "C3D3", "win", 5000, "ends the game with 3 to 2: a win"),
    (
        "XOXO1/1X1OX/XOOX1/O4 O 1",
        "E1E2",
        "feed_bridge",
        -186,
        "joins 2 of the opponent's groups on E2 into one of 3 cells",
    ),
    (
        "XOXO1/1X1OX/XOOX1/O4 O 1",
        "E2E1",
        "split",
        84,
        "keeps 2 of the opponent's groups apart: on E2 they would have become one of 3 cells",
    ),
    (
        "O1OX1/X1XXO/1XO1X/1O2O O 1",
        "",
        "their_link_left",
        -45,
        "one half would join B2 to a group of the opponent's that counts",
    ),
    ("5/5/5/5 O 1", "A1B1", "start", 90, "starts a group that counts"),
    ("5/5/5/5 O 1", "A1B1", "feed_start", -90, "starts a group of the opponent's that counts"),
    (
        "5/5/5/5 O 1",
        "B1A1",
        "own_half_inside",
        15,
        "keeps the own half nearer to the centre than the other half",
    ),
    ("5/5/5/5 O 1", "C2B2", "centre_first", 30, "opens in the middle, where a group has room on all sides"),
    (
        "XOX1O/O1XOX/1XOXO/2XO1 X 1",
        "A1A2",
        "tie_won",
        5000,
        "ends the game with 2 each: a tie is Black's win",
    ),
    ("O1OOX/X1XOX/OXOXO/XOXOX X 1", "B3B4", "loss", -5000, "ends the game with 4 to 5: a loss"),
    (
        "OO1OX/XXXOX/XXO1O/OOX2 O 1",
        "D2D1",
        "tie_lost",
        -5000,
        "ends the game with 5 each: a tie is Black's win",
    ),
    (
        "X1XOX/O1OOX/OOXXO/XOXOX X 1",
        "B4B3",
        "small_bridge",
        16,
        "joins 2 own groups into one of 3 cells, without raising the score",
    ),
    (
        "4/4/1XO1/4 X 1",
        "B3C3",
        "mirror",
        2000,
        "makes the board its own mirror image under half a turn with the colours exchanged: answering every taijitu so keeps the scores level, and a tie is Black's",
    ),
];

#[test]
fn every_rule_fires_where_it_should_and_says_so() {
    let mut fired: Vec<String> = Vec::new();
    for &(text, mv, rule, points, sentence) in SAID {
        let game = Taiji64::new(&Taiji64::options_of(text).unwrap()).unwrap();
        let state = game.read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut engine = Engine::new(load(&game));
        engine.position(&position(&game, &state, state.side()), &EventLog::default());
        let reasons = if mv.is_empty() {
            engine.explain_position("en").1
        } else {
            let mv = game.read_move(&state, mv).unwrap_or_else(|e| panic!("{text}: {e}"));
            engine.explain_move(&movement(&game, &state, mv), "en").1
        };
        let found = reasons.iter().any(|r| r.rule == rule && r.points == points && r.text == sentence);
        let said: Vec<_> = reasons.iter().map(|r| (&r.rule, r.points, &r.text)).collect();
        assert!(found, "{rule} ({points}, {sentence}) is missing for {mv} at {text}: {said:#?}");
        fired.push(rule.to_string());
    }
    let kb = load(&game::<u64>("7x7", 1));
    let silent: Vec<&str> =
        kb.rules().map(|(name, _)| name).filter(|name| !fired.iter().any(|f| f == name)).collect();
    assert!(silent.is_empty(), "rules without a case: {silent:?}");
}

/// A position after a random number of random moves.
fn random_state<W: Word>(game: &Taiji<W>, rng: &mut Rng) -> State<W> {
    let mut state = game.start();
    let mut moves = Vec::new();
    for _ in 0..rng.below(game.longest().unwrap_or(1) + 1) {
        if game.turn(&state) == Turn::Over {
            break;
        }
        game.moves(&state, &mut moves);
        game.play(&mut state, moves[rng.below(moves.len())]);
    }
    state
}

fn both_back_ends_agree<W: Word, B: Word>(size: &str, groups: usize, count: usize) {
    let game = game::<W>(size, groups);
    let kb = load(&game);
    let (plan, sets) =
        (kb.bit_plan::<B>().expect("scores on words"), kb.bit_sets::<B>().expect("sets that fit"));
    let mut engine = Engine::new(kb.clone());
    let mut rng = Rng(7 + groups as u64);
    for _ in 0..count {
        let state = random_state(&game, &mut rng);
        for seat in [Seat::FIRST, Seat::SECOND] {
            let facts = position(&game, &state, seat);
            assert_eq!(facts, position(&game, &state, seat), "facts must not depend on chance");
            engine.position(&facts, &EventLog::default());
            assert!(engine.is_complete());
            assert_eq!(plan.eval_facts(&facts), engine.score(), "{}", game.write(&state));
            for (name, elements) in sets.sets(&kb, &facts) {
                let rows: Vec<i32> = engine
                    .rows(&name)
                    .expect("a predicate of the text")
                    .into_iter()
                    .map(|row| row[0])
                    .collect();
                assert_eq!(rows, elements, "{name} at {}", game.write(&state));
            }
        }
    }
}

#[test]
fn words_and_tuples_agree() {
    both_back_ends_agree::<u64, u64>("7x7", 1, 200);
    both_back_ends_agree::<u128, u128>("9x9", 2, 60);
    both_back_ends_agree::<u128, game::bits::Wide<2>>("11x11", 3, 30);
}

#[test]
fn gains_are_what_the_score_does() {
    for (size, groups) in [("7x7", 1), ("7x7", 2), ("6x8", 3)] {
        let game = game::<u64>(size, groups);
        let schema = game.schema();
        let gain = ["my_gain", "their_gain"].map(|name| schema.find(name).unwrap());
        let mut rng = Rng(11);
        for _ in 0..40 {
            let state = random_state(&game, &mut rng);
            if game.turn(&state) == Turn::Over {
                continue;
            }
            let seat = state.side();
            let facts = position(&game, &state, seat);
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            for mv in moves {
                let mut next = state;
                game.play(&mut next, mv);
                let (own, other) = game.cells(mv);
                for (whose, cell, gain) in [(seat, own, gain[0]), (seat.other(), other, gain[1])] {
                    let grown = game.score(&next, whose) - game.score(&state, whose);
                    assert!(facts.contains(gain, &[cell as i32, grown]), "{mv:?} at {}", game.write(&state));
                }
            }
        }
    }
}

/// What the sentences call final must hold at the end of every game that follows.
#[test]
fn for_ever_means_for_ever() {
    let game = game::<u64>("5x6", 1);
    let schema = game.schema();
    let mut engine = Engine::new(load(&game));
    let mut rng = Rng(5);
    let mut checked = 0;
    for _ in 0..150 {
        let state = random_state(&game, &mut rng);
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        if moves.is_empty() {
            continue;
        }
        let mv = moves[rng.below(moves.len())];
        engine.position(&position(&game, &state, state.side()), &EventLog::default());
        let (_, reasons) = engine.explain_move(&movement(&game, &state, mv), "en");
        let mut next = state;
        game.play(&mut next, mv);
        let (own, other) = game.cells(mv);
        let group = |state: &State<u64>, cell: usize| {
            let colours = [Seat::FIRST, Seat::SECOND].map(|seat| state.of(seat));
            let colour = colours.into_iter().find(|set| set.has(cell)).unwrap_or(0);
            game.board().flood(u64::bit(cell), colour).count_ones() as usize
        };
        // Cells whose groups must stay as large as they are; 0 for cells that must stay empty.
        let mut fixed: Vec<(usize, usize)> = Vec::new();
        for reason in &reasons {
            let bound = |name: &str| {
                let (_, text) =
                    reason.binding.iter().find(|(n, _)| n == name).expect("a variable of the rule");
                (0..30).find(|&c| schema.show(game::facts::SortId(1), c as i32) == *text).expect("a cell")
            };
            match reason.rule.as_str() {
                "walled" => fixed.push((other, 1)),
                "seal_own" => fixed.push((own, group(&next, own))),
                "seal" => fixed.push((bound("H"), group(&next, bound("H")))),
                "hole_own" | "hole_theirs" => fixed.push((bound("C"), 0)),
                _ => {}
            }
        }
        for _ in 0..6 {
            let mut end = next;
            while game.turn(&end) != Turn::Over {
                game.moves(&end, &mut moves);
                game.play(&mut end, moves[rng.below(moves.len())]);
            }
            for &(cell, size) in &fixed {
                assert_eq!(group(&end, cell), size, "{mv:?} at {}", game.write(&state));
                checked += 1;
            }
        }
    }
    assert!(checked > 150, "too little was checked: {checked}");
}

/// The move the knowledge likes best; chance decides between equals.
fn expert<W: Word>(
    game: &Taiji<W>,
    engine: &mut Engine,
    state: &State<W>,
    moves: &[Taijitu],
    rng: &mut Rng,
) -> Taijitu {
    engine.position(&position(game, state, state.side()), &EventLog::default());
    let mut facts = game.schema().facts();
    let points: Vec<i32> = moves
        .iter()
        .map(|&mv| {
            facts.clear();
            game.move_facts(state, state.side(), mv, &mut facts);
            engine.judge(&facts).points
        })
        .collect();
    pick(moves, &points, rng)
}

fn pick(moves: &[Taijitu], points: &[i32], rng: &mut Rng) -> Taijitu {
    let best = points.iter().max().expect("at least one move");
    let equal: Vec<usize> = (0..moves.len()).filter(|&i| points[i] == *best).collect();
    moves[equal[rng.below(equal.len())]]
}

/// How many games out of `games` the knowledge wins, taking White and Black in turn.
fn wins<W: Word>(
    size: &str,
    groups: usize,
    games: usize,
    other: impl Fn(&Taiji<W>, &State<W>, Taijitu) -> i32,
) -> usize {
    let game = game::<W>(size, groups);
    let mut engine = Engine::new(load(&game));
    let mut rng = Rng(2026);
    let mut won = 0;
    let mut moves = Vec::new();
    for round in 0..games {
        let seat = if round % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
        let mut state = game.start();
        while let Turn::Player(side) = game.turn(&state) {
            game.moves(&state, &mut moves);
            let mv = if side == seat {
                expert(&game, &mut engine, &state, &moves, &mut rng)
            } else {
                let points: Vec<i32> = moves.iter().map(|&mv| other(&game, &state, mv)).collect();
                pick(&moves, &points, &mut rng)
            };
            game.play(&mut state, mv);
        }
        won += usize::from(game.outcome(&state).winners.contains(seat));
    }
    won
}

#[test]
fn the_knowledge_beats_random_and_greedy() {
    let report = |what: &str, won: usize, of: usize| eprintln!("knowledge against {what}: {won} of {of}");
    let random = wins::<u64>("7x7", 1, 20, |_, _, _| 0);
    report("random", random, 20);
    assert!(random >= 19);
    let greedy = wins::<u64>("7x7", 1, 60, |game, state, mv| game.gain(state, mv));
    report("greedy", greedy, 60);
    assert!(greedy > 40);
    let two = wins::<u128>("9x9", 2, 10, |game: &Taiji128, state, mv| game.gain(state, mv));
    report("greedy, two groups", two, 10);
    assert!(two > 5);
}

#[test]
fn noise_and_mutations_of_the_text_never_panic() {
    let text = <Taiji<u64> as Describe>::PACKS[0].1;
    let accepted = infer::conform::survives_noise(text, &game::<u64>("4x4", 1).schema(), 20_000, 5);
    assert!(accepted > 100, "most mutants are refused, but not all: {accepted}");
}
