//! The knowledge of every registered game, through the interface that users have: it loads, it explains, it reloads, and both back ends agree.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Options, Rng};
use table::expert::{Asked, Finding, Inquiry, Lang, Plan, Question, Tuning};
use table::{Family, Match};

fn inquiry<'a>(pack: Option<&'a str>, asked: Asked<'a>) -> Inquiry<'a> {
    Inquiry { pack, mv: None, lang: Lang::En, asked }
}

fn packs(board: &dyn Match) -> Vec<String> {
    match board.inquire(&inquiry(None, Asked::Packs)).unwrap() {
        Finding::Packs(names) => names,
        other => panic!("asked for packs, got {other:?}"),
    }
}

/// A board some random moves into the game, with somebody to move.
fn midway(family: &Family, plies: usize, rng: &mut Rng) -> Box<dyn Match> {
    loop {
        let mut board = family.open(&Options::none()).unwrap();
        let mut left = plies;
        loop {
            if board.deal(rng).is_some() {
                continue;
            }
            if board.over() {
                break;
            }
            if left == 0 {
                return board;
            }
            let legal = board.legal();
            board.play(&legal[rng.below(legal.len())]).unwrap();
            left -= 1;
        }
    }
}

#[test]
fn every_shipped_file_is_right_and_speaks_three_languages() {
    for family in &ludus_registry::games().that_can("explain") {
        let board = family.open(&Options::none()).unwrap();
        for pack in packs(board.as_ref()) {
            let found = board.inquire(&inquiry(Some(&pack), Asked::Check)).unwrap();
            let Finding::Check(check) = found else { panic!("{pack}: not a check") };
            assert!(check.ok && check.remarks.is_empty(), "{pack}: {}", check.drawn);
            assert!(check.untranslated.is_empty(), "{pack} lacks {:?}", check.untranslated);
        }
    }
}

#[test]
fn both_back_ends_agree_on_every_shipped_file_and_reasons_rest_on_facts() {
    for family in &ludus_registry::games().that_can("explain") {
        let board = family.open(&Options::none()).unwrap();
        for pack in packs(board.as_ref()) {
            let asked = Asked::Compare { positions: 1_000, seed: 1 };
            let found = board.inquire(&inquiry(Some(&pack), asked)).unwrap();
            let Finding::Comparison(comparison) = found else { panic!("{pack}: not a comparison") };
            assert_eq!(comparison.differences, Vec::<String>::new(), "{pack}");
            assert_eq!(comparison.positions, 1_000, "{pack}");
            assert!(comparison.reasons > 500, "{pack}: {} reasons traced back", comparison.reasons);
            println!("{pack}: {} sets agree, {} reasons rest on facts", comparison.sets, comparison.reasons);
        }
    }
}

#[test]
fn the_expert_explains_what_it_plays_in_every_language() {
    let mut rng = Rng::new(5);
    for family in &ludus_registry::games().that_can("explain") {
        for plies in [0, 3, 6, 9] {
            let board = midway(family, plies, &mut rng);
            let mut texts = Vec::new();
            for lang in Lang::ALL {
                let question = Question { lang, ..Question::default() };
                let explanation = board.explain(&question).unwrap();
                assert!(board.legal().contains(&explanation.mv), "{}", explanation.mv);
                let sum: i32 = explanation.reasons.iter().map(|reason| reason.points).sum();
                assert_eq!(explanation.points, sum, "the reasons add up: {explanation:?}");
                assert!(explanation.alternatives.iter().all(|other| other.mv != explanation.mv));
                let at = format!("{}.rules:", family.info.name);
                assert!(explanation.reasons.iter().all(|reason| reason.at.starts_with(&at)));
                texts.push((explanation.mv, explanation.points, explanation.reasons.len(), explanation.text));
            }
            let same = |a: &(String, i32, usize, String), b: &(String, i32, usize, String)| {
                (&a.0, a.1, a.2) == (&b.0, b.1, b.2)
            };
            assert!(same(&texts[0], &texts[1]) && same(&texts[0], &texts[2]), "{texts:?}");
            assert!(texts[0].3 != texts[1].3 && texts[0].3 != texts[2].3, "translated: {texts:?}");
        }
    }
}

