//! The tests of this package, one binary.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod jobs;
mod nonsense;
mod server;
