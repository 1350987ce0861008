//! Training a net, as plain data.

use game::{Features, Game, Symmetric};
use learn::{CheckpointError, Course, Progress, Trainer};

/// A net in training for some game.
pub trait Training: Send {
    /// One round of games and steps, in so many threads. Hands over the moves of every game that it played, as texts.
    fn step(&mut self, threads: usize, record: &mut dyn FnMut(Vec<String>)) -> Progress;

    /// How many rounds there will be.
    fn rounds(&self) -> u64;

    /// Games that are played in a round.
    fn games(&self) -> usize;

    /// Rounds done.
    fn round(&self) -> u64;

    /// Changes how many rounds there will be.
    fn set_rounds(&mut self, rounds: u64);

    /// What the net's inputs mean, by name.
    fn layout(&self) -> String;

    /// How it goes besides the loss, in a few words; often nothing.
    fn remark(&self) -> String {
        String::new()
    }

    /// Everything that the rest of the training depends on.
    fn checkpoint(&self) -> Vec<u8>;

    /// The net as it stands, as a file of weights.
    fn weights(&self) -> Vec<u8>;
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
    fn step(&mut self, threads: usize, record: &mut dyn FnMut(Vec<String>)) -> Progress {
        let game = &self.game;
        self.trainer.step(game, &game.base(), threads, &mut |moves| record(in_words(game, moves)))
    }

    fn rounds(&self) -> u64 {
        self.trainer.course().rounds
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

    fn checkpoint(&self) -> Vec<u8> {
        self.trainer.to_bytes()
    }

    fn weights(&self) -> Vec<u8> {
        self.trainer.quantised().to_bytes()
    }
}
