//! Whatever is written, loading and running end soon, and the sentence names the rule. Steps are counted, so that the speed of the machine is no matter.

use game::facts::{EventLog, Facts, Schema};
use game::{Control, Limits};
use ludus_infer::{Cause, Diagnostics, Engine, Kb, within};

/// A board of 200 cells, all free, each beside the next.
fn board() -> (Schema, Facts) {
    let mut schema = Schema::new();
    let names: Vec<String> = (0..200).map(|i| format!("c{i}")).collect();
    let cell = schema.named("cell", names.iter().map(String::as_str));
    let free = schema.position("free", &[cell], "the cell is free");
    let next = (0..199).map(|i| [i, i + 1]);
    schema.relation("next", &[cell, cell], "the second follows the first", next);
    schema.movement("put", &[cell], "puts a stone");
    let mut facts = schema.facts();
    for i in 0..200 {
        facts.add(free, &[i]);
    }
    (schema, facts)
}

fn steps(most: u64) -> Control {
    Control::new(Limits { nodes: Some(most), ..Limits::default() })
}

/// What a text comes to on the board within so many steps, and how many it took.
fn run(text: &str, most: u64) -> (Result<i32, ludus_infer::Exceeded>, u64) {
    let (schema, facts) = board();
    let kb = Kb::load("bad.rules", text, &schema).expect("a text without errors");
    let mut engine = Engine::new(kb);
    let control = steps(most);
    let scored = within(&control, || {
        engine.position(&facts, &EventLog::default());
        engine.score()
    });
    (scored, control.nodes())
}

fn refusal(text: &str) -> Diagnostics {
    Kb::load("bad.rules", text, &board().0).expect_err("a text that is refused")
}

#[test]
fn a_join_without_end_is_given_up_and_named() {
    let text = "huge if next(A, _B), next(C, _D), next(E, _F), next(_G, H), A != C, C != E, E != H, not any(A, H).\n\
                any(A, B) if free(A), free(B).\n\
                score 1 per huge \"never\".";
    let (scored, spent) = run(text, 1_000_000);
    let exceeded = scored.expect_err("two hundred to the fourth is too much");
    assert_eq!((exceeded.cause, spent <= 1_010_000), (Cause::Steps, true), "{spent}");
    assert!(exceeded.to_string().contains("`huge` (bad.rules:1)"), "{exceeded}");
}

#[test]
fn a_rule_that_fires_without_end_is_named() {
    let text =
        "score odd: 1 per free(A).\nrule pairs: if free(A), free(B), free(C), free(D) then 1 \"many\".";
    let (scored, _) = run(text, 1 << 40);
    let exceeded = scored.expect_err("more firings than anybody reads");
    assert_eq!(exceeded.cause, Cause::Rows);
    assert!(exceeded.to_string().contains("`pairs` (bad.rules:2)"), "{exceeded}");
}

#[test]
fn facts_without_end_are_given_up() {
    let text = "far(A, N) if free(A), N = 0.\nfar(A, M) if far(A, N), M = N + 1.\nscore 1 per far(A, N).";
    let (schema, facts) = board();
    let mut engine = Engine::new(Kb::load("bad.rules", text, &schema).expect("a text"));
    engine.position(&facts, &EventLog::default());
    assert!(!engine.is_complete());
    engine.position(&schema.facts(), &EventLog::default());
    assert!(engine.is_complete(), "the next position begins anew");
}

#[test]
fn goals_and_aggregates_are_within_it_too() {
    for text in [
        "many(N) if N = count { free(A), free(B), free(C), free(D), A != B, B != C, C != D }.\nscore 1 per many(N).",
        "many(N) if N = count { free(A), free(B), free(C), next(_X, D), A != B, B != C, C != D }.\nscore 1 per many(N).",
        "goal some(A, D) if free(A), free(B), free(C), free(D), A != B, B != C, C != D.\nrule asks: if some(A, D) then 1 \"x\".",
    ] {
        let (scored, spent) = run(text, 2_000_000);
        assert!(scored.is_err() && spent < 2_100_000, "{spent} steps: {text}");
    }
}

#[test]
fn all_of_a_relation_is_counted_without_a_look_at_it() {
    let text = "all(N) if N = count { free(A) }.\nscore 1 per all(N).";
    let (scored, spent) = run(text, 1_000);
    assert_eq!(scored, Ok(1));
    assert!(spent < 200, "{spent}");
}

/// What several parts come to together is the product of what each comes to, and whether something exists is asked once.
#[test]
fn what_does_not_depend_on_each_other_is_not_multiplied() {
    for (text, expected) in [
        ("all(N) if N = count { free(A), free(B), free(C), free(D) }.\nscore 1 per all(1600000000).", 1),
        ("all(N) if N = count { free(A), free(B), next(C, _D) }.\nscore 1 per all(7960000).", 1),
        ("all(N) if N = count { free(A), next(_X, _Y), next(_Z, D) }.\nscore 1 per all(39800).", 1),
        ("all(N) if N = sum M { free(A), free(B), next(C, _D), M = 3 }.\nscore 1 per all(23880000).", 1),
        ("all(N) if N = max M { free(A), free(B), free(C), M = 3 }.\nscore 1 per all(3).", 1),
        ("all(N) if N = count { free(A), free(B), next(C, C) }.\nscore 1 per all(0).", 1),
        ("all(N) if free(Z), N = count { next(Z, A), free(B), free(C) }.\nscore 1 per all(40000).", 1),
        ("some(A) if free(A), next(B, _), next(C, _), next(D, E), not free(E).\nscore 1 per some(A).", 0),
        ("some(A) if free(A), next(A, B), next(C, D), next(E, F), B != C.\nscore 1 per some(A).", 199),
        ("rule once: if free(A), next(_B, _C), next(_D, _E), free(_F), _B != _F then 1 \"x\".", 200),
        ("goal some(A) if free(A), free(B), free(C), free(D).\nrule asks: if some(A) then 1 \"x\".", 200),
    ] {
        let (scored, spent) = run(text, 200_000);
        assert_eq!((scored, spent < 100_000), (Ok(expected), true), "{spent} steps: {text}");
    }
}

