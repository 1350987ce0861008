//! Work that is cut into jobs, and who carries it out: the threads of this process, or many machines.
//!
//! A caller describes a [`Work`] and hands out its jobs from a [`Source`]; a [`Crew`] carries them out. What comes of it does not depend on who did: a
//! job's output follows from the work's brief and the job's input, and each job counts once. Many machines meet at a NATS server with JetStream
//! (`docs/fleet.md`); without one nothing here opens a port.

mod crew;
mod files;
mod greeting;
pub mod key;
mod local;
mod server;
mod status;
mod submit;
mod trouble;
mod warden;
mod work;
mod worker;

pub use crew::Crew;
pub use files::{Files, fingerprint};
pub use local::Local;
pub use server::{Access, Server};
pub use status::{Machine, Run, Status};
pub use trouble::Trouble;
pub use warden::{Watched, watch};
pub use work::{Next, Outcome, Source, Work};
pub use worker::{Craft, Tally, Worker};
