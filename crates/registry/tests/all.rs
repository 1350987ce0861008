//! All tests of the registered games in one binary, because linking takes longer than most of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod abilities;
mod imitation;
mod knowledge;
mod outside;
mod overriding;
mod styles;
mod training;
mod words;
