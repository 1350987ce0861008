//! Games of a round as bytes, so that another machine may play them.

use game::MOST_FEATURES;

use crate::batch::Sample;
use crate::checkpoint::{CheckpointError, take};

/// A game that was played for a net to learn from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parcel {
    /// Its moves, as texts.
    pub moves: Vec<String>,
    /// What is to be learned from its positions; empty where that follows from the moves.
    pub samples: Vec<Sample>,
}

/// Words that a sample's bits may fill.
const WORDS: usize = MOST_FEATURES / 64;

impl Parcel {
    /// Adds the game to a list of bytes. Of each sample only the words that are not empty are written.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let moves = self.moves.join("\t");
        let number = |number: usize| (number as u32).to_le_bytes();
        bytes.extend(number(moves.len()));
        bytes.extend(moves.bytes());
        bytes.extend(number(self.samples.len()));
        for sample in &self.samples {
            let filled = (0..WORDS).filter(|&at| sample.words[at] != 0);
            bytes.extend(filled.clone().fold(0u16, |mask, at| mask | 1 << at).to_le_bytes());
            bytes.extend(filled.flat_map(|at| sample.words[at].to_le_bytes()));
            bytes.push(sample.head as u8);
            bytes.extend(sample.base.to_le_bytes());
            bytes.extend(sample.target.to_le_bytes());
        }
    }

    /// The games of a list of bytes.
    ///
    /// # Errors
    /// When they are anything else than what [`Parcel::write`] wrote.
    pub fn read(mut bytes: &[u8]) -> Result<Vec<Parcel>, CheckpointError> {
        let rest = &mut bytes;
        let mut parcels = Vec::new();
        while !rest.is_empty() {
            let letters = u32::from_le_bytes(take(rest)?) as usize;
            let (text, after) = rest.split_at_checked(letters).ok_or(CheckpointError::Damaged)?;
            *rest = after;
            let text = std::str::from_utf8(text).map_err(|_| CheckpointError::Damaged)?;
            let moves = text.split('\t').filter(|mv| !mv.is_empty()).map(str::to_string).collect();
            let count = u32::from_le_bytes(take(rest)?);
            let samples = (0..count).map(|_| sample(rest)).collect::<Result<_, _>>()?;
            parcels.push(Parcel { moves, samples });
        }
        Ok(parcels)
    }
}

fn sample(rest: &mut &[u8]) -> Result<Sample, CheckpointError> {
    let mask = u16::from_le_bytes(take(rest)?);
    let mut words = [0; WORDS];
    for (at, word) in words.iter_mut().enumerate() {
        if mask >> at & 1 == 1 {
            *word = u64::from_le_bytes(take(rest)?);
        }
    }
    let [head] = take(rest)?;
    let mut single = || take(rest).map(f32::from_le_bytes);
    let (base, target) = (single()?, single()?);
    if usize::from(head) >= crate::net::HEADS {
        return Err(CheckpointError::Damaged);
    }
    Ok(Sample { words, head: usize::from(head), base, target })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_arrive_as_they_were_and_what_is_cut_off_is_refused() {
        let mut words = [0; WORDS];
        (words[0], words[WORDS - 1]) = (5, 1 << 63);
        let sample = Sample { words, head: 2, base: -0.1, target: 0.7 };
        let games = [
            Parcel { moves: vec!["A1".into(), "h2.3 x".into()], samples: vec![sample.clone(), sample] },
            Parcel::default(),
        ];
        let mut bytes = Vec::new();
        games.iter().for_each(|game| game.write(&mut bytes));
        assert_eq!(Parcel::read(&bytes).as_deref(), Ok(&games[..]));
        assert_eq!(Parcel::read(&[]), Ok(Vec::new()));
        for length in 1..bytes.len() - 8 {
            assert!(Parcel::read(&bytes[..length]).is_err(), "{length} bytes");
        }
    }
}
