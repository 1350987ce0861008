//! Training a net from games, as plain data.

use std::sync::atomic::{AtomicBool, Ordering};

use game::{Planes, Symmetric};
use learn::{CheckpointError, Imitation, Lessons, Progress, Transcript};
use search::SuspectMaker;

use crate::{Leg, Training};

/// Begins or resumes such a training.
pub(crate) type BeginImitation<G> = fn(
    &G,
    SuspectMaker<G>,
    Lessons,
    &[Transcript],
    Option<&[u8]>,
) -> Result<Box<dyn Training>, CheckpointError>;

pub(crate) fn begin<G: Planes + Symmetric>(
    game: &G,
    suspect: SuspectMaker<G>,
    lessons: Lessons,
    games: &[Transcript],
    checkpoint: Option<&[u8]>,
) -> Result<Box<dyn Training>, CheckpointError> {
    Ok(Box::new(match checkpoint {
        None => Imitation::new(game, suspect, lessons, games),
        Some(bytes) => Imitation::from_bytes(bytes, game, suspect, games)?,
    }))
}

impl<G: Planes + Symmetric> Training for Imitation<G> {
    fn step(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        record: &mut dyn FnMut(Vec<String>),
    ) -> Option<Progress> {
        (!stop.load(Ordering::Relaxed)).then(|| self.step(threads, record))
    }

    fn rounds(&self) -> u64 {
        self.lessons().rounds
    }

    fn stage(&self) -> Leg {
        Leg { place: 0, rounds: self.lessons().rounds, last: true }
    }

    fn games(&self) -> usize {
        self.lessons().games
    }

    fn round(&self) -> u64 {
        self.round()
    }

    fn set_rounds(&mut self, rounds: u64) {
        self.set_rounds(rounds);
    }

    fn layout(&self) -> String {
        self.game().planes().layout
    }

    fn remark(&self) -> String {
        let unseen = self.error().map_or(String::new(), |error| format!(", {error:.4} on unseen games"));
        format!("{} games given, {} of its own{unseen}", self.used(), self.played())
    }

    fn checkpoint(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn weights(&self) -> Vec<u8> {
        self.weights()
    }
}
