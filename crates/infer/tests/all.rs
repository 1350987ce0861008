//! All tests of the rule engine in one binary, because linking takes longer than most of them.

mod agree;
mod diagnostics;
mod made_up;
mod noise;
mod reasoning;
