//! All tests of this game in one binary, because linking takes longer than most of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod evaluation;
mod knowledge;
mod reference;
mod rules;
mod solver;
mod story;
mod texts;
