//! Exact values, by the theorems about chains and a search that needs them proved only where they matter.
//!
//! Arcs drawn long ago, who drew them and whose turn it is do not change what is still to be won: the value of a position to
//! whoever moves depends on its open arcs alone. A position with boxes to take has one sensible continuation ([`capture`]), so only *quiet*
//! positions are searched. A quiet position is split into the chains and loops that touch nothing else, of which only the lengths
//! count ([`pile`]), and the rest, of which only what is joined to what counts ([`graph`]). When there is no such rest the value is known. What
//! was found is kept in a [`table`] under a [`key`] that all positions of the same pile and graph share.

pub(crate) mod capture;
mod graph;
mod key;
mod line;
mod peers;
pub(crate) mod pile;
mod search;
mod table;

use game::{Control, Solve, Solved};

use crate::{Arc, DotsAndBoxes, State, Word};
use search::Search;

/// The solver of a board, with what it has found so far.
#[derive(Debug)]
pub struct Solver<W: Word> {
    search: Search<W>,
}

impl<W: Word> Solver<W> {
    /// Positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}

impl<W: Word> Solve for DotsAndBoxes<W> {
    type Solver = Solver<W>;

    fn solver(&self, memory: usize) -> Solver<W> {
        Solver { search: Search::new(self.board(), memory) }
    }
}

impl<W: Word> game::Solver<DotsAndBoxes<W>> for Solver<W> {
    fn remember(&mut self, _past: &[State<W>]) {}

    /// They are used when a position turns out not to be easy.
    fn set_threads(&mut self, threads: usize) {
        self.search.threads = threads.max(1);
    }

    fn in_range(&self, game: &DotsAndBoxes<W>, state: &State<W>, nodes: u64) -> bool {
        let open = game.board().full() & !state.drawn();
        self.search.estimate(open) <= nodes as f64
    }

    fn solve(&mut self, game: &DotsAndBoxes<W>, state: &State<W>, control: &Control) -> Option<Solved<Arc>> {
        let open = game.board().full() & !state.drawn();
        let line = self.search.solve(open, control)?;
        Some(Solved { value: ahead(state) + line.value, best: *line.moves.first()?, line: line.moves })
    }

    /// One question instead of several, and no line.
    fn wins(&mut self, game: &DotsAndBoxes<W>, state: &State<W>, control: &Control) -> Option<Option<Arc>> {
        let open = game.board().full() & !state.drawn();
        self.search.reach(open, 1 - ahead(state), control)
    }

    fn candidates(&mut self, game: &DotsAndBoxes<W>, state: &State<W>) -> Option<Vec<Arc>> {
        let open = game.board().full() & !state.drawn();
        Some(self.search.candidates(open).into_iter().map(|arc| Arc(arc as u8)).collect())
    }

    fn likeness(&mut self, game: &DotsAndBoxes<W>, state: &State<W>) -> Option<u64> {
        let open = game.board().full() & !state.drawn();
        Some(self.search.name(open) ^ (ahead(state) as u64).rotate_left(32))
    }

    fn reaches(
        &mut self,
        game: &DotsAndBoxes<W>,
        state: &State<W>,
        goal: i32,
        control: &Control,
    ) -> Option<(i32, i32)> {
        let open = game.board().full() & !state.drawn();
        let bounds = self.search.compare(open, goal - ahead(state), control)?;
        Some((bounds.low + ahead(state), bounds.high + ahead(state)))
    }

    /// Who will open the first chain is hardly seen before the solver sees it: judging by `chains` does worse than lots.
    fn sounds(&self) -> bool {
        true
    }
}

/// How many boxes the side to move is ahead.
fn ahead<W: Word>(state: &State<W>) -> i32 {
    let [first, second] = state.scores().map(i32::from);
    if state.side() == game::Seat::FIRST { first - second } else { second - first }
}
