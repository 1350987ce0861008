//! Matches between players, and the statistics that tell strength from luck.

pub mod duel;
pub mod stats;

pub use duel::{Duel, DuelError, Report};
