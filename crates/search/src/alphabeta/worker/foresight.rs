//! Beyond chance: what a throw or a deal may bring, when everything before it has been seen.
//!
//! A position before chance is worth the mean of short searches after some outcomes, drawn by lot but the same for every position, so that what is
//! compared is the positions and not their luck.

use std::collections::HashMap;

use game::{DECIDED, Evaluate, Evaluator, Rng, Seat, Turn, random_move};

use super::{Window, Worker};
use crate::score::finished;

/// How many outcomes are looked at and how many plies after each, step by step.
const STEPS: [(u64, i32); 8] = [(6, 2), (12, 2), (24, 2), (24, 3), (48, 3), (96, 3), (96, 4), (192, 4)];

/// What everything random here follows from.
const SEED: u64 = 0x0f0e_5ee5;

/// How chance is looked into, and what was seen.
pub(super) struct Foresight {
    outcomes: u64,
    depth: i32,
    /// By the key of the position before chance, for the first seat.
    seen: HashMap<u64, i32>,
}

impl<G: Evaluate, E: Evaluator<G> + Clone> Worker<'_, G, E> {
    /// Looks further past chance from now on, by as many steps; `false` if there is nothing further.
    pub(crate) fn look_past_chance(&mut self, step: usize) -> bool {
        let Some(&(outcomes, depth)) = STEPS.get(step) else { return false };
        self.foresight = Some(Foresight { outcomes, depth, seen: HashMap::new() });
        self.salt = game::hash::fold(SEED, step as u64 + 1);
        true
    }

    /// The value for `seat` of a position before chance.
    pub(super) fn foresee(&mut self, state: &G::State, seat: Seat, ply: usize) -> i32 {
        // Chance beyond chance is judged.
        let Some(foresight) = self.foresight.take() else { return self.judge(state, seat) };
        let Foresight { outcomes, depth, mut seen } = foresight;
        let key = self.game.key(state);
        let known = seen.get(&key).copied();
        let value = known.unwrap_or_else(|| self.mean_outcome(state, outcomes, depth, ply));
        if !self.stopped() {
            seen.insert(key, value);
        }
        self.guesses += 1;
        self.foresight = Some(Foresight { outcomes, depth, seen });
        if seat == Seat::FIRST { value } else { -value }
    }

    /// What a position before chance is worth to the first seat in the mean.
    fn mean_outcome(&mut self, state: &G::State, outcomes: u64, depth: i32, ply: usize) -> i32 {
        let (salt, horizon) = (std::mem::take(&mut self.salt), self.horizon);
        let mut sum = 0;
        for number in 0..outcomes {
            let next = self.outcome(state, number);
            let value = match self.game.turn(&next) {
                Turn::Player(mover) => {
                    let window = Window { alpha: -DECIDED, beta: DECIDED, depth };
                    let value = self.node(&next, mover, window, ply + 1);
                    if mover == Seat::FIRST { value } else { -value }
                }
                Turn::Over => finished::<G>(&self.game.outcome(&next), Seat::FIRST, ply),
                Turn::Chance => self.judge(&next, Seat::FIRST),
            };
            if self.stopped() {
                break;
            }
            sum += i64::from(value.clamp(-DECIDED, DECIDED));
        }
        self.horizon = horizon;
        self.salt = salt;
        (sum / outcomes as i64) as i32
    }

    /// One of the outcomes of chance.
    fn outcome(&self, state: &G::State, number: u64) -> G::State {
        let (mut next, mut rng, mut moves) = (*state, Rng::derive(SEED, number), Vec::new());
        while self.game.turn(&next) == Turn::Chance {
            let Some(mv) = random_move(&self.game, &next, &mut rng, &mut moves) else { break };
            self.game.play(&mut next, mv);
        }
        next
    }
}
