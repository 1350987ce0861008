//! The terminal's tests, as one program.

mod classroom;
mod lines;
mod prose;
mod screen;
