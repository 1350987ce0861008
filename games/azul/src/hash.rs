//! The numbers that keys are sums of: one for every place of a tile and every circumstance.
//!
//! Keys add instead of exclusive-or, because most places hold several equal tiles: `n` tiles of a colour at a place count `n` times.
//! The lid needs no numbers, since it holds whatever is nowhere else.

use crate::{Colour, Source};

/// Sources, the bag, and eleven places of each of four players.
const PLACES: usize = 10 + 1 + 4 * 11;
const BAG: usize = 10;

/// Rows of numbers for what is not a tile.
const EXTRAS: usize = 5;

static NUMBERS: [[u64; 5]; PLACES + EXTRAS] = numbers();

const fn numbers() -> [[u64; 5]; PLACES + EXTRAS] {
    let mut table = [[0; 5]; PLACES + EXTRAS];
    const SEED: u64 = 0x0a2d_1e50_f7c3_9b68;
    let mut place = 0;
    while place < PLACES + EXTRAS {
        let mut colour = 0;
        while colour < 5 {
            table[place][colour] = game::hash::nth(SEED, (5 * place + colour) as u64 + 1);
            colour += 1;
        }
        place += 1;
    }
    table
}

/// A tile at a source.
#[inline]
pub(crate) fn at_source(source: Source, colour: Colour) -> u64 {
    NUMBERS[source.index()][colour.index()]
}

/// A tile in the bag.
#[inline]
pub(crate) fn in_bag(colour: Colour) -> u64 {
    NUMBERS[BAG][colour.index()]
}

/// A tile in a pattern line of a player, or on the floor, which is line 5.
#[inline]
pub(crate) fn in_line(player: usize, line: usize, colour: Colour) -> u64 {
    NUMBERS[BAG + 1 + 11 * player + line][colour.index()]
}

/// A tile on a row of a player's wall.
#[inline]
pub(crate) fn on_wall(player: usize, row: usize, colour: Colour) -> u64 {
    in_line(player, 6 + row, colour)
}

/// A point on a player's score track.
#[inline]
pub(crate) fn point(player: usize) -> u64 {
    NUMBERS[PLACES][player]
}

/// The marker with a player (4: in the centre).
#[inline]
pub(crate) fn marker(holder: usize) -> u64 {
    NUMBERS[PLACES + 1][holder]
}

/// The player who starts this round.
#[inline]
pub(crate) fn starter(player: usize) -> u64 {
    NUMBERS[PLACES + 2][player]
}

/// The player to move.
#[inline]
pub(crate) fn mover(player: usize) -> u64 {
    NUMBERS[PLACES + 3][player]
}

/// Chance to move.
pub(crate) fn chance() -> u64 {
    NUMBERS[PLACES + 3][4]
}

/// A round.
pub(crate) fn round() -> u64 {
    NUMBERS[PLACES + 4][0]
}
