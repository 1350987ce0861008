//! An audit of a handful of positions: it comes out the same twice, counts add up, and no claim that may be spoken is refuted by the replay.

use audit::{Plan, audit, in_section, in_spoken};
use game::Options;
use ludus_audit as audit;

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
        let found = audit(board.as_ref(), &small(), &mut |_| true).expect("it can be judged");
        assert_eq!((found.games, found.positions), (2, 4), "{}", found.game);
        assert!(!found.rules.is_empty() && found.moves > 4);
        for rule in &found.rules {
            assert_eq!(rule.fired, rule.confirmed + rule.refuted + rule.undecided, "{}", rule.rule);
            assert_eq!(rule.confirmed, rule.proved + rule.unrefuted + rule.overturned, "{}", rule.rule);
            assert_eq!(rule.overturned, 0, "{} of {}", rule.rule, found.game);
        }
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
    let [first, second] = [(); 2].map(|()| audit(board.as_ref(), &plan, &mut |_| true));
    assert_eq!(first, second);
}
