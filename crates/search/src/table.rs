//! The transposition table: what is known about positions, shared by all threads without locks.

use game::Control;
use game::hash::GOLDEN;
use game::memory::{Line, Lines, Pages, Slot};

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

/// Lines that a table has for each node and each millisecond of the thinking at hand: memory that is touched for the first time costs more than
/// a short search.
const LINES_A_NODE: u64 = 1;
const LINES_A_MILLISECOND: u64 = 256;

/// Lines that are looked at to see how full a table is.
const SAMPLE: usize = 256;

/// The table. It grows with the effort of the thinking, up to a bound; full slots make room for deeper and fresher knowledge.
pub(crate) struct Table {
    lines: Lines,
    /// The most lines that it may have.
    most: usize,
    generation: u64,
}

impl Table {
    /// A table of at most `bytes` bytes, and at least one line.
    pub(crate) fn new(bytes: usize) -> Table {
        let most = (bytes / size_of::<Line>()).max(1);
        Table { lines: Lines::new(1, Pages::Usual), most, generation: 0 }
    }

    /// Begins a new piece of thinking, within what `control` allows: what is there grows older, and there is room for as much again.
    pub(crate) fn begin(&mut self, control: &Control) {
        self.generation = (self.generation + 1) % GENERATIONS;
        let nodes = control.limits().nodes.map(|most| most.saturating_sub(control.nodes()));
        let by_nodes = nodes.map(|nodes| nodes.saturating_mul(LINES_A_NODE));
        let by_time = control.remaining().map(|time| time.as_millis() as u64 * LINES_A_MILLISECOND);
        let wanted = by_nodes.into_iter().chain(by_time).min().map_or(self.most, |lines| lines as usize);
        let now = self.lines.len();
        let doubled = if self.is_full() { 2 * now } else { 0 };
        // While it grows there are an old and a new table, and both together keep to the bound.
        let room = if now == 1 { self.most } else { self.most.saturating_sub(now) };
        let count = wanted.max(doubled).min(room);
        if count >= 2 * now {
            self.grow(count);
        }
    }

    /// Whether most slots are taken.
    fn is_full(&self) -> bool {
        let slots = || self.lines.iter().take(SAMPLE).flat_map(|line| &line.0);
        2 * slots().filter(|slot| slot.load().1 != 0).count() > slots().count()
    }

    /// Makes room for `count` lines, and keeps what is known.
    fn grow(&mut self, count: usize) {
        let pages = if count * size_of::<Line>() >= LARGE { Pages::Large } else { Pages::Usual };
        let old = std::mem::replace(&mut self.lines, Lines::new(count, pages));
        for (about, word) in
            old.iter().flat_map(|line| &line.0).map(Slot::load).filter(|&(_, word)| word != 0)
        {
            self.put(about, word);
        }
    }

    #[inline]
    fn line(&self, key: u64) -> &Line {
        let mixed = key.wrapping_mul(GOLDEN);
        &self.lines[((u128::from(mixed) * self.lines.len() as u128) >> 64) as usize]
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
                return Some(unpack(word, self.generation));
            }
        }
        None
    }

    /// Keeps what was found out about the position with this key.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        self.put(key, pack(entry, self.generation));
    }

    /// Puts an entry where the least is lost.
    #[inline]
    fn put(&self, key: u64, entry: u64) {
        let slots = &self.line(key).0;
        let mut place = &slots[0];
        let mut least = i64::MAX;
        for slot in slots {
            let (about, word) = slot.load();
            if word == 0 || about == key {
                place = slot;
                break;
            }
            let age = (self.generation + GENERATIONS - (word >> 35) % GENERATIONS) % GENERATIONS;
            let worth = (word >> 24 & 0xff) as i64 - 4 * age as i64;
            if worth < least {
                (least, place) = (worth, slot);
            }
        }
        place.store(key, entry);
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
    use game::Limits;

    use super::*;

    #[test]
    fn what_is_stored_is_found_again() {
        let mut table = Table::new(1 << 12);
        table.begin(&Control::new(Limits::default()));
        for (key, value, bound) in
            [(1, 0, Bound::Exact), (2, -6_000_000, Bound::Lower), (u64::MAX, 6_000_000, Bound::Upper)]
        {
            let entry =
                Entry { value, bound, depth: 200, proved: value != 0, best: Some(65_534), fresh: true };
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        table.begin(&Control::new(Limits::default()));
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

    #[test]
    fn tables_grow_with_the_effort_and_forget_nothing() {
        let mut table = Table::new(1 << 20);
        let limits = |nodes| Control::new(Limits { nodes: Some(nodes), ..Limits::default() });
        let entry =
            Entry { value: 5, bound: Bound::Exact, depth: 9, proved: true, best: Some(3), fresh: true };
        table.begin(&limits(100));
        assert_eq!(table.lines.len(), 100);
        (1..=100).for_each(|key| table.store(key, entry));
        let kept: Vec<u64> = (1..=100).filter(|&key| table.probe(key).is_some()).collect();
        assert!(kept.len() > 90, "a line for each node has room for nearly all: {}", kept.len());
        table.begin(&Control::new(Limits::default()));
        let large = table.lines.len();
        assert_eq!(large + 100, table.most, "without limits there is no need to save, but both must fit");
        assert!(kept.iter().all(|&key| table.probe(key).is_some()));
        table.begin(&limits(100));
        assert_eq!(table.lines.len(), large, "what was paid for stays");
    }
}
