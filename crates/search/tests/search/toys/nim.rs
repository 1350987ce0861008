//! Nim: who takes the last stone wins. The theory is one exclusive-or.

use game::{Game, Info, Objective, Outcome, Seat, Turn};

use super::{info, wordless};

#[derive(Clone, Debug)]
pub struct Nim(pub [u8; 3]);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heaps {
    pub heaps: [u8; 3],
    pub seat: Seat,
}

impl Nim {
    pub fn won(state: &Heaps) -> bool {
        state.heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0
    }
}

impl Game for Nim {
    type State = Heaps;
    type Move = (u8, u8);
    const INFO: Info = info("nim", Objective::Win);
    wordless!();

    fn seats(&self) -> usize {
        2
    }
    fn longest(&self) -> Option<usize> {
        Some(self.0.iter().map(|&heap| usize::from(heap)).sum())
    }
    fn start(&self) -> Heaps {
        Heaps { heaps: self.0, seat: Seat::FIRST }
    }
    fn turn(&self, state: &Heaps) -> Turn {
        if state.heaps == [0; 3] { Turn::Over } else { Turn::Player(state.seat) }
    }
    fn moves(&self, state: &Heaps, moves: &mut Vec<(u8, u8)>) {
        moves.clear();
        let heaps = (0..3u8).zip(state.heaps);
        moves.extend(heaps.flat_map(|(heap, stones)| (1..=stones).map(move |take| (heap, take))));
    }
    fn play(&self, state: &mut Heaps, (heap, take): (u8, u8)) {
        state.heaps[usize::from(heap)] -= take;
        state.seat = state.seat.other();
    }
    fn outcome(&self, state: &Heaps) -> Outcome {
        Outcome::win(state.seat.other(), "last stone")
    }
}
