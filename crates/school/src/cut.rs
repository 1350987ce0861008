//! Puzzles from a player's own mistakes.

use coach::{Budget, Review};
use table::Match;

use crate::judge::{play_on, prove};
use crate::{Aim, Puzzle, SchoolError};

/// The most puzzles from one game.
const MOST: usize = 5;

/// A puzzle of one's own begins as hard as the average player is strong.
const RATING: f64 = 1500.0;

/// Whether so many right moves of so many are few: at most a third.
pub(crate) fn few(right: usize, legal: usize) -> bool {
    3 * right <= legal
}

/// The puzzles in a reviewed game: the costliest mistakes of the player in this seat, from 0, where few moves would have been right. `board` is the game at
/// its end, `review` what the coach found; each proof may cost `budget`.
///
/// # Errors
/// When a line cannot be played on.
pub fn cut(
    board: &dyn Match,
    review: &Review,
    seat: usize,
    budget: Budget,
) -> Result<Vec<Puzzle>, SchoolError> {
    let mut errors: Vec<_> = review
        .moves
        .iter()
        .filter(|reviewed| reviewed.seat == seat + 1 && reviewed.class.is_error())
        .collect();
    errors.sort_by(|a, b| b.loss.win.total_cmp(&a.loss.win).then(a.ply.cmp(&b.ply)));
    let mut puzzles = Vec::new();
    for error in errors {
        let mut before = board.fork();
        while before.moves().len() >= error.ply {
            before.undo();
        }
        let puzzle = match pose(before.as_ref(), budget, RATING)? {
            Posed::Puzzle(puzzle) => Some(puzzle),
            Posed::None => None,
            Posed::Unproved => Some(unproved(before.as_ref(), &error.best, error.before, budget)?),
        };
        // What was played must be wrong, or nothing is to be learnt.
        puzzles.extend(puzzle.filter(|puzzle| !puzzle.lists(&error.mv)));
        if puzzles.len() == MOST {
            break;
        }
    }
    Ok(puzzles)
}

/// What a position makes.
pub(crate) enum Posed {
    /// A puzzle whose every move is proved.
    Puzzle(Puzzle),
    /// Nothing: too many moves are right.
    None,
    /// Nobody knows for sure.
    Unproved,
}

/// The puzzle that a position makes if the solver reaches it.
pub(crate) fn pose(board: &dyn Match, budget: Budget, rating: f64) -> Result<Posed, SchoolError> {
    let Some(proof) = prove(board, budget) else { return Ok(Posed::Unproved) };
    if !few(proof.right.len(), proof.legal) {
        return Ok(Posed::None);
    }
    let line = play_on(board, &proof.right[0], budget, 1)?;
    let (position, moves) = place(board);
    Ok(Posed::Puzzle(Puzzle {
        id: Puzzle::name(board.info().name, &position, &moves),
        game: board.info().name.to_string(),
        themes: themes(board, &line),
        position,
        moves,
        aim: proof.aim,
        answers: proof.right,
        complete: true,
        exact: true,
        value: proof.value,
        win: proof.win,
        line,
        rating,
    }))
}

/// A puzzle from a best move that is not proved.
pub(crate) fn unproved(
    board: &dyn Match,
    best: &str,
    win: f64,
    budget: Budget,
) -> Result<Puzzle, SchoolError> {
    let line = play_on(board, best, budget, 1)?;
    let (position, moves) = place(board);
    Ok(Puzzle {
        id: Puzzle::name(board.info().name, &position, &moves),
        game: board.info().name.to_string(),
        themes: themes(board, &line),
        position,
        moves,
        aim: Aim::Best,
        answers: vec![best.to_string()],
        complete: false,
        exact: false,
        value: 0.0,
        win,
        line,
        rating: RATING,
    })
}

/// The position, and the moves before it that a repetition could refer to.
fn place(board: &dyn Match) -> (String, Vec<String>) {
    (board.position(), Vec::new())
}

/// What happens to the mover and the others in the first turns of the line, each kind once.
pub(crate) fn themes(board: &dyn Match, line: &[String]) -> Vec<String> {
    let plies =
        coach::tell(board, &line[..line.len().min(3)], table::expert::Lang::En, None).unwrap_or_default();
    let mut kinds: Vec<String> = Vec::new();
    for kind in plies.into_iter().filter_map(|ply| ply.kind) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}
