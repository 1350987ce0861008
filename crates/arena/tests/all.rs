//! All tests of the arena in one binary, because linking takes longer than most of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod attacks;
mod bots;
mod chances;
mod classes;
mod engine;
mod hostile;
mod network;
mod noise;
mod tournaments;
