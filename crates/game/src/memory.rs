//! Memory for large tables that several threads share without locks: lines of slots, in large pages where the system has them.

use std::fmt;
use std::ops::Deref;
use std::ptr::NonNull;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// One entry of a table: which position it is about, and what is known of it, a word each. Both are zero at first.
///
/// The first is kept mixed with the second, so that an entry torn by two threads writing at once is about no position that anyone asks for.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// What the entry is about, and what is known.
    #[inline(always)]
    pub fn load(&self) -> (u64, u64) {
        let data = self.data.load(Relaxed);
        (self.mixed.load(Relaxed) ^ data, data)
    }

    /// Replaces the entry.
    #[inline(always)]
    pub fn store(&self, about: u64, data: u64) {
        self.data.store(data, Relaxed);
        self.mixed.store(about ^ data, Relaxed);
    }
}

/// The slots of a line.
pub const SLOTS: usize = 4;

/// As many slots as the processor fetches at once, and never parts of two such groups.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub struct Line(pub [Slot; SLOTS]);

const WORDS: usize = size_of::<Line>() / size_of::<u64>();

impl Line {
    /// Asks the processor to fetch the line, because it will be read soon. Asking for several before reading any lets the memory work on
    /// all of them at once.
    #[inline(always)]
    pub fn prefetch(&self) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching reads nothing and cannot fault.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self).cast());
        }
    }
}

/// The bytes of a large page.
pub const PAGE: usize = 2 << 20;

/// The bytes of so many megabytes; or of half as many, or a quarter, ... where the system would never give them.
pub fn affordable(megabytes: u64) -> usize {
    let wanted = usize::try_from(megabytes).unwrap_or(usize::MAX).saturating_mul(1 << 20);
    let halves = std::iter::successors(Some(wanted), |bytes| Some(bytes / 2));
    let given = |bytes: &usize| {
        let mut room = Vec::<u8>::new();
        let given = room.try_reserve_exact(*bytes).is_ok();
        // Memory that nobody looks at need not be asked for.
        std::hint::black_box(room.as_ptr());
        given
    };
    halves.take_while(|bytes| *bytes > 0).find(given).unwrap_or(0)
}

/// What pages the memory of a table should be in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pages {
    /// The usual ones: for tables that may stay nearly empty, because a page that is touched anywhere takes its memory whole.
    Usual,
    /// Large ones, if the system has some to spare: for tables that fill. Entries lie all over a table, and finding out where a usual page is
    /// takes longer than reading it.
    Large,
}

/// A fixed number of lines, all zero at first. The system hands them out when they are touched, so even the largest table is there at once and
/// costs nothing until it fills.
pub struct Lines {
    /// The first line.
    start: NonNull<Line>,
    count: usize,
    /// All that was allocated: the lines, and some words before and after them.
    whole: NonNull<[u64]>,
}

// SAFETY: the lines belong to this value alone and consist of atomic words, which any thread may use.
unsafe impl Send for Lines {}
// SAFETY: as above.
unsafe impl Sync for Lines {}

impl Lines {
    /// So many lines.
    pub fn new(count: usize, pages: Pages) -> Lines {
        // Memory that begins where a large page does is in large pages from end to end. (Asking the allocator itself for so much alignment
        // would make it write all the zeros.)
        let large = pages == Pages::Large && count >= PAGE / size_of::<Line>();
        let alignment = if large { PAGE } else { align_of::<Line>() };
        let slack = alignment / size_of::<u64>();
        let words = count.checked_mul(WORDS).and_then(|words| words.checked_add(slack));
        let words = words.expect("a table fits into the memory");
        let whole = NonNull::from(Box::leak(vec![0u64; words].into_boxed_slice()));
        let first = whole.cast::<u64>();
        let skipped = first.as_ptr().align_offset(alignment);
        assert!(skipped <= slack, "there is room to be aligned");
        // SAFETY: the lines lie within the allocation, as just checked.
        let start = unsafe { first.add(skipped) }.cast::<Line>();
        let lines = Lines { start, count, whole };
        if large {
            use_large_pages(&lines);
        }
        lines
    }
}

