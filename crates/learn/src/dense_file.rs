//! A net of full layers as bytes: the same header and checksum as for other weights, numbers of two bytes, a scale for each part.

use crate::dense::{Dense, HIDDEN};
use crate::file::{FileError, seal, unseal};

/// What a file of such weights is for: the planes and the layers above them.
pub(crate) fn purpose(layout: &str) -> String {
    let widths: Vec<String> = HIDDEN.iter().map(usize::to_string).collect();
    format!("{layout} {}", widths.join("-"))
}

/// The largest whole number that stands for a weight.
const MOST: f32 = 32_767.0;

impl Dense {
    /// The weights as bytes, for planes of this layout. Each number is rounded to a 65,534th of the range of its part.
    pub fn to_bytes(&self, layout: &str) -> Vec<u8> {
        seal(&purpose(layout), self.inputs(), HIDDEN[0], |bytes| {
            for part in self.parts() {
                let scale = part.iter().fold(0.0, |most: f32, number| most.max(number.abs())) / MOST;
                let scale = scale.max(f32::MIN_POSITIVE);
                bytes.extend(scale.to_le_bytes());
                let words = part.iter().map(|number| (number / scale).round().clamp(-MOST, MOST) as i16);
                bytes.extend(words.flat_map(i16::to_le_bytes));
            }
        })
    }

    /// Reads weights for planes of this layout and number of inputs.
    ///
    /// # Errors
    /// When the bytes are anything else than what [`Dense::to_bytes`] wrote for such planes.
    pub fn from_bytes(bytes: &[u8], layout: &str, inputs: usize) -> Result<Dense, FileError> {
        let length = |inputs: usize, _| {
            let net = Dense::zero(inputs, 0);
            net.parts().map(|part| 4 + 2 * part.len()).sum::<usize>()
        };
        let (_, mut rest) = unseal(bytes, &purpose(layout), inputs, length)?;
        let mut net = Dense::zero(inputs, 0);
        for part in net.parts_mut() {
            let (scale, numbers) = rest.split_at(4);
            let scale = f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]);
            let (words, after) = numbers.split_at(2 * part.len());
            for (number, pair) in part.iter_mut().zip(words.chunks_exact(2)) {
                *number = scale * f32::from(i16::from_le_bytes([pair[0], pair[1]]));
            }
            rest = after;
        }
        Ok(net)
    }
}
