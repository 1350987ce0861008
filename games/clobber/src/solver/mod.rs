//! The exact solver: who wins, proved.
//!
//! Three things keep the search short. Groups of stones that are not connected are games of their own, and sums of the same groups are
//! the same wherever they lie ([`parts`]); what is won by whoever moves second is worth nothing and left out; and where every group
//! favours one side, nothing needs to be tried ([`search`]).

mod parts;
mod search;
mod table;

use game::{Control, Game, Limits, Solve, Solved, Solver, Turn};

use crate::board::{Cells, Clobber, Hop, State};
use search::Search;

/// How many nodes may be spent on each further move of the line of play that is shown.
const LINE_NODES: u64 = 20_000;

/// The exact solver of one board.
#[derive(Debug)]
pub struct Exact {
    search: Search,
}

impl Solve for Clobber {
    type Solver = Exact;

    fn solver(&self, memory: usize) -> Exact {
        Exact { search: Search::new(self, memory) }
    }
}

/// The stones as the player to move sees them.
fn view(state: &State) -> [Cells; 2] {
    [state.stones(state.side()), state.stones(state.side().other())]
}

impl Exact {
    /// Positions looked at since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// The first move that wins, or the first of all when none does; and whether it wins.
    fn best(&mut self, game: &Clobber, state: &State, control: &Control) -> Option<(Hop, bool)> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for &mv in &moves {
            let mut next = *state;
            game.play(&mut next, mv);
            if !self.search.wins(view(&next), control)? {
                return Some((mv, true));
            }
        }
        moves.first().map(|&mv| (mv, false))
    }
}

impl Solver<Clobber> for Exact {
    fn remember(&mut self, _past: &[State]) {}

    fn set_threads(&mut self, _threads: usize) {}

    fn in_range(&self, game: &Clobber, state: &State, nodes: u64) -> bool {
        // Found by experience: where the stones lie in many groups, one more pair doubles the work, and 20 pairs take a few hundred thousand nodes.
        game.pairs(state) <= nodes.max(1).ilog2()
    }

    fn solve(&mut self, game: &Clobber, state: &State, control: &Control) -> Option<Solved<Hop>> {
        let Turn::Player(_) = game.turn(state) else { return None };
        let won = self.search.wins(view(state), control)?;
        let (best, _) = self.best(game, state, control)?;
        let (mut here, mut line) = (*state, vec![best]);
        game.play(&mut here, best);
        while let Turn::Player(_) = game.turn(&here) {
            let little = control.part(Limits { nodes: Some(LINE_NODES), ..Limits::default() });
            let Some((mv, _)) = self.best(game, &here, &little) else { break };
            game.play(&mut here, mv);
            line.push(mv);
        }
        Some(Solved { value: if won { 1 } else { -1 }, best, line })
    }

    fn value(&mut self, game: &Clobber, state: &State, control: &Control) -> Option<i32> {
        let Turn::Player(_) = game.turn(state) else { return None };
        let won = self.search.wins(view(state), control)?;
        Some(if won { 1 } else { -1 })
    }
}
