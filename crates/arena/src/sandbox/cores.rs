//! Cores that a bot is kept to. Everything it starts inherits them, and the list of calls does not let it choose others.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many of the cores that this process may use, others at every call; `None` when all of them are meant.
pub(super) fn some(many: usize) -> Option<libc::cpu_set_t> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    // SAFETY: a set of bits, for which zero is the empty one, filled by the kernel.
    let mut own: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set is as large as is said.
    if unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut own) } != 0 {
        return None;
    }
    // SAFETY: the numbers are within the set.
    let ours: Vec<usize> =
        (0..libc::CPU_SETSIZE as usize).filter(|&core| unsafe { libc::CPU_ISSET(core, &own) }).collect();
    if many >= ours.len() {
        return None;
    }
    let first = NEXT.fetch_add(many.max(1), Ordering::Relaxed);
    // SAFETY: as above.
    let mut chosen: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    for at in first..first + many.max(1) {
        // SAFETY: as above.
        unsafe { libc::CPU_SET(ours[at % ours.len()], &mut chosen) };
    }
    Some(chosen)
}

/// Keeps the calling process to these. Allocates nothing.
pub(super) fn keep_to(cores: &libc::cpu_set_t) -> io::Result<()> {
    // SAFETY: the set is as large as is said.
    let kept = unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), cores) };
    if kept == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
