//! Positions as the terms of a Prolog program: `state(white, [[empty, black], [empty, white]])`, rows from the top. How many groups count is a third
//! argument where it is not one.

use game::{Game, Notated, Problems, lists, rows};

use crate::rules::{BLACK, WHITE};
use crate::{State, Taiji, Word};

impl<W: Word> Notated for Taiji<W>
where
    Self: Game<State = State<W>>,
{
    fn write_notation(&self, state: &State<W>) -> String {
        let size = self.board().size();
        let cell = |cell| match (state.of(WHITE).has(cell), state.of(BLACK).has(cell)) {
            (true, _) => "white",
            (_, true) => "black",
            _ => "empty",
        };
        let row = |row: usize| {
            let cells: Vec<&str> =
                (0..size.columns).map(|column| cell(row * size.columns + column)).collect();
            format!("[{}]", cells.join(", "))
        };
        let rows: Vec<String> = (0..size.rows).rev().map(row).collect();
        let side = if state.side() == WHITE { "white" } else { "black" };
        let groups = if self.groups() == 1 { String::new() } else { format!(", {}", self.groups()) };
        format!("state({side}, [{}]{groups})", rows.join(", "))
    }

    /// A board alone shows whose turn it is: White begins, and every turn takes two cells.
    fn read_notation(text: &str) -> Option<Result<String, Problems>> {
        let (grid, words) = lists::find(&lists::read(text)?, &lists::Item::grid)?;
        let mut problems = Problems::none();
        let mut cell = |word: &String| match word.as_str() {
            "empty" | " " => None,
            "white" | "O" => Some('O'),
            "black" | "X" => Some('X'),
            other => {
                let found = rows::shorten(other);
                problems.add(format!("the cell '{found}' is none of empty, white and black"));
                None
            }
        };
        let board: Vec<Vec<Option<char>>> =
            grid.iter().map(|row| row.iter().map(&mut cell).collect()).collect();
        let taken = board.iter().flatten().flatten().count();
        let mut side = if (taken / 2).is_multiple_of(2) { "O" } else { "X" };
        let mut groups = "1".to_string();
        for word in words {
            match word.as_str() {
                "white" => side = "O",
                "black" => side = "X",
                number if number.bytes().all(|byte| byte.is_ascii_digit()) => groups = word,
                other => problems.add(format!(
                    "'{}' beside the board is neither white nor black nor a number of groups",
                    rows::shorten(other)
                )),
            }
        }
        Some(problems.or(format!("{} {side} {groups}", rows::write(board))))
    }
}
