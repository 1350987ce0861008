//! The game azul.
