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

use game::bits::Word;
use game::{Control, Game, Limits, Solve, Solved, Solver, Turn, ranking};

use crate::board::{Domineering, O, Placement, State, X};
use search::Search;
use strips::Strips;
use view::core;

/// How many nodes may be spent on the line of play that follows the best move.
const LINE_NODES: u64 = 20_000;

/// Where fewer nodes are to be spent, tables that take long to make are not worth it.
const PREPARATION: u64 = 250_000;

/// Finds the winner of any position, given time. Remembers what it has found from one position to the next.
#[derive(Debug)]
pub struct DomineeringSolver<W> {
    rows: usize,
    columns: usize,
    memory: usize,
    threads: usize,
    /// Made when it is needed for the first time.
    search: Option<Search<W>>,
}

impl<W: Word> Solve for Domineering<W> {
    type Solver = DomineeringSolver<W>;

    fn solver(&self, memory: usize) -> DomineeringSolver<W> {
        DomineeringSolver {
            rows: self.size.rows,
            columns: self.size.columns,
            memory,
            threads: 1,
            search: None,
        }
    }
}

impl<W: Word> DomineeringSolver<W> {
    /// Positions searched since the solver was made; those that a glance decides do not count.
    pub fn nodes(&self) -> u64 {
        self.search.as_ref().map_or(0, Search::nodes)
    }

    fn search(&mut self) -> &mut Search<W> {
        let search = self.search.get_or_insert_with(|| Search::new(self.rows, self.columns, self.memory));
        search.threads = self.threads;
        search
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
        self.search().wins_after(state.side().index(), cells, control)
    }

    /// The legal moves, those that look best first; the largest and the smallest scores are certainties.
    fn scored(&mut self, game: &Domineering<W>, state: &State<W>) -> Vec<(i32, Placement)> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut scored: Vec<(i32, Placement)> = moves
            .into_iter()
            .map(|mv| {
                let cells = self.after(game, state, mv);
                (self.search().score_after(state.side().index(), cells), mv)
            })
            .collect();
        ranking::by_key(&mut scored, |&(score, _)| -i64::from(score));
        scored
    }

    /// A line of play from a position that is decided, beginning with `first`: the winner keeps winning, the loser plays what looks best. Ends
    /// early where it would take more than a little work to go on.
    fn line(
        &mut self,
        game: &Domineering<W>,
        state: &State<W>,
        first: Placement,
        mover_wins: bool,
        control: &Control,
    ) -> Vec<Placement> {
        let control = control.part(Limits { nodes: Some(LINE_NODES), ..Limits::default() });
        let (mut now, mut wins, mut line) = (*state, mover_wins, vec![first]);
        game.put(&mut now, first.cell());
        while let Turn::Player(_) = game.turn(&now) {
            wins = !wins;
            let scored = self.scored(game, &now);
            let reply = if wins {
                self.winner_of(game, &now, &scored, &control).flatten()
            } else {
                Some(scored[0].1)
            };
            let Some(mv) = reply else { break };
            line.push(mv);
            game.put(&mut now, mv.cell());
        }
        line
    }

    /// The first of the moves that wins, if any does; `None` when `control` ended the work first.
    fn winner_of(
        &mut self,
        game: &Domineering<W>,
        state: &State<W>,
        scored: &[(i32, Placement)],
        control: &Control,
    ) -> Option<Option<Placement>> {
        for (done, &(_, mv)) in scored.iter().enumerate() {
            control.tell_done(done as u32, scored.len() as u32);
            if self.wins_by(game, state, mv, control)? {
                return Some(Some(mv));
            }
        }
        Some(None)
    }

    /// The free cells after a move, as the mover sees them.
    fn after(&mut self, game: &Domineering<W>, state: &State<W>, mv: Placement) -> W {
        self.seen(game.free(state) & !game.domino(state.side(), mv.cell()), state.side().index())
    }

    /// Cells as a player sees them.
    fn seen(&mut self, cells: W, viewer: usize) -> W {
        if viewer == 0 { cells } else { self.search().view(0).turn(cells) }
    }
}

impl<W: Word> Solver<Domineering<W>> for DomineeringSolver<W> {
    fn remember(&mut self, _past: &[State<W>]) {}

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    fn in_range(&self, game: &Domineering<W>, state: &State<W>, nodes: u64) -> bool {
        if nodes < PREPARATION && [self.rows, self.columns].into_iter().any(Strips::take_long) {
            return false;
        }
        let [up, flat] = [X, O].map(|seat| game.placements(state, seat));
        let cells = core(up, flat, self.rows, self.columns).cells.count();
        // Found by experience: two more cells double the work, and 64 take about half a million nodes.
        cells <= 26 + 2 * nodes.max(1).ilog2() as usize
    }

    fn solve(
        &mut self,
        game: &Domineering<W>,
        state: &State<W>,
        control: &Control,
    ) -> Option<Solved<Placement>> {
        let Turn::Player(_) = game.turn(state) else { return None };
        let scored = self.scored(game, state);
        let won = self.winner_of(game, state, &scored, control)?;
        let best = won.or(scored.first().map(|first| first.1))?;
        let value = if won.is_some() { 1 } else { -1 };
        Some(Solved { value, best, line: self.line(game, state, best, won.is_some(), control) })
    }

    /// Beyond [`Solver::in_range`] too: an empty board takes most, and a position with as many cells that comes from play takes a part of that.
    fn wins(
        &mut self,
        game: &Domineering<W>,
        state: &State<W>,
        control: &Control,
    ) -> Option<Option<Placement>> {
        let nodes = control.limits().nodes.unwrap_or(u64::MAX);
        if nodes < PREPARATION / 2 && [self.rows, self.columns].into_iter().any(Strips::take_long) {
            return None;
        }
        let places: usize = [X, O].iter().map(|&seat| game.placements(state, seat).count()).sum();
        // Found by experience: half of the positions with so many places are decided within the nodes.
        if places > 9 + 7 * nodes.max(1).ilog2() as usize {
            return None;
        }
        let scored = self.scored(game, state);
        self.winner_of(game, state, &scored, control)
    }

    fn candidates(&mut self, game: &Domineering<W>, state: &State<W>) -> Option<Vec<Placement>> {
        Some(self.scored(game, state).into_iter().map(|(_, mv)| mv).collect())
    }

    fn likeness(&mut self, game: &Domineering<W>, state: &State<W>) -> Option<u64> {
        let Turn::Player(mover) = game.turn(state) else { return None };
        let other = mover.other().index();
        let cells = self.seen(game.free(state), other);
        self.search().likeness_after(other, cells)
    }

    fn value(&mut self, game: &Domineering<W>, state: &State<W>, control: &Control) -> Option<i32> {
        let Turn::Player(mover) = game.turn(state) else { return None };
        let other = mover.other().index();
        let cells = self.seen(game.free(state), other);
        let loses = self.search().wins_after(other, cells, control)?;
        Some(if loses { -1 } else { 1 })
    }
}
