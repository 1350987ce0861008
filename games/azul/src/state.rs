//! A position, and what moves do to it.

use game::{Rng, Seat, Turn};

use crate::board::FLOOR;
use crate::moves::Groups;
use crate::{Board, Colour, Move, Source, Tiles, hash};

/// How many tiles a factory gets.
pub(crate) const DEALT: usize = 4;
/// How many tiles there are of each colour.
pub(crate) const OF_EACH: usize = 20;
/// The last round: the rules set no limit, but two players who complete nothing could go on for ever.
pub const LAST_ROUND: u8 = 50;
/// The holder of the marker while it lies in the centre or between rounds.
pub(crate) const NOBODY: u8 = 4;

/// A position of a game of `N` players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const N: usize> {
    pub(crate) key: u64,
    pub(crate) groups: Groups,
    pub(crate) factories: [Tiles; 9],
    pub(crate) centre: Tiles,
    pub(crate) bag: Tiles,
    pub(crate) lid: Tiles,
    pub(crate) boards: [Board; N],
    pub(crate) round: u8,
    pub(crate) starter: u8,
    pub(crate) marker: u8,
    pub(crate) turn: Turn,
}

impl<const N: usize> State<N> {
    /// How many factories are on the table.
    pub const FACTORIES: usize = 2 * N + 1;

    pub(crate) fn start() -> State<N> {
        let mut state = State {
            key: 0,
            groups: Groups::default(),
            factories: [Tiles::NONE; 9],
            centre: Tiles::NONE,
            bag: Tiles::each(OF_EACH),
            lid: Tiles::NONE,
            boards: [Board::EMPTY; N],
            round: 1,
            starter: 0,
            marker: NOBODY,
            turn: Turn::Chance,
        };
        state.key = state.fresh_key();
        state
    }

    /// A player's board.
    pub fn board(&self, seat: Seat) -> &Board {
        &self.boards[seat.index()]
    }

    /// The tiles at a source.
    pub fn tiles(&self, source: Source) -> Tiles {
        if source == Source::CENTRE { self.centre } else { self.factories[source.index()] }
    }

    /// The tiles in the bag.
    pub fn bag(&self) -> Tiles {
        self.bag
    }

    /// The tiles in the lid, out of play until the bag is empty.
    pub fn lid(&self) -> Tiles {
        self.lid
    }

    /// The round, from 1; one more than [`LAST_ROUND`] when the game was ended by it.
    pub fn round(&self) -> usize {
        self.round.into()
    }

    /// The player who starts this round.
    pub fn starter(&self) -> Seat {
        Seat::new(self.starter.into())
    }

    /// The player who took the first-player marker in this round, if anybody has.
    pub fn marker(&self) -> Option<Seat> {
        (self.marker != NOBODY).then(|| Seat::new(self.marker.into()))
    }

    /// How many groups of equal tiles can be taken.
    pub fn groups(&self) -> usize {
        self.groups.len() as usize
    }

    /// The factories in order.
    pub fn factories(&self) -> &[Tiles] {
        &self.factories[..Self::FACTORIES]
    }

