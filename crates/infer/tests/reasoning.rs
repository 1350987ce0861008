//! Rules, groups, vetoes, templates, goals, events and their explanations, against naive references.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::made_up::{Rng, SAMPLE, schema};
use game::facts::{EventLog, Facts, Schema};
use infer::{Engine, Ground, Kb, Layer, Reload};
use ludus_infer as infer;

fn load(text: &str, schema: &Schema) -> Arc<Kb> {
    Kb::load("test.rules", text, schema).unwrap_or_else(|d| panic!("{d}"))
}

fn fill(schema: &Schema, facts: &mut Facts, list: &[(&str, &[i32])]) {
    for (name, args) in list {
        facts.add(schema.find(name).unwrap_or_else(|| panic!("{name}")), args);
    }
}

const RED: i32 = 0;
const BLUE: i32 = 2;

fn position(schema: &Schema) -> Facts {
    let mut facts = schema.facts();
    fill(
        schema,
        &mut facts,
        &[
            ("player", &[1]),
            ("player", &[2]),
            ("me", &[1]),
            ("pile", &[1, RED, 3]),
            ("pile", &[2, BLUE, 2]),
            ("room", &[1, 3, RED, 2]),
            ("room", &[1, 4, BLUE, 2]),
            ("room", &[2, 2, RED, 1]),
            ("placed", &[1, 1, RED]),
            ("placed", &[1, 2, RED]),
            ("placed", &[1, 4, RED]),
            ("placed", &[1, 5, RED]),
        ],
    );
    facts
}

#[test]
fn a_move_is_judged_with_reasons_points_and_messages() {
    let schema = schema(4, 4);
    let mut engine = Engine::new(load(SAMPLE, &schema));
    engine.position(&position(&schema), &EventLog::default());
    let mut movement = schema.facts();
    fill(&schema, &mut movement, &[("take", &[1, RED, 3, 3])]);
    let (verdict, reasons) = engine.explain_move(&movement, "en");
    let found: Vec<(String, i32, Layer, String)> = reasons
        .iter()
        .filter(|r| r.beaten_by.is_none())
        .map(|r| (r.rule.clone(), r.points, r.layer, r.text.clone()))
        .collect();
    let expected = [
        ("overflow", -10, Layer::Forward, "spills 1 red counter"),
        ("blocks", 8, Layer::Forward, "player 2 wants red in row 2"),
        ("started", 3, Layer::Forward, "continues row 3"),
        ("completion", 11, Layer::Template, "completes row 3"),
        ("plan", 9, Layer::Backward, "1 more of red"),
        ("calm", 1, Layer::Event, "player 1 has not taken anything"),
    ];
    let expected: Vec<_> = expected.map(|(r, p, l, t)| (r.to_string(), p, l, t.to_string())).to_vec();
    assert_eq!(found, expected);
    assert_eq!(verdict.points, 22);
    assert!(!verdict.vetoed);
    let plan = reasons.iter().find(|r| r.rule == "plan").unwrap();
    let goal = plan.proof.iter().find(|p| p.ground == Ground::Goal).unwrap();
    assert!(goal.to_string().contains("placed(1, 3, red) [assumed]"), "{goal}");
    let (_, reasons) = engine.explain_move(&movement, "sr");
    assert_eq!(reasons[0].text, "prosipa 1 žeton boje crvena");
    let (_, reasons) = engine.explain_move(&movement, "pt");
    assert_eq!(reasons[0].text, "derrama 1 ficha vermelha");
    assert_eq!(reasons[0].place.to_string(), "test.rules:18");
    assert!(reasons[0].facts().contains(&"room(1, 3, red, 2)".to_string()), "{:?}", reasons[0].facts());
}

#[test]
fn vetoes_and_exclusive_groups_are_respected_and_told() {
    let schema = schema(4, 4);
    let mut engine = Engine::new(load(SAMPLE, &schema));
    engine.position(&position(&schema), &EventLog::default());
    let mut movement = schema.facts();
    fill(&schema, &mut movement, &[("take", &[1, RED, 4, 5])]);
    let (verdict, reasons) = engine.explain_move(&movement, "en");
    assert!(verdict.vetoed && reasons.iter().any(|r| r.veto && r.rule == "own_goal"));

    movement.clear();
    fill(&schema, &mut movement, &[("take", &[2, BLUE, 2, 4])]);
    let (_, reasons) = engine.explain_move(&movement, "en");
    let started = reasons.iter().find(|r| r.rule == "started").unwrap();
    assert_eq!(started.beaten_by.as_deref(), Some("fits"));
    assert!(reasons.iter().any(|r| r.rule == "fits" && r.beaten_by.is_none()));
}

