//! Whether both back ends find the same in random positions.

use std::sync::Arc;

use game::facts::{Describe, EventLog};
use game::{Game, Rng, Seat, Turn};
use infer::{Engine, Kb};
use serde::Serialize;

use crate::desk::at_desk;

/// What comparing the back ends came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Comparison {
    /// How many positions were looked at.
    pub positions: usize,
    /// How many predicates have a plan of words.
    pub sets: usize,
    /// Where they differ, one sentence each; at most a few.
    pub differences: Vec<String>,
}

/// How many differences are listed.
const ENOUGH: usize = 10;

/// Compares every set that the bit-parallel back end computes, and the score, with the tuple engine, on positions of random games as every seat sees them.
pub fn compare<G: Describe>(game: &G, kb: &Arc<Kb>, positions: usize, seed: u64) -> Comparison {
    let plan = kb.bit_sets::<[u64; 4]>();
    let mut engine = Engine::new(kb.clone());
    let (mut facts, log) = (kb.schema().facts(), EventLog::default());
    let mut found = Comparison { positions: 0, sets: 0, differences: Vec::new() };
    let mut walk = Walk::new(game, seed);
    while found.positions < positions && found.differences.len() < ENOUGH {
        let state = walk.next();
        let seat = Seat::new(found.positions % game.seats());
        found.positions += 1;
        facts.clear();
        game.position_facts(&state, seat, &mut facts);
        engine.position(&facts, &log);
        let mut differ = |what: String| found.differences.push(format!("{what} in {}", game.write(&state)));
        if let Some(plan) = &plan {
            let sets = plan.sets(kb, &facts);
            for (name, elements) in &sets {
                let rows = engine.rows(name).unwrap_or_default();
                if rows.iter().flatten().ne(elements) {
                    differ(format!("{name} is {rows:?} by rows and {elements:?} by words"));
                }
            }
            found.sets = sets.len();
        }
        let by_rows = engine.score();
        let by_plan = at_desk(kb, |desk| desk.score(game, &state, seat));
        if by_rows != by_plan {
            found.differences.push(format!(
                "the score is {by_rows} by rows and {by_plan} by words in {}",
                game.write(&state)
            ));
        }
    }
    found
}

/// Positions of random games, one after the other, that somebody is to move in.
struct Walk<'a, G: Game> {
    game: &'a G,
    state: G::State,
    rng: Rng,
    moves: Vec<G::Move>,
}

impl<'a, G: Game> Walk<'a, G> {
    fn new(game: &'a G, seed: u64) -> Walk<'a, G> {
        Walk { game, state: game.start(), rng: Rng::new(seed), moves: Vec::new() }
    }

    fn next(&mut self) -> G::State {
        loop {
            match self.game.turn(&self.state) {
                Turn::Over => self.state = self.game.start(),
                Turn::Chance => {
                    let event = self.game.sample(&self.state, &mut self.rng, &mut self.moves);
                    self.game.play(&mut self.state, event);
                }
                Turn::Player(_) => {
                    let state = self.state;
                    self.game.moves(&state, &mut self.moves);
                    let mv = self.moves[self.rng.below(self.moves.len())];
                    self.game.play(&mut self.state, mv);
                    return state;
                }
            }
        }
    }
}

impl Comparison {
    /// The answer for people.
    pub fn text(&self) -> String {
        let mut text: String = self.differences.iter().map(|line| format!("{line}\n")).collect();
        let verdict = if self.differences.is_empty() { "agree" } else { "differ" };
        text +=
            &format!("the back ends {verdict} over {} positions, {} sets each\n", self.positions, self.sets);
        text
    }
}