#[test]
fn a_given_move_is_explained_and_compared_with_better_ones() {
    let mut rng = Rng::new(9);
    for family in &ludus_registry::games().that_can("explain") {
        let board = midway(family, 4, &mut rng);
        let best = board.explain(&Question::default()).unwrap();
        for mv in board.legal().iter().take(5) {
            let given = board.explain(&Question { mv: Some(mv), ..Question::default() }).unwrap();
            assert_eq!(&given.mv, mv);
            assert!(given.vetoed || given.points <= best.points, "{mv} is not better than the choice");
        }
    }
}

#[test]
fn the_expert_plays_and_searches_judge_by_rules() {
    for family in &ludus_registry::games().that_can("explain") {
        let board = family.open(&Options::none()).unwrap();
        let mut rng = Rng::new(3);
        let mut board = board;
        while board.deal(&mut rng).is_some() {}
        let first = board.legal();
        for player in ["expert", "alphabeta:eval=rules,depth=1", "meanmax:eval=rules,depth=1"] {
            let mut bot = board.named_bot(player, 7).unwrap_or_else(|e| panic!("{}: {e}", family.info.name));
            let control = game::Control::new(game::Limits { nodes: Some(300), ..game::Limits::default() });
            let thought = bot.think(board.as_ref(), &control, table::Wanted::best()).unwrap();
            assert!(first.contains(&thought.mv), "{player}: {}", thought.mv);
        }
        let Err(error) = board.named_bot("expert:pack=nonsense", 1) else { panic!("no such pack") };
        assert!(error.to_string().starts_with("the parameter pack cannot be 'nonsense'; expected one of"));
    }
}

#[test]
fn questions_are_answered_or_refused_in_one_sentence() {
    for family in &ludus_registry::games().that_can("explain") {
        let mut rng = Rng::new(2);
        let board = midway(family, 5, &mut rng);
        let Finding::Trace(trace) = board.inquire(&inquiry(None, Asked::Trace)).unwrap() else { panic!() };
        if let Some(followed) = trace.facts.first() {
            let found = board.inquire(&inquiry(None, Asked::Why(&followed.fact))).unwrap();
            assert!(matches!(found, Finding::Why(why) if !why.proofs.is_empty()), "{}", followed.fact);
            let found = board.inquire(&inquiry(None, Asked::WhyNot(&followed.fact))).unwrap();
            assert!(matches!(found, Finding::WhyNot(not) if not.holds), "{}", followed.fact);
        }
        for nonsense in ["", "no_such_thing(", "no_such_thing(x)", "\u{0}", "((((", "a(b,c,d,e,f,g,h,i,j,k)"]
        {
            let error = board.inquire(&inquiry(None, Asked::Why(nonsense))).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{error}");
        }
    }
}

#[test]
fn a_tuning_that_was_stopped_ends_where_an_undisturbed_one_does() {
    for family in &ludus_registry::games().that_can("explain") {
        let board = family.open(&Options::none()).unwrap();
        let plan = Plan { pack: None, rounds: 2, pairs: 1, seed: 5, resume: None, measure: 1, threads: 1 };
        let whole = board.tune(&plan, None, &mut |_, _| true).unwrap().unwrap();
        let mut kept: Option<Tuning> = None;
        let stopped = board.tune(&plan, None, &mut |tuning, _| {
            kept = Some(tuning.clone());
            false
        });
        assert_eq!(stopped.unwrap(), None, "{}: a tuning that is stopped has no result", family.info.name);
        let resumed = Plan { resume: kept.as_ref(), threads: 2, ..plan };
        let rest = board.tune(&resumed, None, &mut |_, _| true).unwrap().unwrap();
        assert_eq!(rest, whole, "{}: neither the stop nor the threads change anything", family.info.name);
        let name = format!("{}.rules", family.info.name);
        let found =
            board.inquire(&inquiry(None, Asked::CheckText { name: &name, text: &whole.text })).unwrap();
        assert!(matches!(found, Finding::Check(check) if check.ok), "{name}: the new text is right");
        for (weight, old, new) in &whole.changes {
            assert!(old.signum() == new.signum(), "{weight}: what a rule says stays true ({old} -> {new})");
        }
        let other = Plan { seed: 6, ..resumed };
        let error = board.tune(&other, None, &mut |_, _| true).unwrap_err().to_string();
        assert_eq!(error, "the tuning to resume has seed '5', and '6' is asked for");
    }
}
