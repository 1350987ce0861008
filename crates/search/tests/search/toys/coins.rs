//! Coins in a row, taken from either end; an even coin gives another turn. Points count, turns do not alternate.

use game::{
    AnyEvaluator, Evaluate, Evaluator, Game, Greedy, Info, MAX_SEATS, Objective, Outcome, Rng, Seat, Seats,
    Turn,
};

use super::{Noise, info, wordless};

/// The coins; who has more wins, and equals are won by the second.
#[derive(Clone, Debug)]
pub struct Coins(pub Vec<i32>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Take {
    Left,
    Right,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    left: usize,
    right: usize,
    scores: [i32; 2],
    seat: Seat,
}

impl Coins {
    pub fn random(count: usize, seed: u64) -> Coins {
        let mut rng = Rng::new(seed);
        Coins((0..count).map(|_| 1 + rng.below(9) as i32).collect())
    }

    fn coin(&self, state: &Row, mv: Take) -> i32 {
        self.0[if mv == Take::Left { state.left } else { state.right - 1 }]
    }
}

impl Game for Coins {
    type State = Row;
    type Move = Take;
    const INFO: Info = info("coins", Objective::Points("coins"));
    wordless!();

    fn seats(&self) -> usize {
        2
    }
    fn longest(&self) -> Option<usize> {
        Some(self.0.len())
    }
    fn start(&self) -> Row {
        Row { left: 0, right: self.0.len(), scores: [0; 2], seat: Seat::FIRST }
    }
    fn turn(&self, state: &Row) -> Turn {
        if state.left == state.right { Turn::Over } else { Turn::Player(state.seat) }
    }
    fn moves(&self, state: &Row, moves: &mut Vec<Take>) {
        moves.clear();
        if state.left < state.right {
            moves.push(Take::Left);
        }
        if state.left + 1 < state.right {
            moves.push(Take::Right);
        }
    }
    fn play(&self, state: &mut Row, mv: Take) {
        let coin = self.coin(state, mv);
        match mv {
            Take::Left => state.left += 1,
            Take::Right => state.right -= 1,
        }
        state.scores[state.seat.index()] += coin;
        if coin % 2 == 1 {
            state.seat = state.seat.other();
        }
    }
    fn outcome(&self, state: &Row) -> Outcome {
        let winner = if state.scores[0] > state.scores[1] { Seat::FIRST } else { Seat::SECOND };
        let mut scores = [0; MAX_SEATS];
        scores[..2].copy_from_slice(&state.scores);
        Outcome { scores, winners: Seats::only(winner), ending: "no coin left" }
    }
}

impl Greedy for Coins {
    fn gain(&self, state: &Row, mv: Take) -> i32 {
        self.coin(state, mv)
    }
}

/// What the players have so far.
#[derive(Clone, Copy, Debug)]
pub struct Purse;

impl Evaluator<Coins> for Purse {
    fn value(&self, _: &Coins, state: &Row) -> i32 {
        100 * (state.scores[0] - state.scores[1])
    }
}

impl Evaluate for Coins {
    const EVALUATIONS: &'static [(&'static str, &'static str)] =
        &[("purse", "coins so far"), ("noise", "nonsense")];

    fn evaluator(&self, name: &str) -> Option<AnyEvaluator<Self>> {
        match name {
            "purse" => Some(Box::new(Purse)),
            "noise" => Some(Box::new(Noise)),
            _ => None,
        }
    }

    fn noisy(&self, state: &Row, mv: Take) -> bool {
        self.coin(state, mv) > 7
    }

    fn promise(&self, state: &Row) -> impl Fn(Take) -> i32 {
        |mv| self.coin(state, mv)
    }
}
