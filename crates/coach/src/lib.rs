//! The coach: what a move is worth, why, and how a whole game went; nothing that is not so.
//!
//! Everything here works above [`table::Match`], so it knows no game and is compiled once. A [`Verdict`] comes from solver and search, a
//! [`Relation`] says when two of them may be told apart, a [`Class`] names what a move cost. Words come from what literally happens along the lines of
//! play: each sentence of an [`Explanation`] carries the line that shows it.

mod accuracy;
mod budget;
mod class;
mod error;
mod examination;
mod explanation;
mod hint;
mod names;
mod reason;
mod relation;
mod review;
mod ruling;
mod statement;
mod tale;
mod telling;
mod threat;
mod verdict;
mod words;

pub use budget::Budget;
pub use class::{Class, Loss, Scale, Thresholds};
pub use error::CoachError;
pub use explanation::{Alternative, Explanation, Question, explain};
pub use hint::{Hint, hint};
pub use reason::{Reason, Silence, Status};
pub use relation::{Grain, Relation, relation};
pub use review::{
    Eyes, Found, Look, Luck, Notes, Phase, Plan, PlayerReview, Progress, Remark, Review, Reviewed, look,
    review, review_by,
};
pub use telling::{ToldPly, tell};
pub use verdict::{Judged, Verdict};
pub use words::{Labels, Speaker, dealt, refusal, said};
