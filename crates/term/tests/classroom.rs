//! Puzzles and lessons through a pipe.

use draw::Colours;
use ludus_term::classroom::{Classroom, learn, practise};
use school::{Budget, Learner, School};
use table::expert::Lang;

/// One puzzle and one lesson of a game on a small board.
const PUZZLE: &str = r#"{"id":"one","game":"domineering","position":"3/3 X","aim":"win","answers":["B1"],"complete":true,"exact":true,"value":1.0,"win":1.0,"line":["B1"],"themes":["ends"],"rating":900.0}"#;
const LESSONS: &str = "\
theme ends
  en the last move
  sr poslednji potez
  pt o último lance
lesson rules
  en The rules
  sr Pravila
  pt As regras
step last
  position 3/3 X
  right wins
  en Leave no place.
  sr Ne ostavi mesto.
  pt Não deixe lugar.
  good en Well done.
  good sr Bravo.
  good pt Muito bem.
  wrong en O still has a place.
  wrong sr O još ima mesto.
  wrong pt O ainda tem lugar.
";

/// What is printed when somebody types these lines, and what is remembered; what is typed to `teach` is a lesson, otherwise a puzzle.
fn typed(lines: &str, lang: Lang, teach: bool) -> (String, Learner, usize) {
    let games = registry::games();
    let family = games.find("domineering").expect("a game");
    let school = School::read(family.info.name, PUZZLE, LESSONS).expect("texts of ours");
    let mut learner = Learner::default();
    let mut kept = 0;
    let mut keep = |_: &Learner| {
        kept += 1;
        Ok(())
    };
    let mut room = Classroom {
        games: &games,
        family,
        school: &school,
        learner: &mut learner,
        lang,
        budget: Budget::Nodes(2000),
        seed: 1,
        now: || 1_000_000,
        keep: &mut keep,
        colours: Colours::Plain,
    };
    let mut out = Vec::new();
    let mut input = lines.as_bytes();
    let done = if teach {
        learn(&mut room, None, &mut input, &mut out)
    } else {
        practise(&mut room, None, &mut input, &mut out)
    };
    done.expect("a buffer");
    (String::from_utf8(out).expect("text"), learner, kept)
}

#[test]
fn a_puzzle_is_tried_refuted_and_solved_and_the_first_answer_counts() {
    let (said, learner, kept) = typed("help\nmoves\nZ9\nA1\nB1\nquit\n", Lang::En, false);
    for part in [
        "X to move: find the only move that wins.",
        "A1 does not win.",
        "Right: B1 wins.",
        "About: the last move.",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    assert_eq!((learner.cards["one"].times, kept), (1, 1));
    assert!(learner.rating("domineering").rating < 1500.0);
    let (_, learner, _) = typed("B1\nquit\n", Lang::En, false);
    assert!(learner.rating("domineering").rating > 1500.0);
}

#[test]
fn the_solution_is_shown_and_nothing_is_remembered_of_who_only_looks() {
    let (said, learner, _) = typed("show\nquit\n", Lang::Sr, false);
    assert!(said.contains("Rešenje je B1."), "{said}");
    assert_eq!(learner.cards.len(), 1);
    for lines in ["quit\n", "", "skip\nquit\n"] {
        assert!(typed(lines, Lang::Pt, false).1.cards.is_empty(), "{lines:?}");
    }
}

#[test]
fn a_step_is_repeated_until_it_is_done() {
    let (said, learner, kept) = typed("A1\nB1\n", Lang::Pt, true);
    for part in
        ["== As regras ==", "Passo 1 de 1.", "O ainda tem lugar.", "Muito bem.", "Fez todos os passos"]
    {
        assert!(said.contains(part), "{part}\n{said}");
    }
    assert!(learner.has_learnt("domineering", "rules/last") && kept == 1);
    assert!(typed("A1\nquit\n", Lang::En, true).1.lessons.is_empty());
}
