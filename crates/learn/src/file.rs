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

/// Bytes of weights around the numbers that `fill` adds: header, what they are for, numbers, checksum.
pub(crate) fn seal(layout: &str, inputs: usize, units: usize, fill: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    for word in [layout.len(), inputs, units] {
        bytes.extend((word as u16).to_le_bytes());
    }
    bytes.extend(layout.bytes());
    fill(&mut bytes);
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

/// The number of units and the bytes of the numbers in weights for `layout` and so many inputs; `length` says how many bytes belong to the inputs
/// and units that the header names.
pub(crate) fn unseal<'a>(
    bytes: &'a [u8],
    layout: &str,
    inputs: usize,
    length: impl Fn(usize, usize) -> usize,
) -> Result<(usize, &'a [u8]), FileError> {
    let wrong = |expected| FileError::Length { expected, found: bytes.len() };
    if !bytes.starts_with(MAGIC) {
        return Err(FileError::Foreign);
    }
    let word = |at: usize| -> Result<u16, FileError> {
        let pair = bytes.get(at..at + 2).ok_or_else(|| wrong(HEADER))?;
        Ok(u16::from_le_bytes([pair[0], pair[1]]))
    };
    match word(8)? {
        version if version > VERSION => return Err(FileError::Newer(version)),
        _ => {}
    }
    let (letters, found_inputs, units) =
        (usize::from(word(10)?), usize::from(word(12)?), usize::from(word(14)?));
    let expected = HEADER + letters + length(found_inputs, units) + CHECKSUM;
    let split = bytes.len().checked_sub(CHECKSUM).filter(|&split| split >= HEADER + letters);
    let (body, sum) = bytes.split_at(split.ok_or_else(|| wrong(expected))?);
    if Sha256::digest(body).as_slice() != sum {
        return Err(if bytes.len() == expected { FileError::Damaged } else { wrong(expected) });
    }
    let name = String::from_utf8_lossy(&body[HEADER..HEADER + letters]);
    if name != layout || found_inputs != inputs {
        return Err(FileError::Layout { expected: layout.to_string(), found: name.into_owned() });
    }
    if bytes.len() != expected {
        return Err(wrong(expected));
    }
    Ok((units, &body[HEADER + letters..]))
}

impl Quantised {
    /// The weights as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        seal(&self.layout, self.inputs, self.hidden, |bytes| {
            for words in [&self.first, &self.bias, &self.second] {
                bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            }
            bytes.extend(self.offset.iter().flat_map(|word| word.to_le_bytes()));
        })
    }

    /// Reads weights for features of the given layout and number.
    ///
    /// # Errors
    /// When they are anything else than what [`Quantised::to_bytes`] wrote for that layout.
    pub fn from_bytes(bytes: &[u8], layout: &str, inputs: usize) -> Result<Quantised, FileError> {
        let numbers = |inputs: usize, hidden: usize| (inputs + 1 + HEADS) * hidden;
        let length = |inputs: usize, hidden: usize| 2 * numbers(inputs, hidden) + 4 * HEADS;
        let (hidden, body) = unseal(bytes, layout, inputs, length)?;
        let (words, offsets) = body.split_at(2 * numbers(inputs, hidden));
        let mut words = words.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut take = |count: usize| words.by_ref().take(count).collect::<Vec<i16>>();
        Ok(Quantised {
            layout: layout.to_string(),
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
