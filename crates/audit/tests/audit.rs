//! An audit of a handful of positions: it comes out the same twice, counts add up, and no claim that may be spoken is refuted by the replay.

use audit::{Bars, Plan, audit, in_section, in_spoken, strong, verdicts};
use game::Options;
use ludus_audit as audit;
use table::{Games, Match};

fn small() -> Plan {
    Plan { games: 2, positions: 2, quick: 50, deep: 400, claim: 60, ..Plan::default() }
}

#[test]
fn every_game_with_knowledge_can_be_audited() {
    let games = registry::games();
    for family in games.all() {
        let board = family.open(&Options::none()).expect("usual options");
        if board.knowledge(None).is_err() {
            continue;
        }
        let found = audit(board.as_ref(), &small(), Vec::new(), &mut |_| true).expect("it can be judged");
        assert_eq!((found.games, found.positions), (2, 4), "{}", found.game);
        assert!(!found.rules.is_empty() && found.moves > 4);
        for rule in &found.rules {
            assert_eq!(rule.fired, rule.confirmed + rule.refuted + rule.undecided, "{}", rule.rule);
            assert_eq!(rule.confirmed, rule.proved + rule.unrefuted + rule.overturned, "{}", rule.rule);
        }
        assert!(found.overturned.is_empty(), "{:?}", found.overturned);
        let page = in_section("# A page\n", &found);
        assert_eq!(in_section(&page, &found), page, "a section is replaced, not added again");
        let list = in_spoken("# remark\nother rule yes\n", &found);
        assert_eq!(in_spoken(&list, &found), list);
        assert!(list.starts_with("# remark\nother rule yes\n"));
    }
}

#[test]
fn an_audit_follows_from_its_seed() {
    let games = registry::games();
    let family = &games.all()[0];
    let board = family.open(&Options::none()).expect("usual options");
    let plan = Plan { games: 1, ..small() };
    let mut kept = Vec::new();
    let first = audit(board.as_ref(), &plan, Vec::new(), &mut |seen| {
        kept.push(seen.clone());
        true
    });
    let second = audit(board.as_ref(), &plan, Vec::new(), &mut |_| true);
    assert_eq!(first, second);
    let third = audit(board.as_ref(), &plan, kept, &mut |_| panic!("every game is known"));
    assert_eq!(first, third, "games that were kept are not played again");
}

/// A board of every game: small where its folder lists boards on which verdicts are proved, else the usual one.
fn boards(games: &Games) -> Vec<Box<dyn Match>> {
    let board = |family: &table::Family| {
        let path = format!("{}/../../games/{}/coach.txt", env!("CARGO_MANIFEST_DIR"), family.info.name);
        let list = std::fs::read_to_string(path).unwrap_or_default();
        let last = list.lines().rfind(|line| !line.starts_with('#'));
        let options = last.and_then(|line| line.split_once(' ')).map_or("", |(options, _)| options);
        let pairs = options.split(',').filter_map(|pair| pair.split_once('='));
        let options = pairs.fold(Options::none(), |all, (name, value)| all.with(name, value));
        family.open(&options).expect("a board of the list")
    };
    games.all().iter().map(board).collect()
}

#[test]
fn what_the_coach_says_is_so_where_everything_is_known() {
    let games = registry::games();
    for board in boards(&games) {
        let plan = Plan { positions: 40, quick: 30, deep: 3_000, coach: 100_000, ..Plan::default() };
        let found = verdicts(board.as_ref(), &plan, &[], &mut |_, _| true).expect("it can be judged");
        assert_eq!(found.failed, 0, "{}: {}", board.info().name, found.text());
        assert_eq!(found.positions, 40, "{}", board.info().name);
        assert!(found.bad > 0 && found.proved > 40, "{}: {}", board.info().name, found.text());
    }
}

#[test]
fn what_the_coach_says_fits_its_verdict_in_strong_play() {
    let games = registry::games();
    for family in games.all() {
        let board = family.open(&Options::none()).expect("usual options");
        let plan = Plan { positions: 4, quick: 100, coach: 20_000, ..Plan::default() };
        let mut kept = Vec::new();
        let mut keep = |of_game: &Bars, _| {
            kept.push(of_game.clone());
            true
        };
        let found = strong(board.as_ref(), &plan, &[], &mut keep).expect("it can be judged");
        assert_eq!((found.failed, found.positions), (0, 4), "{}: {}", board.info().name, found.text());
        let again =
            strong(board.as_ref(), &plan, &kept, &mut |_, _| panic!("a kept game is looked at again"));
        assert_eq!(again, Ok(found.clone()));
        let mean = found.sentences as f64 / found.answers as f64;
        assert!((1.0..=4.0).contains(&mean), "{}: {mean}", board.info().name);
    }
}