#[test]
fn a_group_of_kind_first_keeps_all_firings_of_its_first_rule() {
    let text = "group g: first.
        rule low in g: for move take(_S, _C, N, _R) if pile(P, _, N) then 1 \"{P}\".
        rule high in g: for move take(_S, _C, _N, _R) then 100.";
    let schema = schema(4, 4);
    let mut engine = Engine::new(load(text, &schema));
    let mut facts = schema.facts();
    fill(&schema, &mut facts, &[("pile", &[1, RED, 3]), ("pile", &[2, BLUE, 3])]);
    engine.position(&facts, &EventLog::default());
    let mut movement = schema.facts();
    fill(&schema, &mut movement, &[("take", &[1, RED, 3, 3])]);
    assert_eq!(engine.judge(&movement).points, 2);
    movement.clear();
    fill(&schema, &mut movement, &[("take", &[1, RED, 2, 3])]);
    assert_eq!(engine.judge(&movement).points, 100);
}

#[test]
fn variables_count_and_underscored_ones_do_not() {
    let schema = schema(4, 4);
    for (rule, points) in [
        ("rule x: if pile(P, C, _) then 1 \"{P} {C}\".", 3),
        ("rule x: if pile(_P, C, _) then 1 \"{C}\".", 2),
        ("rule x: if pile(_, _, _) then 1 \"a\".", 1),
        ("rule x: if N = count { pile(P, C, _) }, M = sum K { pile(_, _, K) } then 100 * N + M.", 305),
        ("rule x: if N = max K { pile(_, _, K) }, M = min K { pile(_, _, K) } then 10 * N + M.", 41),
        ("rule x: if N = sum K { pile(P, C, K) } then N.", 6),
        ("rule x: if count { pile(_, blue, _) } = 1, not pile(_, green, _) then 7.", 7),
        ("n(0).\nn(M) if n(N), N < 40, M = N + 2.\nrule x: if n(N), N * N = 36 * 36 then N / 5 - 7 % 4.", 4),
    ] {
        let mut engine = Engine::new(load(rule, &schema));
        let mut facts = schema.facts();
        fill(&schema, &mut facts, &[("pile", &[1, RED, 1]), ("pile", &[2, RED, 4]), ("pile", &[1, BLUE, 1])]);
        engine.position(&facts, &EventLog::default());
        assert_eq!(engine.assess().points, points, "{rule}");
        assert_eq!(engine.score(), points, "{rule}");
    }
}

#[test]
fn endless_recursion_is_cut_short() {
    let schema = schema(4, 4);
    let mut engine = Engine::new(load("n(0).\nn(M) if n(N), M = N + 1.\nscore 1 per n.", &schema));
    engine.position(&schema.facts(), &EventLog::default());
    assert!(!engine.is_complete());
}

#[test]
fn goals_agree_with_a_naive_search() {
    let text = "const goal_depth = 6.
        goal route(A, A, 0) if player(A).
        goal route(A, B, N) if room(A, _, _, M), M != A, route(M, B, K), N = K + 1.
        rule r: for move take(A, _C, B, _R) if route(A, B, N) then N \"{A} {B}\".";
    let schema = schema(4, 4);
    let mut engine = Engine::new(load(text, &schema));
    let mut rng = Rng(99);
    for _ in 0..60 {
        let mut facts = schema.facts();
        let nodes = 6;
        let mut edges = BTreeSet::new();
        for n in 0..nodes {
            fill(&schema, &mut facts, &[("player", &[n])]);
        }
        for _ in 0..8 {
            let (a, b) = (rng.below(6) as i32, rng.below(6) as i32);
            fill(&schema, &mut facts, &[("room", &[a, 1, RED, b])]);
            if a != b {
                edges.insert((a, b));
            }
        }
        engine.position(&facts, &EventLog::default());
        for (a, b) in [(0, 5), (1, 2), (3, 3)] {
            // All lengths of ways of at most five steps: the sixth level is the arrival.
            let mut expected = BTreeSet::new();
            let mut at = BTreeSet::from([a]);
            for length in 0..6 {
                if at.contains(&b) {
                    expected.insert(format!("route({a}, {b}, {length})"));
                }
                at = at.iter().flat_map(|&n| edges.iter().filter(move |e| e.0 == n).map(|e| e.1)).collect();
            }
            let proofs = engine.why(&format!("route({a}, {b}, N)")).unwrap();
            let found: BTreeSet<String> = proofs.iter().map(|p| p.text.clone()).collect();
            assert_eq!(found, expected);
            for proof in proofs {
                let steps = proof.to_string().matches("route(").count();
                let length: usize =
                    proof.text.trim_end_matches(')').rsplit(", ").next().unwrap().parse().unwrap();
                assert_eq!(steps, length + 1, "{proof}");
            }
        }
    }
}

