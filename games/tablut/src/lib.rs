//! The game tablut.
