//! The simplest sensible player: as many tiles as possible into a line.

use game::{Greedy, Turn};

use crate::moves::Action;
use crate::{Azul, Move, Source, State};

impl<const N: usize> Greedy for Azul<N> {
    /// The most tiles into one pattern line; among equals, the fewest points lost on the floor to excess tiles and the marker.
    fn gain(&self, state: &State<N>, mv: Move) -> i32 {
        let (Turn::Player(seat), Action::Take { source, colour, line }) = (state.turn, mv.action()) else {
            return 0;
        };
        let mut board = *state.board(seat);
        let before = board.floor.penalty();
        if source == Source::CENTRE && state.marker().is_none() {
            board.floor.drop_marker();
        }
        let (placed, _) = board.add(colour, state.tiles(source).count(colour), line);
        100 * placed as i32 - (board.floor.penalty() - before)
    }
}
