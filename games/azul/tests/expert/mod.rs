//! Judging moves by a pack of rules, as the tests of the knowledge need it.

use std::sync::Arc;

use azul::{Azul, Move, State};
use game::facts::{Describe, EventLog, Facts};
use game::{Game, Turn};
use infer::{Engine, Kb, Reason};
use ludus_azul as azul;

/// A pack by name, loaded; a text that does not load is shown.
pub fn load<const N: usize>(pack: &str) -> Arc<Kb> {
    let (name, text) = Azul::<N>::PACKS.iter().find(|(name, _)| *name == pack).expect("a shipped pack");
    Kb::load(name, text, &Azul::<N>.schema()).unwrap_or_else(|e| panic!("{}", e.render()))
}

/// An engine with the facts it is fed.
pub struct Expert<const N: usize> {
    pub engine: Engine,
    facts: Facts,
}

impl<const N: usize> Expert<N> {
    pub fn new(pack: &str) -> Self {
        Expert { engine: Engine::new(load::<N>(pack)), facts: Azul::<N>.schema().facts() }
    }

    pub fn see(&mut self, state: &State<N>, log: &EventLog) {
        let Turn::Player(seat) = Azul::<N>.turn(state) else { panic!("nobody is to move") };
        self.facts.clear();
        Azul::<N>.position_facts(state, seat, &mut self.facts);
        self.engine.position(&self.facts, log);
    }

    fn consider(&mut self, state: &State<N>, mv: Move) {
        let Turn::Player(seat) = Azul::<N>.turn(state) else { panic!("nobody is to move") };
        self.facts.clear();
        Azul::<N>.move_facts(state, seat, mv, &mut self.facts);
    }

    pub fn points(&mut self, state: &State<N>, mv: Move) -> i32 {
        self.consider(state, mv);
        self.engine.judge(&self.facts).points
    }

    pub fn reasons(&mut self, state: &State<N>, mv: Move, lang: &str) -> Vec<Reason> {
        self.consider(state, mv);
        self.engine.explain_move(&self.facts, lang).1
    }

    /// The move with the most points, the first among equals.
    pub fn choose(&mut self, state: &State<N>, log: &EventLog) -> Move {
        self.see(state, log);
        let mut moves = Vec::new();
        Azul::<N>.moves(state, &mut moves);
        let judged = moves.into_iter().map(|mv| (self.points(state, mv), mv));
        judged.reduce(|best, next| if next.0 > best.0 { next } else { best }).expect("a legal move").1
    }
}
