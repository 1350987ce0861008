//! What a position holds for a player, as a short list of features that the evaluation weighs.
//!
//! The round is thought to end now: full lines are tiled, the floor is paid for. What is on the score track then counts as it is,
//! and so do the bonuses of complete columns and colours. Everything else - half-finished columns, colours and lines, room to grow, the next
//! start, and while a round lasts the tiles that are still to be had - is a feature with a weight.

use game::{Seat, Turn};

use crate::board::FLOOR;
use crate::{Board, Colour, Source, State, Tiles, Wall};

/// Receives features, each with its amount.
pub trait Tally {
    /// Adds `amount` of a feature.
    fn add(&mut self, feature: usize, amount: i32);
}

/// Where the features of each kind begin. The stage is the least number of rounds that are left after this one: 0 when the game would be over.
const COLUMNS: usize = 0;
const COLOURS: usize = COLUMNS + STAGES * 4;
const ROWS: usize = COLOURS + STAGES * 4;
const ROOM: usize = ROWS + STAGES * 4;
const START: usize = ROOM + STAGES * 5;
const LINES: usize = START + STAGES;
const LINE_POINTS: usize = LINES + 3 * LINE_FILLS;
const WANTED: usize = LINE_POINTS + 3 * 5;
const WANTED_POINTS: usize = WANTED + LINE_FILLS * 4;
const UNUSED: usize = WANTED_POINTS + 4;
const ORPHANS: usize = UNUSED + SUPPLIES * 5;
const TEMPO: usize = ORPHANS + 2;
/// How many features there are.
pub const FEATURES: usize = TEMPO + SUPPLIES;

/// Least numbers of rounds left: 0 to 5.
const STAGES: usize = 6;
/// Ways in which lines 2 to 5 can be filled in part: 1 + 2 + 3 + 4.
const LINE_FILLS: usize = 10;
/// Steps in which the number of groups on the table is counted.
const SUPPLIES: usize = 5;

/// The number of a partly filled line among [`LINE_FILLS`].
const fn line_fill(row: usize, filled: usize) -> usize {
    row * (row - 1) / 2 + filled - 1
}

const fn supply(groups: usize) -> usize {
    match groups {
        0..=2 => 0,
        3..=5 => 1,
        6..=9 => 2,
        10..=13 => 3,
        _ => 4,
    }
}

/// A position with every board as it would be if the round ended now.
pub struct Outlook<'a, const N: usize> {
    state: &'a State<N>,
    boards: [Board; N],
    stage: usize,
    table: Tiles,
    /// The largest group of each colour.
    largest: [usize; 5],
}

