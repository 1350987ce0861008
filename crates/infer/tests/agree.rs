//! Both back ends compute the same sets and the same scores, on random programs and random boards.

use crate::made_up::{Rng, schema};
use game::bits::{Wide, Word};
use game::facts::{EventLog, Facts, Schema};
use infer::{Engine, Kb};
use ludus_infer as infer;

/// A random program over the board; not all are accepted, and not all fit words.
fn program(rng: &mut Rng) -> String {
    let mut text = String::new();
    let count = 2 + rng.below(5);
    for p in 0..count {
        for _ in 0..1 + rng.below(3) {
            let mut vars = vec!["C"];
            let mut body: Vec<String> = Vec::new();
            for _ in 0..1 + rng.below(4) {
                let var = *rng.pick(&vars);
                match rng.below(8) {
                    0..=2 => {
                        let fresh = ["C", "D", "E", "F"][vars.len().min(3)];
                        let relation = *rng.pick(&["up", "side", "near"]);
                        let (a, b) = if rng.below(2) == 0 { (var, fresh) } else { (fresh, var) };
                        body.push(format!("{relation}({a}, {b})"));
                        vars.push(fresh);
                    }
                    3 => body.push(format!("near({var}, 'a1')")),
                    kind => {
                        let set = match rng.below(6) {
                            0 => "corner".to_string(),
                            1 | 2 => rng.pick(&["free", "mine", "theirs"]).to_string(),
                            // Mostly earlier predicates, sometimes itself.
                            _ if p > 0 && rng.below(4) > 0 => format!("p{}", rng.below(p)),
                            _ => format!("p{p}"),
                        };
                        let not = if kind == 4 { "not " } else { "" };
                        body.push(format!("{not}{set}({var})"));
                    }
                }
            }
            text.push_str(&format!("p{p}(C) if {}.\n", body.join(", ")));
        }
    }
    for p in 0..count {
        text.push_str(&format!("score {} per p{p}(C).\n", rng.below(21) as i32 - 10));
    }
    text
}

fn random_facts(schema: &Schema, cells: usize, rng: &mut Rng) -> Facts {
    let mut facts = schema.facts();
    let sets = ["free", "mine", "theirs"].map(|n| schema.find(n).expect("declared"));
    for cell in 0..cells {
        facts.add(sets[rng.below(3)], &[cell as i32]);
    }
    facts
}

/// Compares the back ends on boards of a size; returns how many programs and sets were compared.
fn compare<B: Word>(rows: i32, columns: i32, programs: usize, seed: u64) -> (usize, usize) {
    let schema = schema(rows, columns);
    let mut rng = Rng(seed);
    let (mut compared, mut sets_seen) = (0, 0);
    for _ in 0..programs {
        let text = program(&mut rng);
        let Ok(kb) = Kb::load("random", &text, &schema) else { continue };
        let Some(sets) = kb.bit_sets::<B>() else { panic!("sets must fit") };
        let plan = kb.bit_plan::<B>();
        let mut engine = Engine::new(kb.clone());
        let boards: Vec<Facts> =
            (0..8).map(|_| random_facts(&schema, (rows * columns) as usize, &mut rng)).collect();
        let mut scores = [0; 8];
        for (facts, score) in boards.iter().zip(&mut scores) {
            engine.position(facts, &EventLog::default());
            *score = engine.score();
            assert_eq!(engine.assess().points, *score);
            for (name, elements) in sets.sets(&kb, facts) {
                let rows: Vec<i32> =
                    engine.rows(&name).expect("a predicate of the text").into_iter().map(|r| r[0]).collect();
                assert_eq!(rows, elements, "{name} in\n{text}");
                sets_seen += 1;
            }
            if let Some(plan) = &plan {
                assert_eq!(plan.eval_facts(facts), *score, "{text}");
            }
        }
        if let Some(plan) = &plan {
            let words: Vec<Vec<B>> = boards.iter().map(|f| plan.words(f)).collect();
            let groups: Vec<[B; 8]> =
                (0..plan.inputs().len()).map(|i| std::array::from_fn(|g| words[g][i])).collect();
            assert_eq!(plan.eval_group(&groups), scores, "{text}");
            compared += 1;
        }
    }
    (compared, sets_seen)
}

#[test]
fn words_of_every_width_agree_with_tuples() {
    for (compared, sets) in [
        compare::<u64>(8, 8, 600, 1),
        compare::<u64>(3, 5, 400, 2),
        compare::<u128>(9, 9, 250, 3),
        compare::<Wide<2>>(11, 11, 200, 4),
        compare::<Wide<3>>(10, 13, 200, 5),
        compare::<Wide<4>>(16, 16, 100, 6),
    ] {
        assert!(compared >= 8 && sets > 300, "too few programs were compared: {compared}, {sets} sets");
    }
}

#[test]
fn words_that_are_too_narrow_are_refused() {
    let kb = Kb::load("t", "a(C) if free(C), near(C, D), free(D).\nscore 1 per a.", &schema(9, 9)).unwrap();
    assert!(kb.bit_plan::<u64>().is_none());
    assert!(kb.bit_plan::<u128>().is_some());
}

#[test]
fn a_flood_is_a_flood_in_both() {
    let text = "r(C) if corner(C), free(C).\nr(C) if free(C), near(C, D), r(D).\nscore 1 per r.";
    let schema = schema(8, 8);
    let kb = Kb::load("t", text, &schema).unwrap();
    assert!(kb.plan().iter().all(|p| p.back_end == infer::BackEnd::Bits), "{:?}", kb.plan());
    let mut facts = schema.facts();
    // A snake: rows joined at alternating ends, so that the fill takes the longest way.
    for i in 0..64 {
        let (r, c) = (i / 8, i % 8);
        if r % 2 == 0 || c == if r % 4 == 1 { 7 } else { 0 } {
            facts.add(schema.find("free").unwrap(), &[i]);
        }
    }
    let mut engine = Engine::new(kb.clone());
    engine.position(&facts, &EventLog::default());
    assert_eq!(engine.score(), 4 * 8 + 4);
    assert_eq!(kb.bit_plan::<u64>().unwrap().eval_facts(&facts), 36);
}
