//! A net in training as bytes, so that an interrupted training goes on exactly where it stopped.

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::net::Net;
use crate::optimiser::Adam;
use crate::trainer::{Course, Trainer};

const MAGIC: &[u8; 8] = b"LUDUSTRN";

/// Why bytes are not a training that can be resumed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CheckpointError {
    /// They begin otherwise.
    #[error("this is not a checkpoint: it does not begin with {:?}", String::from_utf8_lossy(MAGIC))]
    Foreign,
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
        let mut bytes = MAGIC.to_vec();
        let course = &self.course;
        for word in [
            course.hidden as u64,
            course.rounds,
            course.games as u64,
            u64::from(course.lambda.to_bits()),
            u64::from(course.rates.0.to_bits()),
            u64::from(course.rates.1.to_bits()),
            course.explore.0.to_bits(),
            course.explore.1.to_bits(),
            course.seed,
            self.round,
            self.adam.steps,
            self.net.inputs as u64,
            self.layout.len() as u64,
        ] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.layout.bytes());
        for net in [&self.net, &self.adam.mean, &self.adam.square] {
            bytes.extend(net.parts().into_iter().flatten().flat_map(|number| number.to_le_bytes()));
        }
        let sum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&sum);
        bytes
    }

    /// Reads a training for features of this layout.
    ///
    /// # Errors
    /// When the bytes are anything else than what [`Trainer::to_bytes`] wrote for that layout.
    pub fn from_bytes(bytes: &[u8], layout: &str) -> Result<Trainer, CheckpointError> {
        if !bytes.starts_with(MAGIC) {
            return Err(CheckpointError::Foreign);
        }
        let split = bytes.len().checked_sub(32).ok_or(CheckpointError::Damaged)?;
        let (body, sum) = bytes.split_at(split);
        if Sha256::digest(body).as_slice() != sum {
            return Err(CheckpointError::Damaged);
        }
        let mut rest = body.get(MAGIC.len()..).ok_or(CheckpointError::Damaged)?;
        let mut word = || take::<8>(&mut rest).map(u64::from_le_bytes);
        let hidden = word()? as usize;
        let (rounds, games) = (word()?, word()? as usize);
        let mut single = || word().map(|bits| f32::from_bits(bits as u32));
        let (lambda, rates) = (single()?, (single()?, single()?));
        let explore = (f64::from_bits(word()?), f64::from_bits(word()?));
        let (seed, round, steps) = (word()?, word()?, word()?);
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
        let (net, mean, square) = (net()?, net()?, net()?);
        Ok(Trainer {
            course: Course { hidden, rounds, games, lambda, rates, explore, seed },
            layout: found,
            net,
            adam: Adam { steps, mean, square },
            round,
        })
    }
}

/// The next bytes of a list.
pub(crate) fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], CheckpointError> {
    let (taken, left) = rest.split_first_chunk::<N>().ok_or(CheckpointError::Damaged)?;
    *rest = left;
    Ok(*taken)
}
