//! All tests of learning in one binary, because linking takes longer than most of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod dense;
mod insight;
mod net;
