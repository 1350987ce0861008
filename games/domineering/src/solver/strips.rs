//! Values of all strips two rows high: what the upright player can count on in each.
//!
//! A strip is a small game of its own. For each we keep its *walls*: what it is worth to the upright player, moving first
//! (`left`) or second (`right`), when every move elsewhere is worth [`TAXES`]`[k]` to whoever makes it. (In the theory of
//! combinatorial games these are the walls of the thermograph, and the tax is the temperature.) Walls add up: the sum of the
//! strips' right walls bounds the right wall of the whole board from below, which is what makes them useful.
//!
//! Values are in units of [`MOVE`]. Without tax the walls also tell who is to move when the value is reached, because that
//! decides who wins at 0: the value itself means that the flat player is to move, one unit less that the upright one is.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::solver::promise::{self, Packed, Promise, dropped_bits};

/// One free move, in the units of values.
pub(crate) const MOVE: i16 = 256;

/// How many taxes are looked at.
const COUNT: usize = 8;

/// The taxes, ascending from none. Where walls meet between two taxes their value is only bounded, so near ones promise more.
const TAXES: [i16; COUNT] =
    [0, MOVE / 4, MOVE / 2, 3 * MOVE / 4, MOVE, promise::TAXES[0], MOVE + MOVE / 4, promise::TAXES[1]];

/// The places of the taxes that promises are made for.
const HOT: usize = COUNT - 3;
const COLD: usize = COUNT - 1;

/// The widest strips that a table is made for; one of ten columns takes 32 MB.
pub(crate) const WIDEST: usize = 10;

/// A value for every tax.
type Values = [i16; COUNT];

/// The walls of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Walls {
    /// When the flat player moves first.
    pub(crate) right: Values,
    /// When the upright player moves first.
    pub(crate) left: Values,
}

impl Walls {
    /// The walls of a number, or of a game that is worth at least as much.
    pub(crate) const fn number(value: i16) -> Walls {
        let mut left = [value; COUNT];
        left[0] = value - 1;
        Walls { right: [value; COUNT], left }
    }

    /// What the walls promise the upright player.
    pub(crate) fn promise(&self) -> [i16; 4] {
        [self.right[HOT], self.right[COLD], self.left[HOT], self.left[COLD]]
    }

    /// The same in a quarter of the room; where something is lost, less is promised.
    fn packed(&self, dropped: u32) -> Packed {
        let least = i16::from(i8::MIN) << dropped;
        self.promise().map(|value| {
            debug_assert!(value >= least, "strips are not that bad");
            (value >> dropped).min(i16::from(i8::MAX)) as i8
        })
    }
}

/// The walls of all strips of one width, and the flat player's moves in single rows.
#[derive(Debug)]
pub(crate) struct Strips {
    pub(crate) width: usize,
    /// By the free cells of the lower row, then of the upper row.
    pairs: Vec<Packed>,
    /// By the free cells of the row: minus the dominoes that fit.
    rows: Vec<i16>,
}

impl Strips {
    /// The table for a width, made when it is asked for the first time.
    pub(crate) fn of_width(width: usize) -> Arc<Strips> {
        made()[width].get_or_insert_with(|| Arc::new(Strips::compute(width))).clone()
    }

    /// Whether the table for a width takes long to make and is not there yet.
    pub(crate) fn take_long(width: usize) -> bool {
        width == WIDEST && made()[width].is_none()
    }

    /// The walls of the strip with these free cells: `width` bits of the lower row, then as many of the upper row.
    #[inline]
    pub(crate) fn pair(&self, cells: usize, dropped: u32) -> Promise {
        Promise::unpack(self.pairs[cells], dropped)
    }

    /// The value of a single row, where only the flat player can move.
    #[inline]
    pub(crate) fn row(&self, cells: usize) -> i16 {
        self.rows[cells]
    }

    fn compute(width: usize) -> Strips {
        let rows = (0..1 << width).map(|cells| -MOVE * fitting(cells)).collect();
        let dropped = dropped_bits(width);
        let pairs = Strips::walls(width).iter().map(|walls| walls.packed(dropped)).collect();
        Strips { width, pairs, rows }
    }

    /// The walls of all strips of one width.
    fn walls(width: usize) -> Vec<Walls> {
        let mut pairs: Vec<Walls> = Vec::with_capacity(1 << (2 * width));
        let ends: usize = (0..2 * width).filter(|i| i % width == width - 1).map(|i| 1 << i).sum();
        for cells in 0..1usize << (2 * width) {
            // What remains after a move has fewer cells, hence a smaller number, and is in the table already.
            let upright = cells & cells >> width & ((1 << width) - 1);
            let flat = cells & cells >> 1 & !ends;
            let lefts = bits(upright).map(|start| &pairs[cells & !(start | start << width)]);
            let rights = bits(flat).map(|start| &pairs[cells & !(start | start << 1)]);
            let (walls, _) = combine(lefts, rights);
            pairs.push(walls);
        }
        pairs
    }
}

