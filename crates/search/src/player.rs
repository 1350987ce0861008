//! The trait of everything that chooses moves.

use game::{Control, Game, Line};

use crate::Thought;

/// Chooses moves. A player keeps what it learns about a game (tables, trees) from one move to the next, so each seat of each match has its own.
pub trait Player<G: Game>: Send {
    /// Thinks about the current position of `line`, in which a player is to move, and chooses one of its legal moves. Returns within 50 ms
    /// after `control` says that the thinking must end.
    fn think(&mut self, line: &Line<G>, control: &Control, ask: Ask<'_, G::Move>) -> Thought<G::Move>;
}

/// Hears of thoughts while they improve.
pub type Listener<'a, M> = dyn FnMut(&Thought<M>) + 'a;

/// What is wanted of a thought beyond a move.
pub struct Ask<'a, M> {
    /// How many of the best moves to judge properly; at least 1.
    pub lines: usize,
    /// Told of every improvement on the way. Not every player reports.
    pub report: Option<&'a mut Listener<'a, M>>,
}

impl<'a, M> Ask<'a, M> {
    /// A move and nothing else.
    pub fn best() -> Ask<'a, M> {
        Ask { lines: 1, report: None }
    }

    /// The best `count` moves, each judged properly.
    pub fn lines(count: usize) -> Ask<'a, M> {
        Ask { lines: count.max(1), report: None }
    }

    /// The same, telling `report` of every improvement on the way.
    #[must_use]
    pub fn reporting(self, report: &'a mut Listener<'a, M>) -> Ask<'a, M> {
        Ask { report: Some(report), ..self }
    }

    pub(crate) fn tell(&mut self, thought: &Thought<M>) {
        if let Some(report) = &mut self.report {
            report(thought);
        }
    }
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Box<P> {
    fn think(&mut self, line: &Line<G>, control: &Control, ask: Ask<'_, G::Move>) -> Thought<G::Move> {
        (**self).think(line, control, ask)
    }
}
