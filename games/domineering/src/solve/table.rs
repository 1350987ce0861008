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

/// The words of a bucket, which is a cache line: of each entry the key, then from the top the work that went into it and how much less than
/// certain loses and wins. All zeros mean that nothing is known, so that a fresh table costs no time.
const BUCKET: usize = 8;

/// The bytes of a large page.
const PAGE: usize = 2 << 20;

/// A hash table of fixed size; of the entries that compete for a place, those that cost most work stay.
#[derive(Debug)]
pub(crate) struct Table {
    words: Vec<u64>,
    /// Where the first bucket begins.
    first: usize,
    /// The number of buckets, a power of two, less one.
    mask: usize,
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
    /// A table of at most about `memory` bytes.
    pub(crate) fn new(memory: usize) -> Table {
        let buckets = 1 << (memory / (BUCKET * size_of::<u64>())).max(1).ilog2();
        let bytes = buckets * BUCKET * size_of::<u64>();
        // A table that begins where a large page does takes large pages alone.
        let alignment = if bytes < PAGE { BUCKET * size_of::<u64>() } else { PAGE };
        let slack = alignment / size_of::<u64>();
        let words = vec![0; buckets * BUCKET + slack];
        huge_pages(&words);
        let first = words.as_ptr().align_offset(alignment).min(slack);
        Table { words, first, mask: buckets - 1 }
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        self.first + ((key >> 20) as usize & self.mask) * BUCKET
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[u64] {
        &self.words[self.place(key)..][..BUCKET]
    }

    /// Asks the processor to fetch what is known about a position that will be looked up soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching reads nothing and cannot fault.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.bucket(key).as_ptr().cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about the position with this key.
    #[inline(always)]
    pub(crate) fn get(&self, key: u64) -> Known {
        let found = self.bucket(key).chunks_exact(2).find(|entry| entry[0] == key);
        found.map_or(Known::NOTHING, |entry| unpack(entry[1]).0)
    }

    /// Notes that the side to move wins or loses with this much to spare.
    pub(crate) fn put(&mut self, key: u64, free: i32, wins: bool, work: u64) {
        let place = self.place(key);
        let bucket = &mut self.words[place..][..BUCKET];
        let same = (0..BUCKET).step_by(2).find(|&slot| bucket[slot] == key);
        let cheapest = || (0..BUCKET).step_by(2).min_by_key(|slot| bucket[slot + 1] >> 32).unwrap_or(0);
        let slot = same.unwrap_or_else(cheapest);
        let (mut known, earlier) =
            if same.is_some() { unpack(bucket[slot + 1]) } else { (Known::NOTHING, 0) };
        let free = (free >> 4) as i16;
        if wins {
            known.win = known.win.min(free);
        } else {
            known.lose = known.lose.max(free);
        }
        bucket[slot] = key;
        bucket[slot + 1] = pack(known, earlier.max(u32::try_from(work).unwrap_or(u32::MAX)));
    }
}

/// Asks the system for large pages, where it knows them: nearly every access would miss the processor's list of small ones.
#[cfg(target_os = "linux")]
fn huge_pages(words: &[u64]) {
    use std::ffi::{c_int, c_void};

    // From the C library, which the standard library is linked with already.
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const HUGE_PAGES: c_int = 14;
    let start = (words.as_ptr() as usize).next_multiple_of(PAGE);
    let end = (words.as_ptr() as usize + size_of_val(words)) / PAGE * PAGE;
    if start < end {
        // SAFETY: the range lies within our allocation, and the advice changes nothing that a program can see. It may be ignored.
        unsafe { madvise(start as *mut c_void, end - start, HUGE_PAGES) };
    }
}

#[cfg(not(target_os = "linux"))]
fn huge_pages(_words: &[u64]) {}
