//! Moves: taking tiles, and the deals of chance.

use crate::{Colour, Tiles};

/// Where tiles are taken from: a factory, from 0, or the centre.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Source(u8);

impl Source {
    /// The middle of the table.
    pub const CENTRE: Source = Source(9);

    /// The factory with this index, from 0.
    ///
    /// # Panics
    /// When there can be no such factory.
    pub const fn factory(index: usize) -> Source {
        assert!(index < Source::CENTRE.0 as usize);
        Source(index as u8)
    }

    /// The index: that of the factory, or 9 for the centre.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move of a player or a deal of chance. Takes are ordered by source (factories first), colour, destination.
///
/// A take is `source, colour, destination` in 4, 3 and 3 bits; a deal has the top bit set and three bits for the count of each colour,
/// white in the highest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u16);

const DEAL: u16 = 1 << 15;

/// A move taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A player takes all tiles of a colour from a source.
    Take {
        /// From where.
        source: Source,
        /// Which colour.
        colour: Colour,
        /// Into which pattern line, from 0; 5 is the floor.
        line: usize,
    },
    /// Chance fills the first empty factory.
    Deal(Tiles),
}

impl Move {
    /// Taking tiles. `line` counts from 0; 5 is the floor.
    #[inline]
    pub const fn take(source: Source, colour: Colour, line: usize) -> Move {
        Move((source.0 as u16) << 6 | (colour as u16) << 3 | line as u16)
    }

    /// Dealing tiles, at most 7 of a colour.
    #[inline]
    pub fn deal(tiles: Tiles) -> Move {
        Move(
            Colour::ALL
                .into_iter()
                .fold(DEAL, |bits, c| bits | (tiles.count(c) as u16 & 7) << (3 * c as u16)),
        )
    }

    /// What the move says.
    #[inline]
    pub fn action(self) -> Action {
        if self.0 & DEAL != 0 {
            let count = |c: Colour| usize::from(self.0 >> (3 * c as u16) & 7);
            return Action::Deal(
                Colour::ALL.into_iter().fold(Tiles::NONE, |t, c| t + Tiles::of(c, count(c))),
            );
        }
        Action::Take {
            source: Source((self.0 >> 6).min(9) as u8),
            colour: Colour::nth(usize::from(self.0 >> 3 & 7)),
            line: usize::from(self.0 & 7),
        }
    }
}

/// The groups of tiles that can be taken, as a set: bit `5 * source + colour`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Groups(pub(crate) u64);

impl Groups {
    /// The bits of one source, in the lowest places.
    #[inline]
    pub(crate) fn of(self, source: Source) -> u64 {
        self.0 >> (5 * source.0) & 0b11111
    }

    /// Replaces the bits of one source.
    #[inline]
    pub(crate) fn set(&mut self, source: Source, colours: u64) {
        self.0 = self.0 & !(0b11111 << (5 * source.0)) | colours << (5 * source.0);
    }

    /// How many groups there are.
    #[inline]
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Every take of every group, given where each colour may go (six bits a colour).
    #[inline]
    pub(crate) fn moves(self, open: u32, moves: &mut Vec<Move>) {
        let mut left = self.0;
        while left != 0 {
            let (base, shift) = GROUPS[left.trailing_zeros() as usize % 64];
            left &= left - 1;
            let (count, lines) = &LINES[(open >> shift & 0b111111) as usize];
            // Eight at once and the surplus off again: the compiler makes one vector store of it.
            moves.extend_from_slice(&lines.map(|line| Move(base + line)));
            moves.truncate(moves.len() + count - 8);
        }
    }
}

/// Of each group: its move with destination 0, and where the colour's bits lie in [`crate::Board::open`].
static GROUPS: [(u16, u32); 64] = groups();

const fn groups() -> [(u16, u32); 64] {
    let mut table = [(0, 0); 64];
    let mut bit = 0;
    while bit < 50 {
        let (source, colour) = (bit / 5, bit % 5);
        table[bit] = ((source << 6 | colour << 3) as u16, 6 * colour as u32);
        bit += 1;
    }
    table
}

/// Of each set of destinations: how many, and which.
static LINES: [(usize, [u16; 8]); 64] = lines();

const fn lines() -> [(usize, [u16; 8]); 64] {
    let mut table = [(0, [0; 8]); 64];
    let mut set = 0;
    while set < 64 {
        let mut line = 0;
        while line < 6 {
            if set >> line & 1 == 1 {
                table[set].1[table[set].0] = line;
                table[set].0 += 1;
            }
            line += 1;
        }
        set += 1;
    }
    table
}
