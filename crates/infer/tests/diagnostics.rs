//! What the checker says about broken texts; the drawn form is kept in `golden/diagnostics.txt`.

use crate::made_up;
use infer::{BackEnd, Diagnostics, Kb, Severity};
use ludus_infer as infer;

fn load(text: &str) -> Result<Vec<String>, Diagnostics> {
    Kb::load("sample.rules", text, &made_up::schema(8, 8))
        .map(|kb| kb.warnings().list().iter().map(|d| format!("{} {}", d.code, d.message)).collect())
}

/// Each broken text with the code and a piece of the first remark. One line each, so that the place is plain.
const BROKEN: &[(&str, &str, &str)] = &[
    ("typo in a key word", "rul x: for move take(S, C, N, R) then 1.", "unknown-statement"),
    ("unknown predicate", "a(C) if fre(C).", "unknown-predicate"),
    ("negation cycle", "a(C) if free(C), not b(C).\nb(C) if mine(C), a(C).", "negation-cycle"),
    ("count in a cycle", "a(P, N) if player(P), N = count { a(P, M) }.", "negation-cycle"),
    ("sort of an argument", "a(C) if free(C), pile(_, C, _).", "sort"),
    ("sort of a comparison", "a(C) if free(C), pile(_, D, _), C = D.", "sort"),
    ("sum of an element", "a(N) if pile(_, C, _), N = C + 1.", "sort"),
    ("element of another sort", "a if pile(_, redd, _).", "unknown-element"),
    (
        "missing message argument",
        "rule x: for move take(S, C, N, R) then 1 \"takes {Num} of {C}\".",
        "message-argument",
    ),
    (
        "missing argument in a translation",
        "rule x: for move take(S, Colour, N, R) then 1 \"a\".\nmessage sr x \"uzima {Color}\".",
        "message-argument",
    ),
    ("broken message", "rule x: for move take(S, C, N, R) then 1 \"takes {N|one: a}\".", "message"),
    ("wrong number of arguments", "a(C) if free(C, C).", "arity"),
    ("unsafe variable in a head", "a(C, D) if free(C).", "unsafe"),
    ("unsafe variable in a comparison", "a(C) if free(C), N > 3.", "unsafe"),
    ("unsafe variable in a negation", "a(C) if free(C), not near(C, D), D != C.", "unsafe"),
    ("derived over the game", "free(C) if mine(C).", "given"),
    ("rule twice", "score 1 per free(C).\nscore 2 per free(C).", "redefined"),
    ("full stop missing", "a(C) if free(C)\nb(C) if mine(C).", "syntax"),
    ("open quote", "rule x: for move take(S, C, N, R) then 1 \"oh.\n", "open-quote"),
    ("unknown group", "rule x in grup: for move take(S, C, N, R) then 1.", "unknown-group"),
    ("not a move", "rule x: for move free(C) then 1.", "not-a-move"),
    (
        "table of unequal lists",
        "template t(A in 1..3, B in [1, 2]): for move take(S, C, A, R) then B.",
        "table",
    ),
    ("log outside an event", "a(P) if took(P, _, _).", "log"),
    ("goal in a clause", "goal g(P) if player(P).\na(P) if player(P), g(P).", "goal"),
    ("unknown number", "const a = 3 * b.", "unknown-number"),
    (
        "unknown template",
        "event e(P): within game, took(P, _, _).\non e(P): add deni(P).",
        "unknown-template",
    ),
    ("unknown claim", "rule x: for move take(S, C, N, R) then 1 \"a\" claims win.", "unknown-claim"),
    (
        "claim about an unknown predicate",
        "rule x: for move take(S, C, N, R) then 1 \"a\" claims can(me, plased(1, R, C), within 3).",
        "unknown-predicate",
    ),
    (
        "claim about a variable of nobody",
        "rule x: for move take(S, Colour, N, R) then 1 \"a\" claims holds placed(1, R, Color).",
        "unbound",
    ),
    (
        "claim about the move",
        "rule x: for move take(S, C, N, R) then 1 \"a\" claims always(take(S, C, N, R), until end of game).",
        "claim",
    ),
    (
        "claim without an end",
        "rule x: for move take(S, C, N, R) then 1 \"a\" claims cannot(opponent, free(_F)).",
        "syntax",
    ),
    (
        "claim that reaches too far",
        "rule x: for move take(S, C, N, R) then 1 \"a\" claims cannot(opponent, free(_F), within 99).",
        "claim",
    ),
    (
        "claim by nobody",
        "rule x: for move take(S, C, N, R) then 1 \"a\" claims can(them, free(_F), within 2).",
        "syntax",
    ),
    ("number too large", "const a = 99999999999.", "number"),
    ("nesting", "a if ((((((((((((((((((((((((((((((((((((((((((((((((((((((((1 > 0.", "nesting"),
];

