//! A position: who stands where, whose turn it is, and whether that ends the game.

use game::Seat;
use game::hash::nth;

use crate::board::{
    BOARD, CAMPS, CASTLE, EDGE, SQUARES, Set, Square, WIDTH, around, east, north, south, west,
};
use crate::judgement::pawns;

/// The two sides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Defends the king and moves first.
    White,
    /// Hunts the king.
    Black,
}

impl Side {
    /// The other one.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The place at the table.
    #[inline]
    pub const fn seat(self) -> Seat {
        match self {
            Side::White => Seat::FIRST,
            Side::Black => Seat::SECOND,
        }
    }
}

/// Why a position ends the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// The king reached the rim: White has won.
    Escaped,
    /// The king was captured: Black has won.
    Captured,
    /// The side to move cannot: it has lost.
    Stuck,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// White's pawns.
    pub(crate) white: Set,
    /// Black's pawns.
    pub(crate) black: Set,
    /// Every piece, with rows and columns exchanged, so that a column can be looked up as quickly as a row.
    pub(crate) turned: Set,
    pub(crate) key: u64,
    /// What the pawns are worth where they stand, see [`crate::judgement::pawns`]: the sum that [`game::Accumulate`] tells of.
    pub(crate) worth: i16,
    pub(crate) king: Square,
    pub(crate) side: Side,
    pub(crate) ending: Option<Ending>,
}

impl State {
    /// The position before the first move.
    pub(crate) fn start() -> State {
        let cross = around(CASTLE);
        let arms = north(north(CASTLE)) | south(south(CASTLE)) | west(west(CASTLE)) | east(east(CASTLE));
        State::new(cross | arms, CAMPS, Square::first(CASTLE), Side::White)
    }

    /// The position with these pieces. Nothing is checked.
    pub(crate) fn new(white: Set, black: Set, king: Square, side: Side) -> State {
        let mut state = State { white, black, turned: 0, key: 0, worth: 0, king, side, ending: None };
        state.turned = Square::all(state.occupied()).fold(0, |set, square| set | turned(square));
        state.key = state.key_from_scratch();
        state.worth = pawns(white, black, king);
        state.ending = state.find_ending();
        state
    }

    /// White's pawns, without the king.
    pub const fn white(&self) -> Set {
        self.white
    }

    /// Black's pawns.
    pub const fn black(&self) -> Set {
        self.black
    }

    /// Where the king is; `None` once he is captured.
    pub fn king(&self) -> Option<Square> {
        (self.king != Square::NOWHERE).then_some(self.king)
    }

    /// Who is to move, or would be if the game were not over.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Why the game is over, if it is.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who has won, if the game is over.
    pub const fn winner(&self) -> Option<Side> {
        match self.ending {
            None => None,
            Some(Ending::Escaped) => Some(Side::White),
            Some(Ending::Captured) => Some(Side::Black),
            Some(Ending::Stuck) => Some(self.side.other()),
        }
    }

    /// White's pawns and the king.
    #[inline]
    pub(crate) const fn defenders(&self) -> Set {
        (self.white | self.king.bit()) & BOARD
    }

    /// Every piece.
    #[inline]
    pub(crate) const fn occupied(&self) -> Set {
        self.defenders() | self.black
    }

    /// The pieces of the side to move.
    #[inline]
    pub(crate) const fn own(&self) -> Set {
        match self.side {
            Side::White => self.defenders(),
            Side::Black => self.black,
        }
    }

    /// The key computed from the pieces alone.
    pub(crate) fn key_from_scratch(&self) -> u64 {
        let pieces = [(self.white, WHITE), (self.black, BLACK), (self.king.bit() & BOARD, KING)];
        let side = if self.side == Side::Black { BLACK_TO_MOVE } else { 0 };
        pieces.into_iter().fold(side, |key, (set, kind)| {
            Square::all(set).fold(key, |key, square| key ^ KEYS[kind][square.index()])
        })
    }

    /// Why the game is over, found from the pieces alone.
    pub(crate) fn find_ending(&self) -> Option<Ending> {
        if self.king == Square::NOWHERE {
            return Some(Ending::Captured);
        }
        if self.king.is_in(EDGE) {
            return Some(Ending::Escaped);
        }
        self.stuck().then_some(Ending::Stuck)
    }

    /// Whether no piece of the side to move can make a step.
    #[inline]
    pub(crate) fn stuck(&self) -> bool {
        let own = self.own();
        let open = BOARD & !(self.occupied() | CAMPS | CASTLE);
        // Nearly always somebody can step down or up; the thorough look is rarely needed.
        if (south(own) | north(own)) & open != 0 {
            return false;
        }
        let open_to_camp = CAMPS & !self.occupied();
        (west(own) | east(own)) & open == 0 && around(own & CAMPS) & open_to_camp == 0
    }
}

/// Rows of [`KEYS`].
pub(crate) const WHITE: usize = 0;
pub(crate) const BLACK: usize = 1;
pub(crate) const KING: usize = 2;

/// Where the numbers of this game begin in the sequence.
const FIRST: u64 = 0x7ab1;

/// One number for every piece on every square; the key of a position is their exclusive or. Nothing for no square.
pub(crate) static KEYS: [[u64; 128]; 3] = {
    let mut keys = [[0; 128]; 3];
    let mut i = 0;
    while i < 3 * SQUARES {
        keys[i / SQUARES][i % SQUARES] = nth(0, FIRST + i as u64 + 1);
        i += 1;
    }
    keys
};

/// Part of the key when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = nth(0, FIRST);

/// The square's bit with rows and columns exchanged; nothing for no square.
#[inline]
pub(crate) fn turned(square: Square) -> Set {
    static TURNED: [Set; 128] = {
        let mut table = [0; 128];
        let mut i = 0;
        while i < SQUARES {
            table[i] = 1 << (i % WIDTH * WIDTH + i / WIDTH);
            i += 1;
        }
        table
    };
    TURNED[square.index() & 127]
}
