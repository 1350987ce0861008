//! The simplest sensible player: win, capture, and mind the king's way out.

use game::{Game, Greedy};

use crate::board::Square;
use crate::capture::pawns_taken;
use crate::moves::{Move, reach};
use crate::rules::Tablut;
use crate::state::{Side, State};

impl Greedy for Tablut {
    /// A win outweighs everything; then a pawn captured, worth ten; then the squares that the king can go to after the move, which White
    /// wants many of and Black few.
    fn gain(&self, state: &State, mv: Move) -> i32 {
        const WIN: i32 = 1000;
        const PAWN: i32 = 10;
        let mut next = *state;
        self.play(&mut next, mv);
        if next.winner().is_some() {
            return WIN;
        }
        let captured = pawns_taken(state, mv).count_ones() as i32;
        let freedom = freedom(&next);
        PAWN * captured + if state.side == Side::White { freedom } else { -freedom }
    }
}

/// How many squares the king could go to if it were White's turn.
fn freedom(state: &State) -> i32 {
    state.king().map_or(0, |king: Square| reach(state, king).iter().sum::<usize>()) as i32
}
