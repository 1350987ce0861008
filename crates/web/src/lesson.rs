//! What a learner is told after a poor move: only what the solver has proved, or what the rules derive for one move and not for the other.

use std::time::Duration;

use game::{Control, Limits, Objective};
use serde::Serialize;
use table::expert::{By, Lang, Question, Ranking, Reason};
use table::{Best, Match, Means, Wanted};

use crate::opponents;
use crate::thinkers::{Bots, Stop};
use crate::words::{Language, Words, fill};

/// How long the solver may try.
const SOLVING: Duration = Duration::from_millis(400);
/// How long the adviser looks whether a move was poor at all.
const LOOKING: Duration = Duration::from_millis(600);
/// Bytes of the solver's tables.
const MEMORY: usize = 16 << 20;
/// A move that costs less of the chance to win, in the adviser's eyes, is not called poor.
const POOR: f64 = 0.03;
/// Nor is one that is behind the best by less than this part of the way from the best to the worst, by the rules.
const BEHIND: f64 = 0.25;
/// Reasons given for the better move, and against the one that was played.
const MOST_REASONS: usize = 3;

/// Something better than what was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// How many moves had been made before.
    pub ply: usize,
    /// What was played.
    pub played: String,
    /// What was better.
    pub better: String,
    how: How,
}

#[derive(Clone, PartialEq, Debug)]
enum How {
    /// Both moves are solved.
    Proved { better: i32, played: i32, points: bool },
    /// By the rules, in every language: what speaks for the better move, and against the other.
    Rules([(String, String); 3]),
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
    /// Whether the solver has proved it; otherwise it is what the rules say.
    pub proved: bool,
}

impl Lesson {
    /// What the page shows.
    pub fn view(&self, language: Language) -> LessonView {
        let words = language.words();
        let text = match &self.how {
            How::Proved { better, played, points } => self.proved(words, *better, *played, *points),
            How::Rules(texts) => {
                let at = Language::ALL.iter().position(|&other| other == language).unwrap_or(0);
                let (good, bad) = &texts[at];
                let mut said = Vec::new();
                if !good.is_empty() {
                    said.push(fill(words.lesson_rules, &[("better", &self.better), ("reasons", good)]));
                }
                if !bad.is_empty() {
                    said.push(fill(words.lesson_against, &[("move", &self.played), ("reasons", bad)]));
                }
                said.join(" ")
            }
        };
        let proved = matches!(self.how, How::Proved { .. });
        LessonView { ply: self.ply, better: self.better.clone(), text, proved }
    }

    fn proved(&self, words: &Words, better: i32, played: i32, points: bool) -> String {
        let names = [("better", self.better.as_str()), ("move", self.played.as_str())];
        let text = match (points, better.signum(), played.signum()) {
            (_, 1, -1) => words.lesson_lost,
            (false, 1, _) => words.lesson_win,
            (false, ..) => words.lesson_draw,
            (true, ..) => words.lesson_points,
        };
        let values = [format!("{better:+}"), format!("{played:+}")];
        fill(&fill(text, &names), &[("a", &values[0]), ("b", &values[1])])
    }
}

/// What there is to learn from a move that was played on a board; `None` when it was good enough, or nothing can be said for sure.
pub fn lesson(board: &dyn Match, played: &str, bots: &mut Bots, stop: &Stop) -> Option<Lesson> {
    // Its own flag: a control whose time is over sets its flag, and the adviser is still to look.
    let solving = Control::new(Limits { time: Some(SOLVING), ..Limits::default() });
    match board.solve(Means::memory(MEMORY), &solving, Best::All) {
        Some(solution) => by_solver(board, played, &solution),
        None => by_rules(board, played, bots, stop),
    }
}

fn by_solver(board: &dyn Match, played: &str, solution: &table::Solution) -> Option<Lesson> {
    if solution.best.as_ref()?.iter().any(|best| best == played) {
        return None;
    }
    let value = value_of(board, played)?;
    let points = matches!(board.info().objective, Objective::Points(_));
    let how = How::Proved { better: solution.value, played: value, points };
    let better = solution.mv.clone();
    (value < solution.value).then(|| Lesson {
        ply: board.moves().len(),
        played: played.to_string(),
        better,
        how,
    })
}

/// The proved value of a move for its mover.
fn value_of(board: &dyn Match, mv: &str) -> Option<i32> {
    let mover = board.to_move()?;
    let mut after = board.fork();
    after.play(mv).ok()?;
    if let Some(ending) = after.ending() {
        return Some(match board.info().objective {
            Objective::Points(_) => {
                let best_other = (0..ending.scores.len()).filter(|&seat| seat != mover);
                ending.scores[mover] - best_other.map(|seat| ending.scores[seat]).max().unwrap_or(0)
            }
            _ if ending.winners.len() == ending.scores.len() => 0,
            _ if ending.winners.contains(&(mover + 1)) => 1,
            _ => -1,
        });
    }
    let control = Control::new(Limits { time: Some(SOLVING), ..Limits::default() });
    let solved = after.solve(Means::memory(MEMORY), &control, Best::Any)?;
    Some(if after.to_move() == Some(mover) { solved.value } else { -solved.value })
}

