//! The game domineering.
