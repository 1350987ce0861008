//! What thinking about a position came to: one form for every searcher.

use std::time::Duration;

/// The result of thinking. Scores and chances are those of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// The move to play.
    pub best: M,
    /// In points of the game where points count: the expected final margin. Where only winning counts, 1, 0 or -1 when `exact`, and otherwise an
    /// estimate of which 1 is a clear but not decisive advantage.
    pub score: f64,
    /// The chance to win from 0 to 1, a draw counting one half.
    pub win: f64,
    /// Whether `score` is proved to the end of the game.
    pub exact: bool,
    /// The line of play expected, beginning with `best`; never empty.
    pub pv: Vec<M>,
    /// Plies that were searched fully.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub seldepth: u32,
    /// Positions looked at, over all threads; simulations where the searcher simulates.
    pub nodes: u64,
    /// Times a reply of the opponent was good enough to stop looking at the others.
    pub alpha_cuts: u64,
    /// Times a move of our own was good enough to stop looking at the others.
    pub beta_cuts: u64,
    /// Positions found in the table.
    pub hash_hits: u64,
    /// Wall-clock time spent.
    pub time: Duration,
    /// The best moves, best first, as many as were asked for; the first begins with `best`.
    pub lines: Vec<Variation<M>>,
}

/// One move with what it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation<M> {
    /// The move.
    pub mv: M,
    /// As [`Thought::score`].
    pub score: f64,
    /// As [`Thought::win`].
    pub win: f64,
    /// As [`Thought::exact`].
    pub exact: bool,
    /// The line of play expected, beginning with the move.
    pub pv: Vec<M>,
}

impl<M: Copy> Variation<M> {
    /// A move that nothing is known about.
    pub fn unjudged(mv: M) -> Variation<M> {
        Variation { mv, score: 0.0, win: 0.5, exact: false, pv: vec![mv] }
    }
}

impl<M: Copy> Thought<M> {
    /// The thought that these lines amount to, with no statistics yet.
    ///
    /// # Panics
    /// When there are no lines.
    pub fn from_lines(lines: Vec<Variation<M>>) -> Thought<M> {
        let first = lines.first().expect("a thought has at least one line").clone();
        Thought {
            best: first.mv,
            score: first.score,
            win: first.win,
            exact: first.exact,
            pv: first.pv,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            alpha_cuts: 0,
            beta_cuts: 0,
            hash_hits: 0,
            time: Duration::ZERO,
            lines,
        }
    }

    /// A move chosen without judging anything.
    pub fn unjudged(mv: M) -> Thought<M> {
        Thought::from_lines(vec![Variation::unjudged(mv)])
    }

    /// Positions looked at per second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}
