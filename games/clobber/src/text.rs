//! Positions and moves as text.

use game::{MoveError, Problems, Size, rows};

use crate::board::{Clobber, Hop, LONGEST_SIDE, SHORTEST_SIDE, State, X};

/// What a move looks like.
pub(crate) const MOVE_FORM: &str = "the cell of a stone and the cell of the stone it takes, such as C4D4";

const ALPHABET: &str = "XO";

/// The name of a cell: `C4`.
pub(crate) fn cell_name(size: Size, cell: usize) -> String {
    format!("{}{}", rows::column_letter(cell % size.columns), cell / size.columns + 1)
}

/// What stands on a cell.
pub(crate) fn letter(state: &State, cell: usize) -> Option<char> {
    let [x, o] = state.stones.map(|stones| stones >> cell & 1 == 1);
    match (x, o) {
        (true, _) => Some('X'),
        (_, true) => Some('O'),
        _ => None,
    }
}

/// The position text.
pub(crate) fn write(game: &Clobber, state: &State) -> String {
    let from_the_top = (0..game.size.rows).rev();
    let row = |row| (0..game.size.columns).map(move |column| letter(state, game.cell(row, column)));
    let side = if state.side == X { 'X' } else { 'O' };
    format!("{} {side}", rows::write(from_the_top.map(row)))
}

/// The board size of a position text, judged by its first row and the number of rows.
pub(crate) fn size_of(text: &str) -> Result<Size, Problems> {
    let first = text.split_whitespace().next().unwrap_or("");
    let sides = SHORTEST_SIDE..=LONGEST_SIDE;
    match rows::size(first) {
        Some((rows, columns)) if sides.contains(&rows) && sides.contains(&columns) => {
            Ok(Size { rows, columns })
        }
        _ => Err(Problems::one(format!(
            "'{}' is not a board: expected {SHORTEST_SIDE} to {LONGEST_SIDE} rows of {SHORTEST_SIDE} to {LONGEST_SIDE} cells such as XO2/1XOX",
            rows::shorten(first)
        ))),
    }
}

/// Reads a position text.
pub(crate) fn read(game: &Clobber, text: &str) -> Result<State, Problems> {
    let mut problems = Problems::none();
    let mut fields = text.split_whitespace();
    let board = fields.next().unwrap_or("");
    let board = rows::read(board, game.size.rows, game.size.columns, ALPHABET, &mut problems);
    let side = rows::side(fields, ["X", "O"], &mut problems);
    let mut stones = [0; 2];
    for (row, cells) in (0..game.size.rows).rev().zip(board) {
        for (column, found) in cells.into_iter().enumerate() {
            let Some(letter) = found else { continue };
            stones[usize::from(letter == 'O')] |= 1 << game.cell(row, column);
        }
    }
    problems.or(game.position(stones, side))
}

/// Reads a move and checks it.
pub(crate) fn read_move(game: &Clobber, state: &State, text: &str) -> Result<Hop, MoveError> {
    let unreadable = || MoveError::unreadable(text, MOVE_FORM);
    let (from, to) = named_cells(text).ok_or_else(unreadable)?;
    let cell = |named| cell_at(game, named).map_err(|reason| MoveError::illegal(text, reason));
    let (from, to) = (cell(from)?, cell(to)?);
    match obstacle(game, state, from, to) {
        Some(reason) => Err(MoveError::illegal(text, reason)),
        None => Ok(Hop { from: from as u8, to: to as u8 }),
    }
}

/// The column from 0 and the row number of a cell that somebody named.
type Named = (usize, usize);

/// The cells of `C4D4`, `c4-d4`, `C4 x D4`, `[C4, D4]`.
fn named_cells(text: &str) -> Option<(Named, Named)> {
    let ignored = |letter: char| letter.is_whitespace() || "[](){},;-:>".contains(letter);
    let plain: String = text.chars().filter(|&letter| !ignored(letter)).collect();
    let (from, rest) = first_cell(&plain)?;
    // A letter right before another one is the sign for taking, not a column.
    let mut letters = rest.chars();
    let sign = matches!(letters.next(), Some('x' | 'X')) && letters.next().is_some_and(char::is_alphabetic);
    let (to, rest) = first_cell(&rest[usize::from(sign)..])?;
    rest.is_empty().then_some((from, to))
}

/// The cell that a text begins with, and what follows it.
fn first_cell(text: &str) -> Option<(Named, &str)> {
    let column = rows::column_of(text.chars().next()?)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text[1..].split_at(digits);
    let row = (1..=3).contains(&digits).then(|| number.parse().ok())??;
    Some(((column, row), rest))
}

/// The number of a named cell, or why there is none.
fn cell_at(game: &Clobber, (column, row): Named) -> Result<usize, String> {
    let Size { rows, columns } = game.size;
    if column >= columns {
        let (wanted, last) = (rows::column_letter(column), rows::column_letter(columns - 1));
        return Err(format!("it is off the board: there is no column {wanted}, they go from A to {last}"));
    }
    if !(1..=rows).contains(&row) {
        return Err(format!("it is off the board: there is no row {row}, they go from 1 to {rows}"));
    }
    Ok(game.cell(row - 1, column))
}

/// Why the side to move cannot take the stone at `to` with one at `from`; `None` when it can.
fn obstacle(game: &Clobber, state: &State, from: usize, to: usize) -> Option<String> {
    let name = |cell| cell_name(game.size, cell);
    let [own, other] = if state.side == X { ['X', 'O'] } else { ['O', 'X'] };
    if letter(state, from) != Some(own) {
        return Some(format!("there is no stone of {own} at {}", name(from)));
    }
    if game.around(1 << from) >> to & 1 == 0 {
        return Some(format!("{} is not beside {}", name(to), name(from)));
    }
    (letter(state, to) != Some(other))
        .then(|| format!("there is no stone of {other} to take at {}", name(to)))
}
