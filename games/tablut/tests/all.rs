//! All tests of this game in one binary, because linking takes longer than most of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod data;
mod evaluation;
mod greedy;
mod knowledge;
mod net;
mod reference;
mod rules;
mod seed_agent;
mod solver;
mod story;
mod texts;
mod wire;
