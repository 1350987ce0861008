//! An answer to a puzzle: whether it is right, and how the game goes on after it.

use coach::{Budget, Question, Relation, Scale, ToldPly, tell};
use infer::Filling;
use serde::{Deserialize, Serialize};
use table::Match;
use table::expert::Lang;

use crate::judge::play_on;
use crate::words::{say, sentence};
use crate::{Aim, Puzzle, SchoolError};

/// An answer to a puzzle, checked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Attempt {
    /// The move, in its proper text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether it keeps what the best move is worth.
    pub right: bool,
    /// Whether that is proved.
    pub exact: bool,
    /// One sentence that says so, without giving the answer away.
    pub text: String,
    /// The game as it goes on, the move included, told move by move: what refutes a wrong answer, what a right one leads to.
    pub plies: Vec<ToldPly>,
}

impl Aim {
    fn word(self) -> &'static str {
        match self {
            Aim::Win => "win",
            Aim::Draw => "draw",
            Aim::Most => "most",
            Aim::Best => "best",
        }
    }
}

/// Checks a move as the answer to a puzzle. `board` is the puzzle's ([`Puzzle::board`]); a move that is not listed is judged within the budget
/// unless the list is proved to be complete.
///
/// # Errors
/// When the move is not legal, or nobody can judge it.
pub fn attempt(
    puzzle: &Puzzle,
    board: &dyn Match,
    mv: &str,
    budget: Budget,
    lang: Lang,
) -> Result<Attempt, SchoolError> {
    let mv = board.fork().play(mv)?;
    let (right, exact, known) = if puzzle.lists(&mv) {
        let line = puzzle.line.first().is_some_and(|first| *first == mv).then(|| puzzle.line.clone());
        (true, puzzle.exact, line)
    } else if puzzle.complete {
        (false, true, None)
    } else {
        judged(puzzle, board, &mv, budget)?
    };
    let line = match known {
        Some(line) => line,
        None => play_on(board, &mv, budget, 1)?,
    };
    let key = format!("{}-{}", if right { "right" } else { "wrong" }, puzzle.aim.word());
    let text = sentence(&say(lang, &key, &[("M", Filling::word(&mv))]));
    Ok(Attempt { right, exact, text, plies: tell(board, &line, lang, board.to_move())?, mv })
}

/// Whether the coach finds the move as good as the best.
fn judged(
    puzzle: &Puzzle,
    board: &dyn Match,
    mv: &str,
    budget: Budget,
) -> Result<(bool, bool, Option<Vec<String>>), SchoolError> {
    let told = coach::explain(board, &Question::new(Some(mv), budget))?;
    let best = told.best.first().map_or(&told.verdict, |best| &best.verdict);
    let right = match puzzle.aim {
        Aim::Win => told.verdict.wins(),
        _ => Scale::of(board).relation(&told.verdict, best) != Relation::Worse,
    };
    Ok((right, told.verdict.exact && best.exact, None))
}

/// The answer with the line that shows it: a sentence, and the line told move by move.
///
/// # Errors
/// When the game's own words cannot be read.
pub fn solution(
    puzzle: &Puzzle,
    board: &dyn Match,
    lang: Lang,
) -> Result<(String, Vec<ToldPly>), SchoolError> {
    let key = if puzzle.answers.len() == 1 { "solution" } else { "solution-several" };
    let moves = puzzle.answers.join(", ");
    let text = sentence(&say(lang, key, &[("M", Filling::word(moves))]));
    Ok((text, tell(board, &puzzle.line, lang, board.to_move())?))
}