fn by_rules(board: &dyn Match, played: &str, bots: &mut Bots, stop: &Stop) -> Option<Lesson> {
    let ranking = Ranking { by: By::Pack(None), explained: 0, lang: Lang::En };
    let ranked = board.rank(&ranking).ok()?;
    let (best, own) = (ranked.first()?, ranked.iter().find(|other| other.mv == played)?);
    let worst = ranked.iter().map(|other| other.points).min()?;
    let behind = f64::from(best.points - own.points) / f64::from((best.points - worst).max(1));
    let forbidden = own.vetoed && !best.vetoed;
    if !forbidden && (behind < BEHIND || best.vetoed) {
        return None;
    }
    if !looks_better(board, &best.mv, played, bots, stop)? {
        return None;
    }
    let texts = Lang::ALL.map(|lang| differences(board, &best.mv, played, lang).unwrap_or_default());
    let silent = texts.iter().any(|(good, bad)| good.is_empty() && bad.is_empty());
    let (better, played) = (best.mv.clone(), played.to_string());
    (!silent).then(|| Lesson { ply: board.moves().len(), played, better, how: How::Rules(texts) })
}

/// Whether the adviser, too, finds a move clearly better than another. The rules alone would blame moves that are merely different.
fn looks_better(board: &dyn Match, better: &str, played: &str, bots: &mut Bots, stop: &Stop) -> Option<bool> {
    let player = opponents::adviser(board)?;
    let control = Control::stoppable(Limits { time: Some(LOOKING), ..Limits::default() }, stop.clone());
    let wanted = Wanted { lines: board.legal().len(), report: None };
    let bot = bots.get(&format!("lesson {}", board.info().name), board, &player, 1).ok()?;
    let thought = bot.think(board, &control, wanted).ok()?;
    let win = |mv: &str| thought.lines.iter().find(|line| line.mv == mv).map(|line| line.win);
    Some(win(better)? - win(played)? >= POOR)
}

/// What speaks for one move and not for the other, and what against the other and not against the one.
fn differences(board: &dyn Match, better: &str, played: &str, lang: Lang) -> Option<(String, String)> {
    let reasons = |mv| Some(board.explain(&Question { mv: Some(mv), pack: None, lang }).ok()?.reasons);
    let (good, bad) = (reasons(better)?, reasons(played)?);
    let only = |these: &[Reason], those: &[Reason], wanted: fn(&Reason) -> bool| {
        let new = |reason: &&Reason| {
            !those.iter().any(|other| (&other.rule, &other.text) == (&reason.rule, &reason.text))
        };
        let texts = these.iter().filter(|reason| wanted(reason)).filter(new);
        texts.take(MOST_REASONS).map(|reason| reason.text.clone()).collect::<Vec<_>>().join("; ")
    };
    let for_it = only(&good, &bad, |reason| reason.points > 0);
    let against = only(&bad, &good, |reason| reason.veto || reason.points < 0);
    Some((for_it, against))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Options;
    use table::{Session, Wanted};

    #[test]
    fn a_move_that_rules_and_adviser_find_poor_is_blamed_with_reasons() {
        let mut bots = Bots::default();
        let games = registry::games();
        let told = games.all().iter().filter_map(|family| {
            let board = family.open(&Options::none()).unwrap();
            let mut session = Session::of_people(board, 3);
            session.settle();
            let board = session.board();
            let ranking = Ranking { by: By::Pack(None), explained: 0, lang: Lang::En };
            let worst = board.rank(&ranking).unwrap().pop().unwrap();
            lesson(board, &worst.mv, &mut bots, &Stop::default())
        });
        assert!(told.count() >= 2, "the worst opening moves pass for good ones");
    }

    /// Plays random games to positions that can be solved and holds every lesson to the solver.
    #[test]
    fn what_is_said_to_be_proved_is_proved_and_good_moves_pass() {
        let mut bots = Bots::default();
        let mut said = 0;
        for family in &registry::games() {
            let board = family.open(&Options::none()).unwrap();
            let mut session = Session::of_people(board, 3);
            let mut bot = session.board().named_bot("random", 5).unwrap();
            let mut positions = Vec::new();
            session.settle();
            while !session.over() && positions.len() < 200 {
                positions.push(session.board().fork());
                let control = Control::new(Limits { nodes: Some(1), ..Limits::default() });
                let mv = bot.think(session.board(), &control, Wanted::best()).unwrap().mv;
                session.play(&mv, 0).unwrap();
                session.settle();
            }
            let late = positions.len().saturating_sub(8);
            for board in &positions[late..] {
                let control = Control::new(Limits { time: Some(SOLVING), ..Limits::default() });
                let Some(solved) = board.solve(Means::memory(MEMORY), &control, Best::All) else { continue };
                let best = solved.best.unwrap();
                for mv in board.legal().into_iter().take(4) {
                    let told = lesson(board.as_ref(), &mv, &mut bots, &Stop::default());
                    match told {
                        Some(lesson) if best.contains(&mv) => panic!("{mv} is best, but: {lesson:?}"),
                        Some(lesson) => {
                            assert!(best.contains(&lesson.better), "{lesson:?}");
                            assert!(Language::ALL.iter().all(|&l| lesson.view(l).text.len() > 10));
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
