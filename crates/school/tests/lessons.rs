//! The lessons that come with the games: legal, complete in every language, and every accepted move as good as the step says.

use ludus_school::{Budget, Right, School, Task};
use table::expert::Lang;
use table::{Best, Family, Means};

/// What one proof may cost.
const BUDGET: Budget = Budget::Nodes(30_000);

/// The games that are taught, with their schools.
fn schools() -> Vec<(Family, School)> {
    let taught = registry::games().that_can("teach");
    taught.into_iter().map(|family| (family.clone(), School::of(family).expect("shipped lessons"))).collect()
}

#[test]
fn every_game_is_taught_in_enough_steps_and_ends_in_a_match() {
    let schools = schools();
    assert_eq!(schools.len(), 5);
    for (family, school) in &schools {
        let steps: Vec<_> = school.lessons().iter().flat_map(|lesson| &lesson.steps).collect();
        assert!(steps.len() >= 12, "{}: {} steps", family.info.name, steps.len());
        assert!(matches!(steps[steps.len() - 1].task, Task::Match(_)), "{}", family.info.name);
        for lesson in school.lessons() {
            assert!(!lesson.steps.is_empty(), "{}", lesson.id);
            assert!(school.lesson(&lesson.id).is_some());
        }
    }
    let most =
        schools.iter().map(|(_, school)| school.lessons().iter().map(|l| l.steps.len()).sum::<usize>());
    assert!(most.max().unwrap_or(0) >= 15);
}

#[test]
fn every_position_is_legal_and_some_moves_are_right_and_others_wrong() {
    for (family, school) in schools() {
        for step in school.lessons().iter().flat_map(|lesson| &lesson.steps) {
            let board = step.board(&family).unwrap_or_else(|error| panic!("{}: {error}", step.id));
            let Task::Move { right, .. } = &step.task else { continue };
            let mut verdicts = Vec::new();
            for mv in board.legal() {
                let mut after = board.fork();
                after.play(&mv).expect("legal");
                let ok = right
                    .iter()
                    .map(|right| right.holds(board.as_ref(), after.as_ref(), &mv, BUDGET))
                    .collect::<Result<Vec<_>, _>>()
                    .unwrap_or_else(|error| panic!("{} {mv}: {error}", step.id));
                verdicts.push((mv, ok.into_iter().all(|ok| ok)));
            }
            let accepted = verdicts.iter().filter(|(_, ok)| *ok).count();
            assert!(accepted > 0, "{}: nothing is right", step.id);
            if right.iter().any(|right| *right != Right::Any) {
                assert!(accepted < verdicts.len(), "{}: everything is right", step.id);
            }
            if let Some(Right::Moves(listed)) = right.iter().find(|right| matches!(right, Right::Moves(_))) {
                for mv in listed {
                    assert!(verdicts.contains(&(mv.clone(), true)), "{}: {mv} is listed and wrong", step.id);
                }
            }
        }
    }
}

/// The solver, asked in another way than the steps ask it, says the same.
#[test]
fn what_keeps_the_value_is_what_the_solver_calls_best() {
    for (family, school) in schools() {
        for step in school.lessons().iter().flat_map(|lesson| &lesson.steps) {
            let Task::Move { right, .. } = &step.task else { continue };
            if !right.contains(&Right::Keeps) {
                continue;
            }
            let board = step.board(&family).expect("a legal position");
            let control =
                game::Control::new(game::Limits { nodes: Some(500_000), ..game::Limits::default() });
            let solution =
                board.solve(Means::memory(1 << 22), &control, Best::All).expect("within the solver");
            for mv in board.legal() {
                let mut after = board.fork();
                after.play(&mv).expect("legal");
                let kept = Right::Keeps.holds(board.as_ref(), after.as_ref(), &mv, BUDGET).expect("proved");
                let best = solution.best.as_ref().is_some_and(|best| best.contains(&mv));
                assert_eq!(kept, best, "{}: {mv}", step.id);
            }
        }
    }
}

#[test]
fn a_wrong_move_is_answered_on_the_board() {
    for (family, school) in schools() {
        let wins = |step: &&ludus_school::Step| matches!(&step.task, Task::Move { right, .. } if right.contains(&Right::Wins) || right.contains(&Right::Keeps));
        let step = school.lessons().iter().flat_map(|lesson| &lesson.steps).find(wins).expect("such a step");
        let board = step.board(&family).expect("a legal position");
        for lang in Lang::ALL {
            let budget = Budget::Nodes(3000);
            let tried = board.legal().into_iter().map(|mv| step.answer(board.as_ref(), &mv, budget, lang));
            let wrong =
                tried.map(|tried| tried.expect("legal")).find(|tried| !tried.right).expect("a wrong move");
            assert_eq!(wrong.text, step.wrong(lang));
            assert!(wrong.plies.len() > 1, "{}: nobody replies to {}", step.id, wrong.mv);
        }
    }
}

#[test]
fn small_matches_can_begin() {
    for (family, school) in schools() {
        for step in school.lessons().iter().flat_map(|lesson| &lesson.steps) {
            let Task::Match(small) = &step.task else { continue };
            let board = step.board(&family).expect("options of the game");
            assert!(small.seat < board.seat_names().len());
            board.named_bot(&small.opponent, 1).expect("an opponent of the game");
        }
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    for (text, expected) in [
        ("  en lost", "it belongs to nothing"),
        ("step a\n  position x", "a step comes before the first lesson"),
        ("lesson a\n  en A\n  sr A", "a language is missing"),
        ("lesson a\n  en A\n  sr A\n  pt A\nstep b\n  position x", "it needs a position and what is right"),
        ("lesson a\n  en A\n  sr A\n  pt A\nstep b\n  right sometimes", "this says not what is right"),
        ("lesson a\n  en A\n  sr A\n  pt A\nmatch b\n  en x", "it has no opponent"),
        ("chapter a", "expected theme, lesson, step or match"),
    ] {
        let error = School::read("any", "", text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
}
