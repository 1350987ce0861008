//! What to try first: the table's move, the killers, then what the game promises, then what has cut off before.

use std::hash::{Hash, Hasher};

use game::{Evaluate, Seat};

/// Entries per seat; moves that share one share their luck.
const SIZE: usize = 4096;

/// History never leaves this range.
const MOST: i32 = 16_000;

/// How often moves have cut off, whatever the position.
pub(crate) struct History(Box<[i16; 2 * SIZE]>);

impl History {
    pub(crate) fn new() -> History {
        History(Box::new([0; 2 * SIZE]))
    }

    fn place<M: Hash>(seat: Seat, mv: &M) -> usize {
        let mut fold = Fold(0);
        mv.hash(&mut fold);
        (seat.index() & 1) * SIZE + (fold.0 >> 52) as usize % SIZE
    }

    #[inline]
    pub(crate) fn of<M: Hash>(&self, seat: Seat, mv: &M) -> i32 {
        i32::from(self.0[History::place(seat, mv)])
    }

    /// Rewards or, with a negative bonus, punishes a move; the closer to the end of the range, the less.
    pub(crate) fn learn<M: Hash>(&mut self, seat: Seat, mv: &M, bonus: i32) {
        let entry = &mut self.0[History::place(seat, mv)];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / MOST).clamp(-MOST, MOST) as i16;
    }
}

/// A hasher for moves: a multiplication a word.
struct Fold(u64);

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = game::hash::fold(self.0, word);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}

/// The last two moves that cut off at a ply.
pub(crate) type Killers<M> = [Option<M>; 2];

/// Moves that are tried before the others are even looked at: most nodes that can be cut off are cut off by one of these.
pub(crate) struct Favourites {
    places: [usize; 3],
    count: usize,
}

impl Favourites {
    /// The table's move, by its place in the list, and then the killers, as far as they are legal.
    pub(crate) fn new<M: Ord>(moves: &[M], hash: Option<usize>, killers: &Killers<M>) -> Favourites {
        let mut favourites = Favourites { places: [usize::MAX; 3], count: 0 };
        let killers = killers.iter().flatten().filter_map(|killer| moves.binary_search(killer).ok());
        for place in hash.filter(|&place| place < moves.len()).into_iter().chain(killers) {
            if !favourites.contain(place) {
                favourites.places[favourites.count] = place;
                favourites.count += 1;
            }
        }
        favourites
    }

    pub(crate) fn as_slice(&self) -> &[usize] {
        &self.places[..self.count]
    }

    /// Whether the move at this place of the list is one of them.
    #[inline]
    fn contain(&self, place: usize) -> bool {
        let [first, second, third] = self.places;
        (place == first) | (place == second) | (place == third)
    }
}

/// Fills `order` with one word for each move that is not a favourite, larger ones to be tried first, from which [`index`] gets the move back.
pub(crate) fn rank<G: Evaluate>(
    game: &G,
    state: &G::State,
    seat: Seat,
    moves: &[G::Move],
    favourites: &Favourites,
    history: &History,
    order: &mut Vec<i64>,
) {
    order.clear();
    order.reserve(moves.len());
    let promise = game.promise(state);
    for (index, mv) in moves.iter().enumerate() {
        if favourites.contain(index) {
            continue;
        }
        let habit = i64::from(history.of(seat, mv)) + 32_768;
        order.push(i64::from(promise(*mv)) << 32 | habit << 16 | (0xffff - (index as i64 & 0xffff)));
    }
}

/// Like [`rank`] for all moves, by what the game promises alone.
pub(crate) fn rank_by_promise<G: Evaluate>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    order: &mut Vec<i64>,
) {
    order.clear();
    let promise = game.promise(state);
    let words = moves.iter().enumerate();
    order.extend(words.map(|(index, mv)| i64::from(promise(*mv)) << 32 | (0xffff - (index as i64 & 0xffff))));
}

/// The place in the list of moves that a word of [`rank`] stands for.
#[inline]
pub(crate) fn index(word: i64) -> usize {
    0xffff - (word & 0xffff) as usize
}

/// Moves picked one by one before the rest is sorted: most searches of a node end within them.
const PICKED: usize = 4;

/// Brings the next word to place `at`.
#[inline]
pub(crate) fn next(order: &mut [i64], at: usize) -> i64 {
    if at < PICKED {
        let (first, rest) = order[at..].split_first_mut().expect("there is a next word");
        // Which of two is larger is as good as random, so both are written whichever it is.
        for word in rest {
            (*first, *word) = ((*first).max(*word), (*first).min(*word));
        }
    } else if at == PICKED {
        order[at..].sort_unstable_by(|a, b| b.cmp(a));
    }
    order[at]
}
