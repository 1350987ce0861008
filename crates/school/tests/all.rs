//! The school's tests, as one program.

mod learner;
mod lessons;
mod puzzles;
