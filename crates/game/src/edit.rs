//! Setting up a position by hand: brushes, the places that they change, and what is set beside the board.
//!
//! A draft is a position text that need not be right yet: half a factory, no king. It can always be drawn, so that people see what they have entered so
//! far; whether it is a position is what [`Game::read`](crate::Game::read) says.

use crate::{Draw, Frame, Ink, Problems, Scene, Shape, Size, Spot, rows};

/// A game whose positions can be put together piece by piece.
pub trait Edit: Draw {
    /// What the text of a position is made of, for people who type it: a paragraph or two.
    const FORM: &'static str;

    /// The draft with nothing on the board.
    fn blank(&self) -> String;

    /// What can be put down, in the order of a palette; the last one takes away.
    fn brushes(&self) -> Vec<Brush>;

    /// The picture of a draft, with a hotspot for everything that can be touched with a brush. What cannot be read in it is not drawn. The places are those
    /// of the game's other pictures, and so are the numbers of the hotspots that both have.
    fn sheet(&self, draft: &str, frame: Frame) -> Scene;

    /// The draft after a touch of a hotspot with a brush; the same draft where the touch means nothing.
    fn touch(&self, draft: &str, spot: Spot, brush: usize) -> String;

    /// What is set beside the board.
    fn dials(&self, draft: &str) -> Vec<Dial>;

    /// The draft with a dial at another value; the same draft where that is none.
    fn set(&self, draft: &str, dial: usize, value: &str) -> String;
}

/// Something to put down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brush {
    /// What it is called, put into other languages by [`crate::Spoken::WORDS`].
    pub label: &'static str,
    /// What it looks like; `None` for the one that takes away.
    pub piece: Option<(Shape, Ink)>,
}

impl Brush {
    /// One that puts something down.
    pub const fn new(label: &'static str, shape: Shape, ink: Ink) -> Brush {
        Brush { label, piece: Some((shape, ink)) }
    }

    /// The one that takes away.
    pub const ERASER: Brush = Brush { label: "Take away", piece: None };
}

/// Something that is set beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dial {
    /// What it is called.
    pub label: String,
    /// How it stands.
    pub value: String,
    /// How it can stand.
    pub values: Values,
}

/// What a dial can be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// A whole number from the first to the second.
    Numbers(i32, i32),
    /// One of these: how it is written, and what it is called.
    Words(Vec<(String, String)>),
}

impl Dial {
    /// A number.
    pub fn number(label: impl Into<String>, value: usize, low: i32, high: i32) -> Dial {
        Dial { label: label.into(), value: value.to_string(), values: Values::Numbers(low, high) }
    }

    /// A choice.
    pub fn choice(label: impl Into<String>, value: &str, of: &[(&str, &str)]) -> Dial {
        let words = of.iter().map(|&(value, name)| (value.to_string(), name.to_string())).collect();
        Dial { label: label.into(), value: value.to_string(), values: Values::Words(words) }
    }

    /// Whether it can be set so.
    pub fn takes(&self, value: &str) -> bool {
        match &self.values {
            Values::Numbers(low, high) => value.parse().is_ok_and(|number| (*low..=*high).contains(&number)),
            Values::Words(words) => words.iter().any(|(word, _)| word == value),
        }
    }
}

/// The draft with another text at this place of its fields.
pub fn with_field(draft: &str, at: usize, value: &str) -> String {
    let mut fields: Vec<&str> = draft.split_whitespace().collect();
    if let Some(field) = fields.get_mut(at) {
        *field = value;
    }
    fields.join(" ")
}

/// A draft whose first field is a board of cells and whose second is the side to move, read as far as it can be.
pub struct Cells {
    /// The cells from the top.
    pub rows: Vec<Vec<Option<char>>>,
    /// The side to move, one of those that there are.
    pub side: String,
}

impl Cells {
    /// Reads a draft; what cannot be read is empty, and the first of `sides` is to move.
    pub fn read(draft: &str, size: Size, alphabet: &str, sides: [&str; 2]) -> Cells {
        let mut fields = draft.split_whitespace();
        let board = fields.next().unwrap_or("");
        let rows = rows::read(board, size.rows, size.columns, alphabet, &mut Problems::none());
        let side = fields.next().filter(|side| sides.contains(side)).unwrap_or(sides[0]);
        Cells { rows, side: side.to_string() }
    }

    /// The numbers of the cells that hold this letter, counted row by row from the bottom or from the top.
    pub fn holding(&self, letter: char, from: From) -> Vec<usize> {
        let number = |(row, cells): (usize, &Vec<Option<char>>)| -> Vec<usize> {
            let columns = cells.len();
            let row = if from == From::Top { row } else { self.rows.len() - 1 - row };
            (0..columns).filter(|&column| cells[column] == Some(letter)).map(|c| row * columns + c).collect()
        };
        self.rows.iter().enumerate().flat_map(number).collect()
    }
}

/// Where the rows of a board are counted from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// The top row is the first.
    Top,
    /// The bottom row is the first.
    Bottom,
}

/// The dial that says who is to move, in a game where the second field of a draft says so; each side with its name.
pub fn side_dial(draft: &str, sides: [(&str, &str); 2]) -> Dial {
    let value = draft.split_whitespace().nth(1).unwrap_or(sides[0].0);
    Dial::choice("To move", value, &sides)
}
