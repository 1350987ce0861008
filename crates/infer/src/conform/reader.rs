//! A knowledge file put to use: positions in, points and reasons out.

use game::facts::{Describe, EventLog, Facts};
use game::{Rng, Seat};

use super::load;
use crate::engine::Engine;
use crate::explain::Reason;

/// An engine with a game's facts at hand.
pub struct Reader<G: Describe> {
    game: G,
    /// The engine, for questions about single predicates.
    pub engine: Engine,
    facts: Facts,
}

impl<G: Describe> Reader<G> {
    /// A reader of a pack that the game ships.
    pub fn new(game: &G, pack: &str) -> Reader<G> {
        let engine = Engine::new(load(game, pack));
        Reader { game: game.clone(), engine, facts: game.schema().facts() }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The facts of a position, as a seat sees it. They are the same every time.
    pub fn position(&self, state: &G::State, seat: Seat) -> Facts {
        let [once, again] = [(); 2].map(|()| {
            let mut facts = self.game.schema().facts();
            self.game.position_facts(state, seat, &mut facts);
            facts
        });
        assert_eq!(once, again, "the facts of {} depend on chance", self.game.write(state));
        once
    }

    /// The facts of a move.
    pub fn movement(&mut self, state: &G::State, mv: G::Move) -> &Facts {
        self.facts.clear();
        self.game.move_facts(state, self.mover(state), mv, &mut self.facts);
        &self.facts
    }

    fn mover(&self, state: &G::State) -> Seat {
        let seat = self.game.turn(state).seat();
        seat.unwrap_or_else(|| panic!("nobody is to move in {}", self.game.write(state)))
    }

    /// Looks at a position as the side to move sees it, nothing having been played.
    pub fn see(&mut self, state: &G::State) {
        self.see_with(state, &EventLog::default());
    }

    /// Looks at a position as the side to move sees it, with what has been played.
    pub fn see_with(&mut self, state: &G::State, log: &EventLog) {
        self.facts.clear();
        self.game.position_facts(state, self.mover(state), &mut self.facts);
        self.engine.position(&self.facts, log);
    }

    /// What a game's moves from `start` on have left in the log.
    pub fn log(&self, start: &G::State, played: &[G::Move]) -> EventLog {
        let mut log = EventLog::default();
        self.game.event_log(start, played, &mut log);
        log
    }

    /// The points of a move in the position that was seen last.
    pub fn points(&mut self, state: &G::State, mv: G::Move) -> i32 {
        self.movement(state, mv);
        self.engine.judge(&self.facts).points
    }

    /// What speaks for and against a move in the position that was seen last.
    pub fn reasons(&mut self, state: &G::State, mv: G::Move, lang: &str) -> Vec<Reason> {
        self.movement(state, mv);
        self.engine.explain_move(&self.facts, lang).1
    }

    /// The move with the most points in a position that has not been seen yet; chance decides between equals.
    pub fn choose(&mut self, state: &G::State, log: &EventLog, rng: &mut Rng) -> G::Move {
        self.see_with(state, log);
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        pick(&moves, rng, |mv| self.points(state, mv))
    }
}

/// The best of some moves; chance decides between equals.
pub(super) fn pick<M: Copy>(moves: &[M], rng: &mut Rng, points: impl FnMut(M) -> i32) -> M {
    let points: Vec<i32> = moves.iter().copied().map(points).collect();
    let best = points.iter().max().expect("there is a legal move");
    let equal: Vec<M> = moves.iter().zip(&points).filter(|(_, p)| *p == best).map(|(&mv, _)| mv).collect();
    rng.pick(&equal).expect("one of them is best")
}
