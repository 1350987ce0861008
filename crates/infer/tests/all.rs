//! All tests of the rule engine in one binary, because linking takes longer than most of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agree;
mod budget;
mod diagnostics;
mod made_up;
mod noise;
mod reasoning;
