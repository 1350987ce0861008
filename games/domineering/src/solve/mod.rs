//! The exact solver: who wins, proved.
//!
//! The search knows only wins and losses. What makes it short is that most positions are decided by a glance: cutting the board
//! into strips only takes moves from one player, the values of all strips are in a table, and values add up. So each player's
//! certain share is known at once; the search goes on only where neither share suffices.

mod cuts;
mod ground;
mod lanes;
mod lines;
mod promise;
mod search;
mod shapes;
mod sieve;
mod strips;
mod table;
mod view;

use game::{Control, Game, Solve, Solved, Solver, Turn};

use crate::board::{Domineering, Placement, State};
use crate::word::Word;
use search::Search;

/// Finds the winner of any position, given time. Remembers what it has found from one position to the next.
#[derive(Debug)]
pub struct DomineeringSolver<W> {
    search: Search<W>,
}

impl<W: Word> Solve for Domineering<W> {
    type Solver = DomineeringSolver<W>;

    fn solver(&self, memory: usize) -> DomineeringSolver<W> {
        DomineeringSolver { search: Search::new(self.size.rows, self.size.columns, memory) }
    }
}

impl<W: Word> DomineeringSolver<W> {
    /// Positions searched since the solver was made; those that a glance decides do not count.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Every winning move, in ascending order; `None` when `control` ended the work first.
    pub fn winning_moves(
        &mut self,
        game: &Domineering<W>,
        state: &State<W>,
        control: &Control,
    ) -> Option<Vec<Placement>> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut winning = Vec::new();
        for mv in moves {
            if self.wins_by(game, state, mv, control)? {
                winning.push(mv);
            }
        }
        Some(winning)
    }

    /// Whether the side to move wins by this legal move; `None` when `control` ended the work first.
    pub fn wins_by(
        &mut self,
        game: &Domineering<W>,
        state: &State<W>,
        mv: Placement,
        control: &Control,
    ) -> Option<bool> {
        let cells = self.after(game, state, mv);
        self.search.wins_after(state.side().index(), cells, control)
    }

    /// The free cells after a move, as the mover sees them.
    fn after(&self, game: &Domineering<W>, state: &State<W>, mv: Placement) -> W {
        let free = game.free(state) & !game.domino(state.side(), mv.cell());
        match state.side().index() {
            0 => free,
            _ => self.search.view(0).turn(free),
        }
    }
}

impl<W: Word> Solver<Domineering<W>> for DomineeringSolver<W> {
    fn in_range(&self, game: &Domineering<W>, state: &State<W>, nodes: u64) -> bool {
        let cells = self.search.view(0).core(game.free(state)).cells.count();
        // Found by experience: two more cells double the work, and 64 take about half a million nodes.
        cells <= 26 + 2 * nodes.max(1).ilog2()
    }

    fn solve(
        &mut self,
        game: &Domineering<W>,
        state: &State<W>,
        control: &Control,
    ) -> Option<Solved<Placement>> {
        let Turn::Player(side) = game.turn(state) else { return None };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut scored: Vec<(i32, Placement)> = moves
            .into_iter()
            .map(|mv| {
                let cells = self.after(game, state, mv);
                (self.search.score_after(side.index(), cells), mv)
            })
            .collect();
        scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        for &(_, mv) in &scored {
            if self.wins_by(game, state, mv, control)? {
                return Some(Solved { value: 1, best: mv, line: vec![mv] });
            }
        }
        let best = scored.first()?.1;
        Some(Solved { value: -1, best, line: vec![best] })
    }
}
