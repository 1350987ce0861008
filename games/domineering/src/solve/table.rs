//! What is known about positions met before, shared by all threads without locks: an entry that two threads wrote at once matches no key.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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

/// The words of a bucket, which is a cache line: of each entry the key with the rest mixed in, then from the top the work that went into it and
/// how much less than certain loses and wins. All zeros mean that nothing is known, so that a fresh table costs no time.
const BUCKET: usize = 8;

/// The bytes of a large page.
const PAGE: usize = 2 << 20;

/// A hash table of fixed size; of the entries that compete for a place, those that cost most work stay.
#[derive(Debug)]
pub(crate) struct Table {
    words: Vec<AtomicU64>,
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
        let words = zeroed(buckets * BUCKET + slack);
        huge_pages(&words);
        let first = words.as_ptr().align_offset(alignment).min(slack);
        Table { words, first, mask: buckets - 1 }
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        self.first + ((key >> 20) as usize & self.mask) * BUCKET
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
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
        for entry in self.bucket(key).chunks_exact(2) {
            let word = entry[1].load(Relaxed);
            if entry[0].load(Relaxed) ^ word == key {
                return unpack(word).0;
            }
        }
        Known::NOTHING
    }

    /// Notes that the side to move wins or loses with this much to spare.
    pub(crate) fn put(&self, key: u64, free: i32, wins: bool, work: u64) {
        let entries = self.bucket(key).chunks_exact(2).map(|entry| {
            let word = entry[1].load(Relaxed);
            (entry, word, entry[0].load(Relaxed) ^ word == key)
        });
        // The entry of the position itself, else the one that cost least work.
        let Some((entry, word, same)) = entries.min_by_key(|&(_, word, same)| (!same, word >> 32)) else {
            return;
        };
        let (mut known, earlier) = if same { unpack(word) } else { (Known::NOTHING, 0) };
        let free = (free >> 4) as i16;
        if wins {
            known.win = known.win.min(free);
        } else {
            known.lose = known.lose.max(free);
        }
        let word = pack(known, earlier.max(u32::try_from(work).unwrap_or(u32::MAX)));
        entry[1].store(word, Relaxed);
        entry[0].store(word ^ key, Relaxed);
    }
}

/// Zeros, from memory that the system hands out so and only when it is touched.
fn zeroed(count: usize) -> Vec<AtomicU64> {
    let mut words = std::mem::ManuallyDrop::new(vec![0u64; count]);
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    // SAFETY: `AtomicU64` has the representation of `u64` and, as just checked, its alignment, so the allocation can change hands.
    unsafe { Vec::from_raw_parts(words.as_mut_ptr().cast(), words.len(), words.capacity()) }
}

/// Asks the system for large pages, where it knows them: nearly every access would miss the processor's list of small ones.
#[cfg(target_os = "linux")]
fn huge_pages(words: &[AtomicU64]) {
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
fn huge_pages(_words: &[AtomicU64]) {}
