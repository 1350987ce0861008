//! The independent replay of claims about the result: plain recursion without table or cuts where the game is nearly over, the game's solver where it
//! reaches, and games against the best replies and replies by lot elsewhere.

use game::{Control, Limits, Rng, Turn};
use table::expert::{Promise, Replay, Until};
use table::{Best, Bot, Match, Means};

use crate::think;

/// How many games are played where nothing is proved.
const GAMES: usize = 4;

/// A game that is longer than this is given up, and says nothing.
const LONGEST: usize = 300;

/// Bytes for the tables of the solver.
const TABLES: usize = 16 << 20;

/// The result that was claimed for whoever makes the move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Win,
    Loss,
}

impl Aim {
    fn is_met(self, points: f64) -> bool {
        match self {
            Aim::Win => points >= 1.0,
            Aim::Loss => points <= 0.0,
        }
    }

    /// Whether the seat whose result is spoken of decides in favour of the claim.
    fn is_own(self) -> bool {
        self == Aim::Win
    }
}

/// Replays what was claimed of the result of moves.
pub(crate) struct Replayer<'a> {
    pub(crate) bot: &'a mut dyn Bot,
    /// Positions that plain recursion may look at.
    pub(crate) plain: u64,
    /// Nodes for the solver.
    pub(crate) deep: u64,
    /// Nodes for each move of a game.
    pub(crate) quick: u64,
}

impl Replayer<'_> {
    /// Replays a claim about a move of this board.
    pub(crate) fn run(&mut self, board: &dyn Match, mv: &str, promise: Promise, rng: &mut Rng) -> Replay {
        match promise {
            Promise::Wins => self.result(board, mv, Aim::Win, rng),
            Promise::Loses => self.result(board, mv, Aim::Loss, rng),
            Promise::Keeps => {
                self.compared(board, mv, |own, values| values.last().is_some_and(|best| own >= *best))
            }
            Promise::Gains(points, Until::Game) => {
                self.compared(board, mv, |own, values| own - values[values.len() / 2] >= points)
            }
            _ => Replay::Unrefuted,
        }
    }

    fn result(&mut self, board: &dyn Match, mv: &str, aim: Aim, rng: &mut Rng) -> Replay {
        let mut after = board.fork();
        let (Some(seat), Ok(_)) = (board.to_move(), after.play(mv)) else { return Replay::Refuted };
        let mut left = self.plain;
        if let Some(so) = reached(after.as_ref(), seat, aim, &mut left) {
            return judged(so);
        }
        let control = Control::new(Limits { nodes: Some(self.deep), ..Limits::default() });
        if let Some(solved) = after.solve(Means::memory(TABLES), &control, Best::Any) {
            let expected = |winner: usize| (winner == seat + 1) == (aim == Aim::Win);
            return judged(solved.winner.is_some_and(expected));
        }
        let fails =
            (0..GAMES).any(|game| self.played(after.as_ref(), seat, aim, game % 2 == 0, rng) == Some(false));
        if fails { Replay::Refuted } else { Replay::Unrefuted }
    }

    /// Whether a game in which the side that has to bear the claim out plays its best comes to the result; the others play theirs, or by lot.
    fn played(
        &mut self,
        board: &dyn Match,
        seat: usize,
        aim: Aim,
        best: bool,
        rng: &mut Rng,
    ) -> Option<bool> {
        let mut ahead = board.fork();
        for _ in 0..LONGEST {
            match ahead.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    ahead.deal(rng)?;
                }
                Turn::Player(mover) => {
                    let bears = (mover.index() == seat) == aim.is_own();
                    let mv = match bears || best {
                        true => think(ahead.as_ref(), self.bot, self.quick, 1).ok()?.mv,
                        false => {
                            let legal = ahead.legal();
                            legal[rng.below(legal.len())].clone()
                        }
                    };
                    ahead.play(&mv).ok()?;
                }
            }
        }
        Some(aim.is_met(ahead.ending()?.points(seat)))
    }

    /// What the solved value of a move says beside those of all moves, lowest first.
    fn compared(&self, board: &dyn Match, mv: &str, so: impl Fn(i32, &[i32]) -> bool) -> Replay {
        let solved = |mv: &String| Some((mv.clone(), self.value(board, mv)?));
        let Some(values) = board.legal().iter().map(solved).collect::<Option<Vec<_>>>() else {
            return Replay::Unrefuted;
        };
        let own = values.iter().find(|(known, _)| known == mv).map(|(_, value)| *value);
        let mut all: Vec<i32> = values.into_iter().map(|(_, value)| value).collect();
        all.sort_unstable();
        judged(own.is_some_and(|own| so(own, &all)))
    }

    /// The margin after a move for whoever makes it, with best play by both.
    fn value(&self, board: &dyn Match, mv: &str) -> Option<i32> {
        let mut after = board.fork();
        let seat = board.to_move()?;
        after.play(mv).ok()?;
        if let Some(ending) = after.ending() {
            let rival = ending.scores.iter().enumerate().filter(|(other, _)| *other != seat);
            return Some(ending.scores.get(seat)? - rival.map(|(_, score)| *score).max()?);
        }
        let control = Control::new(Limits { nodes: Some(self.deep), ..Limits::default() });
        let solved = after.solve(Means::memory(TABLES), &control, Best::Any)?;
        Some(if after.to_move() == Some(seat) { solved.value } else { -solved.value })
    }
}

/// Whether the result comes about with best play by all, by plain recursion; `None` when the budget is spent. Chance is against the claim.
fn reached(board: &dyn Match, seat: usize, aim: Aim, left: &mut u64) -> Option<bool> {
    *left = left.checked_sub(1)?;
    if let Some(ending) = board.ending() {
        return Some(aim.is_met(ending.points(seat)));
    }
    let helps = match board.turn() {
        Turn::Player(mover) => (mover.index() == seat) == aim.is_own(),
        Turn::Chance | Turn::Over => false,
    };
    let mut found = Vec::new();
    for mv in board.legal() {
        let mut next = board.fork();
        next.play(&mv).ok()?;
        found.push(reached(next.as_ref(), seat, aim, left)?);
    }
    Some(if helps { found.contains(&true) } else { !found.contains(&false) })
}

fn judged(so: bool) -> Replay {
    if so { Replay::Proved } else { Replay::Refuted }
}
