//! A game of chance for two or three: a turn is two steps for sure, or a roll of a die with four faces, where the lowest loses a step.

use game::{Game, Info, MAX_SEATS, Objective, Outcome, Seat, Seats, Turn};

use super::{info, wordless};

#[derive(Clone, Debug)]
pub struct Dice {
    pub seats: usize,
    pub turns: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Choice {
    Walk,
    Roll,
    Face(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Race {
    pub steps: [i32; MAX_SEATS],
    pub left: u8,
    pub seat: Seat,
    pub rolling: bool,
}

impl Dice {
    fn pass(&self, state: &mut Race) {
        state.seat = Seat::new((state.seat.index() + 1) % self.seats);
        state.left -= 1;
        state.rolling = false;
    }
}

impl Game for Dice {
    type State = Race;
    type Move = Choice;
    const INFO: Info = info("dice", Objective::Win);
    wordless!();

    fn seats(&self) -> usize {
        self.seats
    }
    fn longest(&self) -> Option<usize> {
        Some(2 * usize::from(self.turns))
    }
    fn start(&self) -> Race {
        Race { steps: [0; MAX_SEATS], left: self.turns, seat: Seat::FIRST, rolling: false }
    }
    fn turn(&self, state: &Race) -> Turn {
        match (state.left, state.rolling) {
            (0, _) => Turn::Over,
            (_, true) => Turn::Chance,
            (_, false) => Turn::Player(state.seat),
        }
    }
    fn moves(&self, state: &Race, moves: &mut Vec<Choice>) {
        moves.clear();
        match self.turn(state) {
            Turn::Over => {}
            Turn::Player(_) => moves.extend([Choice::Walk, Choice::Roll]),
            Turn::Chance => moves.extend((1..=4).map(Choice::Face)),
        }
    }
    fn odds(&self, _: &Race, _: Choice) -> f64 {
        0.25
    }
    fn play(&self, state: &mut Race, mv: Choice) {
        let steps = &mut state.steps[state.seat.index()];
        match mv {
            Choice::Roll => state.rolling = true,
            Choice::Walk => {
                *steps += 2;
                self.pass(state);
            }
            Choice::Face(face) => {
                *steps += if face == 1 { -1 } else { i32::from(face) };
                self.pass(state);
            }
        }
    }
    fn outcome(&self, state: &Race) -> Outcome {
        let most = state.steps[..self.seats].iter().max().copied().unwrap_or(0);
        let winners: Seats = Seat::all(self.seats).filter(|seat| state.steps[seat.index()] == most).collect();
        Outcome { scores: state.steps, winners, ending: "race over" }
    }
}
