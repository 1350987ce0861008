//! Printing results: text for people, one JSON document for scripts.

use std::io::{ErrorKind, Write};

use serde::Serialize;

use crate::commands::Format;

/// Prints text to stdout. A reader that has gone away ends the program quietly.
pub fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    if let Err(error) = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        let code = if error.kind() == ErrorKind::BrokenPipe { 0 } else { 1 };
        std::process::exit(code);
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
