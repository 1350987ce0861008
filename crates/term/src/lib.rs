//! Playing in the terminal.
