//! All tests of this game in one binary, because linking takes longer than most of them.

mod knowledge;
mod reference;
mod rules;
mod solver;
mod story;
mod texts;
