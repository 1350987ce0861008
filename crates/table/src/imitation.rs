//! Training a net from games, as plain data.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use game::{Planes, Symmetric};
use learn::{CheckpointError, Imitation, Lessons, Parcel, Progress, Transcript};
use search::SuspectMaker;

use crate::training::{packed, unpacked};
use crate::{Leg, Training, TrainingError};

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
    fn games(&self) -> usize {
        self.due()
    }

    fn sheet(&self) -> Vec<u8> {
        self.sheet()
    }

    fn play(&self, numbers: Range<usize>, stop: &AtomicBool) -> Option<Vec<u8>> {
        let played = self.play(numbers, stop)?;
        Some(packed(
            played.into_iter().map(|game| Parcel { moves: game.moves, samples: Vec::new() }).collect(),
        ))
    }

    fn learn(
        &mut self,
        games: &[Vec<u8>],
        record: &mut dyn FnMut(Vec<String>),
    ) -> Result<Progress, TrainingError> {
        let games = unpacked(games, self.due())?;
        games.iter().for_each(|game| record(game.moves.clone()));
        let transcripts = games.into_iter().map(|game| Transcript { start: None, moves: game.moves });
        Ok(self.learn(transcripts.collect()))
    }

    fn rounds(&self) -> u64 {
        self.lessons().rounds
    }

    fn stage(&self) -> Leg {
        Leg { place: 0, rounds: self.lessons().rounds, last: true }
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
