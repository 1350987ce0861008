//! Plays by rules, judges by rules, and says why: what a game's knowledge files are good for.
//!
//! Generic over every game that gives facts ([`game::facts::Describe`]). Nothing here knows a rule, and [`infer`] knows no game; this crate brings
//! them together:
//!
//! - [`Knowledge`] finds the text in force: the one shipped with the game, or a file that a reader has put in its place and may be editing right now.
//! - [`Expert`] is the player that follows the rules about moves and nothing else; [`RulesEvaluator`] lets a search judge positions by the scores of
//!   the same file.
//! - [`explain()`] gives the reasons for a move as plain data, [`inquire`] answers questions about a file: is it right, why does a fact hold, why not;
//!   [`tune`] lets a file play against changed copies of itself to find better weights; [`rank`] says what all moves are worth by a text that is still being written.

mod claims;
mod compare;
mod contest;
mod desk;
mod error;
mod evaluator;
mod expert;
mod explanation;
mod inquiry;
mod judge;
mod knowledge;
mod lang;
mod phrases;
mod proof;
mod ranking;
mod tuning;

pub use claims::{
    CLAIM_NODES, COMMONPLACE, ClaimQuestion, Claimed, Known, MoveClaims, Replay, Status, claims,
};
pub use compare::{Comparison, compare};
pub use contest::{Bout, Contest, Others, shares};
pub use error::ExpertError;
pub use evaluator::RulesEvaluator;
pub use expert::{EXPERT, Expert};
pub use explanation::{Alternative, Explanation, Question, Reason, explain};
pub use infer::{Exceeded, Promise, USUAL as STEPS, Until, within};
pub use inquiry::{Asked, Check, Finding, Inquiry, Remark, Trace, Why, WhyNot, inquire};
pub use knowledge::{Knowledge, Pack};
pub use lang::Lang;
pub use proof::ProofLine;
pub use ranking::{By, Ranked, Ranking, rank};
pub use tuning::{Plan, Tuned, Tuning, Watch, tune};
