//! The named ways in which a bot loses a game off the board.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a bot lost a game that its position had not lost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// No answer in time.
    Timeout,
    /// The process ended.
    Crash,
    /// The process could not be started: its program or its folder is not there, or is not fit to run.
    Absent,
    /// The answer is not a legal move.
    IllegalMove,
    /// Far more output than an answer needs.
    Flood,
    /// More memory than allowed.
    Memory,
    /// More processes than allowed.
    Processes,
    /// More written than allowed.
    Storage,
    /// The connection over the network was closed.
    Disconnect,
    /// What came over the network is none of the protocol's messages.
    Malformed,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 10] = [
        Fault::Timeout,
        Fault::Crash,
        Fault::Absent,
        Fault::IllegalMove,
        Fault::Flood,
        Fault::Memory,
        Fault::Processes,
        Fault::Storage,
        Fault::Disconnect,
        Fault::Malformed,
    ];

    /// The name under which games ended by it are counted.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Timeout => "timeout",
            Fault::Crash => "crash",
            Fault::Absent => "cannot start",
            Fault::IllegalMove => "illegal move",
            Fault::Flood => "flood of output",
            Fault::Memory => "too much memory",
            Fault::Processes => "too many processes",
            Fault::Storage => "too much written",
            Fault::Disconnect => "disconnected",
            Fault::Malformed => "malformed message",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Letters of a story that are kept.
const STORY: usize = 400;

/// The beginning of a text, with a sign that there was more.
pub(crate) fn shortened(mut text: String, most: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push_str(" ...");
    }
    text
}

/// The text without anything that a terminal or a page would obey instead of showing it: bots, peers and folders' names are strangers' words.
pub(crate) fn plain(text: &str) -> String {
    /// What turns the direction in which a text is read.
    const TURNS: [std::ops::RangeInclusive<char>; 3] =
        ['\u{200e}'..='\u{200f}', '\u{202a}'..='\u{202e}', '\u{2066}'..='\u{2069}'];
    let obeyed = |letter: char| {
        letter.is_control() && !matches!(letter, '\n' | '\t')
            || TURNS.iter().any(|turns| turns.contains(&letter))
    };
    text.chars().map(|letter| if obeyed(letter) { char::REPLACEMENT_CHARACTER } else { letter }).collect()
}

/// The same on one line.
pub(crate) fn line(text: &str) -> String {
    plain(text).replace(['\n', '\t'], " ")
}

/// A fault with what happened, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lapse {
    /// Its kind.
    pub fault: Fault,
    /// What happened.
    pub detail: String,
}

impl Lapse {
    /// A fault with its story, of which the beginning is kept: a bot's own words may be in it, and there is no end to those.
    pub fn new(fault: Fault, detail: impl Into<String>) -> Lapse {
        Lapse { fault, detail: plain(&shortened(detail.into(), STORY)) }
    }
}

impl fmt::Display for Lapse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.fault, self.detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_stories_are_cut() {
        let lapse = Lapse::new(Fault::IllegalMove, "ž".repeat(1 << 20));
        assert_eq!(lapse.detail.chars().count(), STORY + 4);
        assert_eq!(Lapse::new(Fault::Crash, "short").detail, "short");
    }

    #[test]
    fn nobody_gives_orders_to_a_terminal() {
        for (said, shown) in [
            ("\u{1b}]52;c;cm0gLXJm\u{7}done", "\u{fffd}]52;c;cm0gLXJm\u{fffd}done"),
            ("\u{1b}[2Jwon\r1-0", "\u{fffd}[2Jwon\u{fffd}1-0"),
            ("\u{9b}2J\u{202e}abc", "\u{fffd}2J\u{fffd}abc"),
            ("two\n\tlines, žut", "two\n\tlines, žut"),
        ] {
            assert_eq!(plain(said), shown);
            assert_eq!(Lapse::new(Fault::Crash, said).detail, shown);
        }
        assert_eq!(line("ada\nbob\u{1b}"), "ada bob\u{fffd}");
    }
}
