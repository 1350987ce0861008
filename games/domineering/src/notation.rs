//! Positions as the lists of a Python program: rows of cells from the top, then who is to move.

use game::bits::Word;
use game::{Game, Notated, Problems, lists, rows};

use crate::board::{Domineering, State, X};
use crate::text;

/// How an empty cell may be written.
const EMPTY: [&str; 5] = [" ", "", ".", "-", "_"];

impl<W: Word> Notated for Domineering<W>
where
    Self: Game<State = State<W>>,
{
    fn write_notation(&self, state: &State<W>) -> String {
        let cell = |cell| format!("'{}'", text::letter(state, cell).unwrap_or(' '));
        let row = |row| {
            let cells: Vec<String> =
                (0..self.size.columns).map(|column| cell(self.cell(row, column))).collect();
            format!("[{}]", cells.join(", "))
        };
        let rows: Vec<String> = (0..self.size.rows).rev().map(row).collect();
        format!("([{}], '{}')", rows.join(", "), if state.side == X { 'X' } else { 'O' })
    }

    /// Without a side, X is to move unless more cells are its own: X begins.
    fn read_notation(text: &str) -> Option<Result<String, Problems>> {
        let (grid, words) = lists::find(&lists::read(text)?, &lists::Item::grid)?;
        let mut problems = Problems::none();
        let mut cell = |word: &String| match word.as_str() {
            empty if EMPTY.contains(&empty) => None,
            "X" | "x" => Some('X'),
            "O" | "o" => Some('O'),
            "#" => Some('#'),
            other => {
                problems.add(format!("the cell '{}' is none of X, O, # and a blank", rows::shorten(other)));
                None
            }
        };
        let board: Vec<Vec<Option<char>>> =
            grid.iter().map(|row| row.iter().map(&mut cell).collect()).collect();
        let count = |wanted| board.iter().flatten().filter(|&&cell| cell == Some(wanted)).count();
        let usual = if count('X') > count('O') { "O" } else { "X" };
        let side = match words.as_slice() {
            [] => usual.to_string(),
            words => words.join(" ").to_uppercase(),
        };
        Some(problems.or(format!("{} {side}", rows::write(board))))
    }
}
