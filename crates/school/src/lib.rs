//! The school: puzzles with spaced repetition and ratings, and lessons in steps.
//!
//! It works above [`table`] and [`coach`], so it knows no game, no page and no store. What it teaches is data in the folders of the games
//! ([`game::Taught`]), read once into a [`School`]. What is known of a person is a [`Learner`], plain data that is written as JSON: the terminal keeps it in
//! a file, the web app in its store. No clock and no lot is hidden in here: times come in as seconds, everything random follows from a seed.
//!
//! The way of a puzzle: [`Learner::next`] chooses one, [`Puzzle::board`] sets it up, [`attempt`] checks an answer and plays its line out, [`solution`] shows
//! the answer, [`Learner::practised`] remembers how it went. Puzzles of one's own come from [`cut`]. The way of a lesson: [`School::lessons`], then for
//! each [`Step`] the sentence [`Step::aim`], the board [`Step::board`], the check [`Step::answer`], and [`Learner::learnt`].

mod answer;
mod attempt;
mod card;
mod cut;
mod error;
mod judge;
mod learner;
mod lesson;
mod make;
mod puzzle;
mod rating;
mod school;
mod words;

pub use answer::Answered;
pub use attempt::{Attempt, attempt, solution};
pub use card::{Card, Grade};
pub use coach::{Budget, ToldPly};
pub use cut::cut;
pub use error::SchoolError;
pub use infer::Filling;
pub use learner::{Learner, Practised, Progress, Why};
pub use lesson::{Lesson, MiniMatch, Right, Step, Task};
pub use make::{Made, Maker};
pub use puzzle::{Aim, Puzzle};
pub use rating::Rating;
pub use school::{School, Theme};
pub use words::say;
