//! Judging positions without looking ahead.

use crate::{Game, MAX_SEATS};

/// A judge of positions. Called at every leaf of a search, so it must not allocate. Every thread works with a copy of its own, which may keep
/// what it found out about the last position.
pub trait Evaluator<G: Game>: Copied<G> + Send + 'static {
    /// How much better the position is for the first seat than for the second, in hundredths of a point of the game (or of whatever
    /// unit makes 100 a clear but not decisive advantage, where only winning counts). Stays within +-[`DECIDED`]. Never asked of a
    /// finished game.
    fn value(&self, game: &G, state: &G::State) -> i32;

    /// How much of [`Evaluator::value`] makes the odds of winning e to 1.
    #[inline]
    fn spread(&self, _game: &G, _state: &G::State) -> f32 {
        SPREAD
    }

    /// What the position promises each seat, from -1 (lost) to 1 (won), as [`crate::Outcome::value`] counts. The default serves games of
    /// two by squashing [`Evaluator::value`].
    fn prospects(&self, game: &G, state: &G::State) -> [f32; MAX_SEATS] {
        let first = (self.value(game, state) as f32 / (2.0 * self.spread(game, state))).tanh();
        let mut prospects = [0.0; MAX_SEATS];
        prospects[0] = first;
        prospects[1] = -first;
        prospects
    }
}

/// An evaluator of whatever type. A search is compiled once for a game, whoever judges: the call through a pointer costs about a hundredth of a node.
pub type AnyEvaluator<G> = Box<dyn Evaluator<G>>;

/// What can be copied behind a pointer; comes free with [`Clone`].
pub trait Copied<G: Game> {
    /// A copy of its own.
    fn copied(&self) -> AnyEvaluator<G>;
}

impl<G: Game, E: Evaluator<G> + Clone> Copied<G> for E {
    fn copied(&self) -> AnyEvaluator<G> {
        Box::new(self.clone())
    }
}

impl<G: Game> Clone for AnyEvaluator<G> {
    fn clone(&self) -> AnyEvaluator<G> {
        (**self).copied()
    }
}

impl<G: Game> Evaluator<G> for AnyEvaluator<G> {
    #[inline]
    fn value(&self, game: &G, state: &G::State) -> i32 {
        (**self).value(game, state)
    }

    fn spread(&self, game: &G, state: &G::State) -> f32 {
        (**self).spread(game, state)
    }

    fn prospects(&self, game: &G, state: &G::State) -> [f32; MAX_SEATS] {
        (**self).prospects(game, state)
    }
}

/// The usual [`Evaluator::spread`].
pub const SPREAD: f32 = 200.0;

/// Evaluations beyond this would look like proved results.
pub const DECIDED: i32 = 1_000_000;

/// A game with evaluations of its own, each with a name by which players ask for it (`alphabeta:eval=mobility`).
pub trait Evaluate: Game {
    /// Names and one-sentence descriptions, the strongest evaluation first.
    const EVALUATIONS: &'static [(&'static str, &'static str)];

    /// The evaluator of this name; `None` when there is none.
    fn evaluator(&self, name: &str) -> Option<AnyEvaluator<Self>>;

    /// Whether [`Evaluate::noisy`] is never true, so that a search need not even look for such moves.
    const QUIET: bool = false;

    /// By how much more than needed, in hundredths of a point for each ply that is left, a position must be judged better for a search to rest on the
    /// judgement near the end of a line; `None` where it never should.
    const MARGIN: Option<i32> = None;

    /// The ten steps from beginner to master, weakest first.
    const LEVELS: [Level; 10] = Level::LADDER;

    /// The player, as text, that is strongest where no solver reaches: the best of what was measured.
    fn master(&self) -> &'static str {
        if self.seats() == 2 { "alphabeta" } else { "mcts" }
    }

    /// Whether the move changes the balance so much that a search must not stop right before it: a capture, a threat to win.
    fn noisy(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// Replaces the contents of `moves` by the noisy ones. A game that can list them without listing all does so here.
    fn noisy_moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.moves(state, moves);
        moves.retain(|&mv| self.noisy(state, mv));
    }

    /// Rough worth of the moves of a position for deciding the order of search; larger first. Must be cheap. What is the same for all moves is worked
    /// out before the function is returned that judges them one by one.
    fn promise(&self, _state: &Self::State) -> impl Fn(Self::Move) -> i32 {
        |_| 0
    }
}

/// How well a level plays: how far it sees, and how strictly it prefers the better of the moves it considers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Plies it looks ahead.
    pub depth: u32,
    /// Positions it looks at before it makes up its mind.
    pub nodes: u64,
    /// A move that looks this much worse than the best, in the unit of [`Evaluator::value`], is chosen e times less often.
    pub temperature: f64,
}

impl Level {
    /// A level that sees `depth` plies and `nodes` positions and errs by about `temperature`.
    pub const fn new(depth: u32, nodes: u64, temperature: f64) -> Level {
        Level { depth, nodes, temperature }
    }

    /// What serves a game that has not measured its own.
    pub const LADDER: [Level; 10] = [
        Level::new(1, 1_000, 150.0),
        Level::new(1, 1_000, 108.0),
        Level::new(1, 2_000, 75.0),
        Level::new(2, 10_000, 80.0),
        Level::new(2, 10_000, 60.0),
        Level::new(2, 10_000, 46.0),
        Level::new(2, 10_000, 35.0),
        Level::new(3, 200_000, 38.0),
        Level::new(3, 200_000, 28.0),
        Level::new(4, 1_000_000, 24.0),
    ];
}
