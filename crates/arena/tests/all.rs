//! All tests of the arena in one binary, because linking takes longer than most of them.

mod attacks;
mod bots;
mod engine;
mod hostile;
mod network;
mod tournaments;