#[test]
fn suppositions_reach_what_is_derived_from_them() {
    let text = "full(P) if player(P), count { placed(P, R, C) } >= 2.
        goal soon(P, 0) if full(P).
        goal soon(P, N) if N > 0, room(P, R, C, _), not placed(P, R, C), assume placed(P, R, C) in soon(P, N - 1).
        rule r: for move take(P, _C, N, _R) if soon(P, N) then 1 \"{P} {N}\".";
    let schema = schema(4, 4);
    let mut engine = Engine::new(load(text, &schema));
    let mut facts = schema.facts();
    fill(&schema, &mut facts, &[("player", &[1]), ("room", &[1, 2, RED, 1]), ("room", &[1, 3, RED, 1])]);
    engine.position(&facts, &EventLog::default());
    assert!(engine.why("soon(1, 0)").unwrap().is_empty());
    assert!(engine.why("soon(1, 1)").unwrap().is_empty());
    let proofs = engine.why("soon(1, 2)").unwrap();
    assert_eq!(proofs[0].to_string().matches("[assumed]").count(), 2, "{}", proofs[0]);
    assert!(engine.why("full(1)").unwrap().is_empty(), "what is supposed leaves no trace");
}

#[test]
fn why_and_why_not_name_the_facts_and_the_failing_condition() {
    let schema = schema(4, 4);
    let mut engine = Engine::new(load(SAMPLE, &schema));
    let mut facts = position(&schema);
    let (mine, free) = (schema.find("mine").unwrap(), schema.find("free").unwrap());
    facts.add(mine, &[0]);
    for cell in [1, 2, 6, 15] {
        facts.add(free, &[cell]);
    }
    engine.position(&facts, &EventLog::default());
    let proof = &engine.why("reach(c2)").unwrap()[0];
    let facts: Vec<String> = proof.facts();
    for fact in ["free(c2)", "free(c1)", "free(b1)", "mine(a1)"] {
        assert!(facts.contains(&fact.to_string()), "{proof}");
    }
    let missing = engine.why_not("reach(d4)").unwrap();
    assert!(!missing.holds);
    let first = &missing.attempts[0];
    assert_eq!((first.failed.as_str(), first.failed_place.line), ("reach(d3)", 8), "{missing}");
    assert!(engine.why_not("reach(c2)").unwrap().holds);
    assert!(engine.why_not("nonsense(c2)").is_err());
    let mut movement = schema.facts();
    fill(&schema, &mut movement, &[("take", &[1, RED, 2, 3])]);
    engine.consider(&movement);
    let missing = engine.why_not_rule("overflow").unwrap();
    assert_eq!(missing.attempts[0].failed, "Over > 0 where Over = 0", "{missing}");
    assert!(missing.attempts[0].binding.contains(&("K".into(), "2".into())));
    assert!(engine.trace().iter().any(|d| d.text == "reach(c2)"));
}

/// One entry of a random log: number, round, player, and what was taken (nothing for a pass).
type Entry = (u32, u32, i32, Option<(i32, i32)>);

