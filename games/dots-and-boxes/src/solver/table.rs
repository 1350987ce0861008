//! What is known about positions that came up before.

use crate::Word;
use crate::solver::pile::PileId;

/// Bounds on a position's value for the side to move, and the move that was best so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub low: i32,
    pub high: i32,
    pub best: u8,
}

/// One slot: the open arcs as they are, so that no other position can be mistaken for this one, and everything else packed. A slot without
/// open arcs is empty.
#[derive(Clone, Copy, Debug, Default)]
struct Slot<W> {
    core: W,
    packed: u64,
}

/// The slots that a position may be in, within one line of the processor's cache where they fit.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Group<W>([Slot<W>; 4]);

const PILE_BITS: u32 = 20;

impl<W: Word> Slot<W> {
    fn new(core: W, pile: PileId, known: Known, work: u64, age: u64) -> Slot<W> {
        let byte = |value: i32| u64::from(value as i8 as u8);
        let packed = u64::from(pile)
            | byte(known.low) << 20
            | byte(known.high) << 28
            | u64::from(known.best) << 36
            | work << 44
            | age << 50;
        Slot { core, packed }
    }

    fn holds(&self, core: W, pile: PileId) -> bool {
        self.core == core && self.pile() == pile
    }

    fn pile(&self) -> PileId {
        self.packed as PileId & ((1 << PILE_BITS) - 1)
    }

    fn known(&self) -> Known {
        let byte = |shift: u32| i32::from((self.packed >> shift) as u8 as i8);
        Known { low: byte(20), high: byte(28), best: (self.packed >> 36) as u8 }
    }

    fn work(&self) -> u64 {
        self.packed >> 44 & 63
    }

    fn age(&self) -> u64 {
        self.packed >> 50
    }
}

/// The transposition table. It begins small, so that easy positions are solved within the processor's cache, and grows as it fills.
#[derive(Clone, Debug)]
pub(crate) struct Table<W> {
    groups: Vec<Group<W>>,
    /// Slots that are not empty.
    filled: usize,
    /// The most groups that fit into the memory.
    most: usize,
    age: u64,
}

/// How many groups there are at first, and how many times as many after growing.
const FIRST: usize = 1 << 12;
const GROWTH: usize = 4;

impl<W: Word> Table<W> {
    /// A table of at most `memory` bytes, though of one group of slots at least.
    pub fn new(memory: usize) -> Table<W> {
        let most = memory / size_of::<Group<W>>();
        let most = if most < 2 { 1 } else { 1 << most.ilog2() };
        Table { groups: vec![Group::default(); most.min(FIRST)], filled: 0, most, age: 1 }
    }

    /// Says that a new piece of work begins, so that what it does not need makes room for what it does.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % (1 << 14);
    }

    /// The group of slots for a position, until the table grows.
    #[inline]
    pub fn group(&self, core: W, pile: PileId) -> usize {
        let mut hash = u64::from(pile).wrapping_mul(0xd6e8_feb8_6659_fd93);
        for index in 0..W::BITS / 64 {
            hash = (hash ^ core.chunk(index)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
        hash.wrapping_mul(0xbf58_476d_1ce4_e5b9) as usize >> 20 & (self.groups.len() - 1)
    }

    /// Brings a group into the processor's cache. Doing that for several groups before looking into any lets the memory work on all
    /// of them at once.
    #[inline]
    pub fn touch(&self, group: usize) {
        std::hint::black_box(self.groups[group].0[0].packed);
    }

    #[inline]
    pub fn get(&self, group: usize, core: W, pile: PileId) -> Option<Known> {
        self.groups[group].0.iter().find(|slot| slot.holds(core, pile)).map(Slot::known)
    }

    /// Keeps what is known, in place of what took the least work. `nodes` is the work behind it.
    pub fn put(&mut self, core: W, pile: PileId, known: Known, nodes: u64) {
        if self.filled > 2 * self.groups.len() && self.groups.len() < self.most {
            self.grow();
        }
        self.place(Slot::new(core, pile, known, u64::from(nodes.max(1).ilog2()), self.age));
    }

    fn place(&mut self, new: Slot<W>) {
        let age = self.age;
        let group = self.group(new.core, new.pile());
        let worth = |slot: &Slot<W>| match slot {
            _ if slot.holds(new.core, new.pile()) => 0,
            _ if slot.core.is_empty() => 1,
            _ if slot.age() != age => 2 + slot.work(),
            _ => 66 + slot.work(),
        };
        let slots = &mut self.groups[group].0;
        let slot = slots.iter_mut().min_by_key(|slot| worth(slot)).expect("a group has slots");
        self.filled += usize::from(slot.core.is_empty());
        *slot = new;
    }

    /// Spreads the slots over more groups. A group's slots go to groups that were not there before or to the group itself, so one pass will do.
    #[cold]
    fn grow(&mut self) {
        let old = self.groups.len();
        self.groups.resize((GROWTH * old).min(self.most), Group::default());
        self.filled = 0;
        for index in 0..old {
            let group = std::mem::take(&mut self.groups[index]);
            group.0.into_iter().filter(|slot| !slot.core.is_empty()).for_each(|slot| self.place(slot));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_when_the_table_grows() {
        let mut table = Table::<u64>::new(64 << 20);
        let known = |core: u64| Known { low: -(core as i32 % 25), high: core as i32 % 26, best: core as u8 };
        for core in 1..=40_000 {
            table.put(core, core as PileId % 7, known(core), core);
        }
        assert!(table.groups.len() > FIRST);
        let kept = |&core: &u64| {
            let pile = core as PileId % 7;
            table.get(table.group(core, pile), core, pile) == Some(known(core))
        };
        // Some go because their group was full.
        assert!((1..=40_000).filter(kept).count() > 36_000);
        assert_eq!(table.get(table.group(5, 6), 5, 6), None);
    }

    #[test]
    fn a_table_without_memory_still_works() {
        let mut table = Table::<u128>::new(0);
        let known = Known { low: -3, high: 5, best: 200 };
        (1..100).for_each(|core| table.put(core, 0, known, 1));
        assert_eq!(table.get(table.group(99, 0), 99, 0), Some(known));
    }
}
