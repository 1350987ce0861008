//! What a player can be sure of, and how such certainties add up.

use crate::solver::lanes::{COUNT, Lanes};
use crate::solver::strips::MOVE;

/// How many taxes are kept of those that walls are worked out for.
const KEPT: usize = COUNT / 2;

/// The taxes that promises are made for. The first decides most of what can be decided at a glance, and the second tells how well a
/// position looks; others hardly ever decide anything.
pub(crate) const TAXES: [i16; KEPT] = [MOVE + MOVE / 8, MOVE + MOVE / 2];

/// A promise as tables keep it: moving second for every tax, then moving first.
pub(crate) type Packed = [i8; COUNT];

/// How many of the lowest bits of a value are left out when a promise is packed. Strips of up to nine columns have none there; wider ones
/// need them for their larger values.
#[inline(always)]
pub(crate) const fn dropped_bits(columns: usize) -> u32 {
    if columns <= 9 { 4 } else { 5 }
}

/// What a player is sure of, moving second and moving first, when every move elsewhere is worth so much to whoever makes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Promise(Lanes);

impl Promise {
    /// Nothing on the board.
    #[inline(always)]
    pub(crate) fn nothing() -> Promise {
        Promise::of([0, 0, i16::MIN, i16::MIN])
    }

    /// Worse than anything.
    #[inline(always)]
    pub(crate) fn never() -> Promise {
        Promise::of([i16::MIN; COUNT])
    }

    /// A number, or a game that is worth at least as much.
    pub(crate) fn number(value: i16) -> Promise {
        Promise::of([value; COUNT])
    }

    /// A promise with these values: moving second for every tax, then moving first.
    #[inline(always)]
    pub(crate) fn of(values: [i16; COUNT]) -> Promise {
        Promise(Lanes::new(values))
    }

    /// A promise that a table has kept.
    #[inline(always)]
    pub(crate) fn unpack(packed: Packed, dropped: u32) -> Promise {
        Promise(Lanes::widen(packed, dropped))
    }

    /// What is certain in two regions together: who moves first does so in one of them and is second in the other.
    #[inline(always)]
    pub(crate) fn and(self, other: Promise) -> Promise {
        let here = self.0.plus(other.0.first_half());
        let there = self.0.first_half().plus(other.0);
        Promise(here.max(there))
    }

    /// The promise with a number added.
    #[inline(always)]
    pub(crate) fn with(self, number: i16) -> Promise {
        Promise(self.0.plus(Lanes::all(number)))
    }

    /// The better of two promises for every tax.
    #[inline(always)]
    pub(crate) fn or(self, other: Promise) -> Promise {
        Promise(self.0.max(other.0))
    }

    /// Whether one of the values exceeds what is asked for.
    #[inline(always)]
    pub(crate) fn exceeds(self, asked: Promise) -> bool {
        self.0.any_above(asked.0)
    }

    /// What must be exceeded to win moving second when `free` moves are added: the tax, and 0 does not suffice since nothing is said about
    /// who is to move in the end.
    #[inline(always)]
    pub(crate) fn to_win_second(free: i32) -> Promise {
        let [hot, cold] = TAXES.map(|tax| narrow(i32::from(tax) - free));
        Promise::of([hot, cold, i16::MAX, i16::MAX])
    }

    /// What must be exceeded to win moving first when `free` moves are added.
    #[inline(always)]
    pub(crate) fn to_win_first(free: i32) -> Promise {
        let enough = narrow(-free);
        Promise::of([i16::MAX, i16::MAX, enough, enough])
    }

    /// What the player is sure of, moving second, when moves elsewhere are worth most.
    #[inline(always)]
    pub(crate) fn cold(self) -> i32 {
        i32::from(self.0.values()[KEPT - 1])
    }
}

#[inline(always)]
fn narrow(value: i32) -> i16 {
    value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}
