//! Forced wins, proved.

mod proof;

use game::{Control, Solve, Solved, Solver};

use crate::moves::Move;
use crate::rules::Tablut;
use crate::solver::proof::{Proof, Table, Verdict, Width};
use crate::state::{Side, State};

/// Finds forced wins of either side. It knows no draws: where neither side's win is proved, it says nothing.
///
/// A position of the match so far that comes again is a draw: no proof passes through one that the solver was told of.
pub struct Forced {
    table: Table,
    past: Vec<u64>,
}

/// Bytes of the small table with which a position is judged in passing.
const GLANCE_MEMORY: usize = 1 << 18;

/// The most positions looked at in passing.
const GLANCE: u64 = 40_000;

impl Solve for Tablut {
    type Solver = Forced;

    fn solver(&self, memory: usize) -> Forced {
        Forced { table: Table::new(memory), past: Vec::new() }
    }
}

impl Solver<Tablut> for Forced {
    fn remember(&mut self, past: &[State]) {
        self.past = past.iter().map(|state| state.key).collect();
    }

    fn set_threads(&mut self, _threads: usize) {}

    /// Looks for a win by threats alone with a small part of the effort; wide-open positions have none.
    fn in_range(&self, _game: &Tablut, state: &State, nodes: u64) -> bool {
        let most = (nodes / 20).min(GLANCE);
        let mut table = Table::new(GLANCE_MEMORY);
        [state.side, state.side.other()].into_iter().any(|attacker| {
            let mut left = most / 2;
            let mut spend = |nodes: u64| {
                left = left.saturating_sub(nodes);
                left == 0
            };
            Proof::new(&mut table, &self.past, attacker, Width::Threats, &mut spend).run(state)
                == Verdict::Proved
        })
    }

    /// First wins by threats, for both sides; then all moves, with more and more effort, in turn.
    fn solve(&mut self, _game: &Tablut, state: &State, control: &Control) -> Option<Solved<Move>> {
        if state.ending.is_some() {
            return None;
        }
        let sides = [state.side, state.side.other()];
        let mut effort = 200_000;
        for attacker in sides {
            if let Ok(solved) = self.attempt(state, attacker, Width::Threats, 10 * effort, control) {
                return Some(solved);
            }
        }
        while !control.stopped() {
            let mut open = false;
            for attacker in sides {
                match self.attempt(state, attacker, Width::Everything, effort, control) {
                    Ok(solved) => return Some(solved),
                    Err(verdict) => open |= verdict == Verdict::Unfinished,
                }
            }
            if !open {
                return None;
            }
            effort *= 2;
        }
        None
    }
}

impl Forced {
    /// The result if the attacker's win is proved, otherwise how the search ended.
    fn attempt(
        &mut self,
        state: &State,
        attacker: Side,
        width: Width,
        effort: u64,
        control: &Control,
    ) -> Result<Solved<Move>, Verdict> {
        let mut left = effort;
        let mut spend = |nodes: u64| {
            left = left.saturating_sub(nodes);
            control.spend(nodes) || left == 0
        };
        let mut proof = Proof::new(&mut self.table, &self.past, attacker, width, &mut spend);
        let verdict = proof.run(state);
        if verdict != Verdict::Proved {
            return Err(verdict);
        }
        let line = proof.line(state);
        let value = if attacker == state.side { 1 } else { -1 };
        line.first().map(|&best| Solved { value, best, line: line.clone() }).ok_or(Verdict::Unfinished)
    }
}
