//! All tests of learning in one binary, because linking takes longer than most of them.

mod dense;
mod insight;
mod net;