/// Two hundred times two hundred pairs are not looked at when a third relation, which has two rows here, says which belong together.
#[test]
fn joins_begin_where_there_are_few_rows() {
    let few = "few(A, B, C) if next(A, B), next(B, C), next(A, 'c7').\nfew(A, B, C) if next(A, B), next(B, C), next(A, 'c9').\n";
    for (text, expected) in [
        ("trio(A, B, C) if free(A), free(B), free(C), few(A, B, C).\nscore 1 per trio(A, B, C).", 2),
        ("rule pair: if free(A), free(B), free(C), few(A, B, C) then 1 \"x\".", 2),
    ] {
        let (scored, spent) = run(&format!("{few}{text}"), 200_000);
        assert_eq!((scored, spent < 30_000), (Ok(expected), true), "{spent} steps: {text}");
    }
}

#[test]
fn an_account_inside_another_is_paid_by_both() {
    let plain = || run("rule p: if free(A) then 1.", 1 << 20).0;
    let dear = || run("rule r: if free(A), free(B) then 1.", 1 << 20).0;
    let outer = within(&steps(1 << 30), || (within(&steps(10), plain).is_err(), plain()));
    assert_eq!(outer, Ok((true, Ok(200))), "an inner one that is over leaves the outer as it was");
    assert!(within(&steps(1_000), dear).is_err(), "what is spent inside is spent outside");
    assert_eq!(plain(), Ok(200), "nothing of it is left behind");
}

#[test]
fn large_texts_are_refused_in_one_sentence() {
    let rule = |i: usize| format!("rule r{i}: if free(A) then 1 \"m\".\n");
    let many_rules: String = (0..100_000).map(rule).collect();
    let many_predicates: String = (0..20_000).map(|i| format!("p{i}(A) if free(A).\n")).collect();
    let long_message = format!("score 1 per free(A) \"{}\".", "m".repeat(600_000));
    let message = format!("score 1 per free(A) \"{}\".", "m".repeat(5_000));
    let wide = format!("p({}) if free(A).", vec!["A"; 40].join(", "));
    let long = format!("p(A) if {}.", vec!["free(A)"; 100].join(", "));
    let longest = format!("p(A) if {}.", vec!["free(A)"; 10_000].join(", "));
    for (text, said) in [
        (many_rules, "bytes"),
        (many_predicates, "bytes"),
        ((0..2_500).map(rule).collect(), "more than 2000 statements"),
        (long_message, "bytes"),
        (message, "a message of 5000 bytes"),
        (format!("{}(A) if free(A).", "p".repeat(70_000)), "a name of 70000 bytes"),
        (format!("p('{}') if free(A).", "p".repeat(70_000)), "a name of 70000 bytes"),
        (wide, "40 arguments"),
        (long, "100 conditions"),
        (longest, "words and signs"),
    ] {
        let refused = refusal(&text);
        assert_eq!(refused.errors(), 1, "{}", refused.list()[0].message);
        assert!(refused.list()[0].message.contains(said), "{}", refused.list()[0].message);
    }
}

/// A picture instead of a text: what is wrong with it is said a hundred times, not a hundred thousand times.
#[test]
fn bytes_that_are_no_text_are_soon_given_up() {
    for strange in ["\0".repeat(200_000), "\0 ".repeat(100_000), "🎲".repeat(60_000)] {
        let refused = refusal(&strange);
        assert!(refused.errors() <= 102, "{}", refused.errors());
        assert!(refused.list().iter().any(|it| it.message == "the rest is not read"));
    }
}

#[test]
fn the_largest_text_that_is_read_is_planned_within_its_steps() {
    // A chain, written so that each statement needs the next.
    let text: String = (0..1_900).map(|i| format!("p{i}(A) if p{}(A), free(A).\n", i + 1)).collect();
    let text = text + "p1900(A) if free(A).\nscore 1 per p0(A).";
    let control = steps(1 << 22);
    let (schema, _) = board();
    let loaded = within(&control, || Kb::load("long.rules", &text, &schema));
    assert!(loaded.expect("it takes few steps").is_ok());
}

#[test]
fn of_five_thousand_errors_twenty_are_drawn_with_the_number() {
    let text: String = (0..1_900).map(|i| format!("p{i}(A) if nothing{i}(A).\n")).collect();
    let refused = refusal(&text);
    let drawn = refused.render();
    assert_eq!(refused.errors(), 1_900);
    assert_eq!(drawn.matches("Error").count(), 20, "{drawn}");
    assert!(drawn.ends_with("the first 20 of 1900 errors and 0 warnings\n"), "{drawn}");
}