#[test]
fn broken_texts_are_refused_with_the_right_remark() {
    let mut drawn = String::new();
    for (what, text, code) in BROKEN {
        let diagnostics = load(text).expect_err(what);
        let codes: Vec<&str> = diagnostics.list().iter().map(|d| d.code).collect();
        assert!(codes.contains(code), "{what}: {code} expected, {codes:?} found\n{diagnostics}");
        let errors = diagnostics.list().iter().filter(|d| d.severity == Severity::Error).count();
        assert!(errors <= 2, "{what}: one clear remark expected\n{diagnostics}");
        drawn.push_str(&format!("== {what}\n{diagnostics}\n"));
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/diagnostics.txt");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, &drawn).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        golden == drawn,
        "drawn remarks differ from the golden; run with UPDATE_GOLDEN=1 and read the diff"
    );
}

#[test]
fn several_errors_are_reported_at_once() {
    let diagnostics =
        load("a(C) if fre(C).\nb(C) if mine(C), xx(C), yy(C).\nc(C if free(C).\nd(C) if theirz(C).")
            .unwrap_err();
    let lines: Vec<usize> = diagnostics.list().iter().map(|d| d.place.line).collect();
    assert_eq!(lines, [1, 2, 2, 3, 4], "{diagnostics}");
}

#[test]
fn places_count_characters() {
    let diagnostics = load("# š\n  a(Č) if fre(Č).").unwrap_err();
    let place = &diagnostics.list()[0].place;
    assert_eq!((place.line, place.column), (2, 11), "{diagnostics}");
}

#[test]
fn suspicious_texts_are_accepted_with_warnings() {
    let cases = [
        ("a(C) if free(C).", "unused nothing uses `a`"),
        (
            "a(C) if free(C), not free(C).\nscore 1 per a.",
            "never this clause of `a` can never hold: it asks for a fact and for its absence",
        ),
        (
            "a(R) if room(_, R, _, _), R > 7.\nscore 1 per a.",
            "never rule `a` can never fire: `a` never holds",
        ),
        (
            "rule x: for move take(_, _, N, _) if N > 3, N < 2 then 1.",
            "never rule `x` can never fire: no value of `N` satisfies this and the rest",
        ),
        (
            "template t(A): for move take(_, _, A, _) then 1.",
            "never rule `t` can never fire: `t` never holds",
        ),
        (
            "rule x: for move take(_, _, N, _) if N > 1 then 1 \"takes {N}\".",
            "claimless rule `x` claims nothing, so it is never spoken as a reason",
        ),
        (
            "rule x: for move take(_, C, _, _) if pile(P, C, _) then 1.",
            "lonely variable `P` is used once, so `x` fires once for each of its values",
        ),
    ];
    for (text, expected) in cases {
        let warnings = load(text).unwrap_or_else(|d| panic!("{text}\n{d}"));
        assert!(warnings.iter().any(|w| w == expected), "{text}: {warnings:?}");
    }
}

#[test]
fn the_sample_loads_without_a_remark() {
    match load(made_up::SAMPLE) {
        Ok(warnings) => assert_eq!(warnings, [] as [&str; 0]),
        Err(diagnostics) => panic!("{diagnostics}"),
    }
}

#[test]
fn the_planner_says_which_back_end_and_why() {
    let kb =
        Kb::load("sample.rules", made_up::SAMPLE, &made_up::schema(8, 8)).unwrap_or_else(|d| panic!("{d}"));
    let plan = kb.plan();
    let of = |name: &str| plan.iter().find(|p| p.name == name).unwrap_or_else(|| panic!("{name}"));
    for (name, back_end, line) in [
        ("reach", BackEnd::Bits, 7),
        ("lonely", BackEnd::Bits, 9),
        ("wanted", BackEnd::Tuples, 11),
        ("missing", BackEnd::Tuples, 12),
        ("overflow", BackEnd::Tuples, 18),
    ] {
        assert_eq!((of(name).back_end, of(name).place.line), (back_end, line), "{name}");
        assert!(!of(name).reason.is_empty());
    }
}
