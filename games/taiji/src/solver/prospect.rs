//! What each colour has and what it can still get: bounds on the final scores, and the key under which a position is filed.

use super::position::{Position, Stack};
use crate::state::scramble;
use crate::{Board, Word};

/// More regions than this are treated as one, which loosens the bounds but keeps them true.
const MOST_REGIONS: usize = 32;

/// Bounds on one colour's final score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    /// What it has; pieces added later never take from it.
    pub least: i32,
    /// What it would have if it got one cell of every taijitu that could still be placed within its reach.
    pub most: i32,
}

/// A set of live cells among which neither colour is cut off from the rest.
#[derive(Clone, Copy)]
struct Region<W> {
    cells: W,
    /// The most taijitu that fit: each covers one cell of either parity.
    room: u8,
}

/// The bounds of both colours, and where they differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect<W> {
    pub ranges: [Range; 2],
    /// The live cells in which each colour has something to gain.
    pub open: [W; 2],
    /// The live cells whose moves matter: all but those of single moves that nobody gains by and that cancel in pairs. Such a move passes the turn
    /// and nothing else, so whoever is passed to can pass back while there is another one.
    pub matters: W,
    /// One more such move.
    pub pass: Option<W>,
    /// Whether at most one taijitu fits in every region.
    pub single_moves: bool,
    /// Whether the next move is certainly the last.
    pub last_move: bool,
}

/// The cells whose row and column add up to an even number.
pub(super) fn even_cells<W: Word>(board: &Board<W>) -> W {
    let columns = board.size().columns;
    (0..board.size().cells())
        .filter(|cell| (cell / columns + cell % columns).is_multiple_of(2))
        .fold(W::EMPTY, |set, cell| set | W::bit(cell))
}

impl<W: Word> Prospect<W> {
    /// Looks at a position of a game in which `counted` groups count.
    pub fn of(
        board: &Board<W>,
        even: W,
        counted: usize,
        position: &Position<W>,
        stack: &Stack<W>,
    ) -> Prospect<W> {
        let mut regions = [Region { cells: W::EMPTY, room: 0 }; MOST_REGIONS];
        let mut found = 0;
        let mut rest = position.live;
        while !rest.is_empty() {
            let cells = if found + 1 < MOST_REGIONS { board.flood(rest.lowest_alone(), rest) } else { rest };
            let evens = (cells & even).count();
            regions[found] = Region { cells, room: evens.min(cells.count() - evens) as u8 };
            found += 1;
            rest &= !cells;
        }
        let mut prospect = Prospect {
            ranges: [Range { least: 0, most: 0 }; 2],
            open: [W::EMPTY; 2],
            matters: position.live,
            pass: None,
            last_move: found == 1 && regions[0].room == 1,
            single_moves: regions[..found].iter().all(|region| region.room == 1),
        };
        for colour in 0..2 {
            prospect.look(colour, counted, &regions[..found], position, stack);
        }
        let open = prospect.open[0] | prospect.open[1];
        let mut pending = W::EMPTY;
        for region in
            regions[..found].iter().filter(|region| region.room == 1 && (region.cells & open).is_empty())
        {
            if pending.is_empty() {
                pending = region.cells;
            } else {
                prospect.matters &= !(pending | region.cells);
                pending = W::EMPTY;
            }
        }
        if !pending.is_empty() {
            // Which single move is left over makes no difference either.
            prospect.matters &= !pending;
            prospect.pass = Some(pending);
        }
        prospect
    }

    fn look(
        &mut self,
        colour: usize,
        counted: usize,
        regions: &[Region<W>],
        position: &Position<W>,
        stack: &Stack<W>,
    ) {
        let groups = position.groups(colour, stack);
        // Regions that a group touches are one as far as this colour is concerned.
        let mut reaches = [(W::EMPTY, 0u32); MOST_REGIONS];
        let mut count = 0;
        for region in regions {
            let mut reach = (region.cells, u32::from(region.room));
            for group in groups {
                if !(group.liberties & region.cells).is_empty() {
                    reach.0 |= group.liberties;
                }
            }
            let mut kept = 0;
            for index in 0..count {
                let other = reaches[index];
                if (other.0 & reach.0).is_empty() {
                    reaches[kept] = other;
                    kept += 1;
                } else {
                    reach = (reach.0 | other.0, reach.1 + other.1);
                }
            }
            reaches[kept] = reach;
            count = kept + 1;
        }
        let reaches = &mut reaches[..count];
        let mut least = position.settled[colour];
        for group in groups {
            least.add(group.size);
            for reach in reaches.iter_mut() {
                if !(group.liberties & reach.0).is_empty() {
                    reach.1 += u32::from(group.size);
                    break;
                }
            }
        }
        let mut most = position.settled[colour];
        for reach in reaches.iter() {
            most.add(reach.1 as u8);
        }
        let range = Range { least: least.sum(), most: most.sum() };
        self.ranges[colour] = range;
        // Where nothing can come of it, a group counts for no more than what its colour has anyway.
        let enough = match counted {
            1 => range.least,
            // Merging two groups makes room for a third among those that count, but not where enough have settled.
            _ => position.settled[colour].last(),
        };
        for reach in reaches.iter() {
            if reach.1 as i32 > enough {
                self.open[colour] |= reach.0;
            }
        }
    }

    /// The key under which the position is filed, or that of its image when `map` is one of the board's symmetries. Equal for positions
    /// from which the same moves lead to the same final scores, seen by the side to move.
    #[inline]
    pub fn key(&self, counted: usize, position: &Position<W>, stack: &Stack<W>, map: impl Fn(W) -> W) -> u64 {
        let mut key = hash(map(self.matters)) ^ u64::from(self.pass.is_some());
        for colour in 0..2 {
            let mine = (colour ^ position.side) as u64;
            for group in position.groups(colour, stack) {
                if !(group.liberties & self.open[colour]).is_empty() {
                    let size = u64::from(group.size) << 1 | mine;
                    key = key.wrapping_add(scramble(hash(map(group.liberties)) ^ size));
                }
            }
            let had = match counted {
                1 => self.ranges[colour].least as u64,
                _ => position.settled[colour].digest(),
            };
            key = key.wrapping_add(scramble(had << 1 | mine));
        }
        key
    }
}

/// A well mixed hash of a set.
#[inline]
fn hash<W: Word>(set: W) -> u64 {
    (0..W::LIMBS).fold(0, |hash, limb| scramble(hash ^ set.limb(limb)))
}
