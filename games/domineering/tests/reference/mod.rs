//! The rules once more, cell by cell and as plainly as possible, to hold the fast ones against.

use game::{Rng, Size};

/// A board of letters: `.` empty, `X`, `O`, `#`. Row 0 is the bottom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    pub size: Size,
    pub cells: Vec<Vec<char>>,
    pub side: char,
}

impl Reference {
    /// An empty board with X to move.
    pub fn new(size: Size) -> Reference {
        Reference { size, cells: vec![vec!['.'; size.columns]; size.rows], side: 'X' }
    }

    /// A board on which each cell is blocked with the odds `blocked` in ten, and either side is to move.
    #[allow(dead_code)]
    pub fn random(size: Size, blocked: usize, rng: &mut Rng) -> Reference {
        let mut board = Reference::new(size);
        for cell in board.cells.iter_mut().flatten() {
            if rng.below(10) < blocked {
                *cell = '#';
            }
        }
        board.side = if rng.below(2) == 0 { 'X' } else { 'O' };
        board
    }

    /// Row and column of the lower or left cell of every legal domino, row by row from the bottom.
    pub fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for row in 0..self.size.rows {
            for column in 0..self.size.columns {
                let (second_row, second_column) = self.second(row, column);
                let on_board = second_row < self.size.rows && second_column < self.size.columns;
                if on_board && self.cells[row][column] == '.' && self.cells[second_row][second_column] == '.'
                {
                    moves.push((row, column));
                }
            }
        }
        moves
    }

    /// The board after a move.
    pub fn after(&self, (row, column): (usize, usize)) -> Reference {
        let mut next = self.clone();
        let (second_row, second_column) = self.second(row, column);
        next.cells[row][column] = self.side;
        next.cells[second_row][second_column] = self.side;
        next.side = if self.side == 'X' { 'O' } else { 'X' };
        next
    }

    /// The position text, every empty cell written out.
    pub fn text(&self) -> String {
        let row = |row: &Vec<char>| row.iter().map(|c| if *c == '.' { '1' } else { *c }).collect();
        let rows: Vec<String> = self.cells.iter().rev().map(row).collect();
        format!("{} {}", split_ones(&rows.join("/")), self.side)
    }

    /// How many games of exactly `depth` moves there are.
    #[allow(dead_code)]
    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }

    fn second(&self, row: usize, column: usize) -> (usize, usize) {
        if self.side == 'X' { (row + 1, column) } else { (row, column + 1) }
    }
}

/// Turns each run of `1`s into its length.
fn split_ones(text: &str) -> String {
    let (mut out, mut run) = (String::new(), 0);
    for letter in text.chars().chain(['\0']) {
        if letter == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            out.push_str(&run.to_string());
            run = 0;
        }
        if letter != '\0' {
            out.push(letter);
        }
    }
    out
}
