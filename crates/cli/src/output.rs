//! Printing results: text for people, one JSON document for scripts.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};

use serde::Serialize;

use crate::commands::Format;

/// Writes a line to stderr, as `eprintln!` does, but ends nothing when nobody reads it any more.
macro_rules! note {
    ($($part:tt)*) => {
        $crate::output::note(format_args!($($part)*))
    };
}

/// Writes a part of a line to stderr, as `eprint!` does, but ends nothing when nobody reads it any more.
macro_rules! progress {
    ($($part:tt)*) => {
        $crate::output::progress(format_args!($($part)*))
    };
}

/// What the first macro does.
pub fn note(line: Arguments<'_>) {
    progress(format_args!("{line}\n"));
}

/// What the second macro does.
pub fn progress(part: Arguments<'_>) {
    let _ = std::io::stderr().write_fmt(part);
}

/// Prints text to stdout. A reader that has gone away ends the program quietly.
pub fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        note!("ludus: cannot print the result: {error}");
        std::process::exit(1);
    }
}

/// Prints a line of text.
pub fn line(text: impl AsRef<str>) {
    print(&format!("{}\n", text.as_ref().trim_end_matches('\n')));
}

/// Prints one JSON document.
pub fn json(value: &impl Serialize) {
    line(serde_json::to_string_pretty(value).expect("results are plain data"));
}

/// Prints the one or the other.
pub fn either(format: Format, value: &impl Serialize, text: &str) {
    match format {
        Format::Json => json(value),
        Format::Text => line(text),
    }
}
