//! The bit-parallel back end: sets of elements as machine words.
//!
//! A predicate over the elements of one sort is a word with a bit per element. A static relation is a set of
//! rotations, each with a mask; a join is AND, negation AND-NOT, recursion a fill, a weighted count a popcount.

pub(crate) mod compile;
pub(crate) mod graph;
pub(crate) mod plan;
pub(crate) mod register;
