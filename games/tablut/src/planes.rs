//! What the seed's net sees: six planes of nine by nine.

use game::{PlaneSet, Planes};

use crate::board::{CAMPS, CASTLE, ESCAPES, SQUARES, Square};
use crate::rules::Tablut;
use crate::state::State;

/// The planes that never change: castle, escapes, camps.
const FIXED: u128 = CASTLE | ESCAPES | CAMPS;

/// The net that comes with the game; a card beside it says how it was made and what it is good for.
const SEED: &[u8] = include_bytes!("../nets/seed-486x256x128x64x16-f9e9a4da.net");

impl Planes for Tablut {
    /// White pawns, black pawns and the king differ from position to position; castle, escapes and camps, which do not overlap, are the same 33
    /// ones in every position.
    fn planes(&self) -> PlaneSet {
        PlaneSet {
            layout: "tablut planes 1".to_string(),
            inputs: 3 * SQUARES,
            constant: FIXED.count_ones() as usize,
            weights: Some(SEED),
        }
    }

    fn show(&self, state: &State, ones: &mut Vec<u16>) {
        ones.clear();
        let king = state.king().map_or(0, Square::bit);
        for (plane, set) in [state.white, state.black, king].into_iter().enumerate() {
            ones.extend(Square::all(set).map(|square| (plane * SQUARES + square.index()) as u16));
        }
    }
}