fn random_log(schema: &Schema, rng: &mut Rng) -> (EventLog, Vec<Entry>) {
    let (took, passed) = (schema.find("took").expect("declared"), schema.find("passed").expect("declared"));
    let mut log = EventLog::default();
    let mut entries = Vec::new();
    let mut round = 1;
    for number in 1..=rng.below(14) as u32 {
        if rng.below(5) == 0 {
            round += 1;
        }
        let player = 1 + rng.below(2) as i32;
        if rng.below(5) == 0 {
            log.push(passed, &[player], number, round);
            entries.push((number, round, player, None));
        } else {
            let (colour, count) = (rng.below(3) as i32, 1 + rng.below(3) as i32);
            log.push(took, &[player, colour, count], number, round);
            entries.push((number, round, player, Some((colour, count))));
        }
    }
    if rng.below(4) == 0 {
        log.round = round + 1;
    }
    (log, entries)
}

#[test]
fn events_agree_with_a_naive_reading_of_the_log() {
    let text = "
        event hoarding(P, C): within last 2 * players moves, count took(P, C, _) >= 2.
        event quiet(P): within this round, player(P), no took(P, _, _).
        event before(P, C): within previous round, took(P, C, _).
        event recent(P): within last 2 rounds, count passed(P) = 1.
        event copied(P, Q, C): within game, took(P, C, _) then no passed(_) then took(Q, C, _), P != Q.
        template deny(P, C): for move take(_S, C, _N, _R) if me(_M) then 4 \"{P} {C}\".
        template briefly(P, C): for move take(_S, C, _N, _R) if me(_M) then 4 \"{P} {C}\".
        template unless(P, C): for move take(_S, C, _N, _R) if me(_M) then 4 \"{P} {C}\".
        on hoarding(P, C): add deny(P, C) until end of round.
        on hoarding(P, C): add template briefly(P, C) until 3 moves.
        on hoarding(P, C): add unless(P, C) until passed(P).
        score 1 per quiet.  score 1 per before.  score 1 per recent.  score 1 per copied.";
    let schema = schema(2, 2);
    let mut engine = Engine::new(load(text, &schema));
    let mut facts = schema.facts();
    fill(&schema, &mut facts, &[("player", &[1]), ("player", &[2]), ("me", &[1])]);
    let mut rng = Rng(4242);
    let mut seen = [0usize; 8];
    for _ in 0..400 {
        let (log, entries) = random_log(&schema, &mut rng);
        engine.position(&facts, &log);
        let now = entries.last().map_or(0, |e| e.0);
        let this_round = log.round.max(entries.last().map_or(0, |e| e.1));
        let took = |e: &Entry, p: i32, c: i32| e.2 == p && e.3.is_some_and(|(colour, _)| colour == c);
        let hoards = |tick: u32, p: i32, c: i32| {
            entries.iter().filter(|e| e.0 <= tick && e.0 + 4 > tick && took(e, p, c)).count() >= 2
        };
        let mut expected: [BTreeSet<Vec<i32>>; 8] = Default::default();
        for p in [1, 2] {
            if !entries.iter().any(|e| e.1 == this_round && e.2 == p && e.3.is_some()) {
                expected[1].insert(vec![p]);
            }
            let passes = entries.iter().filter(|e| e.1 + 2 > this_round && e.2 == p && e.3.is_none()).count();
            if passes == 1 {
                expected[3].insert(vec![p]);
            }
            for c in 0..3 {
                if now > 0 && hoards(now, p, c) {
                    expected[0].insert(vec![p, c]);
                }
                if entries.iter().any(|e| e.1 + 1 == this_round && took(e, p, c)) {
                    expected[2].insert(vec![p, c]);
                }
                for first in entries.iter().filter(|e| took(e, p, c)) {
                    for second in entries.iter().filter(|e| e.0 > first.0 && took(e, 3 - p, c)) {
                        let between = |e: &&Entry| e.0 > first.0 && e.0 < second.0 && e.3.is_none();
                        if !entries.iter().any(|e| between(&e)) {
                            expected[4].insert(vec![p, 3 - p, c]);
                        }
                    }
                }
                for tick in entries.iter().filter(|t| hoards(t.0, p, c)) {
                    if tick.1 == this_round {
                        expected[5].insert(vec![p, c]);
                    }
                    if now - tick.0 < 3 {
                        expected[6].insert(vec![p, c]);
                    }
                    if !entries.iter().any(|e| e.0 > tick.0 && e.2 == p && e.3.is_none()) {
                        expected[7].insert(vec![p, c]);
                    }
                }
                // Nothing is played yet in a new round, but what was recognised at the last move still is.
                if hoards(now, p, c) && now > 0 {
                    expected[5].insert(vec![p, c]);
                    expected[6].insert(vec![p, c]);
                }
            }
        }
        let names = [
            "hoarding",
            "quiet",
            "before",
            "recent",
            "copied",
            "template deny",
            "template briefly",
            "template unless",
        ];
        for (i, name) in names.iter().enumerate() {
            let rows: BTreeSet<Vec<i32>> = engine.rows(name).unwrap().into_iter().collect();
            assert_eq!(rows, expected[i], "{name} after {entries:?} in round {this_round}");
            seen[i] += rows.len();
        }
    }
    assert!(seen.iter().all(|&n| n > 20), "every pattern occurs: {seen:?}");
}

