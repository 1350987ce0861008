//! Exact values of small regions, worked out when they are met for the first time.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::solve::promise::Promise;
use crate::solve::strips::{MOVE, Walls, combine};
use crate::word::mix;

/// How many regions are kept; they take about a hundred bytes each.
const MOST: usize = 1 << 19;

/// What a region is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    /// To the player whose dominoes stand upright.
    pub(crate) upright: Promise,
    /// To the other player.
    pub(crate) flat: Promise,
    /// The value for the upright player, if it is a number.
    pub(crate) number: Option<i16>,
}

/// A set of cells in its bounding box, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub(crate) cells: u64,
    pub(crate) width: u32,
}

impl Shape {
    fn key(self) -> u64 {
        self.cells | u64::from(self.width) << 58
    }

    /// The cells with a neighbour on the right, if all were free.
    fn not_last_column(self) -> u64 {
        let mut row = (1u64 << (self.width - 1)) - 1;
        let mut all = 0;
        while row != 0 && row.trailing_zeros() < 60 {
            all |= row;
            row = row.checked_shl(self.width).unwrap_or(0);
        }
        all
    }

    /// The same cells in the smallest box that holds them.
    fn trimmed(self) -> Shape {
        let Shape { mut cells, width } = self;
        if cells == 0 {
            return Shape { cells: 0, width: 1 };
        }
        cells >>= cells.trailing_zeros() / width * width;
        let mut columns = 0;
        let mut rest = cells;
        while rest != 0 {
            columns |= rest & ((1 << width) - 1);
            rest >>= width;
        }
        let left = columns.trailing_zeros();
        let narrow = 64 - columns.leading_zeros() - left;
        if narrow == width {
            return Shape { cells, width };
        }
        let (mut packed, mut row) = (0, 0);
        while cells != 0 {
            packed |= (cells & ((1 << width) - 1)) >> left << (row * narrow);
            cells >>= width;
            row += 1;
        }
        Shape { cells: packed, width: narrow }
    }
}

/// Hashes the keys of shapes, which are single words.
#[derive(Default, Debug)]
pub(crate) struct ShapeHasher(u64);

impl Hasher for ShapeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mix(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(word);
    }
}

/// The regions valued so far.
#[derive(Debug)]
pub(crate) struct Shapes {
    /// The largest region that is valued.
    pub(crate) largest: u32,
    known: HashMap<u64, u32, BuildHasherDefault<ShapeHasher>>,
    worths: Vec<Worth>,
    /// The walls of each for the upright player and for the other.
    walls: Vec<[Walls; 2]>,
}

impl Shapes {
    /// Shapes for boards of so many cells. Valuing larger regions shortens the search, but takes longer than it saves where that is short.
    pub(crate) fn for_board(cells: usize) -> Shapes {
        // A region of up to 14 joined cells would lie in a box of at most 56 and fit a word.
        let largest = if cells > 64 { 12 } else { 10 };
        Shapes { largest, known: HashMap::default(), worths: Vec::new(), walls: Vec::new() }
    }

    /// The worth of a region of at most [`Shapes::largest`] cells; `None` when it is not known and there is no room to keep it.
    #[inline(always)]
    pub(crate) fn worth(&mut self, shape: Shape) -> Option<&Worth> {
        let index = match self.known.get(&shape.key()) {
            Some(&index) => index,
            None if self.worths.len() >= MOST => return None,
            None => self.value(shape),
        };
        Some(&self.worths[index as usize])
    }

    fn value(&mut self, shape: Shape) -> u32 {
        if let Some(&index) = self.known.get(&shape.key()) {
            return index;
        }
        let up = shape.cells & shape.cells >> shape.width;
        let flat = shape.cells & shape.cells >> 1 & shape.not_last_column();
        let useful = up | up << shape.width | flat | flat << 1;
        let option = |shapes: &mut Shapes, domino: u64| {
            shapes.value(Shape { cells: useful & !domino, width: shape.width }.trimmed())
        };
        let lefts: Vec<u32> = bits(up).map(|start| option(self, start | start << shape.width)).collect();
        let rights: Vec<u32> = bits(flat).map(|start| option(self, start | start << 1)).collect();
        let of = |index: &u32| &self.walls[*index as usize];
        let (upright, number) = combine(lefts.iter().map(|i| &of(i)[0]), rights.iter().map(|i| &of(i)[0]));
        let (flat, _) = combine(rights.iter().map(|i| &of(i)[1]), lefts.iter().map(|i| &of(i)[1]));
        let index = self.worths.len() as u32;
        // Only numbers that the table of positions can tell apart.
        let number = number.filter(|value| value % (MOVE / 16) == 0);
        self.walls.push([upright, flat]);
        let [upright, flat] = [upright, flat].map(|walls| Promise::of(walls.promise()));
        self.worths.push(Worth { upright, flat, number });
        self.known.insert(shape.key(), index);
        index
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
