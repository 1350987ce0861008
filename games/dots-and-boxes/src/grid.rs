//! Whole-board arithmetic on arcs and boxes, for the solver and the evaluation.
//!
//! Here a position is the set of its *open* arcs, those not drawn yet. The degree of a box is how many of its arcs are open.

use game::Size;

use crate::{Board, Word};

/// Masks for working on all boxes of a board at once.
#[derive(Clone, Debug)]
pub(crate) struct Grid<W> {
    columns: usize,
    first_vertical: usize,
    /// All boxes, and those of each row.
    all: W,
    rows: Vec<W>,
    not_first: W,
    not_last: W,
}

/// The boxes with an open arc on each side, and the boxes by degree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anatomy<W> {
    top: W,
    bottom: W,
    left: W,
    right: W,
    /// Boxes that the next arc closes.
    pub one: W,
    /// Boxes in chains and loops, once there is none of degree one.
    pub two: W,
    /// Boxes that one more arc leaves safe.
    pub many: W,
    /// Those of `many` that one more arc turns into `two`.
    pub three: W,
}

impl<W: Word> Anatomy<W> {
    /// Boxes that are not closed.
    pub fn open_boxes(&self) -> W {
        self.one | self.two | self.many
    }
}

/// A maximal set of connected boxes of degree two (or of one and two, while capturing).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<W> {
    pub boxes: W,
    /// All open arcs of these boxes.
    pub arcs: W,
    /// How many boxes.
    pub length: usize,
    /// Whether it leads to a box outside itself.
    pub joined: bool,
}

impl<W: Word> Run<W> {
    /// Whether a run of boxes of degree two closes upon itself: then it has no arcs to spare.
    pub fn is_loop(&self) -> bool {
        self.arcs.count() == self.length
    }
}

impl<W: Word> Grid<W> {
    pub fn new(board: &Board<W>) -> Grid<W> {
        let Size { rows, columns } = board.size();
        let row = |r: usize| W::below(columns) << (r * columns);
        let column = |c: usize| (0..rows).fold(W::EMPTY, |set, r| set | W::bit(r * columns + c));
        let all = W::below(rows * columns);
        Grid {
            columns,
            first_vertical: board.first_vertical(),
            all,
            rows: (0..rows).map(row).collect(),
            not_first: all & !column(0),
            not_last: all & !column(columns - 1),
        }
    }

    /// Looks at all boxes.
    #[inline]
    pub fn anatomy(&self, open: W) -> Anatomy<W> {
        let (top, bottom) = (open & self.all, open >> self.columns & self.all);
        let vertical = open >> self.first_vertical;
        let (mut left, mut right) = (W::EMPTY, W::EMPTY);
        for (index, &row) in self.rows.iter().enumerate() {
            left |= vertical >> index & row;
            right |= vertical >> (index + 1) & row;
        }
        // Two half adders and a full one count up to four arcs for all boxes together.
        let (odd, pair) = (top ^ bottom, top & bottom);
        let (odd_too, pair_too) = (left ^ right, left & right);
        let units = odd ^ odd_too;
        let twos = pair ^ pair_too ^ (odd & odd_too);
        let four = pair & pair_too;
        let three = units & twos;
        Anatomy {
            top,
            bottom,
            left,
            right,
            one: units & !twos,
            two: twos & !units,
            many: three | four,
            three,
        }
    }

    /// All arcs, open or not, of these boxes.
    #[inline]
    pub fn arcs(&self, boxes: W) -> W {
        let mut spread = W::EMPTY;
        for (index, &row) in self.rows.iter().enumerate() {
            spread |= (boxes & row) << index;
        }
        boxes | boxes << self.columns | (spread | spread << 1) << self.first_vertical
    }

    /// The boxes that share an open arc with these.
    #[inline]
    pub fn neighbours(&self, anatomy: &Anatomy<W>, boxes: W) -> W {
        let east = (boxes & anatomy.right & self.not_last) << 1;
        let west = (boxes & anatomy.left & self.not_first) >> 1;
        let south = (boxes & anatomy.bottom) << self.columns;
        let north = (boxes & anatomy.top) >> self.columns;
        (east | west | south | north) & self.all
    }

    /// The run through the boxes `seed`, within the boxes `inside`.
    #[inline]
    pub fn run(&self, open: W, anatomy: &Anatomy<W>, seed: W, inside: W) -> Run<W> {
        let mut boxes = seed;
        loop {
            let around = self.neighbours(anatomy, boxes);
            let grown = boxes | around & inside;
            if grown == boxes {
                let joined = !(around & !inside).is_empty();
                return Run { boxes, arcs: self.arcs(boxes) & open, length: boxes.count(), joined };
            }
            boxes = grown;
        }
    }
}
