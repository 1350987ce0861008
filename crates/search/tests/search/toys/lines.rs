//! Three in a row on nine cells: many transpositions, and draws.

use game::{AnyEvaluator, Evaluate, Game, Greedy, Info, Objective, Outcome, Seat, Threaten, Turn};

use super::{Noise, info, wordless};

#[derive(Clone, Debug)]
pub struct Lines;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cells {
    pub marks: [u16; 2],
    pub seat: Seat,
}

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

fn has_row(marks: u16) -> bool {
    ROWS.iter().any(|row| row & !marks == 0)
}

impl Game for Lines {
    type State = Cells;
    type Move = u8;
    const INFO: Info = info("lines", Objective::Win);
    wordless!();

    fn seats(&self) -> usize {
        2
    }
    fn longest(&self) -> Option<usize> {
        Some(9)
    }
    fn start(&self) -> Cells {
        Cells { marks: [0; 2], seat: Seat::FIRST }
    }
    fn turn(&self, state: &Cells) -> Turn {
        let [a, b] = state.marks;
        if has_row(a) || has_row(b) || a | b == 0o777 { Turn::Over } else { Turn::Player(state.seat) }
    }
    fn moves(&self, state: &Cells, moves: &mut Vec<u8>) {
        moves.clear();
        if self.turn(state) != Turn::Over {
            let taken = state.marks[0] | state.marks[1];
            moves.extend((0..9).filter(|cell| taken >> cell & 1 == 0));
        }
    }
    fn play(&self, state: &mut Cells, cell: u8) {
        state.marks[state.seat.index()] |= 1 << cell;
        state.seat = state.seat.other();
    }
    fn outcome(&self, state: &Cells) -> Outcome {
        let winner = Seat::all(2).find(|seat| has_row(state.marks[seat.index()]));
        winner.map_or(Outcome::draw(2, "full"), |seat| Outcome::win(seat, "three in a row"))
    }
}

impl Greedy for Lines {
    fn gain(&self, state: &Cells, cell: u8) -> i32 {
        i32::from(self.may_win(state, cell))
    }
}

impl Threaten for Lines {
    fn may_win(&self, state: &Cells, cell: u8) -> bool {
        has_row(state.marks[state.seat.index()] | 1 << cell)
    }
}

impl Evaluate for Lines {
    const EVALUATIONS: &'static [(&'static str, &'static str)] = &[("noise", "nonsense")];

    fn evaluator(&self, name: &str) -> Option<AnyEvaluator<Self>> {
        (name == "noise").then(|| -> AnyEvaluator<Self> { Box::new(Noise) })
    }
}
