//! Moves that set off more than themselves: a round ends, things are moved and counted, and people want to see it happen.

use crate::{Draw, Frame, Point, Seat};

/// A game in which some moves set something off that people follow step by step.
pub trait Unfold: Draw {
    /// What `mv` sets off in `state`, in the order in which people would do it at the table; `None` for moves that do no more than what is seen at
    /// once. The points say in the picture for `frame` where they come from.
    fn unfold(&self, state: &Self::State, mv: Self::Move, frame: Frame) -> Option<Chapter<Self::State>>;
}

/// What a move sets off.
#[derive(Clone, PartialEq, Debug)]
pub struct Chapter<S> {
    /// What is over now, in a word or two: `Round 3`. Put into other languages by [`crate::Spoken::WORDS`].
    pub title: String,
    /// The steps, the move itself first. The last one leads to the position after the move.
    pub steps: Vec<Step<S>>,
}

/// A step that is looked at by itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Step<S> {
    /// What the board shows after it. Good for drawing only: between two positions of the rules there may be many that are none.
    pub state: S,
    /// The points that it brings.
    pub gains: Vec<Gain>,
}

/// Points that somebody gets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gain {
    /// Who.
    pub who: Seat,
    /// How many; less than nothing when they are lost.
    pub points: i32,
    /// Where they come from.
    pub at: Point,
}

impl<S> Chapter<S> {
    /// What a seat has won and what it has lost, the latter as a number below zero.
    pub fn sums(&self, seat: Seat) -> [i32; 2] {
        let gains = self.steps.iter().flat_map(|step| &step.gains).filter(|gain| gain.who == seat);
        gains.fold([0, 0], |[won, lost], gain| [won + gain.points.max(0), lost + gain.points.min(0)])
    }
}
