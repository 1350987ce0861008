//! The shipped knowledge: it loads clean, says what it should, tells the truth, and plays better than chance.

use std::sync::Arc;

use game::facts::{Describe, EventLog, Facts};
use game::{Game, Greedy, Seat, Turn};
use infer::{Engine, Kb};
use ludus_tablut::{Move, Side, State, Tablut};

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}

fn load() -> Arc<Kb> {
    let (name, text) = Tablut::PACKS[0];
    Kb::load(name, text, &Tablut.schema()).unwrap_or_else(|e| panic!("{}", e.render()))
}

fn position(state: &State, seat: Seat) -> Facts {
    let mut facts = Tablut.schema().facts();
    Tablut.position_facts(state, seat, &mut facts);
    facts
}

fn movement(state: &State, mv: Move) -> Facts {
    let mut facts = Tablut.schema().facts();
    Tablut.move_facts(state, state.side().seat(), mv, &mut facts);
    facts
}

/// A position after a random number of random moves, and those moves.
fn random_state(rng: &mut Rng) -> (State, Vec<Move>) {
    let (mut state, mut played, mut moves) = (Tablut.start(), Vec::new(), Vec::new());
    for _ in 0..rng.below(90) {
        Tablut.moves(&state, &mut moves);
        let mv = moves[rng.below(moves.len())];
        let mut next = state;
        Tablut.play(&mut next, mv);
        if Tablut.turn(&next) == Turn::Over {
            break;
        }
        played.push(mv);
        state = next;
    }
    (state, played)
}

#[test]
fn the_text_is_clean_complete_and_translated() {
    let kb = load();
    assert!(kb.warnings().list().is_empty(), "{}", kb.warnings().render());
    for lang in ["sr", "pt"] {
        assert_eq!(kb.untranslated(lang), Vec::<&str>::new(), "{lang}");
    }
    assert!(kb.bit_plan::<u128>().is_some(), "the scores of a position must run on words");
}

