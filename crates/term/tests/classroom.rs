//! Puzzles and lessons through a pipe.

use draw::Colours;
use ludus_term::classroom::{Classroom, learn, practise};
use school::{Aim, Budget, Learner, Puzzle, School};
use table::Games;
use table::expert::Lang;

/// A shipped puzzle that is won by few moves, each of them proved.
fn puzzle(games: &Games) -> Puzzle {
    let schools = games.all().iter().map(|family| School::of(family).expect("shipped puzzles"));
    let fits = |puzzle: &Puzzle| puzzle.complete && puzzle.aim == Aim::Win && puzzle.answers.len() == 1;
    let found =
        schools.into_iter().find_map(|school| school.puzzles().iter().find(|puzzle| fits(puzzle)).cloned());
    found.expect("such a puzzle")
}

/// A lesson with this puzzle as its only step.
fn lessons(puzzle: &Puzzle) -> String {
    let (position, answer) = (&puzzle.position, &puzzle.answers[0]);
    let titles = "  en The last move\n  sr Poslednji potez\n  pt O último lance\n";
    let step = format!("step last\n  position {position}\n  right moves {answer}\n");
    let aims = "  en Find it.\n  sr Nađi ga.\n  pt Encontre-o.\n";
    let good = "  good en Well done.\n  good sr Bravo.\n  good pt Muito bem.\n";
    let wrong = "  wrong en Not that.\n  wrong sr Ne to.\n  wrong pt Isso não.\n";
    format!("theme {}\n{titles}lesson rules\n{titles}{step}{aims}{good}{wrong}", puzzle.themes[0])
}

/// What happened.
struct Happened {
    said: String,
    learner: Learner,
    kept: usize,
    puzzle: Puzzle,
}

impl Happened {
    fn rating(&self) -> f64 {
        self.learner.rating(&self.puzzle.game).rating
    }
}

/// What is printed and remembered when somebody types these words at a puzzle, or at a lesson; `RIGHT` and `WRONG` stand for such moves.
fn typed(words: &str, lang: Lang, teach: bool) -> Happened {
    let games = registry::games();
    let puzzle = puzzle(&games);
    let family = games.find(&puzzle.game).expect("a game");
    let school = School::read(family.info.name, &puzzle.write(), &lessons(&puzzle)).expect("texts of ours");
    let board = puzzle.board(family).expect("a legal position");
    let wrong = board.legal().into_iter().find(|mv| !puzzle.lists(mv)).expect("a wrong move");
    let lines = words.replace("RIGHT", &puzzle.answers[0]).replace("WRONG", &wrong).replace(' ', "\n");
    let (mut learner, mut kept) = (Learner::default(), 0);
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
    let (mut out, mut input) = (Vec::new(), lines.as_bytes());
    let done = if teach {
        learn(&mut room, None, &mut input, &mut out)
    } else {
        practise(&mut room, None, &mut input, &mut out)
    };
    done.expect("a buffer");
    Happened { said: String::from_utf8(out).expect("text"), learner, kept, puzzle }
}

#[test]
fn a_puzzle_is_tried_refuted_and_solved_and_the_first_answer_counts() {
    let happened = typed("help moves Z99 WRONG RIGHT quit", Lang::En, false);
    let right = format!("Right: {} wins.", happened.puzzle.answers[0]);
    for part in ["find the only move that wins.", "does not win.", "Try again", &right, "The last move"] {
        assert!(happened.said.contains(part), "{part}\n{}", happened.said);
    }
    assert_eq!((happened.learner.cards[&happened.puzzle.id].times, happened.kept), (1, 1));
    assert!(happened.rating() < 1500.0);
    assert!(typed("RIGHT quit", Lang::En, false).rating() > 1500.0);
}

#[test]
fn the_solution_is_shown_and_nothing_is_remembered_of_who_only_looks() {
    let happened = typed("show quit", Lang::Sr, false);
    let answer = format!("Rešenje je {}.", happened.puzzle.answers[0]);
    assert!(happened.said.contains(&answer), "{}", happened.said);
    assert_eq!(happened.learner.cards.len(), 1);
    for words in ["quit", "", "skip quit"] {
        assert!(typed(words, Lang::Pt, false).learner.cards.is_empty(), "{words:?}");
    }
}

#[test]
fn a_step_is_repeated_until_it_is_done() {
    let happened = typed("WRONG RIGHT", Lang::Pt, true);
    for part in ["== O último lance ==", "Passo 1 de 1.", "Isso não.", "Muito bem.", "Fez todos os passos"]
    {
        assert!(happened.said.contains(part), "{part}\n{}", happened.said);
    }
    assert!(happened.learner.has_learnt(&happened.puzzle.game, "rules/last") && happened.kept == 1);
    assert!(typed("WRONG quit", Lang::En, true).learner.lessons.is_empty());
}

#[test]
fn a_refused_move_is_told_in_the_language() {
    for teach in [false, true] {
        for (lang, part) in
            [(Lang::En, "Cannot read 'Z99'"), (Lang::Sr, "'Z99' se ne može"), (Lang::Pt, "Não se lê 'Z99'")]
        {
            let happened = typed("Z99 quit", lang, teach);
            assert!(happened.said.contains(part), "{part}\n{}", happened.said);
        }
    }
}
