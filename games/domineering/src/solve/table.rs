//! What is known about positions met before.

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

/// An entry is two words: the key, and from the top the work that went into it, how much less than certain loses and wins. All zeros
/// mean that nothing is known, so that a fresh table costs no time.
type Entry = [u64; 2];

const BUCKET: usize = 4;

/// A hash table of fixed size; of the entries that compete for a place, those that cost most work stay.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Vec<[u64; 2 * BUCKET]>,
}

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
    /// A table of about `memory` bytes.
    pub(crate) fn new(memory: usize) -> Table {
        let wanted = (memory / size_of::<[Entry; BUCKET]>()).max(1);
        Table { buckets: vec![[0; 2 * BUCKET]; 1 << wanted.ilog2()] }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & (self.buckets.len() - 1)
    }

    /// What is known about the position with this key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Known {
        let bucket = &self.buckets[self.place(key)];
        let found = bucket.chunks_exact(2).find(|entry| entry[0] == key);
        found.map_or(Known::NOTHING, |entry| unpack(entry[1]).0)
    }

    /// Notes that the side to move wins or loses with this much to spare.
    pub(crate) fn put(&mut self, key: u64, free: i32, wins: bool, work: u64) {
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let same = (0..BUCKET).find(|slot| bucket[2 * slot] == key);
        let cheapest = || (0..BUCKET).min_by_key(|slot| bucket[2 * slot + 1] >> 32).unwrap_or(0);
        let slot = same.unwrap_or_else(cheapest);
        let (mut known, earlier) =
            if same.is_some() { unpack(bucket[2 * slot + 1]) } else { (Known::NOTHING, 0) };
        let free = (free >> 4) as i16;
        if wins {
            known.win = known.win.min(free);
        } else {
            known.lose = known.lose.max(free);
        }
        bucket[2 * slot] = key;
        bucket[2 * slot + 1] = pack(known, earlier.max(u32::try_from(work).unwrap_or(u32::MAX)));
    }
}
