//! What a learner is told after a poor move: what the coach says of it, and what was better.

use coach::{Budget, Class, Question};
use serde::Serialize;
use table::Match;
use table::expert::Lang;

use crate::opponents::MEMORY;
use crate::thinkers::Stop;
use crate::words::{fill, words};

/// Something better than what was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// How many moves had been made before.
    pub ply: usize,
    /// What was better.
    pub better: String,
    /// What the coach says of the move that was played, in every language.
    texts: [String; Lang::ALL.len()],
    proved: bool,
}

/// A lesson as the page shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LessonView {
    /// How many moves had been made before.
    pub ply: usize,
    /// What was better.
    pub better: String,
    /// What to learn.
    pub text: String,
    /// Whether it is proved; otherwise it is what a search found.
    pub proved: bool,
}

impl Lesson {
    /// What the page shows.
    pub fn view(&self, lang: Lang) -> LessonView {
        let text = self.texts[lang as usize].clone();
        LessonView { ply: self.ply, better: self.better.clone(), text, proved: self.proved }
    }
}

/// What is said before a move that throws much away. It names what is wrong with the move, not what is better.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warning {
    /// How many moves had been made before.
    pub ply: usize,
    /// The move that is not made yet.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is wrong with it.
    pub text: String,
}

/// What a look at a move before it is made finds: its class, and the words for a warning.
pub fn second_look(
    board: &dyn Match,
    mv: &str,
    budget: Budget,
    lang: Lang,
    stop: &Stop,
) -> Option<(Class, Warning)> {
    let question = Question { lang, memory: MEMORY, stop: stop.clone(), ..Question::new(Some(mv), budget) };
    let told = coach::explain(board, &question).ok()?;
    let words = words(lang);
    let pattern = match told.class {
        Class::MissedWin => words.warn_missed,
        Class::Blunder => words.warn_blunder,
        _ => words.warn_mistake,
    };
    let best: Vec<&str> = told.best.iter().map(|judged| judged.mv.as_str()).collect();
    let silent = |text: &str| !best.iter().any(|mv| text.contains(mv));
    let reason = told.reasons.iter().map(|reason| reason.text.as_str()).find(|text| silent(text));
    let text = [fill(pattern, &[("move", &told.mv)]), reason.unwrap_or_default().to_string()].join(" ");
    Some((told.class, Warning { ply: board.moves().len(), mv: told.mv, text: text.trim_end().to_string() }))
}

/// What there is to learn from a move that was played on a board; `None` when it was good enough, or nothing can be said for sure.
pub fn lesson(board: &dyn Match, played: &str, budget: Budget, stop: &Stop) -> Option<Lesson> {
    let ask = |lang| {
        let question =
            Question { lang, memory: MEMORY, stop: stop.clone(), ..Question::new(Some(played), budget) };
        coach::explain(board, &question).ok()
    };
    let told = ask(Lang::En)?;
    if !told.class.is_error() {
        return None;
    }
    let best = told.best.first()?;
    let in_language = |lang| match lang {
        Lang::En => told.text.clone(),
        _ => ask(lang).map_or_else(|| told.text.clone(), |other| other.text),
    };
    Some(Lesson {
        ply: board.moves().len(),
        better: best.mv.clone(),
        texts: Lang::ALL.map(in_language),
        proved: told.verdict.exact && best.verdict.exact,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Control, Limits, Options};
    use table::{Best, Means, Session, Wanted};

    /// Plays random games to positions that can be solved and holds every lesson to the solver.
    #[test]
    fn what_is_said_to_be_proved_is_proved_and_good_moves_pass() {
        let few = || Control::new(Limits { nodes: Some(50_000), ..Limits::default() });
        let mut said = 0;
        for family in &registry::games() {
            let board = family.open(&Options::none()).unwrap();
            let mut session = Session::of_people(board, 3);
            let mut bot = session.board().named_bot("random", 5).unwrap();
            let mut positions = Vec::new();
            session.settle();
            while !session.over() && positions.len() < 200 {
                positions.push(session.board().fork());
                let mv = bot.think(session.board(), &few(), Wanted::best()).unwrap().mv;
                session.play(&mv, 0).unwrap();
                session.settle();
            }
            let late = positions.len().saturating_sub(6);
            for board in &positions[late..] {
                let Some(solved) = board.solve(Means::memory(1 << 22), &few(), Best::All) else { continue };
                let best = solved.best.unwrap();
                for mv in board.legal().into_iter().take(3) {
                    let told = lesson(board.as_ref(), &mv, Budget::Nodes(20_000), &Stop::default());
                    match told {
                        Some(lesson) if best.contains(&mv) => panic!("{mv} is best, but: {lesson:?}"),
                        Some(lesson) => {
                            assert!(!lesson.proved || best.contains(&lesson.better), "{lesson:?}");
                            assert!(Lang::ALL.iter().all(|&l| lesson.view(l).text.len() > 10));
                            said += 1;
                        }
                        None => {}
                    }
                }
            }
        }
        assert!(said > 0, "nothing was ever said");
    }
}