impl Deref for Lines {
    type Target = [Line];

    #[inline(always)]
    fn deref(&self) -> &[Line] {
        // SAFETY: `start` is aligned for lines, `count` of them lie within the allocation and are never referred to in any other way, and a line
        // is atomic words, which are laid out as plain words are and may have any content.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.count) }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // SAFETY: this is the box that `new` leaked, and nothing refers to its words any more.
        drop(unsafe { Box::from_raw(self.whole.as_ptr()) });
    }
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lines({})", self.count)
    }
}

/// Asks the system for large pages. It may not have any, and then nothing is lost but time.
#[cfg(target_os = "linux")]
fn use_large_pages(lines: &[Line]) {
    use std::ffi::{c_int, c_void};

    // From the C library, which the standard library is linked with already.
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const HUGE_PAGES: c_int = 14;
    let whole_pages = size_of_val(lines) / PAGE * PAGE;
    // SAFETY: the range lies within memory of ours, begins where a page does, and the advice changes nothing that a program can see.
    unsafe { madvise(lines.as_ptr().cast_mut().cast(), whole_pages, HUGE_PAGES) };
}

#[cfg(not(target_os = "linux"))]
fn use_large_pages(_lines: &[Line]) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(count: usize, pages: Pages) {
        let lines = Lines::new(count, pages);
        assert_eq!(lines.len(), count);
        let alignment = if pages == Pages::Large && count >= PAGE / 64 { PAGE } else { 64 };
        assert_eq!(lines.as_ptr().align_offset(alignment), 0, "{count} lines in {pages:?} pages");
        // All slots of a small table, some of a large one.
        let some = || (0..SLOTS * count).step_by(1 + count / 1000).chain((SLOTS * count).checked_sub(1));
        let slot = |at: usize| &lines[at / SLOTS].0[at % SLOTS];
        for at in some() {
            lines[at / SLOTS].prefetch();
            assert_eq!(slot(at).load(), (0, 0), "slot {at} of {count} lines is empty");
        }
        for at in some() {
            slot(at).store(at as u64, !(at as u64));
        }
        for at in some() {
            assert_eq!(slot(at).load(), (at as u64, !(at as u64)), "slot {at} of {count} lines");
        }
    }

    #[test]
    fn lines_are_empty_aligned_and_apart() {
        let page = PAGE / size_of::<Line>();
        for count in [0, 1, 2, 3, 1000, page - 1, page, page + 1, 3 * page + 17] {
            check(count, Pages::Usual);
            check(count, Pages::Large);
        }
    }

    #[test]
    fn what_no_machine_has_is_not_asked_for() {
        assert_eq!((affordable(0), affordable(1)), (0, 1 << 20));
        for absurd in [1 << 43, u64::MAX] {
            let given = affordable(absurd);
            assert!((1 << 20..1 << 60).contains(&given), "{given}");
        }
    }

    /// A slot that two threads wrote at once must not be taken for what either meant.
    #[test]
    fn a_torn_slot_is_about_nothing() {
        let slot = Slot::default();
        slot.store(5, 50);
        slot.data.store(60, Relaxed);
        assert_ne!(slot.load().0, 5);
        slot.store(5, 50);
        slot.mixed.store(6 ^ 60, Relaxed);
        assert!(![5, 6].contains(&slot.load().0));
    }

    /// Each thread finds what it or another wrote, whole.
    #[test]
    fn threads_share_them() {
        let lines = Lines::new(8, Pages::Usual);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let lines = &lines;
                scope.spawn(move || {
                    for round in 1..2000u64 {
                        let about = round * 4 + thread;
                        let slot = &lines[about as usize % 8].0[thread as usize / 2];
                        slot.store(about, about.wrapping_mul(crate::hash::GOLDEN));
                        let (found, data) = slot.load();
                        // Torn entries are about anything else.
                        assert!(found > 8000 || data == found.wrapping_mul(crate::hash::GOLDEN));
                    }
                });
            }
        });
    }
}
