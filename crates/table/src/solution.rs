//! Proved results as plain data.

use game::{Control, Game, Limits, Line, Objective, Seat, Seats, Solver, Turn};
use serde::{Deserialize, Serialize};

use crate::seated::{Seated, Table};
use crate::{Kit, Match};

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

/// A solver of one game with its options, made by [`Match::prover`]. It remembers what it has found from one position to the next.
pub trait Prover: Send {
    /// The proved result of the position. `None` when `control` ended the work first, nobody is to move, or the board is of another game.
    fn solve(&mut self, board: &dyn Match, control: &Control, wanted: Best) -> Option<Solution>;

    /// Whether the side to move gets more than `aim`, a margin as [`graded`] has it. Where that takes more than so many nodes: what is known of its moves, for which a part more
    /// is spent. `None` when `control` ended the work first, nobody is to move, or the board is of another game.
    fn ask(&mut self, board: &dyn Match, aim: i32, nodes: u64, control: &Control) -> Option<Findings>;
}

/// Twice a margin, so that equal points which somebody wins (`won`: 1 the side that counts, -1 the other) lie between a draw and one point.
pub fn graded(margin: i32, won: i32) -> i32 {
    if margin == 0 { won } else { 2 * margin }
}

/// What [`Prover::ask`] has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// Graded bounds on the margin of the side to move, if it is known whether that is more than the aim.
    pub bounds: Option<(i32, i32)>,
    /// Without bounds, moves among which is a best one, the most promising first. With them one that keeps the lower, if it was seen.
    pub moves: Vec<Tried>,
    /// Whether the order of the moves means anything.
    pub ordered: bool,
}

/// What is known of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Graded bounds on the margin after it, for the side that makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<(i32, i32)>,
    /// [`Solver::likeness`] of the position after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likeness: Option<u64>,
}

/// After a question that took too long this part of its nodes is spent on all moves together: what the solver has found out about them is seen, and small ones are answered.
const PROBES: u64 = 4;

/// A solver with its tables.
pub(crate) fn prover<G: Seated>(kit: &Kit<G>, game: &G, means: Means) -> Box<dyn Prover> {
    let mut solver = kit.roster.solver(game, means.memory);
    solver.set_threads(means.threads);
    Box::new(TypedProver { solver })
}

struct TypedProver<G: Game> {
    solver: Box<dyn Solver<G>>,
}

impl<G: Seated> Prover for TypedProver<G> {
    fn solve(&mut self, board: &dyn Match, control: &Control, wanted: Best) -> Option<Solution> {
        let table = board.as_any().downcast_ref::<Table<G>>()?;
        solve(&table.kit(), &table.line, &mut *self.solver, control, wanted)
    }

    fn ask(&mut self, board: &dyn Match, aim: i32, nodes: u64, control: &Control) -> Option<Findings> {
        let table = board.as_any().downcast_ref::<Table<G>>()?;
        let (game, state, kit) = (table.line.game(), table.line.state(), table.kit());
        let mover = table.line.turn().seat()?;
        let part = |nodes| control.part(Limits { nodes: Some(nodes), ..Limits::default() });
        let bounds = self.bounds(&kit, game, state, mover, aim, &part(nodes));
        if control.stopped() {
            return None;
        }
        let candidates = self.solver.candidates(game, state);
        let ordered = candidates.is_some();
        let candidates = candidates.unwrap_or_else(|| table.line.legal());
        let probe = (nodes / PROBES / candidates.len().max(1) as u64).max(1);
        // Of an answered position, a move that keeps the margin.
        let wanted = bounds.map_or(aim + 1, |(least, _)| least);
        let mut moves = Vec::new();
        for mv in candidates {
            let mut after = *state;
            game.play(&mut after, mv);
            let found = self.bounds(&kit, game, &after, mover, wanted - 1, &part(probe));
            let likeness = self.solver.likeness(game, &after);
            let tried = Tried { mv: game.write_move(state, mv), bounds: found, likeness };
            if let Some((least, _)) = found.filter(|(least, _)| *least >= wanted) {
                let bounds = bounds.or(Some((least, i32::MAX)));
                return Some(Findings { bounds, moves: vec![tried], ordered });
            }
            moves.push(tried);
        }
        if bounds.is_some() {
            moves.clear();
        }
        Some(Findings { bounds, moves, ordered })
    }
}

impl<G: Seated> TypedProver<G> {
    /// Graded bounds on the margin of `seat`, such that it is known whether it is more than `aim`; `None` when `control` ended the work first.
    fn bounds(
        &mut self,
        kit: &Kit<G>,
        game: &G,
        state: &G::State,
        seat: Seat,
        aim: i32,
        control: &Control,
    ) -> Option<(i32, i32)> {
        let mover = match game.turn(state) {
            Turn::Player(mover) => mover,
            Turn::Chance => return None,
            Turn::Over => {
                let outcome = game.outcome(state);
                let won = outcome.value(seat) as i32;
                let margin = match G::INFO.objective {
                    Objective::Win => won,
                    Objective::Points(_) => outcome.margin(seat, game.seats()),
                };
                return Some((graded(margin, won), graded(margin, won)));
            }
        };
        let grade = |value: i32| {
            let winners = winners(kit, game, state, mover, value);
            let has = |seat: Seat| i32::from(winners.contains(seat));
            graded(value, has(mover) - has(mover.other()))
        };
        // Of the side to move: more than this, for the seat itself; for the other one the question is turned round.
        let over = if mover == seat { aim } else { -aim - 1 };
        let first = over.div_euclid(2);
        let goal = (first..=first + 2).find(|&value| grade(value) > over)?;
        let (least, most) = self.solver.reaches(game, state, goal, control)?;
        let (least, most) = (grade(least), grade(most));
        Some(if mover == seat { (least, most) } else { (-most, -least) })
    }
}

/// Who has won when the side to move has this margin in the end.
fn winners<G: Seated>(kit: &Kit<G>, game: &G, state: &G::State, mover: Seat, value: i32) -> Seats {
    kit.winners.map_or_else(|| by_sign(mover, value), |winners| winners(game, state, value))
}

fn solve<G: Seated>(
    kit: &Kit<G>,
    line: &Line<G>,
    solver: &mut dyn Solver<G>,
    control: &Control,
    wanted: Best,
) -> Option<Solution> {
    let (game, state) = (line.game(), line.state());
    let mover = line.turn().seat()?;
    solver.remember(line.recent());
    let solved = solver.solve(game, state, control)?;
    let winner = |value: i32| {
        let winners = winners(kit, game, state, mover, value);
        (winners.len() == 1).then(|| winners.iter().next().map(Seat::number)).flatten()
    };
    let values: Option<Vec<Valued>> = match wanted {
        Best::Any => None,
        Best::All => {
            let mut values = Vec::new();
            for mv in line.legal() {
                let value = child_value(line, mv, mover, solver, control)?;
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
