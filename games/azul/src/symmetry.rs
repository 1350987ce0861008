//! Symmetry: none. The colours of the wall stand in a fixed pattern, and the seats in turn order.

use game::Symmetric;

use crate::{Azul, Move, State};

impl<const N: usize> Symmetric for Azul<N> {
    fn order(&self) -> usize {
        1
    }

    fn image(&self, _map: usize, state: &State<N>) -> State<N> {
        *state
    }

    fn image_move(&self, _map: usize, _state: &State<N>, mv: Move) -> Move {
        mv
    }
}
