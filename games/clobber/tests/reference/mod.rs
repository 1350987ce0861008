//! The rules once more, as plainly as they can be said: a grid of letters.

use game::{Rng, Size};

/// A board, rows from the bottom, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Reference {
    pub cells: Vec<Vec<char>>,
    pub side: char,
}

/// Row and column of a cell, from the bottom left.
pub type Place = (usize, usize);

impl Reference {
    /// The full board.
    pub fn start(size: Size) -> Reference {
        let stone = |row: usize, column: usize| if (row + column).is_multiple_of(2) { 'X' } else { 'O' };
        let row = |row| (0..size.columns).map(|column| stone(row, column)).collect();
        Reference { cells: (0..size.rows).map(row).collect(), side: 'X' }
    }

    /// Any stones anywhere, a third of the cells empty.
    pub fn random(size: Size, rng: &mut Rng) -> Reference {
        let mut letter = || [' ', 'X', 'O'][rng.below(3)];
        let cells = (0..size.rows).map(|_| (0..size.columns).map(|_| letter()).collect()).collect();
        Reference { cells, side: ['X', 'O'][rng.below(2)] }
    }

    fn at(&self, row: isize, column: isize) -> char {
        let cell = |row: usize, column: usize| self.cells.get(row)?.get(column).copied();
        let (row, column) = (usize::try_from(row), usize::try_from(column));
        row.ok().zip(column.ok()).and_then(|(row, column)| cell(row, column)).unwrap_or(' ')
    }

    /// Every move, by the cell it leaves and then by the cell it goes to.
    pub fn moves(&self) -> Vec<(Place, Place)> {
        let other = if self.side == 'X' { 'O' } else { 'X' };
        let mut moves = Vec::new();
        for row in 0..self.cells.len() {
            for column in 0..self.cells[0].len() {
                for (up, right) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                    let (r, c) = (row as isize + up, column as isize + right);
                    if self.cells[row][column] == self.side && self.at(r, c) == other {
                        moves.push(((row, column), (r as usize, c as usize)));
                    }
                }
            }
        }
        moves
    }

    /// The board after a move.
    pub fn after(&self, (from, to): (Place, Place)) -> Reference {
        let mut next = self.clone();
        next.cells[from.0][from.1] = ' ';
        next.cells[to.0][to.1] = self.side;
        next.side = if self.side == 'X' { 'O' } else { 'X' };
        next
    }

    /// Whether the side to move wins, by trying everything.
    pub fn wins(&self) -> bool {
        self.moves().into_iter().any(|mv| !self.after(mv).wins())
    }

    /// The position text.
    pub fn text(&self) -> String {
        let row = |row: &Vec<char>| row.iter().map(|&letter| (letter != ' ').then_some(letter)).collect();
        let rows: Vec<Vec<Option<char>>> = self.cells.iter().rev().map(row).collect();
        format!("{} {}", game::rows::write(rows), self.side)
    }
}
