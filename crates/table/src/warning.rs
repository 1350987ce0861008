//! Where warnings go: to stderr, unless the program has a better place for them.

use std::io::Write;
use std::sync::OnceLock;

static PLACE: OnceLock<fn(&str)> = OnceLock::new();

/// Has `tell` told of everything that goes wrong without being an error, such as a net that cannot be read. Later calls change nothing.
pub fn tell_warnings(tell: fn(&str)) {
    let _ = PLACE.set(tell);
}

/// Tells of something that went wrong and was got over.
pub(crate) fn warn(sentence: &str) {
    match PLACE.get() {
        Some(tell) => tell(sentence),
        None => {
            let _ = writeln!(std::io::stderr(), "ludus: {sentence}");
        }
    }
}