    /// Plays a take of the player to move.
    #[inline]
    pub(crate) fn take(&mut self, source: Source, colour: Colour, line: usize) {
        let Turn::Player(seat) = self.turn else { return };
        let me = seat.index() % N;
        let mut key = self.key;
        let count;
        if source == Source::CENTRE {
            count = self.centre.count(colour);
            self.centre -= Tiles::of(colour, count);
            self.groups.0 &= !(1 << (5 * Source::CENTRE.index() + colour.index()));
            if self.marker == NOBODY {
                self.marker = me as u8;
                self.boards[me].floor.drop_marker();
                key = key.wrapping_sub(hash::marker(NOBODY.into())).wrapping_add(hash::marker(me));
            }
        } else {
            let tiles = self.factories[source.index()];
            count = tiles.count(colour);
            let rest = tiles - Tiles::of(colour, count);
            let left = self.groups.of(source) & !(1 << colour.index());
            self.factories[source.index()] = Tiles::NONE;
            self.groups.set(source, 0);
            self.centre += rest;
            self.groups.0 |= left << (5 * Source::CENTRE.index());
            let mut colours = left;
            while colours != 0 {
                let other = Colour::nth(colours.trailing_zeros() as usize);
                colours &= colours - 1;
                let moved =
                    hash::at_source(Source::CENTRE, other).wrapping_sub(hash::at_source(source, other));
                key = key.wrapping_add(moved.wrapping_mul(rest.count(other) as u64));
            }
        }
        let (placed, fallen) = self.boards[me].add(colour, count, line);
        self.lid += Tiles::of(colour, count - placed - fallen);
        let next = if me + 1 == N { 0 } else { me + 1 };
        self.turn = Turn::Player(Seat::new(next));
        self.key = key
            .wrapping_sub(hash::at_source(source, colour).wrapping_mul(count as u64))
            .wrapping_add(hash::in_line(me, line.min(FLOOR), colour).wrapping_mul(placed as u64))
            .wrapping_add(hash::in_line(me, FLOOR, colour).wrapping_mul(fallen as u64))
            .wrapping_sub(hash::mover(me))
            .wrapping_add(hash::mover(next));
        if self.groups.0 == 0 {
            self.end_round();
        }
    }

    /// Wall-tiling, and either the end of the game or the preparation of the next round.
    fn end_round(&mut self) {
        let mut key = self.key;
        for (player, board) in self.boards.iter_mut().enumerate() {
            let before = *board;
            self.lid += board.tile();
            key = key.wrapping_add(tiling_change(player, &before, board));
        }
        if self.marker != NOBODY {
            key = key
                .wrapping_sub(hash::starter(self.starter.into()))
                .wrapping_add(hash::starter(self.marker.into()))
                .wrapping_sub(hash::marker(self.marker.into()))
                .wrapping_add(hash::marker(NOBODY.into()));
            self.starter = self.marker;
            self.marker = NOBODY;
        }
        if let Turn::Player(seat) = self.turn {
            key = key.wrapping_sub(hash::mover(seat.index()));
        }
        self.turn = Turn::Over;
        if !self.has_row() {
            self.round += 1;
            key = key.wrapping_add(hash::round());
            if self.round <= LAST_ROUND && !(self.bag + self.lid).is_empty() {
                self.turn = Turn::Chance;
                key = key.wrapping_add(hash::chance());
            }
        }
        self.key = key;
    }

    /// Whether somebody has a complete row on the wall.
    pub(crate) fn has_row(&self) -> bool {
        self.boards.iter().any(|board| board.wall.has_row())
    }

    /// Plays a deal: the tiles go to the first empty factory. When the bag holds too few it is emptied, refilled from the lid, and the
    /// rest comes from there.
    #[inline]
    pub(crate) fn deal(&mut self, tiles: Tiles) {
        let Some(factory) = self.next_factory() else { return };
        let source = Source::factory(factory);
        let mut key = self.key;
        for colour in Colour::ALL {
            let here = hash::at_source(source, colour).wrapping_mul(tiles.count(colour) as u64);
            key = key.wrapping_add(here);
        }
        let before = self.bag;
        if before.total() >= tiles.total() {
            self.bag -= tiles;
            for colour in Colour::ALL {
                key = key.wrapping_sub(hash::in_bag(colour).wrapping_mul(tiles.count(colour) as u64));
            }
        } else {
            self.bag = before + self.lid - tiles;
            self.lid = Tiles::NONE;
            for colour in Colour::ALL {
                let change = (self.bag.count(colour) as u64).wrapping_sub(before.count(colour) as u64);
                key = key.wrapping_add(hash::in_bag(colour).wrapping_mul(change));
            }
        }
        self.factories[factory] = tiles;
        self.groups.set(source, tiles.colours());
        if self.next_factory().is_none() || (self.bag + self.lid).is_empty() {
            self.turn = Turn::Player(self.starter());
            key = key.wrapping_sub(hash::chance()).wrapping_add(hash::mover(self.starter.into()));
        }
        self.key = key;
    }

