//! A rule engine with two back ends; it knows no game.

mod ast;
mod bits;
mod check;
mod diagnostic;
mod engine;
mod events;
mod exec;
mod explain;
mod join;
mod kb;
mod lexer;
mod live;
mod lower;
mod message;
mod parser;
mod program;
mod prover;
mod relation;
mod sorts;
mod strata;

pub use bits::compile::BackEnd;
pub use bits::plan::BitPlan;
pub use bits::word::Board;
pub use diagnostic::{Diagnostic, Diagnostics, Place, Severity, Source, Span};
pub use engine::{Engine, Verdict};
pub use explain::{Attempt, Derived, Ground, Proof, Reason, WhyNot};
pub use kb::{Kb, Planned};
pub use live::{Live, Reload};
pub use program::{Layer, Weight};
