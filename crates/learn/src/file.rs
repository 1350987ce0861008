//! Weights as bytes: a header, the numbers, and a checksum over both.

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::net::HEADS;
use crate::quantised::Quantised;

/// How a file of weights begins.
pub const MAGIC: &[u8; 8] = b"LUDUSNET";

/// The newest format that is understood.
const VERSION: u16 = 1;

/// Why bytes are not weights that can be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FileError {
    /// They begin otherwise.
    #[error("this is not a file of weights: it does not begin with {:?}", String::from_utf8_lossy(MAGIC))]
    Foreign,
    /// A newer program wrote them.
    #[error("the weights have format {0}, and this program knows formats up to {VERSION}")]
    Newer(u16),
    /// They end early or go on for too long.
    #[error("the weights are {found} bytes long where {expected} were expected")]
    Length {
        /// How long they should be.
        expected: usize,
        /// How long they are.
        found: usize,
    },
    /// The checksum does not fit.
    #[error("the weights are damaged: their checksum does not fit")]
    Damaged,
    /// They are for something else.
    #[error("the weights are for {found:?}, and {expected:?} was expected")]
    Layout {
        /// What the game calls its features.
        expected: String,
        /// What the weights are for.
        found: String,
    },
}

impl Quantised {
    /// The weights as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.layout.len() as u16).to_le_bytes());
        bytes.extend((self.inputs as u16).to_le_bytes());
        bytes.extend((self.hidden as u16).to_le_bytes());
        bytes.extend(self.layout.bytes());
        for words in [&self.first, &self.bias, &self.second] {
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        }
        bytes.extend(self.offset.iter().flat_map(|word| word.to_le_bytes()));
        let sum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&sum);
        bytes
    }

    /// Reads weights for features of the given layout and number.
    ///
    /// # Errors
    /// When they are anything else than what [`Quantised::to_bytes`] wrote for that layout.
    pub fn from_bytes(bytes: &[u8], layout: &str, inputs: usize) -> Result<Quantised, FileError> {
        let short = |expected| FileError::Length { expected, found: bytes.len() };
        if !bytes.starts_with(MAGIC) {
            return Err(FileError::Foreign);
        }
        let word = |at: usize| -> Result<u16, FileError> {
            let pair = bytes.get(at..at + 2).ok_or_else(|| short(HEADER))?;
            Ok(u16::from_le_bytes([pair[0], pair[1]]))
        };
        match word(8)? {
            version if version > VERSION => return Err(FileError::Newer(version)),
            _ => {}
        }
        let (letters, found_inputs, hidden) =
            (usize::from(word(10)?), usize::from(word(12)?), usize::from(word(14)?));
        let numbers = (found_inputs + 1 + HEADS) * hidden;
        let expected = HEADER + letters + 2 * numbers + 4 * HEADS + CHECKSUM;
        if bytes.len() != expected {
            return Err(short(expected));
        }
        let (body, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        if Sha256::digest(body).as_slice() != sum {
            return Err(FileError::Damaged);
        }
        let name = String::from_utf8_lossy(&body[HEADER..HEADER + letters]).into_owned();
        if name != layout || found_inputs != inputs {
            return Err(FileError::Layout { expected: layout.to_string(), found: name });
        }
        let (words, offsets) = body[HEADER + letters..].split_at(2 * numbers);
        let mut words = words.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count: usize| words.by_ref().take(count).collect::<Vec<i16>>();
        Ok(Quantised {
            layout: name,
            inputs,
            hidden,
            first: take(inputs * hidden),
            bias: take(hidden),
            second: take(HEADS * hidden),
            offset: offsets
                .chunks_exact(4)
                .map(|word| i32::from_le_bytes([word[0], word[1], word[2], word[3]]))
                .collect(),
        })
    }
}

/// Bytes before the layout.
const HEADER: usize = 16;

/// Bytes after the numbers.
const CHECKSUM: usize = 32;
