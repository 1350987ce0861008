//! A net in training as bytes, so that an interrupted training goes on exactly where it stopped.

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::net::Net;
use crate::optimiser::Adam;
use crate::trainer::{Course, Trainer};

const MAGIC: &[u8; 8] = b"LUDUSTR2";

/// How a training begins from which games can be played and nothing else.
const SHEET: &[u8; 8] = b"LUDUSTS1";

/// Why bytes are not a training that can be resumed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CheckpointError {
    /// They begin otherwise.
    #[error("this is not a checkpoint of this kind of training: it does not begin with {0:?}")]
    Foreign(String),
    /// They are cut off, or changed.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// It belongs to another training.
    #[error("the checkpoint is of {found}, and {expected} was asked for")]
    Other {
        /// The layout asked for.
        expected: String,
        /// The layout found.
        found: String,
    },
    /// It learned from other games than those given.
    #[error("the checkpoint belongs to other games than those given")]
    OtherGames,
}

impl Trainer {
    /// Everything that the rest of the training depends on.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.with(MAGIC, &[&self.net, &self.adam.mean, &self.adam.square])
    }

    /// Everything that the games of the next round depend on.
    pub fn sheet(&self) -> Vec<u8> {
        self.with(SHEET, &[&self.net])
    }

    fn with(&self, magic: &[u8; 8], nets: &[&Net]) -> Vec<u8> {
        let mut bytes = magic.to_vec();
        let course = &self.course;
        let mut words = vec![course.hidden as u64, course.games as u64, course.seed];
        for stage in &course.stages {
            words.extend([stage.rounds, stage.nodes, stage.opening as u64, stage.passes as u64]);
            let singles = [stage.lambda, stage.rates.0, stage.rates.1];
            words.extend(singles.map(|number| u64::from(number.to_bits())));
            words.extend([stage.explore.0, stage.explore.1].map(f64::to_bits));
        }
        words.extend([self.round, self.adam.steps, self.net.inputs as u64, self.layout.len() as u64]);
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.layout.bytes());
        for net in nets {
            bytes.extend(net.parts().into_iter().flatten().flat_map(|number| number.to_le_bytes()));
        }
        closed(bytes)
    }

    /// Reads a training for features of this layout. Whoever has only a sheet can play the games of its next round.
    ///
    /// # Errors
    /// When the bytes are anything else than what [`Trainer::to_bytes`] or [`Trainer::sheet`] wrote for that layout.
    pub fn from_bytes(bytes: &[u8], layout: &str) -> Result<Trainer, CheckpointError> {
        let whole = !bytes.starts_with(SHEET);
        let mut rest = opened(bytes, if whole { MAGIC } else { SHEET })?;
        let mut word = || take::<8>(&mut rest).map(u64::from_le_bytes);
        let (hidden, games, seed) = (word()? as usize, word()? as usize, word()?);
        let mut course = Course { hidden, games, seed, ..Course::new(0, 0) };
        for stage in &mut course.stages {
            (stage.rounds, stage.nodes) = (word()?, word()?);
            (stage.opening, stage.passes) = (word()? as usize, word()? as usize);
            let mut single = || word().map(|bits| f32::from_bits(bits as u32));
            (stage.lambda, stage.rates) = (single()?, (single()?, single()?));
            stage.explore = (f64::from_bits(word()?), f64::from_bits(word()?));
        }
        let (round, steps) = (word()?, word()?);
        let (inputs, letters) = (word()? as usize, word()? as usize);
        if letters > rest.len() {
            return Err(CheckpointError::Damaged);
        }
        let (name, mut rest) = rest.split_at(letters);
        let found = String::from_utf8_lossy(name).into_owned();
        if found != layout {
            return Err(CheckpointError::Other { expected: layout.to_string(), found });
        }
        let mut net = || -> Result<Net, CheckpointError> {
            let mut net = Net::zero(inputs, hidden);
            for number in net.parts_mut().into_iter().flatten() {
                *number = f32::from_le_bytes(take::<4>(&mut rest)?);
            }
            Ok(net)
        };
        let played = net()?;
        let adam =
            if whole { Adam { steps, mean: net()?, square: net()? } } else { Adam::new(inputs, hidden) };
        Ok(Trainer { course, layout: found, net: played, adam, round })
    }
}

/// A checkpoint with its checksum.
pub(crate) fn closed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

/// What is between the beginning of a checkpoint and its checksum.
pub(crate) fn opened<'a>(bytes: &'a [u8], magic: &[u8; 8]) -> Result<&'a [u8], CheckpointError> {
    if !bytes.starts_with(magic) {
        return Err(CheckpointError::Foreign(String::from_utf8_lossy(magic).into_owned()));
    }
    let (body, sum) = bytes.split_last_chunk::<32>().ok_or(CheckpointError::Damaged)?;
    if Sha256::digest(body).as_slice() != sum {
        return Err(CheckpointError::Damaged);
    }
    body.get(magic.len()..).ok_or(CheckpointError::Damaged)
}

/// The next bytes of a list.
pub(crate) fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], CheckpointError> {
    let (taken, left) = rest.split_first_chunk::<N>().ok_or(CheckpointError::Damaged)?;
    *rest = left;
    Ok(*taken)
}
