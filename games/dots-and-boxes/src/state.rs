//! What a position holds.

use game::Seat;

use crate::board::{Board, KEYS, START_KEY};
use crate::{Arc, Word};

/// A position: which arcs are drawn and by whom, who owns which box, whose turn it is.
///
/// Boxes are closed exactly where all four arcs are drawn, so only the second seat's are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<W> {
    drawn: W,
    drawn_by_second: W,
    owned_by_second: W,
    key: u64,
    scores: [u8; 2],
    side: u8,
}

impl<W: Word> State<W> {
    /// Nothing drawn, the first seat to move.
    pub(crate) const START: State<W> = State {
        drawn: W::EMPTY,
        drawn_by_second: W::EMPTY,
        owned_by_second: W::EMPTY,
        key: START_KEY,
        scores: [0; 2],
        side: 0,
    };

    /// The position with these arcs and boxes. The second seat's arcs must be drawn, and its boxes closed.
    pub(crate) fn new(
        board: &Board<W>,
        drawn: W,
        arcs_of_second: W,
        boxes_of_second: W,
        side: Seat,
    ) -> State<W> {
        let closed = board.closed(drawn).count();
        let second = boxes_of_second.count();
        let mut state = State {
            drawn,
            drawn_by_second: arcs_of_second,
            owned_by_second: boxes_of_second,
            key: 0,
            scores: [(closed - second) as u8, second as u8],
            side: side.index() as u8,
        };
        state.key = state.key_from_scratch();
        state
    }

    /// The arcs that are drawn.
    #[inline]
    pub fn drawn(&self) -> W {
        self.drawn
    }

    /// Boxes of each seat.
    #[inline]
    pub fn scores(&self) -> [u8; 2] {
        self.scores
    }

    /// The seat to move; once all is drawn, the one that drew the last arc.
    #[inline]
    pub fn side(&self) -> Seat {
        if self.side == 0 { Seat::FIRST } else { Seat::SECOND }
    }

    /// The arcs that the second seat drew.
    pub(crate) fn arcs_of_second(&self) -> W {
        self.drawn_by_second
    }

    /// The boxes that the second seat owns.
    pub(crate) fn boxes_of_second(&self) -> W {
        self.owned_by_second
    }

    /// Who drew the arc, if anybody.
    pub fn drawer(&self, arc: Arc) -> Option<Seat> {
        let second = self.drawn_by_second.has(arc.index());
        self.drawn.has(arc.index()).then_some(if second { Seat::SECOND } else { Seat::FIRST })
    }

    /// Who owns the box with this number, if anybody.
    pub fn owner(&self, board: &Board<W>, index: usize) -> Option<Seat> {
        let second = self.owned_by_second.has(index);
        let closed = self.drawn.covers(board.boxes()[index]);
        closed.then_some(if second { Seat::SECOND } else { Seat::FIRST })
    }

    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    pub(crate) fn key_from_scratch(&self) -> u64 {
        let first = self.drawn & !self.drawn_by_second;
        let mut key = if self.side == 1 { START_KEY ^ KEYS.second } else { START_KEY };
        key = first.elements().fold(key, |key, arc| key ^ KEYS.drawn[0][arc]);
        key = self.drawn_by_second.elements().fold(key, |key, arc| key ^ KEYS.drawn[1][arc]);
        self.owned_by_second.elements().fold(key, |key, index| key ^ KEYS.owned[index])
    }

    /// Draws an arc that is not drawn yet. Without branches, because random play makes none of them predictable.
    #[inline]
    pub(crate) fn draw(&mut self, board: &Board<W>, arc: Arc) {
        let [one, other] = &board.beside[arc.index()];
        let bit = W::bit(arc.index());
        let side = usize::from(self.side & 1);
        let mine = W::all_if(side == 1);
        self.drawn |= bit;
        let (closes_one, closes_other) = (self.drawn.covers(one.sides), self.drawn.covers(other.sides));
        let gain = u8::from(closes_one) + u8::from(closes_other);
        self.drawn_by_second |= bit & mine;
        self.owned_by_second |=
            (one.bit & W::all_if(closes_one) | other.bit & W::all_if(closes_other)) & mine;
        self.scores[side] += gain;

        let if_true = |condition: bool, key: u64| key & (condition as u64).wrapping_neg();
        self.key ^= KEYS.drawn[side][arc.index()];
        self.key ^=
            if_true(closes_one & (side == 1), one.key) ^ if_true(closes_other & (side == 1), other.key);
        self.key ^= if_true(gain == 0, KEYS.second);
        self.side ^= u8::from(gain == 0);
    }
}