/// The tables made so far, by width.
fn made() -> MutexGuard<'static, [Option<Arc<Strips>>; WIDEST + 1]> {
    static TABLES: Mutex<[Option<Arc<Strips>>; WIDEST + 1]> = Mutex::new([const { None }; WIDEST + 1]);
    TABLES.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// How many flat dominoes fit in a row.
pub(crate) fn fitting(mut cells: usize) -> i16 {
    let mut dominoes = 0;
    while cells != 0 {
        cells >>= cells.trailing_zeros();
        let run = cells.trailing_ones();
        dominoes += (run / 2) as i16;
        cells >>= run;
    }
    dominoes
}

fn bits(mut set: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The walls of a game from those of its options, and its value if it is a number.
pub(crate) fn combine<'a>(
    lefts: impl Iterator<Item = &'a Walls>,
    rights: impl Iterator<Item = &'a Walls>,
) -> (Walls, Option<i16>) {
    let (mut left, mut right) = ([i16::MIN; COUNT], [i16::MAX; COUNT]);
    for option in lefts {
        left = std::array::from_fn(|k| left[k].max(option.right[k]));
    }
    for option in rights {
        right = std::array::from_fn(|k| right[k].min(option.left[k]));
    }
    match simplest(left[0], right[0]) {
        Simplest::Number(value) => return (Walls::number(value), Some(value)),
        Simplest::AtLeast(value) => return (Walls::number(value), None),
        Simplest::None => {}
    }
    for k in 1..COUNT {
        left[k] -= TAXES[k];
        right[k] += TAXES[k];
    }
    freeze(&mut left, &mut right);
    (Walls { right, left }, None)
}

/// The simplest number between two walls.
enum Simplest {
    /// The game is this number.
    Number(i16),
    /// The game is a number too fine for our units, and not less than this.
    AtLeast(i16),
    /// No number fits; the game is not a number.
    None,
}

/// Looks for the simplest number that is greater than what the upright player can reach and not less than what the flat player can.
fn simplest(left: i16, right: i16) -> Simplest {
    let (low, high) = (i32::from(left) + 1, i32::from(right));
    if low > high {
        return Simplest::None;
    }
    let mut step = i32::from(MOVE);
    while step >= 2 {
        // The multiple of the step nearest to zero that is not too small on its side.
        let nearest = if low > 0 {
            (low + step - 1).div_euclid(step) * step
        } else if high < 0 {
            high.div_euclid(step) * step
        } else {
            0
        };
        if (low..=high).contains(&nearest) {
            return Simplest::Number(nearest as i16);
        }
        step /= 2;
    }
    Simplest::AtLeast(left & !1)
}

/// Where the walls meet, tax pays no more and the value stays. They may meet between two of our taxes; the value is then bounded
/// from below, using that the left wall falls and the right wall rises by at most the tax.
fn freeze(left: &mut Values, right: &mut Values) {
    let plain = |value: i16| value + (value & 1);
    for k in 1..COUNT {
        if left[k] >= right[k] {
            continue;
        }
        let (left_before, right_before) =
            if k == 1 { (plain(left[0]), plain(right[0])) } else { (left[k - 1], right[k - 1]) };
        let between = (left_before + right[k] - (TAXES[k] - TAXES[k - 1])).div_euclid(2);
        let mast = between.max(left[k]).max(right_before);
        left[k..].fill(mast);
        right[k..].fill(mast);
        return;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The walls of a strip given as two rows of text, upper row first.
    fn walls(upper: &str, lower: &str) -> Walls {
        let bits =
            |row: &str| row.bytes().enumerate().map(|(i, b)| usize::from(b == b'.') << i).sum::<usize>();
        Strips::walls(upper.len())[bits(lower) | bits(upper) << upper.len()]
    }

    #[test]
    fn well_known_values() {
        assert_eq!(walls(".", "."), Walls::number(MOVE), "one upright domino");
        assert_eq!(walls("..", "##"), Walls::number(-MOVE), "one flat domino");
        assert_eq!(walls("##", "##"), Walls::number(0));
        let square = walls("..", "..");
        assert_eq!((square.left[0], square.right[0]), (MOVE, -MOVE - 1), "two by two is 1 or -1");
        assert_eq!(square.right[COUNT - 1], 0, "with mean 0");
        assert_eq!((square.left[2], square.right[2]), (128, -128), "cooled by half a move");
        let corner = walls("..", ".#");
        assert_eq!((corner.left[0], corner.right[0]), (0, -1), "a star");
    }
}
