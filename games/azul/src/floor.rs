//! The floor line: tiles that found no place, in the order they fell.

use std::hash::{Hash, Hasher};

use crate::{Colour, Tiles};

/// How many places the floor line has.
pub const FLOOR_PLACES: usize = 7;

/// Points lost by the number of places taken; the eighth thing can only be the marker, which then costs nothing.
const PENALTIES: [i32; 9] = [0, 1, 2, 4, 6, 8, 11, 14, 14];

/// Four bits a place from the lowest: 1 to 5 a colour, 6 the marker, 0 free.
///
/// The order is kept for showing it; it changes nothing, so floors are equal when they hold the same things.
#[derive(Clone, Copy, Debug, Default)]
pub struct Floor(u32);

const MARKER: u32 = 6;

/// What lies on a place of the floor line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fallen {
    /// A tile.
    Tile(Colour),
    /// The first-player marker.
    Marker,
}

impl Floor {
    /// Nothing on the floor.
    pub const EMPTY: Floor = Floor(0);

    /// How many things lie there; 8 when the marker came to a full floor.
    #[inline]
    pub const fn len(self) -> usize {
        (35 - self.0.leading_zeros()) as usize / 4
    }

    /// Whether nothing lies there.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Lets up to `count` tiles fall and returns how many found a place.
    #[inline]
    pub fn drop_tiles(&mut self, colour: Colour, count: usize) -> usize {
        let length = self.len();
        let fallen = count.min(FLOOR_PLACES.saturating_sub(length));
        let row = (0x1111_1111 * (colour as u32 + 1)) & ((1u64 << (4 * fallen)) - 1) as u32;
        if fallen > 0 {
            self.0 |= row << (4 * length);
        }
        fallen
    }

    /// Puts the marker on the next place, after the last one if need be. There is one marker, so it happens once.
    #[inline]
    pub fn drop_marker(&mut self) {
        let length = self.len();
        if length <= FLOOR_PLACES {
            self.0 |= MARKER << (4 * length);
        }
    }

    /// The points that are lost.
    #[inline]
    pub const fn penalty(self) -> i32 {
        PENALTIES[self.len()]
    }

    /// The points that would be lost with `more` things on the floor.
    #[inline]
    pub fn penalty_with(self, more: usize) -> i32 {
        PENALTIES[(self.len() + more).min(FLOOR_PLACES)]
    }

    /// Everything in order.
    pub fn iter(self) -> impl Iterator<Item = Fallen> {
        (0..self.len()).map(move |place| match self.0 >> (4 * place) & 0xf {
            MARKER => Fallen::Marker,
            tile => Fallen::Tile(Colour::nth(tile as usize - 1)),
        })
    }

    /// The tiles, the marker left out.
    #[inline]
    pub fn tiles(self) -> Tiles {
        let mut tiles = Tiles::NONE;
        let mut left = self.0;
        while left != 0 {
            if left & 0xf != MARKER {
                tiles += Tiles::of(Colour::nth((left & 0xf) as usize - 1), 1);
            }
            left >>= 4;
        }
        tiles
    }

    /// Whether the marker lies there.
    pub fn has_marker(self) -> bool {
        self.iter().any(|fallen| fallen == Fallen::Marker)
    }
}

impl PartialEq for Floor {
    fn eq(&self, other: &Floor) -> bool {
        self.0 == other.0 || (self.len() == other.len() && self.tiles() == other.tiles())
    }
}

impl Eq for Floor {}

impl Hash for Floor {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.len(), self.tiles()).hash(hasher);
    }
}