#[test]
fn an_instance_added_by_an_event_tells_where_it_comes_from() {
    let schema = schema(2, 2);
    let mut engine = Engine::new(load(SAMPLE, &schema));
    let mut log = EventLog::default();
    let took = schema.find("took").unwrap();
    log.push(took, &[2, RED, 1], 1, 1);
    log.push(took, &[1, BLUE, 1], 2, 1);
    log.push(took, &[2, RED, 2], 3, 1);
    engine.position(&position(&schema), &log);
    let mut movement = schema.facts();
    fill(&schema, &mut movement, &[("take", &[1, RED, 2, 3])]);
    let (_, reasons) = engine.explain_move(&movement, "en");
    let deny = reasons.iter().find(|r| r.rule == "deny").expect("the event adds the template");
    assert_eq!((deny.layer, deny.text.as_str()), (Layer::Event, "player 2 hoards red"));
    let proof = deny.proof[0].to_string();
    assert!(proof.contains("hoarding(2, red) at move 3 of round 1"), "{proof}");
    assert!(proof.contains("took(2, red, 2) at move 3 of round 1"), "{proof}");
}

#[test]
fn weights_can_be_changed_by_name() {
    let schema = schema(4, 4);
    let kb = load(SAMPLE, &schema);
    let mut weights: Vec<i32> = kb.weights().iter().map(|w| w.value).collect();
    let block = kb.weights().iter().position(|w| w.name == "block").unwrap();
    assert_eq!((weights[block], kb.weights()[block].line), (8, 4));
    weights[block] = 80;
    let changed = kb.with_weights(&weights);
    let mut movement = schema.facts();
    fill(&schema, &mut movement, &[("take", &[1, RED, 3, 3])]);
    let points = |kb: &Arc<Kb>| {
        let mut engine = Engine::new(kb.clone());
        engine.position(&position(&schema), &EventLog::default());
        engine.judge(&movement).points
    };
    assert_eq!(points(&changed) - points(&kb), 72);
    assert_eq!(kb.text(), SAMPLE, "unchanged weights leave the text as it is");
    let (old, new) = ("weight block = 8.", "weight block = 80.");
    assert_eq!(changed.text(), SAMPLE.replace(old, new), "a changed one is written where it stands");
    let same = load(&changed.text(), &schema);
    assert_eq!(same.weights().iter().map(|w| w.value).collect::<Vec<_>>(), weights);
}

#[test]
fn a_score_counts_bindings_however_it_is_added_up() {
    let schema = schema(4, 4);
    let mut facts = schema.facts();
    fill(&schema, &mut facts, &[("free", &[1]), ("free", &[2]), ("mine", &[3])]);
    for (text, points) in [
        ("score 10 per free(X).", 20),
        ("score 10 per free(_X).", 10),
        ("score 10 per free(_).", 10),
        ("score 10 per free.", 20),
        ("score -10 per mine('d1').", -10),
        ("both(X, Y) if free(X), free(Y). score 10 per both(X, X).", 20),
        ("both(X, Y, X) if free(X), free(Y). score 10 per both(X, Y, X).", 40),
        ("both(X, Y, Z) if free(X), free(Y), free(Z). score 10 per both(X, Y, X).", 40),
    ] {
        let kb = load(text, &schema);
        let mut engine = Engine::new(kb.clone());
        engine.position(&facts, &EventLog::default());
        assert_eq!((engine.score(), engine.assess().points), (points, points), "{text}");
        if let Some(plan) = kb.bit_plan::<u64>() {
            assert_eq!(plan.eval_facts(&facts), points, "{text}");
        }
    }
}

