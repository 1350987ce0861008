//! Two ways to the same scores, and two sides of the same position.

use game::bits::{Wide, Word};
use game::facts::{Describe, EventLog};
use game::{Rng, Seat};

use super::{Reader, unfinished};
use crate::bits::plan::BitPlan;
use crate::engine::Engine;

/// The bit-parallel back end for boards of the width of `B`, beside the tuple engine.
pub struct BackEnds<G: Describe, B: Word> {
    reader: Reader<G>,
    score: BitPlan<B>,
    sets: BitPlan<B>,
}

impl<G: Describe, B: Word> BackEnds<G, B> {
    /// Both back ends of a pack. All its scores of positions must fit words.
    pub fn new(game: &G, pack: &str) -> BackEnds<G, B> {
        let reader = Reader::new(game, pack);
        let kb = reader.engine.kb();
        let score = kb.bit_plan().unwrap_or_else(|| panic!("not all scores of {pack} run on words"));
        let sets = kb.bit_sets().unwrap_or_else(|| panic!("not all sets of {pack} fit words"));
        BackEnds { reader, score, sets }
    }

    /// In a position, as every seat sees it, both find the same score and the same sets. The engine is left with what the side to move sees.
    pub fn check(&mut self, state: &G::State) -> &mut Engine {
        let game = self.reader.game().clone();
        let mover = game.turn(state).seat().unwrap_or(Seat::FIRST);
        let others = Seat::all(game.seats()).filter(|&seat| seat != mover);
        for seat in others.chain([mover]) {
            let facts = self.reader.position(state, seat);
            let engine = &mut self.reader.engine;
            engine.position(&facts, &EventLog::default());
            let place = || format!("{} for {seat:?}", game.write(state));
            assert!(engine.is_complete(), "the engine gave up in {}", place());
            assert_eq!(self.score.eval_facts(&facts), engine.score(), "the score in {}", place());
            assert_eq!(engine.assess().points, engine.score(), "the verdict in {}", place());
            for (name, elements) in self.sets.sets(engine.kb(), &facts) {
                let rows = engine.rows(&name).unwrap_or_else(|| panic!("there is no predicate {name}"));
                let rows: Vec<i32> = rows.into_iter().flatten().collect();
                assert_eq!(rows, elements, "{name} in {}", place());
            }
        }
        &mut self.reader.engine
    }
}

/// In random positions with up to `most` moves made, what one side scores is what the other side loses.
pub fn opposite<G: Describe>(game: &G, pack: &str, most: usize, positions: usize, seed: u64) {
    let reader = Reader::new(game, pack);
    let plan: BitPlan<Wide<4>> = reader.engine.kb().bit_plan().expect("all scores run on words");
    let mut rng = Rng::new(seed);
    for _ in 0..positions {
        let state = unfinished(game, most, &mut rng);
        let sum: i32 = Seat::all(2).map(|seat| plan.eval_facts(&reader.position(&state, seat))).sum();
        assert_eq!(sum, 0, "what both sides score in {}", game.write(&state));
    }
}
