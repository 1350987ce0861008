//! Bots as processes, matches and tournaments, and the statistics that tell strength from luck.
//!
//! A bot is any program that speaks lines of text ([`engine`] is the other end of the same protocol). It runs in a [`sandbox`], is held to its
//! clock and its caps, and when it breaks a rule the game is lost for it by a named [`Fault`]; nothing else is disturbed.

pub mod arbiter;
mod archive;
pub mod baggage;
pub mod build;
pub mod calibration;
pub mod check;
pub mod class;
pub mod clock;
mod command;
pub mod duel;
pub mod engine;
pub mod entry;
pub mod event;
mod exec_bot;
mod fault;
pub mod forecast;
pub mod grade;
pub mod journal;
pub mod net;
mod nursery;
pub mod opening;
pub mod pace;
pub mod plan;
mod player;
mod process;
pub mod proving;
pub mod report;
pub mod reviewing;
pub mod round;
pub mod sandbox;
pub mod schedule;
pub mod scoring;
pub mod similar;
pub mod standings;
pub mod starter;
pub mod stats;
pub mod tournament;
pub mod training;
mod travel;
mod watch;

pub use arbiter::{OnFail, Terms};
pub use clock::Clock;
pub use command::{Bot as BotCommand, CommandError};
pub use duel::{Duel, DuelError, Report};
pub use exec_bot::{ExecBot, Transcript};
pub use fault::{Fault, Lapse};
pub use fleet::{Crew, Local};
pub use opening::Openings;
pub use plan::Plan;
pub use player::{Contestant, player};
pub use sandbox::{Caps, Isolation};
pub use standings::Standings;
pub use tournament::{Outcome, Progress, Tournament};
