//! The school's tests, as one program.