    /// The first empty factory.
    #[inline]
    pub(crate) fn next_factory(&self) -> Option<usize> {
        self.factories[..Self::FACTORIES].iter().position(|tiles| tiles.is_empty())
    }

    /// What the next factory gets for certain (all that is left in a bag of less than four), the heap that the rest is drawn from, and
    /// how many are drawn.
    #[inline]
    pub(crate) fn draw(&self) -> (Tiles, Tiles, usize) {
        let in_bag = self.bag.total();
        if in_bag >= DEALT {
            return (Tiles::NONE, self.bag, DEALT);
        }
        (self.bag, self.lid, (DEALT - in_bag).min(self.lid.total()))
    }

    /// A deal by true odds.
    #[inline]
    pub(crate) fn sample_deal(&self, rng: &mut Rng) -> Move {
        let (mut dealt, mut heap, drawn) = self.draw();
        let mut size = heap.total() as u64;
        // Each draw takes its share of the same 64 bits; four draws use less than 27 of them.
        let mut bits = rng.bits();
        for _ in 0..drawn {
            let product = u128::from(bits) * u128::from(size);
            bits = product as u64;
            let tile = Tiles::of(heap.at((product >> 64) as usize), 1);
            heap -= tile;
            dealt += tile;
            size -= 1;
        }
        Move::deal(dealt)
    }

    /// All tiles wherever they are: twenty of each colour.
    pub(crate) fn all_tiles(&self) -> Tiles {
        let table = self.factories.iter().fold(self.centre + self.bag + self.lid, |sum, &tiles| sum + tiles);
        self.boards.iter().fold(table, |sum, board| sum + board.tiles())
    }

    /// The key from nothing but the position.
    pub(crate) fn fresh_key(&self) -> u64 {
        let mut key = hash::round().wrapping_mul(self.round.into());
        let mut add = |number: u64, count: usize| key = key.wrapping_add(number.wrapping_mul(count as u64));
        for colour in Colour::ALL {
            for (index, tiles) in self.factories().iter().enumerate() {
                add(hash::at_source(Source::factory(index), colour), tiles.count(colour));
            }
            add(hash::at_source(Source::CENTRE, colour), self.centre.count(colour));
            add(hash::in_bag(colour), self.bag.count(colour));
        }
        for (player, board) in self.boards.iter().enumerate() {
            for row in 0..5 {
                if let Some(colour) = board.lines[row].colour() {
                    add(hash::in_line(player, row, colour), board.lines[row].count());
                }
                let mut columns = board.wall.row(row);
                while columns != 0 {
                    let column = columns.trailing_zeros() as usize;
                    columns &= columns - 1;
                    add(hash::on_wall(player, row, crate::Wall::colour(row, column)), 1);
                }
            }
            if !board.floor.is_empty() {
                for colour in Colour::ALL {
                    add(hash::in_line(player, FLOOR, colour), board.floor.tiles().count(colour));
                }
            }
            add(hash::point(player), board.score.into());
        }
        add(hash::starter(self.starter.into()), 1);
        add(hash::marker(self.marker.into()), 1);
        match self.turn {
            Turn::Player(seat) => add(hash::mover(seat.index()), 1),
            Turn::Chance => add(hash::chance(), 1),
            Turn::Over => {}
        }
        key
    }
}

/// What the wall-tiling of one board does to the key.
fn tiling_change(player: usize, before: &Board, after: &Board) -> u64 {
    let points = u64::from(after.score).wrapping_sub(before.score.into());
    let mut change = hash::point(player).wrapping_mul(points);
    for (row, line) in before.lines.iter().enumerate() {
        let Some(colour) = line.colour().filter(|_| line.count() > row) else { continue };
        let left = hash::in_line(player, row, colour).wrapping_mul(row as u64 + 1);
        change = change.wrapping_sub(left).wrapping_add(hash::on_wall(player, row, colour));
    }
    if !before.floor.is_empty() {
        let tiles = before.floor.tiles();
        for colour in Colour::ALL {
            let left = hash::in_line(player, FLOOR, colour).wrapping_mul(tiles.count(colour) as u64);
            change = change.wrapping_sub(left);
        }
    }
    change
}
