//! The geometry of a rectangular board: neighbours, regions and groups of cells, many cells at a time.

use game::Size;

use crate::Word;

/// The most groups that can count towards a score.
pub(crate) const MOST_GROUPS: usize = 9;

/// A board of a fixed size.
#[derive(Clone, Debug)]
pub struct Board<W> {
    size: Size,
    /// Every cell.
    all: W,
    /// Every cell that has a neighbour to its right.
    not_last: W,
    /// Every cell that has a neighbour to its left.
    not_first: W,
}

impl<W: Word> Board<W> {
    /// The board of this size; `None` when the word has too few bits for it.
    pub fn new(size: Size) -> Option<Board<W>> {
        if size.cells() > W::BITS {
            return None;
        }
        let choose = |keep: &dyn Fn(usize) -> bool| {
            (0..size.cells())
                .filter(|&cell| keep(cell % size.columns))
                .fold(W::EMPTY, |set, cell| set | W::bit(cell))
        };
        Some(Board {
            size,
            all: choose(&|_| true),
            not_last: choose(&|column| column + 1 < size.columns),
            not_first: choose(&|column| column > 0),
        })
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Every cell.
    pub fn all(&self) -> W {
        self.all
    }

    /// The cells of `set` whose right neighbour is in `set` too: the left ends of its horizontal pairs.
    #[inline]
    pub fn across(&self, set: W) -> W {
        set & set >> 1 & self.not_last
    }

    /// The cells of `set` whose upper neighbour is in `set` too: the lower ends of its vertical pairs.
    #[inline]
    pub fn upright(&self, set: W) -> W {
        set & set >> self.size.columns
    }

    /// The cells next to some cell of `set`; cells of `set` are among them only where two are adjacent.
    #[inline]
    pub fn neighbours(&self, set: W) -> W {
        let columns = self.size.columns;
        (set & self.not_last) << 1
            | (set & self.not_first) >> 1
            | ((set << columns) & self.all)
            | set >> columns
    }

    /// Everything in `within` that is connected to `seed`, the part of `seed` outside `within` excluded.
    #[inline]
    pub fn flood(&self, seed: W, within: W) -> W {
        let mut region = seed & within;
        loop {
            let grown = (region | self.neighbours(region)) & within;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Calls `visit` with every connected group of `set`.
    #[inline]
    pub fn each_group(&self, mut set: W, mut visit: impl FnMut(W)) {
        while !set.is_empty() {
            let group = self.flood(set.lowest_alone(), set);
            set &= !group;
            visit(group);
        }
    }

    /// The size of the largest connected group of `set`; 0 for the empty set.
    pub fn largest(&self, set: W) -> usize {
        let mut largest = 0;
        self.each_group(set, |group| largest = largest.max(group.count()));
        largest
    }

    /// The sum of the sizes of the `groups` largest connected groups of `set`.
    pub fn score(&self, set: W, groups: usize) -> usize {
        if groups == 1 {
            return self.largest(set);
        }
        let mut sizes = [0; MOST_GROUPS];
        let kept = &mut sizes[..groups.min(MOST_GROUPS)];
        self.each_group(set, |group| {
            let mut size = group.count();
            for place in kept.iter_mut() {
                if size > *place {
                    std::mem::swap(&mut size, place);
                }
            }
        });
        kept.iter().sum()
    }
}
