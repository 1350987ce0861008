//! All tests of the registered games in one binary, because linking takes longer than most of them.

mod abilities;
mod imitation;
mod knowledge;
mod outside;
mod overriding;
mod styles;
mod training;
mod words;
