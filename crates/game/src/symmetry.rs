//! Images of positions: rotations, reflections, and exchanges of the players.

use crate::{Game, Seat};

/// A game whose positions have images that play the same.
///
/// The maps form a group, numbered from 0, the identity. For every map `g`: the legal moves of `image(g, s)` are the images of
/// the legal moves of `s`, `play` commutes with the map, and the outcome of the image is the outcome with seats mapped.
pub trait Symmetric: Game {
    /// How many maps there are, the identity included.
    fn order(&self) -> usize;

    /// The image of a state.
    fn image(&self, map: usize, state: &Self::State) -> Self::State;

    /// The image of a move that is legal in `state`.
    fn image_move(&self, map: usize, state: &Self::State, mv: Self::Move) -> Self::Move;

    /// Which seat plays the part of `seat` in the image.
    fn image_seat(&self, _map: usize, seat: Seat) -> Seat {
        seat
    }
}
