//! All tests of this game in one binary, because linking takes longer than most of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod conform;
mod data;
mod forced;
mod greedy;
mod knowledge;
mod net;
mod reference;
mod seed_agent;
mod story;
mod strength;
mod texts;
mod wire;
