//! The simplest sensible player: as many tiles as possible into a line.

use game::{Greedy, Turn};

use crate::board::FLOOR;
use crate::moves::Action;
use crate::{Azul, Move, Source, State};

impl<const N: usize> Greedy for Azul<N> {
    /// A tile that finds a place in a pattern line counts 2, a point lost on the floor (by excess tiles or the marker) costs 2, and
    /// a line that the move completes counts 1 on top.
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
        let completes = line < FLOOR && board.lines[line].count() == line + 1;
        2 * placed as i32 - 2 * (board.floor.penalty() - before) + i32::from(completes)
    }
}
