//! The scores of a knowledge file as the judgement of a search.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use game::facts::Describe;
use game::{DECIDED, Evaluator, MAX_SEATS, Seat};
use infer::Kb;

use crate::Knowledge;
use crate::desk::at_desk;

/// Judges positions by the `score` statements of a pack, taken as hundredths of a point for the seat whose view it is.
///
/// The text in force at its first judgement stays with it, since a search must not change its mind half way. A copy, such as the next search makes for
/// itself, looks again, so a file that has been edited counts from the next move on. Scores that fit are added up with words, others with rows; rules
/// about the log see none, since a position deep in a search has no history.
pub struct RulesEvaluator<G> {
    knowledge: Arc<Knowledge>,
    pack: Option<&'static str>,
    kb: OnceLock<Option<Arc<Kb>>>,
    game: PhantomData<fn() -> G>,
}

impl<G: Describe> RulesEvaluator<G> {
    /// By the pack of this name; without a name, by the default.
    pub fn new(knowledge: Arc<Knowledge>, pack: Option<&'static str>) -> RulesEvaluator<G> {
        RulesEvaluator { knowledge, pack, kb: OnceLock::new(), game: PhantomData }
    }

    fn score(&self, game: &G, state: &G::State, seat: Seat) -> i32 {
        let load = || self.knowledge.pack(game, self.pack).ok().map(|pack| pack.kb);
        match self.kb.get_or_init(load) {
            Some(kb) => at_desk(kb, |desk| desk.score(game, state, seat)),
            None => 0,
        }
    }
}

impl<G: Describe> Clone for RulesEvaluator<G> {
    fn clone(&self) -> RulesEvaluator<G> {
        RulesEvaluator::new(self.knowledge.clone(), self.pack)
    }
}

impl<G: Describe> Evaluator<G> for RulesEvaluator<G> {
    fn value(&self, game: &G, state: &G::State) -> i32 {
        self.score(game, state, Seat::FIRST).clamp(1 - DECIDED, DECIDED - 1)
    }

    fn prospects(&self, game: &G, state: &G::State) -> [f32; MAX_SEATS] {
        let seats = game.seats();
        let mut prospects = [0.0; MAX_SEATS];
        if seats == 2 {
            let first = (self.value(game, state) as f32 / 400.0).tanh();
            (prospects[0], prospects[1]) = (first, -first);
            return prospects;
        }
        let scores: Vec<f32> = Seat::all(seats).map(|seat| self.score(game, state, seat) as f32).collect();
        let total: f32 = scores.iter().sum();
        for (prospect, score) in prospects.iter_mut().zip(&scores) {
            let others = (total - score) / (seats - 1) as f32;
            *prospect = ((score - others) / 400.0).tanh();
        }
        prospects
    }
}
