//! Training a net, as plain data.

use std::sync::atomic::AtomicBool;

use game::{Features, Game, Symmetric};
use learn::{CheckpointError, Course, Progress, Trainer};
use thiserror::Error;

/// Why a training cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TrainingError {
    /// The game has no features.
    #[error("{0} has nothing to tell a net")]
    NoFeatures(&'static str),
    /// The game has no planes.
    #[error("{0} cannot be shown to a net")]
    NoPlanes(&'static str),
    /// The training cannot be taken up again.
    #[error("{0}")]
    Checkpoint(#[from] CheckpointError),
}

/// A net in training for some game.
pub trait Training: Send {
    /// One round of games and steps, in so many threads. Hands over the moves of every game that it played, as texts. `None`, and nothing has
    /// happened, if `stop` was set before its end.
    fn step(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        record: &mut dyn FnMut(Vec<String>),
    ) -> Option<Progress>;

    /// How many rounds there will be.
    fn rounds(&self) -> u64;

    /// The stage that the next round belongs to.
    fn stage(&self) -> Leg;

    /// Games that are played in a round.
    fn games(&self) -> usize;

    /// Rounds done.
    fn round(&self) -> u64;

    /// Changes how many rounds the stage that the next round belongs to will have.
    fn set_rounds(&mut self, rounds: u64);

    /// What the net's inputs mean, by name.
    fn layout(&self) -> String;

    /// How it goes besides the loss, in a few words, or nothing.
    fn remark(&self) -> String;

    /// Everything that the rest of the training depends on.
    fn checkpoint(&self) -> Vec<u8>;

    /// The net as it stands, as a file of weights.
    fn weights(&self) -> Vec<u8>;
}

/// A stage of a training.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leg {
    /// Its place among the stages, from 0.
    pub place: usize,
    /// How many rounds it has.
    pub rounds: u64,
    /// Whether no other follows.
    pub last: bool,
}

/// How a training begins.
pub(crate) enum Beginning<'a> {
    /// With a fresh net.
    Afresh(Course),
    /// Where an earlier one stopped.
    From(&'a [u8]),
}

struct Lesson<G> {
    game: G,
    trainer: Trainer,
}

pub(crate) fn begin<G: Features + Symmetric>(
    game: &G,
    beginning: Beginning<'_>,
) -> Result<Box<dyn Training>, CheckpointError> {
    let trainer = match beginning {
        Beginning::Afresh(course) => Trainer::new(game, course),
        Beginning::From(bytes) => Trainer::from_bytes(bytes, &game.layout())?,
    };
    Ok(Box::new(Lesson { game: game.clone(), trainer }))
}

/// Moves from the start of the game on, as texts.
fn in_words<G: Game>(game: &G, moves: &[G::Move]) -> Vec<String> {
    let mut state = game.start();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(game.write_move(&state, mv));
        game.play(&mut state, mv);
    }
    texts
}

impl<G: Features + Symmetric> Training for Lesson<G> {
    fn step(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        record: &mut dyn FnMut(Vec<String>),
    ) -> Option<Progress> {
        let game = &self.game;
        self.trainer.step(game, &game.base(), threads, stop, &mut |moves| record(in_words(game, moves)))
    }

    fn rounds(&self) -> u64 {
        self.trainer.course().rounds()
    }

    fn stage(&self) -> Leg {
        let (place, _) = self.trainer.stage();
        let stages = &self.trainer.course().stages;
        let last = stages[place + 1..].iter().all(|stage| stage.rounds == 0);
        Leg { place, rounds: stages[place].rounds, last }
    }

    fn games(&self) -> usize {
        self.trainer.course().games
    }

    fn round(&self) -> u64 {
        self.trainer.round()
    }

    fn set_rounds(&mut self, rounds: u64) {
        self.trainer.set_rounds(rounds);
    }

    fn layout(&self) -> String {
        self.game.layout()
    }

    fn remark(&self) -> String {
        String::new()
    }

    fn checkpoint(&self) -> Vec<u8> {
        self.trainer.to_bytes()
    }

    fn weights(&self) -> Vec<u8> {
        self.trainer.quantised().to_bytes()
    }
}
