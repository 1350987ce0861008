//! A text board as terminal text, with colours and marks where the terminal has them.

use std::fmt::Write as _;

use game::{Ink, Spot, TextBoard};

/// What a terminal can show. Which one it is (a pipe, `NO_COLOR`, a poor terminal) is for the caller to find out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colours {
    /// Characters only: a pipe or a file.
    Plain,
    /// Bold, underlined and reversed characters, but no colours.
    Mono,
    /// The 16 colours of every terminal.
    Basic,
    /// The palette of 256 colours.
    Rich,
}

/// What to point out on a text board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextMarks {
    /// The hotspots of the last move: underlined and bold.
    pub last: Vec<Spot>,
    /// The hotspots that can be chosen next: bold.
    pub legal: Vec<Spot>,
    /// Where the cursor stands: reversed.
    pub cursor: Option<Spot>,
}

/// The characters alone, one row a line, without trailing blanks.
pub fn plain(board: &TextBoard) -> String {
    board.to_string()
}

/// The board with escape sequences for colours and marks. Every line ends in the terminal's normal state.
pub fn ansi(board: &TextBoard, marks: &TextMarks, colours: Colours) -> String {
    if colours == Colours::Plain {
        return plain(board);
    }
    let mut out = String::new();
    for (row, letters) in board.rows().iter().enumerate() {
        let pens: Vec<Pen> = (0..letters.len())
            .map(|column| pen(board, marks, row, column, letters[column].1, colours))
            .collect();
        let length = (0..letters.len())
            .rev()
            .find(|&i| letters[i].0 != ' ' || pens[i].shows_on_blanks())
            .map_or(0, |last| last + 1);
        let mut current = Pen::default();
        for (&(letter, _), &pen) in letters.iter().zip(&pens).take(length) {
            // Blanks take no ink, so that runs of letters stay in one sequence.
            let pen = if letter == ' ' && !pen.shows_on_blanks() { current.on_blank() } else { pen };
            if pen != current {
                out.push_str(&pen.sequence());
                current = pen;
            }
            out.push(letter);
        }
        if current != Pen::default() {
            out.push_str("\x1b[0m");
        }
        out.push('\n');
    }
    out
}

/// The colour of an ink, readable on a black and on a white background, as an index into the palette of 256 colours, of which 0 to 15 are the basic ones. `None` where the
/// terminal's own colour is meant.
pub fn terminal_colour(ink: Ink, colours: Colours) -> Option<u8> {
    let pick = |basic: u8, rich: u8| match colours {
        Colours::Plain | Colours::Mono => None,
        Colours::Basic => Some(basic),
        Colours::Rich => Some(rich),
    };
    match ink {
        Ink::Neutral => None,
        Ink::Faint => pick(8, 244),
        Ink::Light => pick(11, 172),
        Ink::Dark => pick(6, 67),
        Ink::Seat(seat) => {
            let (basic, rich) = [(12, 33), (11, 208), (10, 142), (13, 134)][usize::from(seat) % 4];
            pick(basic, rich)
        }
        Ink::Kind(kind) => {
            const KINDS: [(u8, u8); 8] =
                [(12, 69), (11, 178), (9, 167), (8, 245), (14, 37), (10, 71), (13, 134), (5, 175)];
            let (basic, rich) = KINDS[usize::from(kind) % KINDS.len()];
            pick(basic, rich)
        }
    }
}

/// How one character is shown.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Pen {
    colour: Option<u8>,
    bold: bool,
    underlined: bool,
    reversed: bool,
}

impl Pen {
    fn shows_on_blanks(self) -> bool {
        self.underlined || self.reversed
    }

    fn on_blank(self) -> Pen {
        Pen { underlined: false, reversed: false, ..self }
    }

    fn sequence(self) -> String {
        let mut text = String::from("\x1b[0");
        for (code, on) in [(";1", self.bold), (";4", self.underlined), (";7", self.reversed)] {
            text.push_str(if on { code } else { "" });
        }
        match self.colour {
            None => {}
            Some(colour @ 0..=7) => _ = write!(text, ";{}", 30 + colour),
            Some(colour @ 8..=15) => _ = write!(text, ";{}", 90 + colour - 8),
            Some(colour) => _ = write!(text, ";38;5;{colour}"),
        }
        text.push('m');
        text
    }
}

fn pen(
    board: &TextBoard,
    marks: &TextMarks,
    row: usize,
    column: usize,
    ink: Option<Ink>,
    colours: Colours,
) -> Pen {
    let here =
        board.spots().iter().filter(|s| s.row == row && (s.column..s.column + s.width).contains(&column));
    let mut pen = Pen { colour: ink.and_then(|ink| terminal_colour(ink, colours)), ..Pen::default() };
    for spot in here.map(|s| s.spot) {
        let last = marks.last.contains(&spot);
        pen.underlined |= last;
        pen.bold |= last || marks.legal.contains(&spot);
        pen.reversed |= marks.cursor == Some(spot);
    }
    pen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> TextBoard {
        let mut board = TextBoard::new();
        board.put(0, 0, "ab");
        board.put_ink(0, 3, "X", Ink::Seat(0));
        board.put_ink(1, 1, "*", Ink::Kind(2));
        board.spot(Spot(1), 0, 3, 1);
        board.spot(Spot(2), 1, 0, 4);
        board
    }

    #[test]
    fn colours_and_marks() {
        let none = TextMarks::default();
        let last = TextMarks { last: vec![Spot(1)], ..TextMarks::default() };
        let cursor = TextMarks { cursor: Some(Spot(1)), ..TextMarks::default() };
        let legal = TextMarks { legal: vec![Spot(1)], ..TextMarks::default() };
        for (marks, colours, expected) in [
            (&none, Colours::Plain, "ab X\n *\n"),
            (&last, Colours::Plain, "ab X\n *\n"),
            (&none, Colours::Mono, "ab X\n *\n"),
            (&none, Colours::Basic, "ab \x1b[0;94mX\x1b[0m\n \x1b[0;91m*\x1b[0m\n"),
            (&none, Colours::Rich, "ab \x1b[0;38;5;33mX\x1b[0m\n \x1b[0;38;5;167m*\x1b[0m\n"),
            (&last, Colours::Mono, "ab \x1b[0;1;4mX\x1b[0m\n *\n"),
            (&cursor, Colours::Mono, "ab \x1b[0;7mX\x1b[0m\n *\n"),
            (&legal, Colours::Mono, "ab \x1b[0;1mX\x1b[0m\n *\n"),
        ] {
            assert_eq!(ansi(&board(), marks, colours), expected, "{marks:?} {colours:?}");
        }
    }

    #[test]
    fn inks_have_different_colours() {
        for colours in [Colours::Basic, Colours::Rich] {
            for group in [
                vec![Ink::Light, Ink::Dark],
                (0..4).map(Ink::Seat).collect(),
                (0..8).map(Ink::Kind).collect::<Vec<_>>(),
            ] {
                let all: std::collections::HashSet<_> =
                    group.iter().map(|&ink| terminal_colour(ink, colours)).collect();
                assert_eq!(all.len(), group.len(), "{group:?} share a colour in {colours:?}");
            }
        }
    }
}
