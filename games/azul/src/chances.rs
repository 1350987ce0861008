//! How far the game has come, and what judgements have been worth by then.

use game::{Chances, Turn};

use crate::state::{DEALT, State};
use crate::{Azul, Board};

impl<const N: usize> Chances for Azul<N> {
    const CHANCES: &'static str = include_str!("../chances.txt");

    /// The rounds that are over, of the least that a game can have, counted by the fullest row of all walls; and how much of this round's
    /// tiles is taken.
    fn phase(&self, state: &State<N>) -> f64 {
        let rows = state.boards.iter().map(Board::fullest_row).max().unwrap_or(0).min(5) as f64;
        if state.turn == Turn::Over {
            return 1.0;
        }
        let heaps = state.factories.iter().chain([&state.centre]);
        let left: usize = heaps.map(|tiles| tiles.total()).sum();
        let taken = match state.turn {
            Turn::Player(_) => 1.0 - left as f64 / (DEALT * State::<N>::FACTORIES) as f64,
            _ => 0.0,
        };
        ((rows + taken) / 5.0).clamp(0.0, 1.0)
    }
}
