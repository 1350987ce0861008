//! A move: a domino with one half of either colour.

/// Which way a taijitu lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// The upper cell is to the right of the lower one.
    Across,
    /// The upper cell is above the lower one.
    Upright,
}

/// A taijitu on the board. Its two cells are told apart as the lower and the upper one by their numbers, its two halves as the
/// mover's own and the other one by their colours.
///
/// The order is the axis, then the lower cell, then the half on it: the order in which sets of pairs are walked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Taijitu(u16);

impl Taijitu {
    const UPRIGHT: u16 = 1 << 8;

    /// Both taijitu on one pair of cells, in order: first the one with the mover's own half on the lower cell.
    #[inline]
    pub const fn both(axis: Axis, lower: usize) -> [Taijitu; 2] {
        let axis = match axis {
            Axis::Across => 0,
            Axis::Upright => Taijitu::UPRIGHT,
        };
        let code = axis | (lower as u16 & 127) << 1;
        [Taijitu(code), Taijitu(code | 1)]
    }

    /// Which way it lies.
    #[inline]
    pub const fn axis(self) -> Axis {
        if self.0 & Taijitu::UPRIGHT == 0 { Axis::Across } else { Axis::Upright }
    }

    /// The cell of the mover's own half and the cell of the other half, on a board with so many columns.
    #[inline]
    pub const fn cells(self, columns: usize) -> (usize, usize) {
        let lower = (self.0 >> 1 & 127) as usize;
        let upper = lower + if self.0 & Taijitu::UPRIGHT == 0 { 1 } else { columns };
        if self.0 & 1 == 0 { (lower, upper) } else { (upper, lower) }
    }

    /// The taijitu with its own half on one cell and the other half on another; `None` unless they are neighbours.
    pub fn on(own: usize, other: usize, columns: usize) -> Option<Taijitu> {
        let (lower, upper) = (own.min(other), own.max(other));
        let axis = match upper - lower {
            1 if upper % columns > 0 => Axis::Across,
            distance if distance == columns => Axis::Upright,
            _ => return None,
        };
        Some(Taijitu::both(axis, lower)[usize::from(own > other)])
    }
}
