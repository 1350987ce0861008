//! All tests of this game in one binary, because linking takes longer than most of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod balance;
mod corners;
mod evaluation;
mod knowledge;
mod naive;
mod net;
mod perft;
mod playthrough;
mod reference;
mod rules;
mod scoring;
mod solver;
mod story;
mod texts;
