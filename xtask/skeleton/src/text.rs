//! Positions and moves as text.

use game::{MoveError, Problems, rows};

use crate::board::{Cell, O, SIDE, Skeleton, State, X};

/// What a move looks like.
pub(crate) const MOVE_FORM: &str = "a cell, column letter and row number, such as B2";

/// The name of a cell: `B2`.
pub(crate) fn cell_name(cell: usize) -> String {
    format!("{}{}", rows::column_letter(cell % SIDE), cell / SIDE + 1)
}

/// Who has taken a cell.
pub(crate) fn letter(state: &State, cell: usize) -> Option<char> {
    let owner = state.taken.iter().position(|cells| cells >> cell & 1 == 1)?;
    Some(['X', 'O'][owner])
}

/// The position text.
pub(crate) fn write(state: &State) -> String {
    let row = |row: usize| (0..SIDE).map(move |column| letter(state, row * SIDE + column));
    let side = if state.side == X { 'X' } else { 'O' };
    format!("{} {side}", rows::write((0..SIDE).rev().map(row)))
}

/// Reads a position text.
pub(crate) fn read(game: &Skeleton, text: &str) -> Result<State, Problems> {
    let mut problems = Problems::none();
    let mut fields = text.split_whitespace();
    let board = rows::read(fields.next().unwrap_or(""), SIDE, SIDE, "XO", &mut problems);
    let side = match fields.next() {
        Some("O") => O,
        Some("X") => X,
        other => {
            let found = rows::shorten(other.unwrap_or(""));
            problems.add(format!("the side to move is '{found}'; expected X or O"));
            X
        }
    };
    if let Some(extra) = fields.next() {
        problems.add(format!("'{}' after the side to move; expected nothing", rows::shorten(extra)));
    }
    let mut taken = [0; 2];
    for (cell, letter) in board.into_iter().rev().flatten().enumerate() {
        match letter {
            Some('X') => taken[0] |= 1 << cell,
            Some(_) => taken[1] |= 1 << cell,
            None => {}
        }
    }
    problems.or(game.position(taken, side))
}

/// Reads a move and checks it.
pub(crate) fn read_move(state: &State, text: &str) -> Result<Cell, MoveError> {
    let name = text.trim().to_uppercase();
    let Some(cell) = (0..SIDE * SIDE).find(|&cell| cell_name(cell) == name) else {
        return Err(MoveError::unreadable(text, MOVE_FORM));
    };
    match letter(state, cell) {
        Some(owner) => Err(MoveError::illegal(text, format!("{owner} has taken it"))),
        None => Ok(Cell(cell as u8)),
    }
}
