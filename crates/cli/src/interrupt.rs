//! Ctrl-C as a polite request: the work ends early and answers with the best so far.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes Ctrl-C set `flag`; a second Ctrl-C ends the program at once.
pub fn sets(flag: &Arc<AtomicBool>) {
    let flag = flag.clone();
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        note!("ludus: Ctrl-C will end the program at once: {error}");
    }
}
