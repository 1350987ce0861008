//! Training a net, as plain data.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use game::{Features, Game, Symmetric};
use learn::{CheckpointError, Course, Parcel, Progress, Trainer};
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
    /// A round has other games than it should.
    #[error("a round of {expected} games came back with {found}")]
    Games {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The training cannot be taken up again.
    #[error("{0}")]
    Checkpoint(#[from] CheckpointError),
}

/// A net in training for some game.
pub trait Training: Send + Sync {
    /// Games that the next round plays.
    fn games(&self) -> usize;

    /// Everything that the games of the next round depend on, for others who play some of them: a checkpoint from which no more can be done.
    fn sheet(&self) -> Vec<u8>;

    /// Plays these games of the next round, numbered from 0, and gives them as bytes. Each follows from the sheet and its number alone, so it does
    /// not matter who plays it. `None` if `stop` was set before the end.
    fn play(&self, numbers: Range<usize>, stop: &AtomicBool) -> Option<Vec<u8>>;

    /// Ends the round with its games, in their order: the steps, which only whoever has the whole training can take. Hands over the moves of
    /// every game, as texts.
    ///
    /// # Errors
    /// When the bytes are not the games of the round; then nothing has happened.
    fn learn(
        &mut self,
        games: &[Vec<u8>],
        record: &mut dyn FnMut(Vec<String>),
    ) -> Result<Progress, TrainingError>;

    /// How many rounds there will be.
    fn rounds(&self) -> u64;

    /// The stage that the next round belongs to.
    fn stage(&self) -> Leg;

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

/// Games as bytes.
pub(crate) fn packed(games: Vec<Parcel>) -> Vec<u8> {
    let mut bytes = Vec::new();
    games.iter().for_each(|game| game.write(&mut bytes));
    bytes
}

/// The games of a round, so many in all.
pub(crate) fn unpacked(parts: &[Vec<u8>], expected: usize) -> Result<Vec<Parcel>, TrainingError> {
    let mut games = Vec::new();
    for part in parts {
        games.extend(Parcel::read(part)?);
    }
    if games.len() == expected {
        Ok(games)
    } else {
        Err(TrainingError::Games { expected, found: games.len() })
    }
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
    fn games(&self) -> usize {
        self.trainer.course().games
    }

    fn sheet(&self) -> Vec<u8> {
        self.trainer.sheet()
    }

    fn play(&self, numbers: Range<usize>, stop: &AtomicBool) -> Option<Vec<u8>> {
        let game = &self.game;
        let in_words = |moves: &[G::Move]| in_words(game, moves);
        let played = self.trainer.play(game, &game.base(), numbers, stop, &in_words)?;
        Some(packed(played))
    }

    fn learn(
        &mut self,
        games: &[Vec<u8>],
        record: &mut dyn FnMut(Vec<String>),
    ) -> Result<Progress, TrainingError> {
        let games = unpacked(games, self.games())?;
        let mut samples = Vec::new();
        for game in games {
            record(game.moves);
            samples.extend(game.samples);
        }
        Ok(self.trainer.learn(samples))
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
