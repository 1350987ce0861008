//! A picture made of characters, with the places that a cursor can stand on.

use crate::{Ink, Spot};

/// A picture of a position for a terminal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextBoard {
    rows: Vec<Vec<(char, Option<Ink>)>>,
    spots: Vec<TextSpot>,
    labels: Vec<TextLabel>,
}

/// Words on a text board, which may be put into another language.
#[derive(Clone, PartialEq, Eq, Debug)]
struct TextLabel {
    row: usize,
    column: usize,
    /// How many characters there are room for.
    room: usize,
    text: String,
    ink: Option<Ink>,
}

/// Where a hotspot is on a text board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextSpot {
    /// Which hotspot.
    pub spot: Spot,
    /// Row, from 0 at the top.
    pub row: usize,
    /// Column of its first character, from 0.
    pub column: usize,
    /// How many characters it takes in that row.
    pub width: usize,
}

impl TextBoard {
    /// An empty picture.
    pub fn new() -> TextBoard {
        TextBoard::default()
    }

    /// Writes `text` (one line) at a place, growing the picture as needed.
    pub fn put(&mut self, row: usize, column: usize, text: &str) {
        self.write(row, column, text, None);
    }

    /// Writes `text` at a place in the colour of `ink`, where the terminal has colours.
    pub fn put_ink(&mut self, row: usize, column: usize, text: &str, ink: Ink) {
        self.write(row, column, text, Some(ink));
    }

    /// Writes words at a place where there is room for so many characters in any language.
    pub fn label(&mut self, row: usize, column: usize, room: usize, text: &str, ink: Option<Ink>) {
        self.write(row, column, text, ink);
        self.labels.push(TextLabel { row, column, room, text: text.to_string(), ink });
    }

    /// The words on the board.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.labels.iter().map(|label| label.text.as_str())
    }

    /// Puts the words into another language, as `say` does it; what there is no room for is cut off.
    pub fn translate(&mut self, say: &dyn Fn(&str) -> String) {
        for label in std::mem::take(&mut self.labels) {
            let text: String = say(&label.text).chars().take(label.room).collect();
            let blank = " ".repeat(label.text.chars().count());
            self.write(label.row, label.column, &blank, None);
            self.write(label.row, label.column, &text, label.ink);
            self.labels.push(TextLabel { text, ..label });
        }
    }

    /// Says that a hotspot is at a place. A hotspot may have several places.
    pub fn spot(&mut self, spot: Spot, row: usize, column: usize, width: usize) {
        self.spots.push(TextSpot { spot, row, column, width });
    }

    /// Where the hotspots are.
    pub fn spots(&self) -> &[TextSpot] {
        &self.spots
    }

    /// The rows from the top, each character with its ink.
    pub fn rows(&self) -> &[Vec<(char, Option<Ink>)>] {
        &self.rows
    }

    /// How many rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The length of the longest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn write(&mut self, row: usize, column: usize, text: &str, ink: Option<Ink>) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let line = &mut self.rows[row];
        let length = text.chars().count();
        if line.len() < column + length {
            line.resize(column + length, (' ', None));
        }
        for (cell, letter) in line[column..].iter_mut().zip(text.chars()) {
            *cell = (letter, ink);
        }
    }
}

/// The plain characters, without trailing blanks, one row a line.
impl std::fmt::Display for TextBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in &self.rows {
            let line: String = row.iter().map(|&(letter, _)| letter).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
