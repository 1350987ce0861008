//! No text makes the loader panic: random bytes, random words, and mutations of a good text.

use crate::made_up::{Rng, SAMPLE, schema};
use infer::{Engine, Kb};
use ludus_infer as infer;

const WORDS: &[&str] = &[
    "a",
    "b",
    "free",
    "mine",
    "near",
    "take",
    "took",
    "room",
    "X",
    "Y",
    "_Z",
    "_",
    "if",
    "not",
    "then",
    "for",
    "move",
    "per",
    "score",
    "rule",
    "veto",
    "template",
    "goal",
    "event",
    "on",
    "within",
    "last",
    "this",
    "previous",
    "round",
    "rounds",
    "moves",
    "game",
    "count",
    "sum",
    "min",
    "max",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ".",
    "..",
    ":",
    "=",
    "!=",
    "<",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "0",
    "1",
    "7",
    "99999999999",
    "\"m {X}\"",
    "\"{X|one: a|other: b}\"",
    "'a1'",
    "red",
    "in",
    "over",
    "cell",
    "until",
    "end",
    "of",
    "add",
    "assume",
    "no",
    "message",
    "word",
    "sr",
    "group",
    "best",
    "const",
    "weight",
    "\n",
    "#x\n",
    "\"",
];

#[test]
fn random_texts_never_panic() {
    let schema = schema(4, 4);
    let mut rng = Rng(0x1234_5678_9abc_def1);
    let mut accepted = 0;
    for i in 0..50_000 {
        let text: String = if i % 2 == 0 {
            let bytes: Vec<u8> = (0..rng.below(120)).map(|_| rng.next() as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        } else {
            (0..rng.below(40)).map(|_| format!("{} ", rng.pick(WORDS))).collect()
        };
        match Kb::load("noise", &text, &schema) {
            Ok(_) => accepted += 1,
            Err(diagnostics) if i % 16 == 1 => drop(diagnostics.render()),
            Err(_) => {}
        }
    }
    assert!(accepted < 25_000, "most noise is refused");
}

#[test]
fn mutated_texts_never_panic() {
    let schema = schema(4, 4);
    // Statements of the sample, so that a mutation is cheap to check and most others stay right.
    let statements: Vec<&str> = SAMPLE.split_inclusive(".\n").collect();
    let mut rng = Rng(0xfeed_beef_dead_c0de);
    let mut loaded = 0;
    for i in 0..50_000 {
        let start = rng.below(statements.len());
        let count = 1 + rng.below(5);
        let mut text: Vec<u8> = statements.iter().skip(start).take(count).flat_map(|s| s.bytes()).collect();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(text.len());
            match rng.below(4) {
                0 => {
                    text.remove(at);
                }
                1 => text[at] = rng.next() as u8,
                2 => {
                    let word = rng.pick(WORDS).bytes();
                    text.splice(at..at, word);
                }
                _ => {
                    let other = rng.below(text.len());
                    text.swap(at, other);
                }
            }
            if text.is_empty() {
                break;
            }
        }
        let text = String::from_utf8_lossy(&text);
        match Kb::load("mutant", &text, &schema) {
            Ok(kb) => {
                loaded += 1;
                if i % 8 == 0 {
                    let mut engine = Engine::new(kb.clone());
                    engine.position(&schema.facts(), &Default::default());
                    engine.judge(&schema.facts());
                    let _ = kb.bit_plan::<u64>();
                }
            }
            Err(diagnostics) if i % 16 == 0 => drop(diagnostics.render()),
            Err(_) => {}
        }
    }
    assert!(loaded > 100, "some mutants still load: {loaded}");
}

#[test]
fn mutations_of_the_whole_sample_never_panic() {
    let schema = schema(4, 4);
    let mut rng = Rng(77);
    for _ in 0..2_000 {
        let mut text = SAMPLE.as_bytes().to_vec();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(text.len());
            text[at] = *rng.pick(b"(){}[],.:=<>+-*/%\"'#_ aAxX09\n");
        }
        let _ = Kb::load("mutant", &String::from_utf8_lossy(&text), &schema);
    }
}
