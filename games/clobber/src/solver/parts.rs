//! A position as a sum of games: groups of connected stones never meet again, so each is a game of its own.

use crate::board::{Cells, Clobber, LONGEST_SIDE};
use game::bits::Word;
use game::hash;

/// Connected stones of both colours, seen by the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The mover's stones and the other's.
    pub(super) stones: [Cells; 2],
    /// The same for all images of the part, wherever they lie.
    pub(super) key: u128,
    /// The key of the part with colours exchanged.
    reverse: u128,
}

/// Where its random constants begin.
const SEED: u64 = 0x5011;

/// Random constants by owner, row and column.
static KEYS: [[u128; LONGEST_SIDE * LONGEST_SIDE]; 2] = keys();

const fn keys() -> [[u128; LONGEST_SIDE * LONGEST_SIDE]; 2] {
    let mut keys = [[0; LONGEST_SIDE * LONGEST_SIDE]; 2];
    let mut i = 0;
    while i < 2 * LONGEST_SIDE * LONGEST_SIDE {
        let index = 2 * i as u64;
        keys[i % 2][i / 2] = (hash::nth(SEED, index) as u128) << 64 | hash::nth(SEED, index + 1) as u128;
        i += 1;
    }
    keys
}

/// The parts in which there are moves. A part and its like with colours exchanged are worth nothing together - every move in one can be
/// answered in the other - and are left out.
pub(super) fn split(game: &Clobber, stones: [Cells; 2], parts: &mut Vec<Part>) {
    parts.clear();
    let [mine, theirs] = stones;
    let all = mine | theirs;
    let mut left = mine & game.around(theirs);
    while left != 0 {
        let group = game.flood(left & left.wrapping_neg(), all);
        left &= !group;
        let part = part(game, [mine & group, theirs & group]);
        match parts.iter().position(|other| other.reverse == part.key) {
            Some(opposite) => _ = parts.swap_remove(opposite),
            None => parts.push(part),
        }
    }
}

/// A part with its keys: the least of the sums over its cells in all eight images, moved to the corner.
fn part(game: &Clobber, stones: [Cells; 2]) -> Part {
    let columns = game.size().columns;
    let group = stones[0] | stones[1];
    let (mut low, mut high) = ([usize::MAX; 2], [0; 2]);
    for cell in group.elements() {
        for (axis, place) in [cell / columns, cell % columns].into_iter().enumerate() {
            low[axis] = low[axis].min(place);
            high[axis] = high[axis].max(place);
        }
    }
    let mut sums = [[0u128; 8]; 2];
    for (owner, stones) in stones.into_iter().enumerate() {
        for cell in stones.elements() {
            let (row, column) = (cell / columns - low[0], cell % columns - low[1]);
            let (up, right) = (high[0] - low[0] - row, high[1] - low[1] - column);
            let images = [(row, column), (up, column), (row, right), (up, right)];
            for (i, (r, c)) in images.into_iter().enumerate() {
                for (j, place) in [r * LONGEST_SIDE + c, c * LONGEST_SIDE + r].into_iter().enumerate() {
                    sums[0][2 * i + j] = sums[0][2 * i + j].wrapping_add(KEYS[owner][place]);
                    sums[1][2 * i + j] = sums[1][2 * i + j].wrapping_add(KEYS[1 - owner][place]);
                }
            }
        }
    }
    let least = |sums: [u128; 8]| mixed(sums.into_iter().fold(u128::MAX, u128::min));
    Part { stones, key: least(sums[0]), reverse: least(sums[1]) }
}

/// Spreads a sum over all bits, so that the keys of parts can be added up.
fn mixed(key: u128) -> u128 {
    let key = (key ^ key >> 67).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    key ^ key >> 61
}
