//! Where new games get their seeds from.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// Where new games get their seeds from.
#[derive(Debug, Default)]
pub enum Seeds {
    /// From the system: nobody can guess what will be dealt.
    #[default]
    Secret,
    /// One after the other, so that the same games happen again.
    Counted(AtomicU64),
}

impl Seeds {
    /// The next one.
    pub fn next(&self) -> u64 {
        match self {
            Seeds::Secret => secret(),
            Seeds::Counted(next) => next.fetch_add(1, Ordering::Relaxed),
        }
    }
}

/// A number that nobody can guess.
pub fn secret() -> u64 {
    RandomState::new().build_hasher().finish()
}
