//! The web app: pages and pictures made on the server, live news, and scripts that know no rules.
//!
//! `Lobby` holds the open games, each in a `Room`; `Thinkers` are the threads of computer
//! players; `guard` is what every request passes; `pages` make the HTML; `wire` is what scripts are told. Nothing here knows which game it
//! serves, and nothing is acknowledged before it is in the store.

mod analysis;
mod app;
mod assets;
mod body;
mod claim;
mod clock;
mod connections;
mod drill;
mod faces;
mod failure;
mod fair;
mod guard;
mod learners;
mod lesson;
mod live;
mod lobby;
mod logs;
mod machines;
mod opponents;
mod own_bots;
mod pace;
mod packs;
mod pages;
mod prose;
mod pupil;
mod reviews;
mod room;
mod seats;
mod seeds;
mod sentences;
mod server;
mod squeeze;
mod statistics;
mod study;
mod thinkers;
mod tournaments;
mod turns;
mod visitor;
mod why;
mod wire;
mod words;
mod yours;

pub use app::{App, Settings, router};
pub use coach::Budget;
pub use guard::Rate;
pub use machines::Meeting;
pub use own_bots::OwnBots;
pub use seeds::Seeds;
pub use server::{ServeError, Where, data_folder, serve};
