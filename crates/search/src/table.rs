//! The transposition table: what is known about positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use game::hash::GOLDEN;
use game::memory::{Line, Lines, Pages};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
    /// The true value is this.
    Exact,
}

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// From the view of the side to move, counted from the position itself.
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// Plies of search below the position.
    pub(crate) depth: u8,
    /// No judgement was involved: the bound holds for the whole rest of the game.
    pub(crate) proved: bool,
    /// Which of the position's moves was best, by its place in the list of moves.
    pub(crate) best: Option<u16>,
    /// Stored during the present piece of thinking.
    pub(crate) fresh: bool,
}

/// Tables of at least so many bytes are worth large pages; smaller ones belong to players that hardly fill them.
const LARGE: usize = 32 << 20;

const GENERATIONS: u64 = 32;
const NO_MOVE: u64 = 0xffff;

/// The table. Full slots make room for deeper and fresher knowledge.
pub(crate) struct Table {
    lines: Lines,
    generation: AtomicU64,
}

impl Table {
    /// A table of at most `bytes` bytes, and at least one line.
    pub(crate) fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Line>()).max(1);
        let pages = if bytes >= LARGE { Pages::Large } else { Pages::Usual };
        Table { lines: Lines::new(count, pages), generation: AtomicU64::new(0) }
    }

    /// Begins a new piece of thinking: what is there grows older.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn line(&self, key: u64) -> &Line {
        let mixed = key.wrapping_mul(GOLDEN);
        &self.lines[((u128::from(mixed) * self.lines.len() as u128) >> 64) as usize]
    }

    #[inline]
    fn generation(&self) -> u64 {
        self.generation.load(Ordering::Relaxed) % GENERATIONS
    }

    /// Asks the processor to fetch what is known about a position that will be probed soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.line(key).prefetch();
    }

    /// What is known about the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in &self.line(key).0 {
            let (about, word) = slot.load();
            if about == key && word != 0 {
                return Some(unpack(word, self.generation()));
            }
        }
        None
    }

    /// Keeps what was found out about the position with this key.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let generation = self.generation();
        let slots = &self.line(key).0;
        let mut place = &slots[0];
        let mut least = i64::MAX;
        for slot in slots {
            let (about, word) = slot.load();
            if word == 0 || about == key {
                place = slot;
                break;
            }
            let age = (generation + GENERATIONS - (word >> 35) % GENERATIONS) % GENERATIONS;
            let worth = (word >> 24 & 0xff) as i64 - 4 * age as i64;
            if worth < least {
                (least, place) = (worth, slot);
            }
        }
        place.store(key, pack(entry, generation));
    }
}

/// 24 bits value, 8 depth, 2 bound, 1 proved, 5 generation, 16 move; the bound is never 0, so a slot in use is never 0.
fn pack(entry: Entry, generation: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    (entry.value as u64 & 0xff_ffff)
        | u64::from(entry.depth) << 24
        | bound << 32
        | u64::from(entry.proved) << 34
        | generation << 35
        | entry.best.map_or(NO_MOVE, u64::from) << 40
}

fn unpack(word: u64, generation: u64) -> Entry {
    let best = word >> 40 & 0xffff;
    Entry {
        value: ((word as u32) << 8) as i32 >> 8,
        bound: match word >> 32 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        depth: (word >> 24) as u8,
        proved: word >> 34 & 1 == 1,
        best: (best != NO_MOVE).then_some(best as u16),
        fresh: (word >> 35) % GENERATIONS == generation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::new(1 << 12);
        for (key, value, bound) in
            [(1, 0, Bound::Exact), (2, -6_000_000, Bound::Lower), (u64::MAX, 6_000_000, Bound::Upper)]
        {
            let entry =
                Entry { value, bound, depth: 200, proved: value != 0, best: Some(65_534), fresh: true };
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        table.age();
        assert!(!table.probe(1).unwrap().fresh, "an entry of the last move is not fresh");
        assert_eq!(table.probe(3), None);
    }

    #[test]
    fn full_tables_keep_the_deeper_entries() {
        let table = Table::new(1);
        let entry =
            |depth| Entry { value: 1, bound: Bound::Exact, depth, proved: false, best: None, fresh: true };
        for key in 1..=100 {
            table.store(key, entry(if key == 7 { 50 } else { 3 }));
        }
        assert_eq!(table.probe(7), Some(entry(50)));
    }
}
