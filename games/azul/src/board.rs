//! A player's board: score, pattern lines, wall and floor line.

use crate::{Colour, Floor, Tiles, Wall};

/// Scores are kept within this; no game comes near.
pub(crate) const MOST_POINTS: i32 = 999;

/// A pattern line: tiles of one colour. The number in the low bits is the colour (0 when empty), the rest the count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Line(u8);

impl Line {
    /// A line with no tiles.
    pub const EMPTY: Line = Line(0);

    /// A line with `count` tiles of a colour.
    #[inline]
    pub const fn new(colour: Colour, count: usize) -> Line {
        if count == 0 { Line::EMPTY } else { Line((count as u8) << 3 | colour as u8) }
    }

    /// How many tiles.
    #[inline]
    pub const fn count(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// Their colour, if there are any.
    #[inline]
    pub const fn colour(self) -> Option<Colour> {
        if self.0 == 0 { None } else { Some(self.hue()) }
    }

    /// Their colour; any when there are none.
    #[inline]
    const fn hue(self) -> Colour {
        Colour::nth((self.0 & 7) as usize)
    }
}

/// Everything that one player owns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(crate) wall: Wall,
    pub(crate) floor: Floor,
    /// Where each colour may go: six bits a colour, the five lines and (always) the floor. Follows from wall and lines.
    pub(crate) open: u32,
    pub(crate) lines: [Line; 5],
    pub(crate) score: u16,
}

/// The bits of one destination for all colours.
const FOR_ALL: u32 = 0b000001_000001_000001_000001_000001;
/// The destination number of the floor, after the five lines.
pub(crate) const FLOOR: usize = 5;

/// The colours that a row of the wall lacks, by row and by the set of its columns taken, as bits of [`Board::open`] for that row's line.
static MISSING: [[u32; 32]; 5] = missing();

const fn missing() -> [[u32; 32]; 5] {
    let mut table = [[0; 32]; 5];
    let mut row = 0;
    while row < 5 {
        let mut taken = 0;
        while taken < 32 {
            let mut colour = 0;
            while colour < 5 {
                if taken >> Wall::column(row, Colour::nth(colour)) & 1 == 0 {
                    table[row][taken] |= 1 << (6 * colour + row);
                }
                colour += 1;
            }
            taken += 1;
        }
        row += 1;
    }
    table
}

impl Board {
    pub(crate) const EMPTY: Board = Board {
        wall: Wall::EMPTY,
        floor: Floor::EMPTY,
        open: FOR_ALL * 0b111111,
        lines: [Line::EMPTY; 5],
        score: 0,
    };

    /// The wall.
    pub fn wall(&self) -> Wall {
        self.wall
    }

    /// The floor line.
    pub fn floor(&self) -> Floor {
        self.floor
    }

    /// The pattern lines from the top; line `r` has room for `r + 1` tiles.
    pub fn lines(&self) -> [Line; 5] {
        self.lines
    }

    /// The points on the score track, without the bonuses of the end.
    pub fn score(&self) -> i32 {
        self.score.into()
    }

    /// `open` from nothing but wall and lines.
    pub(crate) fn find_open(wall: Wall, lines: [Line; 5]) -> u32 {
        let mut open = FOR_ALL << FLOOR;
        for (row, line) in lines.into_iter().enumerate() {
            let missing = MISSING[row][wall.row(row)];
            open |= match line.colour() {
                None => missing,
                Some(_) if line.count() > row => 0,
                Some(colour) => missing & 0b111111 << (6 * colour as u32),
            };
        }
        open
    }

    /// Puts tiles into a line (or on the floor, which is line 5), lets the excess fall, and returns how many tiles went into the
    /// line and how many on the floor; the rest belongs in the lid.
    #[inline]
    pub(crate) fn add(&mut self, colour: Colour, count: usize, line: usize) -> (usize, usize) {
        if line >= FLOOR {
            return (0, self.floor.drop_tiles(colour, count));
        }
        let before = self.lines[line].count();
        let placed = count.min(line + 1 - before);
        let after = before + placed;
        self.lines[line] = Line::new(colour, after);
        self.open &= !(FOR_ALL << line);
        self.open |= u32::from(after <= line) << (6 * colour as u32 + line as u32);
        (placed, self.floor.drop_tiles(colour, count - placed))
    }

    /// The wall-tiling phase of this board: full lines move to the wall and score, top to bottom, then the floor is paid for. Returns
    /// the tiles that go to the lid.
    pub(crate) fn tile(&mut self) -> Tiles {
        let mut lid = self.floor.tiles();
        let mut score = i32::from(self.score);
        for row in 0..5 {
            let line = self.lines[row];
            if line.count() == row + 1 {
                score += self.wall.place(row, line.hue());
                lid += Tiles::of(line.hue(), row);
                self.lines[row] = Line::EMPTY;
                self.open |= MISSING[row][self.wall.row(row)];
            }
        }
        self.score = (score - self.floor.penalty()).clamp(0, MOST_POINTS) as u16;
        self.floor = Floor::EMPTY;
        lid
    }

    /// The most tiles that a row of the wall holds once the full lines are tiled.
    pub(crate) fn fullest_row(&self) -> usize {
        let rows = self.lines.iter().enumerate();
        rows.map(|(row, line)| self.wall.row(row).count_ones() as usize + usize::from(line.count() > row))
            .max()
            .unwrap_or(0)
    }

    /// The tiles on this board.
    pub(crate) fn tiles(&self) -> Tiles {
        let mut tiles = self.floor.tiles();
        for line in self.lines {
            tiles += Tiles::of(line.hue(), line.count());
        }
        for colour in Colour::ALL {
            tiles += Tiles::of(colour, self.wall.count(colour) as usize);
        }
        tiles
    }
}
