//! Best play from a position, read off what the search has proved.

use game::{Control, ranking};

use crate::solver::search::Search;
use crate::{Arc, Word};

/// A position's value to the side to move, with best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BestLine {
    pub value: i32,
    pub moves: Vec<Arc>,
}

impl<W: Word> Search<W> {
    /// The exact value for the side to move, and best play.
    pub fn solve(&mut self, open: W, control: &Control) -> Option<BestLine> {
        self.begin();
        let value = self.value(open, control)?;
        let moves = self.line(open, value, control)?;
        self.report(control);
        Some(BestLine { value, moves })
    }

    /// A move by which the side to move gets at least so much, or that there is none; `None` when the time is up.
    pub fn reach(&mut self, open: W, value: i32, control: &Control) -> Option<Option<Arc>> {
        self.begin();
        let reached = self.is_at_least(open, value, true, control);
        let best = if reached { self.best(open, value, control).map(|(arc, _)| arc) } else { None };
        self.report(control);
        if self.stopped { None } else { Some(best) }
    }

    /// Best play from a position of known value, as far as it is found without much work.
    fn line(&mut self, mut open: W, mut value: i32, control: &Control) -> Option<Vec<Arc>> {
        let mut moves = Vec::new();
        while !open.is_empty() {
            let Some((arc, next)) = self.best(open, value, control) else { break };
            moves.push(arc);
            open &= !W::bit(arc.index());
            value = next;
        }
        if moves.is_empty() { None } else { Some(moves) }
    }

    /// A move that keeps the value, and the value after it.
    fn best(&mut self, open: W, value: i32, control: &Control) -> Option<(Arc, i32)> {
        let closed = |arc: usize| {
            let after = open & !W::bit(arc);
            self.board.beside[arc]
                .iter()
                .filter(|b| !b.bit.is_empty() && (after & b.sides).is_empty())
                .count() as i32
        };
        let mut candidates: Vec<(usize, i32)> = open.elements().map(|arc| (arc, closed(arc))).collect();
        ranking::by_key(&mut candidates, |&(_, closed)| -i64::from(closed));
        // What the search has just proved is in the table; anything else may take as long as the search did.
        for searching in [false, true] {
            for &(arc, closed) in &candidates {
                let after = open & !W::bit(arc);
                let (keeps, next) = match closed {
                    0 => (self.is_at_most(after, -value, searching, control), -value),
                    _ => (self.is_at_least(after, value - closed, searching, control), value - closed),
                };
                if self.stopped {
                    return None;
                }
                if keeps {
                    return Some((Arc(arc as u8), next));
                }
            }
        }
        None
    }

    /// Whether a position is worth no more than `value` to the side to move there. Without `searching`, a no may mean that it is not known.
    fn is_at_most(&mut self, open: W, value: i32, searching: bool, control: &Control) -> bool {
        let step = self.step_to(open);
        let bounds = if searching { self.settle(0, &step, -value, control) } else { self.known(&step) };
        bounds.low >= -value
    }

    /// Whether a position is worth `value` or more to the side to move there. Without `searching`, a no may mean that it is not known.
    fn is_at_least(&mut self, open: W, value: i32, searching: bool, control: &Control) -> bool {
        let step = self.step_to(open);
        let bounds = if searching { self.settle(0, &step, 1 - value, control) } else { self.known(&step) };
        bounds.high < 1 - value
    }
}
