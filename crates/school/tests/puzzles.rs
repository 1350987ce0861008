//! The puzzles that come with the games, and those cut and made.

use game::Options;
use ludus_school::{Aim, Budget, Learner, Maker, Puzzle, School, attempt, cut, solution};
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

/// Small boards on which the solver proves everything: options, by game.
fn small_boards() -> Vec<(Family, Options)> {
    let boards = registry::games().that_can("teach");
    let small = |family: &Family| {
        let path = format!("{}/../../games/{}/coach.txt", env!("CARGO_MANIFEST_DIR"), family.info.name);
        let text = std::fs::read_to_string(path).ok()?;
        let line = text.lines().find(|line| !line.starts_with('#'))?;
        let given = line.split_whitespace().filter_map(|word| word.split_once('='));
        Some((
            family.clone(),
            given.fold(Options::none(), |options, (name, value)| options.with(name, value)),
        ))
    };
    boards.into_iter().filter_map(small).collect()
}

#[test]
fn making_is_repeatable_and_what_is_made_is_proved() {
    assert!(!small_boards().is_empty());
    let mut count = 0;
    for (family, options) in small_boards() {
        let made = || {
            let maker = Maker::new(family.open(&options).expect("a board"), 7, Budget::Nodes(20_000));
            (0..4)
                .flat_map(|number| maker.game(number, &|_| false).expect("players").puzzles)
                .collect::<Vec<_>>()
        };
        let puzzles = made();
        assert_eq!(puzzles, made());
        count += puzzles.len();
        for puzzle in &puzzles {
            assert!(puzzle.complete && puzzle.exact, "{}", puzzle.id);
            assert_eq!(Puzzle::read_all(&puzzle.write()).expect("a line"), vec![puzzle.clone()]);
        }
    }
    assert!(count > 0, "nothing was made");
}

#[test]
fn mistakes_become_puzzles_of_ones_own() {
    let (family, puzzle) = won(6);
    let mut board = puzzle.board(&family).expect("a legal position");
    let seat = board.to_move().expect("somebody");
    let wrong = board.legal().into_iter().find(|mv| !puzzle.lists(mv)).expect("a wrong move");
    board.play(&wrong).expect("legal");
    let plan = coach::Plan::new(Budget::Nodes(60_000));
    let review =
        coach::review(board.as_ref(), &plan, &mut coach::Notes::default(), &mut |_| {}).expect("a review");
    let puzzles = cut(board.as_ref(), &review, seat, Budget::Nodes(200_000)).expect("puzzles");
    let mine = puzzles.iter().find(|mine| mine.id == puzzle.id).expect("the mistake is found again");
    let sorted = |answers: &[String]| {
        let mut answers = answers.to_vec();
        answers.sort();
        answers
    };
    assert_eq!(sorted(&mine.answers), sorted(&puzzle.answers));
    let mut learner = Learner::default();
    assert_eq!((learner.keep(puzzles.clone()), learner.keep(puzzles.clone())), (puzzles.len(), 0));
}

/// A shipped puzzle that is won and proved, with at most so many answers.
fn won(answers: usize) -> (Family, Puzzle) {
    let fits =
        |puzzle: &&Puzzle| puzzle.complete && puzzle.aim == Aim::Win && puzzle.answers.len() <= answers;
    let found = schools().into_iter().find_map(|(family, school)| {
        let puzzle = school.puzzles().iter().find(fits)?.clone();
        Some((family, puzzle))
    });
    found.expect("such a puzzle")
}
