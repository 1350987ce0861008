//! The rules once more, cell by cell, for comparison.

#![allow(dead_code, reason = "each test binary uses a part of it")]

/// A position as three grids of digits: 0 for nobody, else the seat's number.
#[derive(Clone)]
pub struct Reference {
    horizontal: Vec<Vec<u8>>,
    vertical: Vec<Vec<u8>>,
    boxes: Vec<Vec<u8>>,
    side: u8,
}

impl Reference {
    pub fn new(rows: usize, columns: usize) -> Reference {
        Reference {
            horizontal: vec![vec![0; columns]; rows + 1],
            vertical: vec![vec![0; columns + 1]; rows],
            boxes: vec![vec![0; columns]; rows],
            side: 1,
        }
    }

    pub fn text(&self) -> String {
        let grid = |grid: &Vec<Vec<u8>>| {
            let rows: Vec<String> =
                grid.iter().map(|row| row.iter().map(|digit| digit.to_string()).collect()).collect();
            rows.join("/")
        };
        format!("{} {} {} {}", grid(&self.horizontal), grid(&self.vertical), grid(&self.boxes), self.side)
    }

    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (letter, grid) in [('h', &self.horizontal), ('v', &self.vertical)] {
            for (r, row) in grid.iter().enumerate() {
                for (c, &digit) in row.iter().enumerate() {
                    if digit == 0 {
                        moves.push(format!("{letter}{}.{}", r + 1, c + 1));
                    }
                }
            }
        }
        moves
    }

    pub fn play(&mut self, text: &str) {
        let (row, column) = text[1..].split_once('.').expect("a point");
        let (row, column): (usize, usize) = (row.parse().expect("a row"), column.parse().expect("a column"));
        let grid = if text.starts_with('h') { &mut self.horizontal } else { &mut self.vertical };
        assert_eq!(grid[row - 1][column - 1], 0);
        grid[row - 1][column - 1] = self.side;
        let mut closed = false;
        for r in 0..self.boxes.len() {
            for c in 0..self.boxes[r].len() {
                if self.boxes[r][c] == 0 && self.sides(r, c) == 4 {
                    self.boxes[r][c] = self.side;
                    closed = true;
                }
            }
        }
        if !closed {
            self.side = 3 - self.side;
        }
    }

    pub fn scores(&self) -> [usize; 2] {
        [1, 2].map(|seat| self.boxes.iter().flatten().filter(|&&owner| owner == seat).count())
    }

    /// 10 a box more, 5 less for each box more that has three sides and had two before.
    pub fn gain(&self, text: &str) -> i32 {
        let mut next = self.clone();
        next.play(text);
        let mut gain = 0;
        for r in 0..self.boxes.len() {
            for c in 0..self.boxes[r].len() {
                gain += match (self.sides(r, c), next.sides(r, c)) {
                    (3, 4) => 10,
                    (2, 3) => -5,
                    _ => 0,
                };
            }
        }
        gain
    }

    fn sides(&self, r: usize, c: usize) -> usize {
        let sides =
            [self.horizontal[r][c], self.horizontal[r + 1][c], self.vertical[r][c], self.vertical[r][c + 1]];
        sides.iter().filter(|&&digit| digit != 0).count()
    }
}
