//! What is remembered of a person.

use ludus_school::{Grade, Learner, School, Why};

const DAY: i64 = 86_400;

/// A puzzle of a game that nobody plays, as hard as this.
fn line(name: &str, rating: f64, theme: &str) -> String {
    format!(
        r#"{{"id":"{name}","game":"any","position":"{name}","aim":"win","answers":["a"],"complete":true,"exact":true,"value":1.0,"win":1.0,"line":["a"],"themes":["{theme}"],"rating":{rating}}}"#
    )
}

fn school() -> School {
    let lines = [line("easy", 900.0, "x"), line("fits", 1480.0, "y"), line("hard", 2300.0, "x")];
    School::read("any", &lines.join("\n"), "").expect("puzzles")
}

#[test]
fn new_puzzles_come_near_the_rating_and_due_ones_first() {
    let (school, mut learner) = (school(), Learner::default());
    let next = |learner: &Learner, now| {
        learner.next(&school, None, now, 1).map(|(puzzle, why)| (puzzle.id.clone(), why))
    };
    assert_eq!(next(&learner, 0), Some(("fits".to_string(), Why::New)));
    let puzzle = learner.find(&school, "fits").expect("shipped").clone();
    let after = learner.practised(&puzzle, Grade::Good, 0);
    assert!(after.rating > after.before && after.due >= DAY);
    assert_eq!(next(&learner, 10).map(|(_, why)| why), Some(Why::New));
    assert_eq!(next(&learner, after.due), Some(("fits".to_string(), Why::Due)));
    let wrong = learner.practised(&puzzle, Grade::Again, after.due);
    assert!(wrong.rating < wrong.before && wrong.due - after.due < DAY);
    assert_eq!(learner.cards["fits"].lapses, 1);
}

#[test]
fn a_theme_narrows_the_choice_and_everything_seen_comes_round() {
    let (school, mut learner) = (school(), Learner::default());
    let mut seen = Vec::new();
    while let Some((puzzle, Why::New)) = learner.next(&school, Some("x"), 0, 1) {
        let puzzle = puzzle.clone();
        seen.push(puzzle.id.clone());
        learner.practised(&puzzle, Grade::Good, 0);
    }
    seen.sort();
    assert_eq!(seen, ["easy", "hard"]);
    assert_eq!(learner.next(&school, Some("x"), 0, 1).map(|(_, why)| why), Some(Why::Ahead));
    assert!(learner.next(&school, Some("z"), 0, 1).is_none());
    let progress = learner.progress(&school, 1000 * DAY);
    assert_eq!((progress.tried, progress.due, progress.puzzles), (2, 2, 3));
}

#[test]
fn what_is_written_is_read_and_nonsense_is_refused() {
    let (school, mut learner) = (school(), Learner::default());
    let puzzle = learner.find(&school, "easy").expect("shipped").clone();
    learner.practised(&puzzle, Grade::Hard, 5);
    learner.learnt("any", "rules/first", 7);
    learner.learnt("any", "rules/first", 9);
    assert_eq!(learner.lessons["any"]["rules/first"], 7);
    assert_eq!(Learner::read(&learner.write()).expect("our own"), learner);
    assert_eq!(Learner::read("{}").expect("nothing yet"), Learner::default());
    for text in ["", "[]", "{\"cards\":3}", "{\"unheard\":1}"] {
        assert!(Learner::read(text).is_err(), "{text}");
    }
}
