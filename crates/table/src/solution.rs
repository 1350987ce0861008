//! Proved results as plain data.

use game::{Control, Game, Line, Objective, Seat, Seats, Solver, Turn};
use serde::Serialize;

use crate::Kit;
use crate::seated::Seated;

/// A proved result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Solution {
    /// Always true: a guess is never returned.
    pub exact: bool,
    /// The seat that wins, from 1; `None` for a draw.
    pub winner: Option<usize>,
    /// The final margin for the side to move, points already scored included; 1, 0 or -1 where only winning counts.
    pub value: i32,
    /// A best move.
    #[serde(rename = "move")]
    pub mv: String,
    /// All best moves, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Vec<String>>,
    /// What every legal move is worth, if all best moves were asked for.
    #[serde(skip)]
    pub values: Option<Vec<Valued>>,
    /// A line of best play, possibly cut short.
    pub pv: Vec<String>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent, in milliseconds.
    pub time_ms: u64,
}

/// A legal move with its proved worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued {
    /// The move.
    pub mv: String,
    /// As [`Solution::value`], for the side that makes it.
    pub value: i32,
    /// The seat that wins after it, from 1; `None` for a draw.
    pub winner: Option<usize>,
}

/// What a solver may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Means {
    /// About how many bytes for tables.
    pub memory: usize,
    /// How many threads at once.
    pub threads: usize,
}

impl Means {
    /// Tables of about so many bytes, and one thread.
    pub const fn memory(memory: usize) -> Means {
        Means { memory, threads: 1 }
    }
}

/// Which best moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Best {
    /// One.
    Any,
    /// All; each other move is solved too.
    All,
}

/// Solves the current position. `None` when `control` ended the work first, or nobody is to move.
pub(crate) fn solve<G: Seated>(
    kit: &Kit<G>,
    line: &Line<G>,
    means: Means,
    control: &Control,
    wanted: Best,
) -> Option<Solution> {
    let (game, state) = (line.game(), line.state());
    let mover = line.turn().seat()?;
    let mut solver = kit.roster.solver(game, means.memory);
    solver.set_threads(means.threads);
    solver.remember(line.recent());
    let solved = solver.solve(game, state, control)?;
    let winner = |value: i32| {
        let winners =
            kit.winners.map_or_else(|| by_sign(mover, value), |winners| winners(game, state, value));
        (winners.len() == 1).then(|| winners.iter().next().map(Seat::number)).flatten()
    };
    let values: Option<Vec<Valued>> = match wanted {
        Best::Any => None,
        Best::All => {
            let mut values = Vec::new();
            for mv in line.legal() {
                let value = child_value(line, mv, mover, &mut *solver, control)?;
                values.push(Valued { mv: game.write_move(state, mv), value, winner: winner(value) });
            }
            Some(values)
        }
    };
    let best = values.as_ref().map(|values| {
        let best = values.iter().filter(|valued| valued.value == solved.value);
        best.map(|valued| valued.mv.clone()).collect()
    });
    Some(Solution {
        exact: true,
        winner: winner(solved.value),
        value: solved.value,
        mv: game.write_move(state, solved.best),
        best,
        values,
        pv: crate::bot::write_line(line, &solved.line),
        nodes: control.nodes(),
        time_ms: control.elapsed().as_millis() as u64,
    })
}

/// The value of a move for its mover.
fn child_value<G: Game>(
    line: &Line<G>,
    mv: G::Move,
    mover: Seat,
    solver: &mut dyn Solver<G>,
    control: &Control,
) -> Option<i32> {
    let mut next = line.clone();
    next.play(mv).ok()?;
    if let Some(outcome) = next.outcome() {
        return Some(match G::INFO.objective {
            Objective::Win => outcome.value(mover) as i32,
            Objective::Points(_) => outcome.margin(mover, line.game().seats()),
        });
    }
    solver.remember(next.recent());
    match next.turn() {
        Turn::Player(seat) => {
            let value = solver.solve(next.game(), next.state(), control)?.value;
            Some(if seat == mover { value } else { -value })
        }
        Turn::Over | Turn::Chance => None,
    }
}

fn by_sign(mover: Seat, value: i32) -> Seats {
    match value.signum() {
        1 => Seats::only(mover),
        -1 => Seats::only(mover.other()),
        _ => Seats::first(2),
    }
}
