//! What is known about positions that came up before.

use game::memory::{Line, Lines, Pages, Slot};

use crate::solver::key::Key;

/// Bounds on a position's value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub low: i32,
    pub high: i32,
}

/// The fields of a slot's data, from the lowest bit: the rest of the key, low, high, work, age.
const REST_BITS: u32 = 32;
const LOW: u32 = REST_BITS;
const HIGH: u32 = LOW + 8;
const WORK: u32 = HIGH + 8;
const AGE: u32 = WORK + 6;
const AGES: u64 = 1 << (64 - AGE);

/// What a slot holds: a word of the key, and the data. They are the known, the work behind it, its age, and half of the other word of the key: with
/// 96 bits compared, the odds that a search of a thousand million nodes ever mistakes one position for another are less than one to 10^10. A slot
/// without data is empty: data that is there has some work behind it.
#[derive(Clone, Copy)]
struct Content {
    check: u64,
    data: u64,
}

impl Content {
    fn new(key: Key, known: Known, work: u64, age: u64) -> Content {
        let byte = |value: i32| u64::from(value as i8 as u8);
        let data = key.0[0] & ((1 << REST_BITS) - 1)
            | byte(known.low) << LOW
            | byte(known.high) << HIGH
            | work.clamp(1, 63) << WORK
            | age << AGE;
        Content { check: key.0[1], data }
    }

    #[inline]
    fn of(slot: &Slot) -> Content {
        let (check, data) = slot.load();
        Content { check, data }
    }

    #[inline]
    fn holds(self, key: Key) -> bool {
        self.check == key.0[1] && (self.data ^ key.0[0]) & ((1 << REST_BITS) - 1) == 0
    }

    fn is_about_the_same_as(self, other: Content) -> bool {
        self.check == other.check && (self.data ^ other.data) & ((1 << REST_BITS) - 1) == 0
    }

    fn known(self) -> Known {
        let byte = |shift: u32| i32::from((self.data >> shift) as u8 as i8);
        Known { low: byte(LOW), high: byte(HIGH) }
    }

    /// How much would be lost with it: nothing with an empty slot, little with what is old.
    fn worth(self, age: u64) -> u64 {
        match self.data >> AGE == age {
            _ if self.data == 0 => 0,
            false => self.data >> WORK & 63,
            true => 64 + (self.data >> WORK & 63),
        }
    }
}

/// The transposition table. Threads share it without locks. It begins small, so that easy positions are solved within the processor's cache, and grows
/// as it fills.
#[derive(Debug)]
pub(crate) struct Table {
    lines: Lines,
    /// The most lines that fit into the memory.
    most: usize,
    age: u64,
}

/// How many lines there are at first, and how many times as many after growing.
const FIRST: usize = 1 << 12;
const GROWTH: usize = 4;

impl Table {
    /// A table of at most `memory` bytes, though of one line at least. While it grows there are an old and a new table, so a part of the
    /// memory must stay free.
    pub fn new(memory: usize) -> Table {
        let most = (memory / (GROWTH + 1) * GROWTH / size_of::<Line>()).max(1);
        Table::empty(most.min(FIRST), most, 1)
    }

    fn empty(lines: usize, most: usize, age: u64) -> Table {
        Table { lines: Lines::new(lines, Pages::Large), most, age }
    }

    /// Says that a new piece of work begins, so that what it does not need makes room for what it does.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// How many positions may be put into the table before it should grow, if it can.
    pub fn comfort(&self) -> usize {
        if self.lines.len() < self.most { 2 * self.lines.len() } else { usize::MAX }
    }

    /// Where a position may be.
    #[inline]
    fn line(&self, check: u64) -> &Line {
        &self.lines[((u128::from(check) * self.lines.len() as u128) >> 64) as usize]
    }

    /// Has a position's line brought into the processor's cache.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.line(key.0[1]).prefetch();
    }

    #[inline]
    pub fn get(&self, key: Key) -> Option<Known> {
        self.line(key.0[1]).0.iter().map(Content::of).find(|content| content.holds(key)).map(Content::known)
    }

    /// Keeps what is known, in place of what took the least work. `nodes` is the work behind it. Returns whether the slot was empty.
    pub fn put(&self, key: Key, known: Known, nodes: u64) -> bool {
        self.place(Content::new(key, known, u64::from(nodes.max(1).ilog2()) + 1, self.age))
    }

    fn place(&self, new: Content) -> bool {
        let worth = |content: Content| match content.is_about_the_same_as(new) {
            true => 0,
            false => 1 + content.worth(self.age),
        };
        let slots = self.line(new.check).0.iter();
        let slot = slots.min_by_key(|slot| worth(Content::of(slot))).expect("a line has slots");
        let empty = slot.load().1 == 0;
        slot.store(new.check, new.data);
        empty
    }

    /// Grows by some. Once `stopped` says so, the rest of what is known is forgotten.
    #[cold]
    pub fn grow(&mut self, stopped: impl FnMut() -> bool) {
        self.grow_to(GROWTH * self.lines.len(), stopped);
    }

    /// Grows as much as the memory allows.
    pub fn grow_fully(&mut self, stopped: impl FnMut() -> bool) {
        self.grow_to(self.most, stopped);
    }

    fn grow_to(&mut self, lines: usize, mut stopped: impl FnMut() -> bool) {
        let old = std::mem::replace(self, Table::empty(lines.min(self.most), self.most, self.age));
        for some in old.lines.chunks(1 << 10) {
            if stopped() {
                break;
            }
            let slots = some.iter().flat_map(|line| &line.0);
            for content in slots.map(Content::of).filter(|content| content.data != 0) {
                self.place(content);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(number: u64) -> Known {
        Known { low: -(number as i32 % 25), high: number as i32 % 26 }
    }

    #[test]
    fn nothing_is_lost_when_the_table_grows() {
        let mut table = Table::new(64 << 20);
        let mut filled = 0;
        for number in 1..=40_000 {
            filled += usize::from(table.put(Key::of(number), known(number), number));
            if filled >= table.comfort() {
                table.grow(|| false);
            }
        }
        assert!(table.lines.len() > FIRST);
        // Some go because their line was full.
        let kept = |&number: &u64| table.get(Key::of(number)) == Some(known(number));
        assert!((1..=40_000).filter(kept).count() > 36_000);
        assert_eq!(table.get(Key::of(40_001)), None);
        // When there is no time left, growing must not take any.
        table.grow(|| true);
        assert_eq!((1..=40_000).filter(|&number| table.get(Key::of(number)).is_some()).count(), 0);
    }

    #[test]
    fn a_table_without_memory_still_works() {
        let table = Table::new(0);
        (1..100).for_each(|number| {
            table.put(Key::of(number), known(number), 1);
        });
        assert_eq!(table.get(Key::of(99)), Some(known(99)));
    }
}
