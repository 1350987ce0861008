//! All tests of this game in one binary, because linking takes longer than most of them.

mod claims;
mod counts;
mod knowledge;
mod lost;
mod reference;
mod rules;
mod solver;
mod story;
mod texts;
mod won_boards;
