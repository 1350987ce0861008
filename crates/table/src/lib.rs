//! Every game behind one plain-data interface.
//!
//! Below this crate everything is generic and compiled for each game; above it (terminal, browser, arena, command line) nothing
//! knows which game it serves. The bridge is [`Match`]: a game in progress whose positions, moves and results are texts and
//! numbers. It is crossed once per question, never once per node of a search.
//!
//! No game is named here. Each sits down by one call of [`seat!`], and the one list of them is another crate's.

mod batch;
mod bits;
mod bot;
mod branch;
mod family;
pub mod files;
mod games;
mod house;
mod imitation;
mod insight;
mod kit;
mod matches;
mod move_log;
mod numbers;
mod phrases;
mod picture;
mod position;
mod record;
mod seat;
mod seated;
mod session;
mod setup;
mod solution;
mod told;
mod training;
mod transcripts;
mod tree;
mod warning;
mod who;
mod wired;

pub use expert;
pub use learn;

pub use batch::{Batch, BatchError, MOST_GAMES};
pub use bits::Bits;
pub use bot::{Bot, BotError, Idea, Thought, Wanted, players};
pub use branch::Branch;
pub use family::{Entry, Family, OpenError, Width};
pub use games::Games;
pub use house::House;
pub use insight::{Insight, ToldFeature, ToldPlace};
pub use kit::Kit;
pub use matches::{Ending, Figures, Match, Side, Standing};
pub use move_log::MoveLog;
pub use numbers::Numbers;
pub use phrases::Phrases;
pub use picture::{Picture, Stage, Summary};
pub use position::{assumed, position_json, position_text};
pub use record::{Record, RecordError};
pub use search::{Clock, Spec, SpecError};
pub use seated::Seated;
pub use session::{Played, Session};
pub use setup::Setup;
pub use solution::{Best, Findings, Means, Prover, Solution, Tried, Valued, graded};
pub use told::Told;
pub use training::{Leg, Training, TrainingError};
pub use transcripts::read_transcripts;
pub use tree::{Tree, TreeTally};
pub use warning::tell_warnings;
pub use who::{PERSON, Who, only_person};
pub use wired::Wired;