/// Position, moves played from there, the move that is judged (none: the position), rule, points, sentence.
const SAID: &[(&str, &str, &str, &str, i32, &str)] = &[
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "",
        "their_guards",
        -70,
        "the opponent's king has a guard on g1",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "",
        "hunters",
        45,
        "a hunter stands on b1",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "",
        "their_king_room",
        -4,
        "the opponent's king can go to d5",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "",
        "gatekeeper",
        10,
        "the hunter on c8 holds a choke point before a corner",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "D2B2",
        "roads_left",
        -8,
        "leaves 1 escape within two moves of the king",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "D2B2",
        "blocks_gate",
        18,
        "takes the choke point b2 before a corner",
    ),
    (
        "1B2B1W2/3B4B/4W1B2/B2W4B/BBW6/BW2W1W1B/W2K1B3/2B2B1B1/5B3 B",
        "",
        "D2B2",
        "loses_hunter",
        -28,
        "leaves the hunter on b5 where White can capture it",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "",
        "guards",
        70,
        "the king has a guard on e3",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "",
        "their_hunters",
        -45,
        "a hunter of the opponent's stands on b1",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "",
        "line",
        250,
        "the king has an open line to a7",
    ),
    ("1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W", "", "", "king_room", 4, "the king can go to g3"),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "",
        "their_gatekeepers",
        -10,
        "a hunter of the opponent's holds the choke point g2 before a corner",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "G7F7",
        "one_line",
        60,
        "threatens to bring the king to a7",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "G7F7",
        "roads",
        8,
        "has 1 more escape within two moves of the king",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "G7F7",
        "cramps",
        -9,
        "leaves the king 3 squares fewer to go to",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "G7F7",
        "loses_guard",
        -40,
        "leaves the guard on d8 where Black can capture it",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "G7H7",
        "king_lost",
        -4000,
        "lets Black capture the king by g2 to g7",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "G7G8",
        "gives_up_line",
        -60,
        "gives up the king's open line to a7",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "H8I8",
        "two_lines",
        2000,
        "gives the king 2 open lines at once: Black cannot close them all, nor capture the king",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "H8I8",
        "frees",
        3,
        "gives the king 1 more square to go to",
    ),
    (
        "1B3B3/6B2/1B2W4/2W6/3W1B2B/2W6/6K1B/2BW3W1/B3B1BB1 W",
        "",
        "H8I8",
        "takes_hunter_camp",
        45,
        "captures the hunter on i7 against the camp on i6",
    ),
    (
        "1B2BB1B1/3B2W2/1B6B/2BW1WW2/B2BKW3/6W2/9/B2W1B2B/B1W2BB2 W",
        "",
        "",
        "their_besiegers",
        -14,
        "a hunter on d5 stands beside the king",
    ),
    (
        "1B2BB1B1/3B2W2/1B6B/2BW1WW2/B2BKW3/6W2/9/B2W1B2B/B1W2BB2 W",
        "",
        "G6D6",
        "takes_hunter",
        45,
        "captures the hunter on d5 between d6 and d4",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "",
        "",
        "besieger",
        14,
        "the hunter on c4 stands beside the king",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "",
        "C2A2",
        "threat",
        50,
        "threatens to capture the king by e2 to e4",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "",
        "C2A2",
        "leaves_gate",
        -18,
        "gives up the choke point c2 before a corner",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "",
        "C2D2",
        "confines",
        3,
        "takes 1 square from the king",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "",
        "E2E4",
        "catch",
        10000,
        "captures the king: Black has won",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "",
        "C4C3",
        "loosens",
        -6,
        "gives the king 2 more squares to go to",
    ),
    (
        "B3B3B/2B1B4/9/2BK1W1W1/BBW5B/B2B4B/2W1B1WW1/7W1/2B6 B",
        "",
        "C4C3",
        "lets_go",
        -12,
        "takes a hunter away from the king's side",
    ),
    (
        "1B1B5/1B4B1W/4B4/B1WW1K3/B2W2W2/9/1B3W1B1/BW3W2B/1B2B1B2 B",
        "",
        "A5C5",
        "takes_guard_castle",
        70,
        "captures the guard on d5 against the castle",
    ),
    (
        "WB5B1/B8/1WWB5/4B1B2/9/3W5/6K2/3B4B/1BWBB1WBB B",
        "",
        "",
        "their_lines",
        -250,
        "the opponent's king has an open line to a7",
    ),
    (
        "WB5B1/B8/1WWB5/4B1B2/9/3W5/6K2/3B4B/1BWBB1WBB B",
        "",
        "D3H3",
        "line_left",
        -4000,
        "leaves the king an open line to a7, where he wins",
    ),
    (
        "B2BB2B1/W3B4/3W1W2W/7B1/B3K3B/3B2B2/4W4/1W1B5/BB2BBW2 W",
        "",
        "E5G5",
        "leaves_keep",
        -15,
        "takes the king away from the castle: out there two hunters, or one and a camp, can capture him",
    ),
    (
        "B1W5B/3B4W/5W3/3W5/B2B3BB/B1W1KW3/1B4W1B/5BB2/2B6 W",
        "",
        "C1C5",
        "takes_hunter_castle",
        45,
        "captures the hunter on d5 against the castle",
    ),
    (
        "1B1B2B2/2BB5/6B1B/2W2W3/6K2/5B3/2W3WBB/B1BW5/6B2 B",
        "",
        "F6G6",
        "closes_in",
        12,
        "puts a hunter beside the king",
    ),
    (
        "1B1B2B2/2BB5/6B1B/2W2W3/6K2/5B3/2W3WBB/B1BW5/6B2 B",
        "",
        "F6F7",
        "takes_guard",
        70,
        "captures the guard on g7 between f7 and h7",
    ),
    (
        "B5B2/BB7/1BW1K2W1/1B2WW3/2B6/B6W1/B3BB2B/2W1B1W1B/9 B",
        "",
        "G1G6",
        "takes_guard_camp",
        70,
        "captures the guard on h6 against the camp on i6",
    ),
    (
        "9/B2B5/3BB3W/3B5/B4BB2/2B6/4B1K2/1WB2W2B/2B1BB3 W",
        "",
        "G7I7",
        "escape_now",
        10000,
        "brings the king to the rim on i7: White has won",
    ),
    (
        "B5W2/B1W2W2B/7K1/1B7/B1B2W1BB/1W3B2B/7W1/B8/3BB4 B",
        "",
        "B4B3",
        "closes_line",
        200,
        "closes the king's line to a3",
    ),
    (
        "B1B5B/W1B1BW3/W4W3/2W2W3/B4K1B1/4BB3/4B2B1/3B1W3/8B B",
        "",
        "H5G5",
        "beside_castle",
        40,
        "is the second of the three hunters that it takes to capture the king beside the castle",
    ),
    (
        "9/9/4B4/9/3BKB3/9/9/9/W8 B",
        "",
        "E3E4",
        "castle_ring",
        60,
        "is the third of the four hunters that it takes to capture the king in his castle",
    ),
    (
        "BW7/9/W8/9/4K4/9/9/9/9 W",
        "",
        "A3A2",
        "no_answer",
        10000,
        "leaves the opponent without a move, which wins",
    ),
    (
        "3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 W",
        "E3D3 D1D2",
        "D3E3",
        "goes_back",
        -25,
        "goes straight back to e3; a position that comes up twice is a draw",
    ),
];

