//! The terminal's tests, as one program.

mod classroom;
mod lines;
