//! The board's symmetries as fast maps of sets, and the mirror theorem.
//!
//! **The mirror theorem.** Let a map of the board of order two turn a position into itself with the colours exchanged, and let no
//! taijitu that still fits overlap its own image. Then the side that is *not* to move can answer every taijitu by its image with
//! the colours exchanged; the final position is its own image with the colours exchanged, and the margin is 0. So the side to
//! move cannot get more than 0.

use crate::symmetry::{image_cell, image_set, order};
use crate::{Board, Word};

/// One symmetry of the board.
#[derive(Clone)]
pub(super) struct Map<W> {
    /// The image of every set of four neighbouring bits.
    nibbles: Vec<[W; 16]>,
    /// Where every cell goes.
    pub cells: Vec<u8>,
    /// The cells that stay where they are, or go to a neighbour.
    close: W,
    involution: bool,
}

impl<W: Word> Map<W> {
    fn new(board: &Board<W>, map: usize) -> Map<W> {
        let size = board.size();
        let image = |cell| image_cell(size, map, cell);
        let nibbles = (0..size.cells().div_ceil(4))
            .map(|nibble| {
                std::array::from_fn(|bits| {
                    let set = (0..4)
                        .map(|bit| (bits >> bit & 1 == 1, 4 * nibble + bit))
                        .filter(|&(is_in, cell)| is_in && cell < size.cells())
                        .fold(W::EMPTY, |set, (_, cell)| set | W::bit(cell));
                    image_set(board, map, set)
                })
            })
            .collect();
        let close = (0..size.cells())
            .filter(|&cell| {
                let there = W::bit(image(cell));
                !((W::bit(cell) | board.neighbours(W::bit(cell))) & there).is_empty()
            })
            .fold(W::EMPTY, |set, cell| set | W::bit(cell));
        Map {
            nibbles,
            cells: (0..size.cells()).map(|cell| image(cell) as u8).collect(),
            close,
            involution: map != 0 && (0..size.cells()).all(|cell| image(image(cell)) == cell),
        }
    }

    /// The image of a set.
    #[inline]
    pub fn image(&self, set: W) -> W {
        let mut image = W::EMPTY;
        for (index, nibble) in self.nibbles.iter().enumerate() {
            image |= nibble[set.window(4 * index) as usize & 15];
        }
        image
    }

    /// Whether the mirror theorem holds for this map: the side to move gets no more than 0.
    #[inline]
    pub fn mirrors(&self, cells: [W; 2], live: W) -> bool {
        // A pair overlaps its image where a cell stays in place or changes places with its neighbour.
        self.involution && (self.close & live).is_empty() && self.image(cells[0]) == cells[1]
    }

    /// Whether the mirror theorem can ever hold once these cells are taken.
    pub fn may_mirror(&self, cells: [W; 2]) -> bool {
        self.involution && cells.iter().all(|&set| (self.image(set) & set).is_empty())
    }
}

/// Every symmetry of the board, the identity first.
pub(super) fn maps<W: Word>(board: &Board<W>) -> Vec<Map<W>> {
    (0..order(board.size())).map(|map| Map::new(board, map)).collect()
}
