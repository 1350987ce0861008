//! Positions and moves as text.

use game::bits::Word;
use game::{MoveError, Problems, Seat, Size, rows};

use crate::board::{Domineering, LONGEST_SIDE, O, Placement, State, X};

/// What a move looks like.
pub(crate) const MOVE_FORM: &str =
    "the lower or left cell of the domino, column letter and row number, such as C4";

const ALPHABET: &str = "XO#";

/// The name of a cell: `C4`.
pub(crate) fn cell_name(size: Size, cell: usize) -> String {
    format!("{}{}", rows::column_letter(cell % size.columns), cell / size.columns + 1)
}

/// What stands on a cell.
pub(crate) fn letter<W: Word>(state: &State<W>, cell: usize) -> Option<char> {
    match (state.x.has(cell), state.o.has(cell)) {
        (true, true) => Some('#'),
        (true, false) => Some('X'),
        (false, true) => Some('O'),
        (false, false) => None,
    }
}

/// The position text.
pub(crate) fn write<W: Word>(game: &Domineering<W>, state: &State<W>) -> String {
    let from_the_top = (0..game.size.rows).rev();
    let row = |row| (0..game.size.columns).map(move |column| letter(state, game.cell(row, column)));
    let side = if state.side == X { 'X' } else { 'O' };
    format!("{} {side}", rows::write(from_the_top.map(row)))
}

/// The board size of a position text, judged by its first row and the number of rows.
pub(crate) fn size_of(text: &str) -> Result<Size, Problems> {
    let first = text.split_whitespace().next().unwrap_or("");
    match rows::size(first) {
        Some((rows, columns))
            if (1..=LONGEST_SIDE).contains(&rows) && (1..=LONGEST_SIDE).contains(&columns) =>
        {
            Ok(Size { rows, columns })
        }
        _ => Err(Problems::one(format!(
            "'{}' is not a board: expected 1 to {LONGEST_SIDE} rows of 1 to {LONGEST_SIDE} cells such as 8/8/2X5",
            rows::shorten(first)
        ))),
    }
}

/// Reads a position text.
pub(crate) fn read<W: Word>(game: &Domineering<W>, text: &str) -> Result<State<W>, Problems> {
    let mut problems = Problems::none();
    let mut fields = text.split_whitespace();
    let board = fields.next().unwrap_or("");
    let board = rows::read(board, game.size.rows, game.size.columns, ALPHABET, &mut problems);
    let side = rows::side(fields, ["X", "O"], &mut problems);
    let (mut x, mut o) = (W::EMPTY, W::EMPTY);
    for (row, cells) in (0..game.size.rows).rev().zip(board) {
        for (column, found) in cells.into_iter().enumerate() {
            let bit = W::bit(game.cell(row, column));
            if matches!(found, Some('X' | '#')) {
                x |= bit;
            }
            if matches!(found, Some('O' | '#')) {
                o |= bit;
            }
        }
    }
    problems.or(game.position(x, o, side))
}

/// Reads a move and checks it.
pub(crate) fn read_move<W: Word>(
    game: &Domineering<W>,
    state: &State<W>,
    text: &str,
) -> Result<Placement, MoveError> {
    let (column, row) = named_cell(text).ok_or_else(|| MoveError::unreadable(text, MOVE_FORM))?;
    match obstacle(game, state, column, row) {
        Some(reason) => Err(MoveError::illegal(text, reason)),
        None => Ok(Placement(game.cell(row - 1, column) as u8)),
    }
}

/// The column from 0 and the row number of `C4`, `4C`, `[4, c]`.
fn named_cell(text: &str) -> Option<(usize, usize)> {
    let ignored = |letter: char| letter.is_whitespace() || "[](){},;".contains(letter);
    let plain: String = text.chars().filter(|&letter| !ignored(letter)).collect();
    let number = plain.trim_matches(|letter: char| letter.is_ascii_alphabetic());
    let letters = plain.replacen(number, "", 1);
    let mut letters = letters.chars();
    let (Some(column), None) = (letters.next(), letters.next()) else { return None };
    let readable = (1..=3).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    let row = readable.then(|| number.parse().ok())??;
    Some((rows::column_of(column)?, row))
}

/// Why the side to move cannot place a domino with its lower or left cell here; `None` when it can. Rows count from 1.
fn obstacle<W: Word>(game: &Domineering<W>, state: &State<W>, column: usize, row: usize) -> Option<String> {
    let Size { rows, columns } = game.size;
    if column >= columns {
        let last = rows::column_letter(columns - 1);
        return Some(format!(
            "it is off the board: there is no column {}, they go from A to {last}",
            rows::column_letter(column)
        ));
    }
    if !(1..=rows).contains(&row) {
        return Some(format!("it is off the board: there is no row {row}, they go from 1 to {rows}"));
    }
    let first = game.cell(row - 1, column);
    let sticks_out = |edge: &str, line: &str| {
        Some(format!(
            "the domino sticks out of the board at the {edge}: {} is in the last {line}",
            cell_name(game.size, first)
        ))
    };
    if state.side == X && row == rows {
        return sticks_out("top", "row");
    }
    if state.side == O && column == columns - 1 {
        return sticks_out("right", "column");
    }
    let cells = [first, first + game.step(state.side)];
    let taken: Vec<String> = cells.iter().filter_map(|&cell| occupant(game, state, cell)).collect();
    (!taken.is_empty()).then(|| taken.join(" and "))
}

/// What is in the way on a cell, in words.
fn occupant<W: Word>(game: &Domineering<W>, state: &State<W>, cell: usize) -> Option<String> {
    let name = cell_name(game.size, cell);
    let owner = |seat: Seat| if seat == X { "X" } else { "O" };
    match letter(state, cell)? {
        '#' => Some(format!("{name} is blocked")),
        'X' => Some(format!("it overlaps the domino of {} at {name}", owner(X))),
        _ => Some(format!("it overlaps the domino of {} at {name}", owner(O))),
    }
}
