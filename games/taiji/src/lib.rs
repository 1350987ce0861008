//! The game taiji.
