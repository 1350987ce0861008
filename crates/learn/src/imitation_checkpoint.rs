//! A net that learns from games as bytes, so that an interrupted training goes on exactly where it stopped.
//!
//! The games given are not in it, only their checksum: whoever goes on gives them again.

use game::{Planes, Symmetric};
use search::SuspectMaker;
use sha2::{Digest, Sha256};

use crate::checkpoint::{CheckpointError, closed, opened, take};
use crate::dense::Dense;
use crate::dense_file::purpose;
use crate::imitation::{Imitation, Lessons, Transcript};

const MAGIC: &[u8; 8] = b"LUDUSIMI";

/// How a training begins from which games can be played and nothing else.
const SHEET: &[u8; 8] = b"LUDUSIMS";

/// A checksum of games.
pub(crate) fn digest(games: &[Transcript]) -> [u8; 32] {
    let mut sum = Sha256::new();
    for game in games {
        for text in game.start.iter().chain(&game.moves) {
            sum.update(text.as_bytes());
            sum.update(b"\t");
        }
        sum.update(b"\n");
    }
    sum.finalize().into()
}

impl<G: Planes + Symmetric> Imitation<G> {
    /// Everything that the rest of the training depends on, but for the games given.
    pub fn to_bytes(&self) -> Vec<u8> {
        let own: Vec<String> = self.own.iter().map(|game| game.moves.join("\t")).collect();
        self.with(MAGIC, &own.join("\n"), &[&self.net, &self.adam.mean, &self.adam.square])
    }

    /// Everything that the games of the next round depend on.
    pub fn sheet(&self) -> Vec<u8> {
        self.with(SHEET, "", &[&self.net])
    }

    fn with(&self, magic: &[u8; 8], own: &str, nets: &[&Dense]) -> Vec<u8> {
        let layout = purpose(&self.game().planes().layout);
        let mut bytes = magic.to_vec();
        for word in [
            layout.len() as u64,
            self.lessons.rounds,
            self.lessons.games as u64,
            self.lessons.seed,
            self.round,
            self.adam.steps,
            self.played() as u64,
            own.len() as u64,
        ] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(layout.bytes());
        bytes.extend(self.digest);
        bytes.extend(own.bytes());
        for net in nets {
            bytes.extend(net.parts().flatten().flat_map(|number| number.to_le_bytes()));
        }
        closed(bytes)
    }

    /// Goes on with a training of this game from these games. Whoever has only a sheet can play the games of its next round, and needs no others.
    ///
    /// # Errors
    /// When the bytes are anything else than what [`Imitation::to_bytes`] or [`Imitation::sheet`] wrote for them.
    pub fn from_bytes(
        bytes: &[u8],
        game: &G,
        suspect: SuspectMaker<G>,
        given: &[Transcript],
    ) -> Result<Imitation<G>, CheckpointError> {
        let whole = !bytes.starts_with(SHEET);
        let mut rest = opened(bytes, if whole { MAGIC } else { SHEET })?;
        let mut word = || take::<8>(&mut rest).map(u64::from_le_bytes);
        let letters = word()? as usize;
        let (rounds, games, seed) = (word()?, word()? as usize, word()?);
        let (round, steps) = (word()?, word()?);
        let (played, length) = (word()? as usize, word()? as usize);
        let name = text(&mut rest, letters)?;
        let expected = purpose(&game.planes().layout);
        if name != expected {
            return Err(CheckpointError::Other { expected, found: name });
        }
        if take::<32>(&mut rest)? != digest(given) && whole {
            return Err(CheckpointError::OtherGames);
        }
        let own = text(&mut rest, length)?;
        let mut training = Imitation::new(game, suspect, Lessons { rounds, games, seed }, given);
        if whole {
            training.add(own.split('\n').take(played).map(transcript).collect());
        } else {
            training.elsewhere = played;
        }
        training.round = round;
        training.adam.steps = steps;
        let mut fill = |net: &mut Dense| -> Result<(), CheckpointError> {
            for number in net.parts_mut().flatten() {
                *number = f32::from_le_bytes(take::<4>(&mut rest)?);
            }
            Ok(())
        };
        fill(&mut training.net)?;
        if whole {
            fill(&mut training.adam.mean)?;
            fill(&mut training.adam.square)?;
        }
        Ok(training)
    }
}

/// A game as [`Imitation::to_bytes`] writes it.
fn transcript(line: &str) -> Transcript {
    let moves = line.split('\t').filter(|text| !text.is_empty()).map(str::to_string).collect();
    Transcript { start: None, moves }
}

/// The next bytes of a list as text.
fn text(rest: &mut &[u8], length: usize) -> Result<String, CheckpointError> {
    let (taken, left) = rest.split_at_checked(length).ok_or(CheckpointError::Damaged)?;
    *rest = left;
    Ok(String::from_utf8_lossy(taken).into_owned())
}