#[test]
fn a_file_is_read_again_and_a_broken_one_changes_nothing() {
    let schema = schema(4, 4);
    let folder = std::env::temp_dir().join(format!("ludus-infer-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("live.rules");
    let mut live = infer::Live::new(&path, schema.clone(), load("score 1 per free.", &schema));
    assert!(matches!(live.refresh(), Reload::Unreadable(_)));
    std::fs::write(&path, "score 22 per free.").unwrap();
    assert!(matches!(live.refresh(), Reload::Changed));
    assert!(matches!(live.refresh(), Reload::Same));
    assert_eq!(live.kb().weights()[0].value, 22);
    std::fs::write(&path, "score 333 per fre.").unwrap();
    let Reload::Refused(diagnostics) = live.refresh() else { panic!("a typo is refused") };
    assert_eq!(diagnostics.list()[0].place.to_string(), "live.rules:1");
    assert_eq!(live.kb().weights()[0].value, 22);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Loads one rule with a claim and gives the claim of its only firing, with the engine that made it.
fn claimed(schema: &Schema, claim: &str) -> (Engine, infer::Claim) {
    let text = format!(
        "room_left(P, N) if player(P), N = sum K {{ room(P, _R, _C, K) }}.\n\
         rule fills: for move take(_S, C, N, R) if me(P), room(P, R, C, K), N >= K, L = K - 1 then 1 \"fills {{R}} to {{L}}\" claims {claim}."
    );
    let mut engine = Engine::new(load(&text, schema));
    engine.position(&position(schema), &EventLog::default());
    let mut movement = schema.facts();
    fill(schema, &mut movement, &[("take", &[1, RED, 3, 3])]);
    let (_, mut reasons) = engine.explain_move(&movement, "en");
    let claim = reasons.remove(0).claim.expect("the rule claims something");
    (engine, claim)
}

#[test]
fn claims_are_read_with_the_values_of_their_rule() {
    use infer::{Promise, Until, Who};
    let schema = schema(4, 4);
    let cases = [
        ("wins", Promise::Wins),
        ("keeps", Promise::Keeps),
        ("literal", Promise::Literal),
        ("holds placed(1, 3, red) new", Promise::Holds { new: true }),
        ("can(me, placed(1, 3, red), until end of round)", Promise::Can(Who::Me, Until::Round)),
        (
            "cannot(opponent, { room(2, 2, red, _N), _N > 1 }, within 3)",
            Promise::Cannot(Who::Opponent, Until::Plies(3)),
        ),
        ("always(free(_X), until end of game)", Promise::Always(Until::Game)),
        ("gains(2, until end of round)", Promise::Gains(2, Until::Round)),
    ];
    for (written, promise) in cases {
        let open = written.replace("placed(1, 3, red)", "placed(P, R, C)").replace("gains(2", "gains(L + 1");
        let (_, claim) = claimed(&schema, &open);
        assert_eq!(claim.promise, promise, "{open}");
        assert_eq!(claim.text, written, "{open}");
    }
    let (_, odds) = claimed(&schema, "can(me, placed(P, R, C), until end of game) likely(60)");
    assert_eq!((odds.likely, odds.text.ends_with("likely(60)")), (Some(60), true));
}

#[test]
fn the_pattern_of_a_claim_is_asked_of_any_position() {
    let schema = schema(4, 4);
    let (engine, claim) = claimed(&schema, "holds { placed(P, R, C), room_left(P, _N), _N < 4 } new");
    assert!(!engine.satisfies(&claim), "nothing is placed there yet");
    let mut after = schema.facts();
    fill(
        &schema,
        &mut after,
        &[("player", &[1]), ("me", &[1]), ("placed", &[1, 3, RED]), ("room", &[1, 4, BLUE, 2])],
    );
    let mut other = Engine::new(engine.kb().clone());
    assert!(other.glance(&after, &claim));
    fill(&schema, &mut after, &[("room", &[1, 5, BLUE, 5])]);
    assert!(!other.glance(&after, &claim), "7 is not less than 4");
    other.position(&after, &EventLog::default());
    assert!(!other.satisfies(&claim), "the whole position says the same");
}