impl<'a, const N: usize> Outlook<'a, N> {
    /// Looks at a position.
    pub fn new(state: &'a State<N>) -> Outlook<'a, N> {
        let mut boards = state.boards;
        for board in &mut boards {
            board.tile();
        }
        let fullest = boards.iter().map(|board| fullest_row(board.wall)).max().unwrap_or(0);
        let mut table = state.centre;
        let mut largest = Colour::ALL.map(|colour| table.count(colour));
        for &tiles in state.factories().iter().filter(|tiles| !tiles.is_empty()) {
            table += tiles;
            for colour in Colour::ALL {
                largest[colour.index()] = largest[colour.index()].max(tiles.count(colour));
            }
        }
        Outlook { state, boards, stage: (5 - fullest) as usize, table, largest }
    }

    /// The points of a player if the round ended now, with the bonuses for what is complete.
    pub fn points(&self, seat: Seat) -> i32 {
        let board = &self.boards[seat.index() % N];
        board.score() + board.wall.bonus().points()
    }

    /// Hands over the features of a player.
    pub fn features(&self, seat: Seat, tally: &mut impl Tally) {
        let board = &self.boards[seat.index() % N];
        let columns = std::array::from_fn(|column| board.wall.column_set(column));
        self.goals(board, &columns, tally);
        self.growth(board, &columns, tally);
        self.lines(board, tally);
        let next =
            if self.state.turn == Turn::Chance { Some(self.state.starter()) } else { self.state.marker() };
        if next == Some(seat) {
            tally.add(START + self.stage, 1);
        }
        if let Turn::Player(mover) = self.state.turn {
            let groups = supply(self.state.groups());
            if mover == seat {
                tally.add(TEMPO + groups, 1);
            }
            self.offer(board, &self.state.boards[seat.index() % N], groups, tally);
        }
    }

    /// Columns, colours and rows that are begun.
    fn goals(&self, board: &Board, columns: &[usize; 5], tally: &mut impl Tally) {
        let at = self.stage * 4;
        for (index, column) in columns.iter().enumerate() {
            let column = column.count_ones() as usize;
            let colour = board.wall.count(Colour::nth(index)) as usize;
            let row = board.wall.row(index).count_ones() as usize;
            for (kind, placed) in [(COLUMNS, column), (COLOURS, colour), (ROWS, row)] {
                if (1..=4).contains(&placed) {
                    tally.add(kind + at + placed - 1, 1);
                }
            }
        }
    }

    /// What the next tile of each row may score: the mean over its free cells, in twelfths.
    fn growth(&self, board: &Board, columns: &[usize; 5], tally: &mut impl Tally) {
        for (row, sum) in board.wall.room(columns).into_iter().enumerate() {
            let mean = match 5 - board.wall.row(row).count_ones() {
                0 => continue,
                1 => 12 * sum,
                2 => 6 * sum,
                3 => 4 * sum,
                4 => 3 * sum,
                _ => 12 * sum / 5,
            };
            tally.add(ROOM + self.stage * 5 + row, mean);
        }
    }

    /// Lines that are begun, which stay for the next round.
    fn lines(&self, board: &Board, tally: &mut impl Tally) {
        let last = self.stage.min(2);
        for (row, line) in board.lines.iter().enumerate() {
            let Some(colour) = line.colour() else { continue };
            tally.add(LINES + last * LINE_FILLS + line_fill(row, line.count()), 1);
            tally.add(LINE_POINTS + last * 5 + row, line.count() as i32 * board.wall.points(row, colour));
        }
    }

    /// What the tiles on the table may still do: `after` is the board if the round ended now, `before` the board as it is.
    fn offer(&self, after: &Board, before: &Board, groups: usize, tally: &mut impl Tally) {
        for (row, line) in before.lines.iter().enumerate() {
            let Some(colour) = line.colour() else {
                tally.add(UNUSED + groups * 5 + row, 1);
                continue;
            };
            let need = row + 1 - line.count();
            if need == 0 {
                continue;
            }
            let supply = match (self.table.count(colour), self.largest[colour.index()]) {
                (0, _) => 0,
                (all, _) if all < need => 1,
                (_, largest) if largest < need => 2,
                _ => 3,
            };
            tally.add(WANTED + line_fill(row, line.count()) * 4 + supply, 1);
            tally.add(WANTED_POINTS + supply, gain(after.wall, row, colour));
        }
        for colour in Colour::ALL {
            if before.open >> (6 * colour as u32) & 0b111111 == 1 << FLOOR {
                tally.add(ORPHANS, self.table.count(colour) as i32);
                tally.add(ORPHANS + 1, self.state.tiles(Source::CENTRE).count(colour) as i32);
            }
        }
    }
}

fn fullest_row(wall: Wall) -> u32 {
    (0..5).map(|row| wall.row(row).count_ones()).max().unwrap_or(0)
}

/// What a tile scores at once and by completing a column or colour.
fn gain(wall: Wall, row: usize, colour: Colour) -> i32 {
    let column = wall.column_set(Wall::column(row, colour)).count_ones() == 4;
    let set = wall.count(colour) == 4;
    wall.points(row, colour) + 7 * i32::from(column) + 10 * i32::from(set)
}
