//! Rows of cells as text: letters for what stands there, decimal numbers for runs of empty cells.
//!
//! `3BBB3` is a row of nine. Rows are listed from the top with `/` between them.

use crate::{Problems, Seat};

/// The letter of a column: `A` is 0.
pub fn column_letter(column: usize) -> char {
    char::from(b'A' + column as u8)
}

/// The column of a letter in either case: `A` is 0; `None` for anything else.
pub fn column_of(letter: char) -> Option<usize> {
    letter.is_ascii_alphabetic().then(|| (letter.to_ascii_uppercase() as u8 - b'A') as usize)
}

/// The rows as text; `None` is an empty cell.
pub fn write<R: IntoIterator<Item = Option<char>>>(rows: impl IntoIterator<Item = R>) -> String {
    let mut text = String::new();
    for (index, row) in rows.into_iter().enumerate() {
        if index > 0 {
            text.push('/');
        }
        write_row(row, &mut text);
    }
    text
}

fn write_row(row: impl IntoIterator<Item = Option<char>>, text: &mut String) {
    let mut run = 0;
    let flush = |run: &mut usize, text: &mut String| {
        if *run > 0 {
            text.push_str(&run.to_string());
        }
        *run = 0;
    };
    for cell in row {
        match cell {
            None => run += 1,
            Some(letter) => {
                flush(&mut run, text);
                text.push(letter);
            }
        }
    }
    flush(&mut run, text);
}

/// How many rows and columns the text has, judged by its first row; `None` when that row cannot be read.
pub fn size(text: &str) -> Option<(usize, usize)> {
    let first = text.split('/').next()?;
    Some((text.split('/').count(), read_row(first)?.len()))
}

/// Reads a board of exactly `rows` x `columns` cells. Letters not in `alphabet` and rows of the wrong length are problems; the
/// cells they spoil are read as empty, so that reading can go on and find the rest.
pub fn read(
    text: &str,
    rows: usize,
    columns: usize,
    alphabet: &str,
    problems: &mut Problems,
) -> Vec<Vec<Option<char>>> {
    let parts: Vec<&str> = text.split('/').collect();
    if parts.len() != rows {
        problems.add(format!("'{}' has {} rows; expected {rows}", shorten(text), parts.len()));
    }
    let mut board = Vec::with_capacity(rows);
    for (index, part) in parts.iter().take(rows).enumerate() {
        let number = index + 1;
        let mut cells = match read_row(part) {
            None => {
                problems.add(format!("row {number} '{}' has a run that is too long or zero", shorten(part)));
                Vec::new()
            }
            Some(cells) => {
                if cells.len() != columns {
                    problems.add(format!(
                        "row {number} '{}' has {} cells; expected {columns}",
                        shorten(part),
                        cells.len()
                    ));
                }
                cells
            }
        };
        cells.resize(columns, None);
        for cell in &mut cells {
            let Some(letter) = *cell else { continue };
            if !alphabet.contains(letter) {
                problems
                    .add(format!("row {number} has '{letter}'; expected {} or a number", spell(alphabet)));
                *cell = None;
            }
        }
        board.push(cells);
    }
    board.resize(rows, vec![None; columns]);
    board
}

/// Reads the last field of a position, the side to move, by the names of the two seats. Where it cannot be read it is a problem, and the first seat's.
pub fn side<'a>(
    mut fields: impl Iterator<Item = &'a str>,
    [first, second]: [&str; 2],
    problems: &mut Problems,
) -> Seat {
    let found = fields.next().unwrap_or("");
    if found != first && found != second {
        problems.add(format!("the side to move is '{}'; expected {first} or {second}", shorten(found)));
    }
    if let Some(extra) = fields.next() {
        problems.add(format!("'{}' after the side to move; expected nothing", shorten(extra)));
    }
    if found == second { Seat::SECOND } else { Seat::FIRST }
}

/// The cells of one row. `None` when a run is zero or longer than any board.
fn read_row(text: &str) -> Option<Vec<Option<char>>> {
    const LONGEST: usize = 64;
    let mut cells = Vec::new();
    let mut run: Option<usize> = None;
    for letter in text.chars().chain([' ']) {
        if let Some(digit) = letter.to_digit(10) {
            let value = run.unwrap_or(0) * 10 + digit as usize;
            if value == 0 || value > LONGEST {
                return None;
            }
            run = Some(value);
            continue;
        }
        cells.resize(cells.len() + run.take().unwrap_or(0), None);
        if letter != ' ' {
            cells.push(Some(letter));
        }
    }
    (cells.len() <= LONGEST).then_some(cells)
}

/// `X, O, #`.
fn spell(alphabet: &str) -> String {
    alphabet.chars().map(String::from).collect::<Vec<_>>().join(", ")
}

/// The text itself, or its beginning when it is long, for quoting in a message.
pub fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_string();
    }
    text.chars().take(MOST).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_survive_a_round_trip() {
        for text in ["8/8", "3BBB3/B7B", "XO/OX", "1", "12/11X"] {
            let (rows, columns) = size(text).unwrap();
            let mut problems = Problems::none();
            let board = read(text, rows, columns, "XOB", &mut problems);
            assert!(problems.is_empty(), "{text}: {problems}");
            assert_eq!(write(board), text);
        }
    }

    #[test]
    fn every_problem_is_named() {
        let mut problems = Problems::none();
        read("3Q/5/0", 2, 4, "XO#", &mut problems);
        let found: Vec<&str> = problems.iter().collect();
        assert_eq!(
            found,
            [
                "'3Q/5/0' has 3 rows; expected 2",
                "row 1 has 'Q'; expected X, O, # or a number",
                "row 2 '5' has 5 cells; expected 4",
            ]
        );
    }
}
