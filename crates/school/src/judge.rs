//! What every move of a position is worth, and how play goes on after one.

use coach::{Budget, Scale};
use game::{Control, Limits, Turn};
use table::{Best, Match, Means, Wanted};

use crate::{Aim, SchoolError};

/// Who replies and continues lines: the strongest, with tables that are soon made.
pub(crate) const JUDGE: &str = "master:frank,memory=8";

/// Bytes for the tables of a proof.
const MEMORY: usize = 16 << 20;

/// The most plies of a line that is played out.
const PLIES: usize = 8;

/// A proof of every legal move.
pub(crate) struct Proof {
    /// What is to be found.
    pub(crate) aim: Aim,
    /// The moves that are right, the best first.
    pub(crate) right: Vec<String>,
    /// How many legal moves there are.
    pub(crate) legal: usize,
    /// What the best is worth.
    pub(crate) value: f64,
    /// The chance to win after it: 1, one half or 0.
    pub(crate) win: f64,
}

/// A control for so much work.
pub(crate) fn control(budget: Budget) -> Control {
    Control::new(match budget {
        Budget::Time(time) => Limits { time: Some(time), ..Limits::default() },
        Budget::Nodes(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
    })
}

/// Proves every legal move; `None` when the budget does not suffice, or the solver does not reach so far.
pub(crate) fn prove(board: &dyn Match, budget: Budget) -> Option<Proof> {
    let seat = board.to_move()? + 1;
    if board.seat_names().len() != 2 {
        return None;
    }
    let solution = board.solve(Means::memory(MEMORY), &control(budget), Best::All)?;
    let mut values = solution.values?;
    let result = |winner: Option<usize>| match winner {
        Some(winner) if winner == seat => 2,
        Some(_) => 0,
        None => 1,
    };
    values.sort_by_key(|valued| (-result(valued.winner), -valued.value, valued.mv != solution.mv));
    let best = values.first()?.clone();
    let top = result(best.winner);
    let keeps_result: Vec<_> = values.iter().filter(|valued| result(valued.winner) == top).collect();
    let points = Scale::of(board).points;
    // Where the result can be thrown away it is what counts; where it is settled, points do.
    let (aim, right) = if keeps_result.len() < values.len() && top > 0 {
        (if top == 2 { Aim::Win } else { Aim::Draw }, keeps_result)
    } else if points {
        (Aim::Most, values.iter().filter(|valued| valued.value == best.value).collect())
    } else {
        (if top == 2 { Aim::Win } else { Aim::Best }, keeps_result)
    };
    Some(Proof {
        aim,
        right: right.into_iter().map(|valued| valued.mv.clone()).collect(),
        legal: values.len(),
        value: f64::from(best.value),
        win: f64::from(top) / 2.0,
    })
}

/// Who is proved to win, numbered from 1; `None` for a draw and where nothing is proved.
pub(crate) fn winner(board: &dyn Match, budget: Budget) -> Option<usize> {
    match board.ending() {
        Some(ending) => match ending.winners.as_slice() {
            [winner] => Some(*winner),
            _ => None,
        },
        None => board.solve(Means::memory(MEMORY / 4), &control(budget), Best::Any)?.winner,
    }
}

/// How play goes on after a move, the move included, as the strongest player sees it.
pub(crate) fn play_on(
    board: &dyn Match,
    mv: &str,
    budget: Budget,
    seed: u64,
) -> Result<Vec<String>, SchoolError> {
    let mut ahead = board.fork();
    let mut line = vec![ahead.play(mv)?];
    let mut bot = board.named_bot(JUDGE, seed)?;
    let mut share = budget.share(0.5);
    while line.len() < PLIES && matches!(ahead.turn(), Turn::Player(_)) {
        let thought = bot.think(ahead.as_ref(), &control(share), Wanted::best())?;
        let before = line.len();
        for mv in thought.pv.iter().take(PLIES - before) {
            match ahead.play(mv) {
                Ok(mv) => line.push(mv),
                Err(_) => break,
            }
        }
        if line.len() == before {
            break;
        }
        share = share.share(0.5);
    }
    Ok(line)
}
