//! Whether chances mean what they say: measured in games, and put right.

pub mod sample;
