//! The puzzles that come with the games, and those cut and made.

use school::{Aim, Budget, Learner, Maker, Puzzle, School, attempt, cut, solution};
use table::expert::Lang;
use table::{Best, Family, Means};

fn schools() -> Vec<(Family, School)> {
    let taught = registry::games().that_can("teach");
    taught.into_iter().map(|family| (family.clone(), School::of(family).expect("shipped puzzles"))).collect()
}

#[test]
fn shipped_puzzles_are_many_legal_and_named_by_their_content() {
    for (family, school) in schools() {
        assert!(school.puzzles().len() >= 60, "{}: {}", family.info.name, school.puzzles().len());
        for puzzle in school.puzzles() {
            assert_eq!(puzzle.game, family.info.name);
            assert_eq!(puzzle.id, Puzzle::name(&puzzle.game, &puzzle.position, &puzzle.moves));
            let board = puzzle.board(&family).unwrap_or_else(|error| panic!("{}: {error}", puzzle.id));
            let legal = board.legal();
            assert!(3 * puzzle.answers.len() <= legal.len(), "{}: too many answers", puzzle.id);
            assert!(puzzle.answers.iter().all(|answer| legal.contains(answer)), "{}", puzzle.id);
            assert_eq!(puzzle.line.first(), puzzle.answers.first(), "{}", puzzle.id);
            assert!((500.0..3000.0).contains(&puzzle.rating), "{}", puzzle.id);
            for theme in &puzzle.themes {
                assert_ne!(
                    school.theme(theme, Lang::Sr),
                    theme,
                    "{}: '{theme}' has no name",
                    family.info.name
                );
            }
            for lang in Lang::ALL {
                assert!(!puzzle.aim_text(board.as_ref(), lang).is_empty());
                solution(puzzle, board.as_ref(), lang).expect("a solution");
            }
        }
    }
}

/// A sample of the proved ones, asked of the solver anew.
#[test]
fn proved_answers_are_the_solvers() {
    for (family, school) in schools() {
        let proved = school.puzzles().iter().filter(|puzzle| puzzle.complete).step_by(9).take(6);
        for puzzle in proved {
            let board = puzzle.board(&family).expect("a legal position");
            let control =
                game::Control::new(game::Limits { nodes: Some(3_000_000), ..game::Limits::default() });
            let solution = board.solve(Means::memory(1 << 24), &control, Best::All).expect("proved before");
            let seat = board.to_move().expect("somebody") + 1;
            for valued in solution.values.expect("asked for") {
                let right = match puzzle.aim {
                    Aim::Win => valued.winner == Some(seat),
                    Aim::Draw => valued.winner.is_none_or(|winner| winner == seat),
                    Aim::Most | Aim::Best => valued.value == solution.value,
                };
                assert_eq!(puzzle.lists(&valued.mv), right, "{} {}", puzzle.id, valued.mv);
            }
        }
    }
}

#[test]
fn an_attempt_says_whether_it_is_right_and_plays_on() {
    for (family, school) in schools() {
        let puzzle = school.puzzles().iter().find(|puzzle| puzzle.complete).or(school.puzzles().first());
        let puzzle = puzzle.expect("a puzzle");
        let board = puzzle.board(&family).expect("a legal position");
        let budget = Budget::Nodes(3000);
        let right = attempt(puzzle, board.as_ref(), &puzzle.answers[0], budget, Lang::En).expect("an answer");
        assert!(right.right && right.plies.first().is_some_and(|ply| ply.mv == puzzle.answers[0]));
        let other = board.legal().into_iter().find(|mv| !puzzle.lists(mv)).expect("a wrong move");
        if puzzle.complete {
            let wrong = attempt(puzzle, board.as_ref(), &other, budget, Lang::En).expect("an answer");
            assert!(!wrong.right && wrong.exact && wrong.plies.len() > 1, "{}: {other}", puzzle.id);
            assert!(!wrong.text.contains(&puzzle.answers[0]), "the answer is not given away");
        }
        assert!(attempt(puzzle, board.as_ref(), "nonsense", budget, Lang::En).is_err());
    }
}

#[test]
fn making_is_repeatable_and_what_is_made_is_proved() {
    let games = registry::games();
    let family = games.find("domineering").expect("a game with a solver");
    let options = game::Options::none().with("size", "4x5");
    let made = || {
        let maker = Maker::new(family.open(&options).expect("a board"), 7, Budget::Nodes(50_000));
        (0..12)
            .flat_map(|number| maker.game(number, &|_| false).expect("players").puzzles)
            .collect::<Vec<_>>()
    };
    let puzzles = made();
    assert_eq!(puzzles, made());
    for puzzle in &puzzles {
        assert!(puzzle.complete && puzzle.exact && puzzle.aim == Aim::Win, "{}", puzzle.id);
        assert_eq!(Puzzle::read_all(&puzzle.write()).expect("a line"), vec![puzzle.clone()]);
    }
}

#[test]
fn mistakes_become_puzzles_of_ones_own() {
    let games = registry::games();
    let family = games.find("domineering").expect("a game with a solver");
    let mut board = family.open(&game::Options::none().with("size", "4x4")).expect("a board");
    // X throws the game away at once: only A2, B2, C2 and D2 win.
    for mv in ["A1", "B2", "A3"] {
        board.play(mv).expect("legal");
    }
    let plan = coach::Plan::new(Budget::Nodes(60_000));
    let review =
        coach::review(board.as_ref(), &plan, &mut coach::Notes::default(), &mut |_| {}).expect("a review");
    let puzzles = cut(board.as_ref(), &review, 0, Budget::Nodes(20_000)).expect("puzzles");
    let first =
        puzzles.iter().find(|puzzle| puzzle.position == "4/4/4/4 X").expect("the first move was a mistake");
    assert_eq!((first.answers.len(), first.complete, first.lists("B2")), (4, true, true));
    let mut learner = Learner::default();
    assert_eq!((learner.keep(puzzles.clone()), learner.keep(puzzles.clone())), (puzzles.len(), 0));
}
