//! What is known about positions that came up before.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::solver::key::Key;

/// Bounds on a position's value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub low: i32,
    pub high: i32,
}

/// One slot: a word of the key, mixed with the data so that a slot which two threads wrote at once matches nothing, and the data. They are the
/// known, the work behind it, its age, and half of the other word of the key: with 96 bits compared, the odds that a search of a thousand million
/// nodes ever mistakes one position for another are less than one to 10^10. A slot without data is empty: data that is there has some work
/// behind it.
#[derive(Debug, Default)]
#[repr(C)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// How many slots a position may be in. Together they are one line of the processor's cache.
const GROUP: usize = 4;
const LINE: usize = GROUP * size_of::<Slot>();

/// The fields of a slot's data, from the lowest bit: the rest of the key, low, high, work, age.
const REST_BITS: u32 = 32;
const LOW: u32 = REST_BITS;
const HIGH: u32 = LOW + 8;
const WORK: u32 = HIGH + 8;
const AGE: u32 = WORK + 6;
const AGES: u64 = 1 << (64 - AGE);

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

impl Slot {
    #[inline]
    fn load(&self) -> Content {
        let data = self.data.load(Relaxed);
        Content { check: self.check.load(Relaxed) ^ data, data }
    }

    #[inline]
    fn store(&self, content: Content) {
        self.check.store(content.check ^ content.data, Relaxed);
        self.data.store(content.data, Relaxed);
    }
}

/// The transposition table. Threads share it without locks. It begins small, so that easy positions are solved within the processor's cache, and grows
/// as it fills.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Box<[Slot]>,
    /// The first slot that begins a line of the processor's cache.
    first: usize,
    groups: usize,
    /// The most groups that fit into the memory.
    most: usize,
    age: u64,
}

/// How many groups there are at first, and how many times as many after growing.
const FIRST: usize = 1 << 12;
const GROWTH: usize = 4;

impl Table {
    /// A table of at most `memory` bytes, though of one group of slots at least. While it grows there are an old and a new table, so a part of the
    /// memory must stay free.
    pub fn new(memory: usize) -> Table {
        let most = (memory / (GROWTH + 1) * GROWTH / LINE).max(1);
        Table::empty(most.min(FIRST), most, 1)
    }

    fn empty(groups: usize, most: usize, age: u64) -> Table {
        let slots = empty_slots(GROUP * groups + GROUP - 1);
        let first = slots.as_ptr().align_offset(LINE).min(GROUP - 1);
        Table { slots, first, groups, most, age }
    }

    /// Says that a new piece of work begins, so that what it does not need makes room for what it does.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// How many positions may be put into the table before it should grow, if it can.
    pub fn comfort(&self) -> usize {
        if self.groups < self.most { 2 * self.groups } else { usize::MAX }
    }

    #[inline]
    fn group(&self, check: u64) -> &[Slot] {
        let index = ((u128::from(check) * self.groups as u128) >> 64) as usize;
        let start = self.first + GROUP * index;
        &self.slots[start..start + GROUP]
    }

    /// Has a position's group brought into the processor's cache. Doing that for several before looking into any lets the memory work on all of
    /// them at once.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        let group = self.group(key.0[1]).as_ptr();
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching reads nothing and may be given any address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(group.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = group;
    }

    #[inline]
    pub fn get(&self, key: Key) -> Option<Known> {
        self.group(key.0[1]).iter().map(Slot::load).find(|content| content.holds(key)).map(Content::known)
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
        let slots = self.group(new.check);
        let slot = slots.iter().min_by_key(|slot| worth(slot.load())).expect("a group has slots");
        let empty = slot.data.load(Relaxed) == 0;
        slot.store(new);
        empty
    }

    /// Grows by some. Once `stopped` says so, the rest of what is known is forgotten.
    #[cold]
    pub fn grow(&mut self, stopped: impl FnMut() -> bool) {
        self.grow_to(GROWTH * self.groups, stopped);
    }

    /// Grows as much as the memory allows.
    pub fn grow_fully(&mut self, stopped: impl FnMut() -> bool) {
        self.grow_to(self.most, stopped);
    }

    fn grow_to(&mut self, groups: usize, mut stopped: impl FnMut() -> bool) {
        let old = std::mem::replace(self, Table::empty(groups.min(self.most), self.most, self.age));
        for some in old.slots.chunks(1 << 12) {
            if stopped() {
                break;
            }
            for content in some.iter().map(Slot::load).filter(|content| content.data != 0) {
                self.place(content);
            }
        }
    }
}

/// Empty slots. The system hands out large pieces of memory as if they were zero and clears them when they are first touched, so even the largest
/// table is there at once.
fn empty_slots(count: usize) -> Box<[Slot]> {
    const { assert!(size_of::<Slot>() == size_of::<[u64; 2]>() && align_of::<Slot>() == align_of::<[u64; 2]>()) };
    let words = Box::into_raw(vec![[0u64; 2]; count].into_boxed_slice());
    // SAFETY: a slot is two atomic words, which are laid out as plain words are; it may have any content.
    let mut slots = unsafe { Box::from_raw(words as *mut [Slot]) };
    use_large_pages(&mut slots);
    slots
}

/// Asks the system to back a large table with large pages: slots are looked up all over it, and translating their addresses would take longer than
/// reading them. If that is not to be had, nothing is lost but time.
fn use_large_pages(slots: &mut [Slot]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 1 << 21;
        const MADV_HUGEPAGE: std::ffi::c_int = 14;
        unsafe extern "C" {
            fn madvise(
                start: *mut std::ffi::c_void,
                length: usize,
                advice: std::ffi::c_int,
            ) -> std::ffi::c_int;
        }
        let start = slots.as_mut_ptr().cast::<u8>();
        let (before, size) = (start.align_offset(PAGE), size_of_val(slots));
        if size >= before.saturating_add(PAGE) {
            // SAFETY: the range is within the memory of the table, and the advice does not change what is in it.
            unsafe { madvise(start.add(before).cast(), size - before, MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slots;
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
        assert!(table.groups > FIRST);
        // Some go because their group was full.
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

    /// A slot that two threads wrote at once must not be taken for what either meant.
    #[test]
    fn a_torn_slot_holds_nothing() {
        let [one, two] = [5, 6].map(|number| Content::new(Key::of(number), known(number), 1, 1));
        let slot = Slot::default();
        slot.store(one);
        slot.data.store(two.data, Relaxed);
        assert!(![5, 6].into_iter().any(|number| slot.load().holds(Key::of(number))));
    }
}
