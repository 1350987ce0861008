//! A piece on a track that both push one step either way; a position that comes again draws. Each wins at an end of the track, the second only by
//! the other's mistake.

use game::{AnyEvaluator, Evaluate, Game, Greedy, Info, Objective, Outcome, Seat, Turn};

use super::{Noise, info, wordless};

/// The track has cells 0 to `0`; the first seat wins at the far end, the second at cell 0.
#[derive(Clone, Debug)]
pub struct Shuttle(pub u8);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Track {
    pub at: u8,
    pub seat: Seat,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Push {
    Back,
    Forth,
}

impl Game for Shuttle {
    type State = Track;
    type Move = Push;
    const INFO: Info = info("shuttle", Objective::Win);
    wordless!();

    fn seats(&self) -> usize {
        2
    }
    fn longest(&self) -> Option<usize> {
        None
    }
    fn start(&self) -> Track {
        Track { at: self.0 / 2, seat: Seat::FIRST }
    }
    fn turn(&self, state: &Track) -> Turn {
        if state.at == 0 || state.at == self.0 { Turn::Over } else { Turn::Player(state.seat) }
    }
    fn moves(&self, state: &Track, moves: &mut Vec<Push>) {
        moves.clear();
        if self.turn(state) != Turn::Over {
            moves.extend([Push::Back, Push::Forth]);
        }
    }
    fn play(&self, state: &mut Track, mv: Push) {
        match mv {
            Push::Back => state.at -= 1,
            Push::Forth => state.at += 1,
        }
        state.seat = state.seat.other();
    }
    fn outcome(&self, state: &Track) -> Outcome {
        let winner = if state.at == 0 { Seat::SECOND } else { Seat::FIRST };
        Outcome::win(winner, "end of the track")
    }
    fn repetition(&self) -> Option<Outcome> {
        Some(Outcome::draw(2, "the same again"))
    }
}

impl Greedy for Shuttle {
    fn gain(&self, _: &Track, _: Push) -> i32 {
        0
    }
}

impl Evaluate for Shuttle {
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[("noise", "nonsense")];

    fn evaluator(&self, name: &str) -> Option<AnyEvaluator<Self>> {
        (name == "noise").then(|| -> AnyEvaluator<Self> { Box::new(Noise) })
    }
}
