//! What is known about positions met before, shared by all threads without locks: an entry that two threads wrote at once matches no key.

use game::memory::{Line, Lines, Pages};

/// How many moves to spare decide a position: the side to move wins with `win` or more and loses with `lose` or less, in units of a
/// sixteenth of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) win: i16,
    pub(crate) lose: i16,
}

impl Known {
    const NOTHING: Known = Known { win: i16::MAX, lose: i16::MIN };

    /// Whether the side to move wins with this much to spare, if that is known.
    #[inline]
    pub(crate) fn wins(self, free: i32) -> Option<bool> {
        let free = (free >> 4) as i16;
        match () {
            () if free >= self.win => Some(true),
            () if free <= self.lose => Some(false),
            () => None,
        }
    }
}

/// A hash table of fixed size; of the entries that compete for a place, those that cost most work stay.
#[derive(Debug)]
pub(crate) struct Table {
    lines: Lines,
    /// The number of lines, a power of two, less one.
    mask: usize,
}

/// The data of a slot are, from the top, the work that went into it and how much less than certain loses and wins: all zeros mean that nothing
/// is known.
fn unpack(word: u64) -> (Known, u32) {
    let win = i16::MAX.wrapping_sub(word as i16);
    let lose = i16::MIN.wrapping_add((word >> 16) as i16);
    (Known { win, lose }, (word >> 32) as u32)
}

fn pack(known: Known, work: u32) -> u64 {
    let win = i16::MAX.wrapping_sub(known.win) as u16;
    let lose = known.lose.wrapping_sub(i16::MIN) as u16;
    u64::from(work) << 32 | u64::from(lose) << 16 | u64::from(win)
}

impl Table {
    /// A table of at most about `memory` bytes.
    pub(crate) fn new(memory: usize) -> Table {
        let count = 1 << (memory / size_of::<Line>()).max(1).ilog2();
        Table { lines: Lines::new(count, Pages::Large), mask: count - 1 }
    }

    #[inline(always)]
    fn line(&self, key: u64) -> &Line {
        &self.lines[(key >> 20) as usize & self.mask]
    }

    /// Asks the processor to fetch what is known about a position that will be looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        self.line(key).prefetch();
    }

    /// What is known about the position with this key.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Known {
        for slot in &self.line(key).0 {
            let (about, word) = slot.load();
            if about == key {
                return unpack(word).0;
            }
        }
        Known::NOTHING
    }

    /// Notes that the side to move wins or loses with this much to spare.
    pub(crate) fn put(&self, key: u64, free: i32, wins: bool, work: u64) {
        let entries = self.line(key).0.iter().map(|slot| {
            let (about, word) = slot.load();
            (slot, word, about == key)
        });
        // The entry of the position itself, else the one that cost least work.
        let Some((slot, word, same)) = entries.min_by_key(|&(_, word, same)| (!same, word >> 32)) else {
            return;
        };
        let (mut known, earlier) = if same { unpack(word) } else { (Known::NOTHING, 0) };
        let free = (free >> 4) as i16;
        if wins {
            known.win = known.win.min(free);
        } else {
            known.lose = known.lose.max(free);
        }
        slot.store(key, pack(known, earlier.max(u32::try_from(work).unwrap_or(u32::MAX))));
    }
}
