//! Small nets that correct a game's own evaluation, trained by self-play on one desk machine.
//!
//! A [`Net`] has one hidden layer over the bits that a game tells of a position ([`game::Features`]). Its output is added to the game's strongest
//! evaluation, so training starts from what is already known and can only be asked one thing: is it better? [`Trainer`] makes it, [`Quantised`]
//! is what plays: integers, kept up to date from one position to the next, the same on every machine.
//!
//! A [`Dense`] net is another kind: it judges positions all by itself, learns from the results of games ([`Imitation`]) and advises a Mean-Max tree at
//! its root, where it need not be fast.
//!
//! What is absent on purpose: frameworks. The nets are so small that anything general costs more than the net itself.

mod agent;
mod batch;
mod checkpoint;
pub mod conform;
mod deep;
mod dense;
mod dense_file;
mod evaluator;
mod file;
mod imitation;
mod imitation_checkpoint;
mod influence;
mod net;
mod optimiser;
mod parcel;
mod plot;
mod quantised;
mod selfplay;
mod shelf;
mod trainer;

pub use agent::adviser;
pub use batch::Sample;
pub use checkpoint::CheckpointError;
pub use dense::{Dense, Layer, Trace};
pub use evaluator::NetEvaluator;
pub use file::{FileError, MAGIC};
pub use imitation::{Imitation, Lessons, Transcript};
pub use influence::{Influence, Insight, insight};
pub use net::{Gradient, HEADS, Net, head};
pub use parcel::Parcel;
pub use plot::curve;
pub use quantised::{Accumulator, Quantised};
pub use shelf::{Place, Shelf};
pub use trainer::{Course, Progress, Stage, Trainer};
