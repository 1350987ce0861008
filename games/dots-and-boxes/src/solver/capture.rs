//! What to do while there are boxes to take: a position with captures has one sensible continuation.
//!
//! A box of degree one is taken at once if its last arc leads to the border, to another such box, or to a box of degree three or
//! more. Otherwise it begins a chain, which is taken too, except for its last two boxes (its last four when it can be taken from
//! both ends): they may be handed to the opponent, who then has to move in the rest. Of several such remainders only one
//! is worth keeping, a pair if there is one.

use crate::Word;
use crate::grid::{Anatomy, Grid, Run};

/// What the mover may hand back to the opponent instead of taking it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    /// Nothing: everything is taken and the mover moves on.
    Nothing,
    /// The last two boxes of a chain.
    Two,
    /// The last four boxes of a chain open at both ends, or of a loop.
    Four,
}

impl Offer {
    /// How many boxes it hands back.
    pub fn boxes(self) -> i32 {
        match self {
            Offer::Nothing => 0,
            Offer::Two => 2,
            Offer::Four => 4,
        }
    }
}

/// The result of capturing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spoils<W> {
    /// Boxes taken when nothing is handed back.
    pub taken: i32,
    /// What may be handed back instead.
    pub offer: Offer,
    /// The arcs still open after all was taken; no box has degree one.
    pub rest: W,
}

impl<W> Spoils<W> {
    /// The value for the side that captures, when the rest is worth `rest` to whoever moves there: it takes all and moves on, or it takes all
    /// but the offer and lets the opponent move.
    pub fn value(&self, rest: i32) -> i32 {
        let offer = self.offer.boxes();
        match self.offer {
            Offer::Nothing => self.taken + rest,
            _ => self.taken - offer + (rest + offer).abs(),
        }
    }
}

/// Takes everything that can be taken from the position.
pub(crate) fn capture<W: Word>(grid: &Grid<W>, open: W) -> Spoils<W> {
    let mut spoils = Spoils { taken: 0, offer: Offer::Nothing, rest: open };
    loop {
        let anatomy = grid.anatomy(spoils.rest);
        if anatomy.one.is_empty() {
            return spoils;
        }
        let drawn = match find_free(grid, spoils.rest, &anatomy) {
            Some(arc) => arc,
            None => {
                let (arcs, offer) = find_remainder(grid, spoils.rest, &anatomy);
                spoils.offer = offer;
                arcs
            }
        };
        let closed = |open: W| (anatomy.open_boxes() & !grid.anatomy(open).open_boxes()).count() as i32;
        spoils.taken += closed(spoils.rest & !drawn);
        spoils.rest &= !drawn;
    }
}

/// The arcs among which is a best move where there are boxes to take, those that take one first; `None` where there are none.
pub(crate) fn next<W: Word>(grid: &Grid<W>, open: W) -> Option<Vec<usize>> {
    let anatomy = grid.anatomy(open);
    if anatomy.one.is_empty() {
        return None;
    }
    let arcs = find_free(grid, open, &anatomy).unwrap_or_else(|| find_remainder(grid, open, &anatomy).0);
    let takes = grid.arcs(anatomy.one) & arcs;
    Some(takes.elements().chain((arcs & !takes).elements()).collect())
}

/// An arc that closes a box and that there is no reason to keep.
fn find_free<W: Word>(grid: &Grid<W>, open: W, anatomy: &Anatomy<W>) -> Option<W> {
    let mut seen = W::EMPTY;
    for index in anatomy.one.elements() {
        let seed = W::bit(index);
        if seen.has(index) {
            continue;
        }
        let arc = grid.arcs(seed) & open;
        if (grid.neighbours(anatomy, seed) & anatomy.two).is_empty() {
            return Some(arc);
        }
        let run = grid.run(open, anatomy, seed, anatomy.one | anatomy.two);
        if !is_remainder(&run, anatomy) {
            return Some(arc);
        }
        seen |= run.boxes;
    }
    None
}

/// Whether this is a pair that begins with a box of degree one, or four boxes that begin and end with one.
fn is_remainder<W: Word>(run: &Run<W>, anatomy: &Anatomy<W>) -> bool {
    match (run.boxes & anatomy.one).count() {
        1 => run.length == 2,
        _ => run.length == 4,
    }
}

/// When only pairs and fours are left: the arcs of one of them, the one to take next, and what could be handed back there. Fours
/// go first, because handing back two is better than handing back four. Of the pairs, one goes first that makes another grow.
fn find_remainder<W: Word>(grid: &Grid<W>, open: W, anatomy: &Anatomy<W>) -> (W, Offer) {
    let mut pair = None;
    for index in anatomy.one.elements() {
        let run = grid.run(open, anatomy, W::bit(index), anatomy.one | anatomy.two);
        if run.length == 4 {
            return (run.arcs, Offer::Four);
        }
        let grows = !grid.anatomy(open & !run.arcs).two.is_empty()
            && find_free(grid, open & !run.arcs, &grid.anatomy(open & !run.arcs)).is_some();
        if pair.is_none() || grows {
            pair = Some(run.arcs);
        }
        if grows {
            break;
        }
    }
    (pair.expect("a box of degree one begins a run"), Offer::Two)
}

#[cfg(test)]
mod tests {
    use game::{Game, Options};

    use super::*;
    use crate::Small;

    /// One position in seven of all those on 3x3 boxes, where brute force knows every value. (All of them hold.)
    #[test]
    fn capturing_is_worth_what_brute_force_says() {
        let game = Small::new(&Options::none().with("size", "3x3")).unwrap();
        let board = game.board();
        let beside =
            |arc: usize| board.beside[arc].iter().filter(|b| !b.bit.is_empty()).map(|b| b.sides).collect();
        let beside: Vec<Vec<u64>> = (0..board.arcs()).map(beside).collect();
        let mut values = vec![0i8; 1 << board.arcs()];
        for open in 1..values.len() as u64 {
            let mut best = i8::MIN;
            for arc in open.elements() {
                let rest = open & !(1 << arc);
                let closed = beside[arc].iter().filter(|&&sides| sides & rest == 0).count() as i8;
                let value = values[rest as usize];
                best = best.max(if closed > 0 { closed + value } else { -value });
            }
            values[open as usize] = best;
        }
        let grid = Grid::new(board);
        for open in (1..values.len() as u64).step_by(7) {
            let spoils = capture(&grid, open);
            let rest = i32::from(values[spoils.rest as usize]);
            assert_eq!(spoils.value(rest), i32::from(values[open as usize]), "open {open:x}: {spoils:?}");
            let worth = |arc: usize| {
                let rest = open & !(1 << arc);
                let closed = beside[arc].iter().filter(|&&sides| sides & rest == 0).count() as i8;
                if closed > 0 { closed + values[rest as usize] } else { -values[rest as usize] }
            };
            let best = next(&grid, open).map(|arcs| arcs.into_iter().map(worth).max());
            assert!(best.is_none_or(|best| best == Some(values[open as usize])), "open {open:x}: {best:?}");
        }
    }
}