#[test]
fn every_rule_fires_where_it_should_and_says_so() {
    let mut engine = Engine::new(load());
    let mut fired: Vec<&str> = Vec::new();
    for &(text, before, mv, rule, points, sentence) in SAID {
        let start = Tablut.read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let mut state = start;
        let mut played = Vec::new();
        for mv in before.split_whitespace() {
            let mv = Tablut.read_move(&state, mv).unwrap_or_else(|e| panic!("{text}: {e}"));
            Tablut.play(&mut state, mv);
            played.push(mv);
        }
        let mut log = EventLog::default();
        Tablut.event_log(&start, &played, &mut log);
        engine.position(&position(&state, state.side().seat()), &log);
        let reasons = if mv.is_empty() {
            engine.explain_position("en").1
        } else {
            let mv = Tablut.read_move(&state, mv).unwrap_or_else(|e| panic!("{text}: {e}"));
            engine.explain_move(&movement(&state, mv), "en").1
        };
        let found = reasons.iter().any(|r| r.rule == rule && r.points == points && r.text == sentence);
        let said: Vec<_> = reasons.iter().map(|r| (&r.rule, r.points, &r.text)).collect();
        assert!(found, "{rule} ({points}, {sentence}) is missing for {mv} at {text}: {said:#?}");
        fired.push(rule);
    }
    let kb = load();
    let silent: Vec<&str> = kb.rules().map(|(name, _)| name).filter(|name| !fired.contains(name)).collect();
    assert!(silent.is_empty(), "rules without a case: {silent:?}");
}

#[test]
fn words_and_tuples_agree() {
    let kb = load();
    let plan = kb.bit_plan::<u128>().expect("scores on words");
    let sets = kb.bit_sets::<u128>().expect("sets that fit");
    let mut engine = Engine::new(kb.clone());
    let mut rng = Rng(3);
    for _ in 0..200 {
        let (state, _) = random_state(&mut rng);
        for seat in [Seat::FIRST, Seat::SECOND] {
            let facts = position(&state, seat);
            assert_eq!(facts, position(&state, seat), "facts must not depend on chance");
            engine.position(&facts, &EventLog::default());
            assert_eq!(plan.eval_facts(&facts), engine.score(), "{}", Tablut.write(&state));
            for (name, elements) in sets.sets(&kb, &facts) {
                let rows = engine.rows(&name).expect("a predicate of the text");
                let rows: Vec<i32> = rows.into_iter().map(|row| row[0]).collect();
                assert_eq!(rows, elements, "{name} at {}", Tablut.write(&state));
            }
        }
    }
}

