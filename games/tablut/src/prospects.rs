//! The king's ways to the rim, now and in two moves. Every judgement asks for them, so there are no loops and no branches here.

use crate::board::{CAMPS, Set, WIDTH};
use crate::moves::{LANE, PLACES, lanes_of};
use crate::state::State;

/// What the king could do if nobody else moved.
pub(crate) struct Prospects {
    /// Escapes that he reaches in one move.
    pub(crate) open: usize,
    /// Squares that he can go to.
    pub(crate) steps: usize,
    /// Escapes that he reaches in exactly two moves, the first turning a corner; counted once for each way.
    pub(crate) later: usize,
}

/// The prospects of a king who is on the board.
#[inline]
pub(crate) fn prospects(state: &State) -> Prospects {
    let (column, row) = lanes_of(state, state.king);
    let (along, across) = (OUTLOOK[column % OUTLOOK.len()], OUTLOOK[row % OUTLOOK.len()]);
    // Along his column he comes into rows, and along his row into columns.
    let by_rows = free_ends(leading(state.occupied()), row >> WIDTH, along);
    let by_columns = free_ends(leading(state.turned), column >> WIDTH, across);
    let seen = usize::from(along) + usize::from(across);
    Prospects {
        open: seen >> OPEN & 7,
        steps: seen & ((1 << OPEN) - 1),
        later: sum(by_rows + by_columns) as usize,
    }
}

/// The rows (or columns) that end on escapes.
pub(crate) const OUTER: [usize; 4] = [1, 2, 6, 7];

/// What a king sees of his lane, by his place (the high bits of the index) and what stands in the lane: from bit 0 how many squares he can go to,
/// from bit [`OPEN`] how many ends he reaches, from bit [`REACHED`] one bit for each of [`OUTER`] that he reaches and is not on.
static OUTLOOK: [u16; PLACES << WIDTH] = {
    let mut table = [0; PLACES << WIDTH];
    let mut i = 0;
    while i < WIDTH << WIDTH {
        table[i] = outlook(i >> WIDTH, i & LANE as usize);
        i += 1;
    }
    table
};

const OPEN: usize = 8;
const REACHED: usize = 12;

const fn outlook(place: usize, lane: usize) -> u16 {
    let (mut first, mut last) = (place, place);
    while first > 0 && lane >> (first - 1) & 1 == 0 {
        first -= 1;
    }
    while last + 1 < WIDTH && lane >> (last + 1) & 1 == 0 {
        last += 1;
    }
    let ends = (first == 0) as usize + (last == WIDTH - 1) as usize;
    let (mut reached, mut i) = (0, 0);
    while i < OUTER.len() {
        let lead = OUTER[i];
        reached |= ((first <= lead && lead <= last && lead != place) as usize) << i;
        i += 1;
    }
    (reached << REACHED | ends << OPEN | (last - first)) as u16
}

/// The lowest bit of each of four lanes that lie side by side in a word, and the highest.
pub(crate) const LOW: u64 = 1 | 1 << WIDTH | 1 << (2 * WIDTH) | 1 << (3 * WIDTH);
pub(crate) const HIGH: u64 = LOW << (WIDTH - 1);

/// The rows of [`OUTER`] side by side, with what the king cannot enter.
#[inline]
fn leading(set: Set) -> u64 {
    const WALLS: u64 = outer_rows(CAMPS);
    outer_rows(set) | WALLS
}

/// The rows of [`OUTER`] side by side: two neighbours, and two more.
#[inline]
pub(crate) const fn outer_rows(set: Set) -> u64 {
    const TWO: u64 = (1 << (2 * WIDTH)) - 1;
    let top = set as u64 >> (OUTER[0] * WIDTH) & TWO;
    let bottom = (set >> (OUTER[2] * WIDTH)) as u64 & TWO;
    top | bottom << (2 * WIDTH)
}

/// To how many ends of each of four lanes a king could go on from his place in it, at its highest bit; none where he does not get according to what he
/// sees.
#[inline]
fn free_ends(lanes: u64, place: usize, seen: u16) -> u64 {
    // Bit i of the four goes to lane i.
    let reached = ((u64::from(seen >> REACHED) * 0x0101_0101) & LOW) << (WIDTH - 1);
    let [before, after] = SIDES[place % PLACES];
    // What is on one side of him has at most eight bits, so a ninth is left of the difference only if there is nothing.
    let (ahead, behind) = (HIGH - (lanes & before), HIGH - ((lanes & after) >> 1));
    (ahead & reached) + (behind & reached)
}

/// What lies before a place in each of four lanes, and what lies after it.
static SIDES: [[u64; 2]; PLACES] = {
    let mut table = [[0; 2]; PLACES];
    let mut place = 0;
    while place < WIDTH {
        let before = (1 << place) - 1;
        table[place] = [LOW * before, LOW * (LANE & !before & !(1 << place))];
        place += 1;
    }
    table
};

/// The sum of small numbers that begin at the highest bits of four lanes.
#[inline]
fn sum(numbers: u64) -> u64 {
    (numbers >> (WIDTH - 1)).wrapping_mul(LOW) >> (3 * WIDTH) & LANE
}

#[cfg(test)]
mod tests {
    use game::{Game, Rng, random_move};

    use super::*;
    use crate::board::{EDGE, Square};
    use crate::moves::reach;
    use crate::rules::Tablut;
    use crate::state::Side;

    /// How many ends of a lane the king reaches who has moved to a square and turns the corner there.
    fn ends_after(state: &State, to: Square) -> usize {
        let after = State::new(state.white, state.black, to, state.side);
        let [up, left, right, down] = reach(&after, to);
        let (row, column) = (to.row(), to.column());
        if column == state.king.column() {
            usize::from(left == column) + usize::from(right == WIDTH - 1 - column)
        } else {
            usize::from(up == row) + usize::from(down == WIDTH - 1 - row)
        }
    }

    #[test]
    fn the_prospects_are_what_two_moves_of_the_king_bring() {
        let mut moves = Vec::new();
        for seed in 0..30 {
            let (mut state, mut rng) = (Tablut.start(), Rng::new(seed));
            while let Some(mv) = random_move(&Tablut, &state, &mut rng, &mut moves) {
                let as_white = State::new(state.white, state.black, state.king, Side::White);
                Tablut.moves(&as_white, &mut moves);
                let firsts: Vec<Square> =
                    moves.iter().filter(|mv| mv.from() == state.king).map(|mv| mv.to()).collect();
                let on_rim = |to: &&Square| to.is_in(EDGE);
                let later = firsts.iter().filter(|to| !on_rim(to)).map(|&to| ends_after(&state, to)).sum();
                let slow = (firsts.iter().filter(on_rim).count(), firsts.len(), later);
                let Prospects { open, steps, later } = prospects(&state);
                assert_eq!((open, steps, later), slow, "{}", Tablut.write(&state));
                Tablut.play(&mut state, mv);
            }
        }
    }
}
