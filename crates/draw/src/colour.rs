//! A colour, and the little arithmetic that themes and tests need.

use std::fmt;

/// A colour of the sRGB space, as in `#rrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u32);

impl Colour {
    /// The colour `share` of the way from this one to `other`.
    pub fn mix(self, other: Colour, share: f32) -> Colour {
        let channel = |shift: u32| {
            let (a, b) = (((self.0 >> shift) & 255) as f32, ((other.0 >> shift) & 255) as f32);
            ((a + (b - a) * share).round() as u32) << shift
        };
        Colour(channel(16) | channel(8) | channel(0))
    }

    /// How light it looks: relative luminance from 0 (black) to 1 (white), as in the web's accessibility guidelines.
    pub fn luminance(self) -> f32 {
        let channel = |shift: u32| {
            let c = ((self.0 >> shift) & 255) as f32 / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
    }

    /// How well one reads on the other: from 1 (not at all) to 21 (black on white).
    pub fn contrast(self, other: Colour) -> f32 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}
