//! A move tried in a step of a lesson.

use coach::{Budget, ToldPly, tell};
use game::Event;
use serde::{Deserialize, Serialize};
use table::expert::Lang;
use table::{Best, Match, Means};

use crate::judge::{control, play_on};
use crate::{Right, SchoolError, Step, Task};

/// Bytes for the tables of a proof on a small board.
const MEMORY: usize = 16 << 20;

/// A move tried in a step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answered {
    /// The move, in its proper text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it does what the step asks for.
    pub right: bool,
    /// The step's sentence for it.
    pub text: String,
    /// The move and, when it is wrong, what the others do about it, told move by move.
    pub plies: Vec<ToldPly>,
}

impl Step {
    /// Checks a move on the step's board; a wrong one is answered by the strongest player. A step that asks for a match takes every move.
    ///
    /// # Errors
    /// When the move is not legal, or the position is beyond the solver where the step needs it.
    pub fn answer(
        &self,
        board: &dyn Match,
        mv: &str,
        budget: Budget,
        lang: Lang,
    ) -> Result<Answered, SchoolError> {
        let mut after = board.fork();
        let mv = after.play(mv)?;
        let right = match &self.task {
            Task::Match(_) => true,
            Task::Move { right, .. } => {
                let mut all = true;
                for right in right {
                    all = all && right.holds(board, after.as_ref(), &mv, budget)?;
                }
                all
            }
        };
        let line = if right { vec![mv.clone()] } else { reply(board, &mv, budget)? };
        let text = if right { self.good(lang) } else { self.wrong(lang) };
        Ok(Answered { right, text: text.to_string(), plies: tell(board, &line, lang, board.to_move())?, mv })
    }
}

/// The move and what the others do before the mover's next turn.
fn reply(board: &dyn Match, mv: &str, budget: Budget) -> Result<Vec<String>, SchoolError> {
    let line = play_on(board, mv, budget, 1)?;
    let mut ahead = board.fork();
    let mover = board.to_move();
    let mut replied = false;
    let mut shown = Vec::new();
    for mv in line {
        if replied && ahead.to_move() == mover {
            break;
        }
        replied |= ahead.to_move() != mover;
        shown.push(ahead.play(&mv)?);
    }
    Ok(shown)
}

impl Right {
    /// Whether a move that leads from `board` to `after` is right.
    ///
    /// # Errors
    /// When it takes a proof that the budget does not suffice for.
    pub fn holds(
        &self,
        board: &dyn Match,
        after: &dyn Match,
        mv: &str,
        budget: Budget,
    ) -> Result<bool, SchoolError> {
        let unproved = || SchoolError::Data("the position is beyond the solver".to_string());
        let seat = board.to_move().ok_or_else(unproved)?;
        let events = || -> Vec<Event> {
            after.told().map(|told| told.story(after.moves().len() - 1)).unwrap_or_default()
        };
        Ok(match self {
            Right::Any => true,
            Right::Moves(moves) => moves.iter().any(|known| known == mv),
            // What cannot be proved to win does not count as a win.
            Right::Wins => value(after, seat, budget).is_some_and(|(_, winner)| winner == Some(seat + 1)),
            Right::Keeps => {
                let before = value(board, seat, budget).ok_or_else(unproved)?;
                value(after, seat, budget).ok_or_else(unproved)? == before
            }
            Right::Does(kind, times) => {
                let own =
                    events().into_iter().filter(|event| event.kind == kind && event.who.index() == seat);
                let count: i32 = own.map(|event| event.count.max(1)).sum();
                count >= *times
            }
            Right::Avoids(kind) => events().iter().all(|event| event.kind != kind),
        })
    }
}

/// The proved worth of a position to a seat, from 0, and who wins it, from 1.
fn value(board: &dyn Match, seat: usize, budget: Budget) -> Option<(i32, Option<usize>)> {
    if let Some(ending) = board.ending() {
        let winner = match ending.winners.as_slice() {
            [winner] => Some(*winner),
            _ => None,
        };
        let own = ending.scores.get(seat).copied().unwrap_or(0);
        let others = ending.scores.iter().enumerate().filter(|(at, _)| *at != seat);
        let margin = own - others.map(|(_, score)| *score).max().unwrap_or(0);
        let points = matches!(board.info().objective, game::Objective::Points(_));
        let result = winner.map_or(0, |winner| if winner == seat + 1 { 1 } else { -1 });
        return Some((if points { margin } else { result }, winner));
    }
    let solution = board.solve(Means::memory(MEMORY), &control(budget), Best::Any)?;
    let value = if board.to_move() == Some(seat) { solution.value } else { -solution.value };
    Some((value, solution.winner))
}
