//! A player's wall: where tiles may stand, and what they score.

use crate::Colour;

/// The 5x5 wall, a bit for each cell, row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wall(u32);

/// The points at the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bonus {
    /// Complete rows, 2 points each.
    pub rows: i32,
    /// Complete columns, 7 points each.
    pub columns: i32,
    /// Complete colours, 10 points each.
    pub colours: i32,
}

impl Bonus {
    /// What they are worth together.
    pub const fn points(self) -> i32 {
        2 * self.rows + 7 * self.columns + 10 * self.colours
    }
}

const ROW: u32 = 0b11111;
const COLUMN: u32 = 0b00001_00001_00001_00001_00001;

/// The length of the unbroken run through a place of a row of five, by the set of places taken.
static RUNS: [[u8; 5]; 32] = runs();

const fn runs() -> [[u8; 5]; 32] {
    let mut table = [[0; 5]; 32];
    let mut set = 0;
    while set < 32 {
        let mut place = 0;
        while place < 5 {
            let (mut low, mut high) = (place, place + 1);
            while low > 0 && set >> (low - 1) & 1 == 1 {
                low -= 1;
            }
            while high < 5 && set >> high & 1 == 1 {
                high += 1;
            }
            table[set][place] = (high - low) as u8;
            place += 1;
        }
        set += 1;
    }
    table
}

/// What a tile scores by the lengths of its runs, across and down: their sum, where a run of one counts only if both are one.
static POINTS: [[u8; 6]; 6] = points();

const fn points() -> [[u8; 6]; 6] {
    let mut table = [[0; 6]; 6];
    let mut across = 1;
    while across < 6 {
        let mut down = 1;
        while down < 6 {
            table[across][down] = match (across, down) {
                (1, n) | (n, 1) => n as u8,
                _ => (across + down) as u8,
            };
            down += 1;
        }
        across += 1;
    }
    table
}

/// The cells of every colour: a diagonal that wraps round.
const DIAGONALS: [u32; 5] = diagonals();

const fn diagonals() -> [u32; 5] {
    let mut sets = [0; 5];
    let mut colour = 0;
    while colour < 5 {
        let mut row = 0;
        while row < 5 {
            sets[colour] |= 1 << (5 * row + (colour + row) % 5);
            row += 1;
        }
        colour += 1;
    }
    sets
}

impl Wall {
    /// A wall without tiles.
    pub const EMPTY: Wall = Wall(0);

    /// The column of a colour in a row.
    #[inline]
    pub const fn column(row: usize, colour: Colour) -> usize {
        (colour.index() + row) % 5
    }

    /// The colour that belongs at a place.
    #[inline]
    pub const fn colour(row: usize, column: usize) -> Colour {
        Colour::nth(column + 5 - row)
    }

    /// Whether the cell is taken.
    #[inline]
    pub const fn taken(self, row: usize, column: usize) -> bool {
        self.0 >> (5 * row + column) & 1 == 1
    }

    /// Whether the row holds the colour.
    #[inline]
    pub const fn has(self, row: usize, colour: Colour) -> bool {
        self.taken(row, Wall::column(row, colour))
    }

    /// The cells, five bits a row.
    #[inline]
    pub const fn cells(self) -> u32 {
        self.0
    }

    /// The cells of a row as a set of columns.
    #[inline]
    pub const fn row(self, row: usize) -> usize {
        (self.0 >> (5 * row) & ROW) as usize
    }

    /// The cells of a column as a set of rows.
    #[inline]
    pub const fn column_set(self, column: usize) -> usize {
        let c = self.0 >> column;
        (c & 1 | c >> 4 & 2 | c >> 8 & 4 | c >> 12 & 8 | c >> 16 & 16) as usize
    }

    /// How many tiles of this colour stand on the wall.
    #[inline]
    pub const fn count(self, colour: Colour) -> u32 {
        (self.0 & DIAGONALS[colour.index()]).count_ones()
    }

    /// Puts a tile in its cell and returns the points: the lengths of the runs through it, where a run of one counts only if both
    /// do.
    #[inline]
    pub fn place(&mut self, row: usize, colour: Colour) -> i32 {
        let points = self.points(row, colour);
        self.0 |= 1 << (5 * row + Wall::column(row, colour));
        points
    }

    /// What [`Wall::place`] would score.
    #[inline]
    pub fn points(self, row: usize, colour: Colour) -> i32 {
        let column = Wall::column(row, colour);
        let across = RUNS[self.row(row)][column] as usize;
        let down = RUNS[self.column_set(column)][row] as usize;
        i32::from(POINTS[across % 6][down % 6])
    }

    /// The lengths of the runs, across and down, that a tile in this place would stand in.
    pub(crate) fn runs(self, row: usize, colour: Colour) -> (usize, usize) {
        let column = Wall::column(row, colour);
        (RUNS[self.row(row)][column].into(), RUNS[self.column_set(column)][row].into())
    }

    /// What the next tile of each row scores, as the sum over its free cells.
    #[inline]
    pub(crate) fn room(self, columns: &[usize; 5]) -> [i32; 5] {
        std::array::from_fn(|row| {
            let set = self.row(row);
            let mut sum = 0;
            for (column, &down) in columns.iter().enumerate() {
                let (across, down) = (RUNS[set][column] as usize, RUNS[down % 32][row] as usize);
                // No branch: which cells are free is too irregular to be guessed.
                sum += i32::from(POINTS[across % 6][down % 6]) * (!set >> column & 1) as i32;
            }
            sum
        })
    }

    /// Whether some row is complete, which ends the game.
    #[inline]
    pub const fn has_row(self) -> bool {
        let pairs = self.0 & self.0 >> 1;
        pairs & pairs >> 2 & self.0 >> 4 & COLUMN != 0
    }

    /// What is complete.
    pub fn bonus(self) -> Bonus {
        let count = |complete: &dyn Fn(usize) -> bool| (0..5).filter(|&i| complete(i)).count() as i32;
        Bonus {
            rows: count(&|row| self.row(row) == ROW as usize),
            columns: count(&|column| self.0 >> column & COLUMN == COLUMN),
            colours: count(&|colour| self.0 & DIAGONALS[colour] == DIAGONALS[colour]),
        }
    }
}
