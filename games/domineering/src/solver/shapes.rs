//! Exact values of small regions, worked out when they are met for the first time.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use game::bits::Word;
use game::hash::mix_again as mix;

use crate::solver::promise::Promise;
use crate::solver::strips::{MOVE, Walls, combine};

/// How many regions are kept; they take about a hundred bytes each.
const MOST: usize = 1 << 19;

/// How many regions a board of the usual size has: room for them is set aside at once, so that nothing has to be moved.
const USUAL: usize = 1 << 16;

/// The cells of the largest regions that are valued. Larger ones would shorten the search by less than it takes to value them. A region of up
/// to 14 joined cells would lie in a box of at most 56 and fit a word.
pub(crate) const LARGEST: usize = 12;

/// How many regions are found without working out their shape.
const RECENT: usize = 1 << 11;

/// What a region is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    /// To the player whose dominoes stand upright.
    pub(crate) upright: Promise,
    /// To the other player.
    pub(crate) flat: Promise,
    /// The value for the upright player, if it is a number.
    pub(crate) number: Option<i16>,
    /// Stands for the shape, whichever way it lies, as one player sees it.
    pub(crate) key: u64,
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

    /// The lower cells of all upright dominoes and the left cells of all flat ones.
    fn starts(self) -> [u64; 2] {
        let Shape { cells, width } = self;
        [cells & cells >> width, cells & cells >> 1 & self.not_last_column()]
    }

    /// The cells that a domino can cover.
    fn useful(self) -> Shape {
        let [up, flat] = self.starts();
        Shape { cells: up | up << self.width | flat | flat << 1, width: self.width }
    }

    /// Of all images of the shape under reflection the least, and whether it is one in which the players change places.
    fn least(self) -> (Shape, bool) {
        let width = self.width;
        let height = (64 - self.cells.leading_zeros()).div_ceil(width).max(1);
        let (mut images, mut turned) = ([0; 4], [0; 4]);
        for cell in bits(self.cells).map(u64::trailing_zeros) {
            let (row, column) = (cell / width, cell % width);
            let (rows, columns) = ([row, height - 1 - row], [column, width - 1 - column]);
            for image in 0..4 {
                let (row, column) = (rows[image / 2], columns[image % 2]);
                images[image] |= 1u64 << (row * width + column);
                turned[image] |= 1u64 << (column * height + row);
            }
        }
        let least = |images: [u64; 4], width| Shape { cells: images.into_iter().fold(!0, u64::min), width };
        let (image, turned) = (least(images, width), least(turned, height));
        if turned.key() < image.key() { (turned, true) } else { (image, false) }
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

/// A good hash of a set of cells.
#[inline(always)]
pub(crate) fn hash<W: Word>(cells: W) -> u64 {
    // Nothing is mixed to 0, and what is above should count even if it is nothing.
    const ABOVE: u64 = 0x5851_f42d_4c95_7f2d;
    let above = (1..W::LIMBS).rev().fold(0, |hash, limb| mix(cells.limb(limb) ^ hash ^ ABOVE));
    mix(cells.limb(0) ^ above)
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
#[derive(Clone, Debug)]
pub(crate) struct Shapes<W> {
    /// Where the worths of shapes are.
    known: HashMap<u64, u32, BuildHasherDefault<ShapeHasher>>,
    /// Of each shape, and next to it of the same one turned, so that the players change places.
    worths: Vec<Worth>,
    /// Regions that were met lately, in the view of each player, with their places in `worths`.
    recent: [Vec<(W, u32)>; 2],
    /// The walls of each pair of these for the upright player and for the other.
    walls: Vec<[Walls; 2]>,
}

impl<W: Word> Shapes<W> {
    /// No shapes yet.
    pub(crate) fn new() -> Shapes<W> {
        Shapes {
            known: HashMap::with_capacity_and_hasher(2 * USUAL, BuildHasherDefault::default()),
            recent: [0, 1].map(|_| vec![(W::EMPTY, 0); RECENT]),
            worths: Vec::with_capacity(USUAL),
            walls: Vec::with_capacity(USUAL / 2),
        }
    }

    /// The worth of a region, in the view of `viewer`, of at most [`LARGEST`] cells, whose shape is worked out if need be; `None` when it is not known and
    /// there is no room to keep it.
    #[inline(always)]
    pub(crate) fn worth(
        &mut self,
        viewer: usize,
        region: W,
        shape: impl FnOnce() -> Shape,
    ) -> Option<&Worth> {
        let place = hash(region) as usize % RECENT;
        if self.recent[viewer][place].0 != region {
            self.recent[viewer][place] = (region, self.index(shape())?);
        }
        Some(&self.worths[self.recent[viewer][place].1 as usize])
    }

    #[inline(never)]
    fn index(&mut self, shape: Shape) -> Option<u32> {
        match self.known.get(&shape.key()) {
            Some(&index) => Some(index),
            None if self.worths.len() >= MOST => None,
            None => Some(self.value(shape)),
        }
    }

    /// Where the worth of a shape is. Only one of its images is worked out.
    fn value(&mut self, shape: Shape) -> u32 {
        if let Some(&index) = self.known.get(&shape.key()) {
            return index;
        }
        let (least, turned) = shape.least();
        let known = self.known.get(&least.key()).copied();
        let index = known.unwrap_or_else(|| self.work_out(least)) ^ u32::from(turned);
        self.known.insert(shape.key(), index);
        index
    }

    /// Values a shape and, next to it, the same shape turned.
    fn work_out(&mut self, shape: Shape) -> u32 {
        let option = |shapes: &mut Shapes<W>, domino: u64| {
            shapes.value(Shape { cells: shape.cells & !domino, width: shape.width }.useful().trimmed())
                as usize
        };
        let [up, flat] = shape.starts();
        let lefts: Vec<usize> = bits(up).map(|start| option(self, start | start << shape.width)).collect();
        let rights: Vec<usize> = bits(flat).map(|start| option(self, start | start << 1)).collect();
        let of = |index: &usize, player: usize| &self.walls[index / 2][(index % 2) ^ player];
        let (upright, number) = combine(lefts.iter().map(|i| of(i, 0)), rights.iter().map(|i| of(i, 0)));
        let (flat, _) = combine(rights.iter().map(|i| of(i, 1)), lefts.iter().map(|i| of(i, 1)));
        let index = self.worths.len() as u32;
        // Only numbers that the table of positions can tell apart.
        let number = number.filter(|value| value % (MOVE / 16) == 0);
        self.walls.push([upright, flat]);
        let [upright, flat] = [upright, flat].map(|walls| Promise::of(walls.promise()));
        self.worths.push(Worth { upright, flat, number, key: mix(shape.key()) });
        let number = number.map(|value| -value);
        self.worths.push(Worth { upright: flat, flat: upright, number, key: mix(!shape.key()) });
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
