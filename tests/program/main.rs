//! The program as its users run it. One binary, because linking every game takes longer than most of these tests.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod arena;
mod args;
mod boards;
mod cli;
mod fleet;
mod insight;
mod manual;
#[cfg(target_os = "linux")]
mod memory;
mod players;
mod python;
mod reference;
mod runs;
#[path = "../../crates/fleet/tests/server.rs"]
mod served;
mod signature;
mod training;
mod unheard;
mod web;
