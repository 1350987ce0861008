//! The game dots-and-boxes.