/// What the rules foresee is compared with what the opponent can really do after the move.
#[test]
fn threats_are_what_the_rules_of_the_game_allow() {
    let mut engine = Engine::new(load());
    let mut rng = Rng(17);
    let mut seen = [0; 3];
    for _ in 0..150 {
        let (state, _) = random_state(&mut rng);
        engine.position(&position(&state, state.side().seat()), &EventLog::default());
        let mut moves = Vec::new();
        Tablut.moves(&state, &mut moves);
        for _ in 0..4 {
            let mv = moves[rng.below(moves.len())];
            let mut next = state;
            Tablut.play(&mut next, mv);
            if Tablut.turn(&next) == Turn::Over {
                continue;
            }
            engine.consider(&movement(&state, mv));
            let (mut taken, mut wins) = (0, Vec::new());
            let mut replies = Vec::new();
            Tablut.moves(&next, &mut replies);
            for &reply in &replies {
                let mut after = next;
                Tablut.play(&mut after, reply);
                match next.side() {
                    Side::White => taken |= next.black() & !after.black(),
                    Side::Black => taken |= next.white() & !after.white(),
                }
                let king_won = after.king().is_none_or(|king| king.is_in(ludus_tablut::ESCAPES));
                if king_won {
                    wins.push((reply.from().index() as i32, reply.to().index() as i32));
                }
            }
            let loose = engine.rows("loose").expect("a predicate of the text");
            let loose = loose.iter().fold(0u128, |set, row| set | 1 << row[0]);
            assert_eq!(loose, taken, "{mv:?} at {}", Tablut.write(&state));
            let foreseen: Vec<(i32, i32)> = match next.side() {
                Side::White => {
                    let king = next.king().expect("the game goes on").index() as i32;
                    engine.rows("now_line").expect("a predicate").iter().map(|row| (king, row[0])).collect()
                }
                Side::Black => {
                    engine.rows("strike").expect("a predicate").iter().map(|row| (row[0], row[1])).collect()
                }
            };
            assert_eq!(foreseen, wins, "{mv:?} at {}", Tablut.write(&state));
            seen[0] += loose.count_ones();
            seen[1 + next.side() as usize] += wins.len() as u32;
        }
    }
    assert!(seen.iter().all(|&n| n > 20), "too few threats were compared: {seen:?}");
}

/// The move the knowledge likes best; chance decides between equals.
fn expert(
    engine: &mut Engine,
    state: &State,
    played: &[Move],
    start: &State,
    moves: &[Move],
    rng: &mut Rng,
) -> Move {
    let mut log = EventLog::default();
    Tablut.event_log(start, played, &mut log);
    engine.position(&position(state, state.side().seat()), &log);
    let mut facts = Tablut.schema().facts();
    let points: Vec<i32> = moves
        .iter()
        .map(|&mv| {
            facts.clear();
            Tablut.move_facts(state, state.side().seat(), mv, &mut facts);
            engine.judge(&facts).points
        })
        .collect();
    pick(moves, &points, rng)
}

fn pick(moves: &[Move], points: &[i32], rng: &mut Rng) -> Move {
    let best = points.iter().max().expect("at least one move");
    let equal: Vec<usize> = (0..moves.len()).filter(|&i| points[i] == *best).collect();
    moves[equal[rng.below(equal.len())]]
}

/// Wins, draws and losses of the knowledge in so many games as that side.
fn results(side: Side, games: usize, other: impl Fn(&State, Move) -> i32) -> [usize; 3] {
    let mut engine = Engine::new(load());
    let mut rng = Rng(2026);
    let mut results = [0; 3];
    let mut moves = Vec::new();
    for _ in 0..games {
        let start = Tablut.start();
        let (mut state, mut played) = (start, Vec::new());
        let mut keys = vec![];
        let result = loop {
            if let Some(winner) = state.winner() {
                break if winner == side { 0 } else { 2 };
            }
            let key = Tablut.key(&state);
            if keys.contains(&key) || played.len() > 150 {
                break 1;
            }
            keys.push(key);
            Tablut.moves(&state, &mut moves);
            let mv = if state.side() == side {
                expert(&mut engine, &state, &played, &start, &moves, &mut rng)
            } else {
                let points: Vec<i32> = moves.iter().map(|&mv| other(&state, mv)).collect();
                pick(&moves, &points, &mut rng)
            };
            played.push(mv);
            Tablut.play(&mut state, mv);
        };
        results[result] += 1;
    }
    results
}

#[test]
fn the_knowledge_beats_random_and_greedy() {
    let mut greedy = [0; 3];
    for side in [Side::White, Side::Black] {
        let random = results(side, 5, |_, _| 0);
        eprintln!("knowledge as {side:?} against random: {random:?}");
        assert!(random[0] >= 4, "{side:?}: {random:?}");
        let found = results(side, 6, |state, mv| Tablut.gain(state, mv));
        eprintln!("knowledge as {side:?} against greedy: {found:?}");
        greedy.iter_mut().zip(found).for_each(|(sum, n)| *sum += n);
    }
    assert!(greedy[0] > greedy[2], "wins, draws, losses: {greedy:?}");
}

#[test]
fn noise_and_mutations_of_the_text_never_panic() {
    let accepted = infer::conform::survives_noise(Tablut::PACKS[0].1, &Tablut.schema(), 20_000, 4);
    assert!(accepted > 100, "most mutants are refused, but not all: {accepted}");
}
