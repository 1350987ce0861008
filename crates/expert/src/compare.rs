//! Whether both back ends find the same in random positions, and whether what reasons rest on is so.

use std::collections::HashSet;
use std::sync::Arc;

use game::bits::Wide;
use game::facts::{Describe, EventLog, Facts};
use game::{Game, Rng, Seat, Turn};
use infer::{BitPlan, Engine, Ground, Kb, Proof};
use serde::Serialize;

use crate::desk::at_desk;

/// What comparing the back ends came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Comparison {
    /// How many positions were looked at.
    pub positions: usize,
    /// How many predicates have a plan of words.
    pub sets: usize,
    /// How many reasons of moves were traced back to the facts they rest on.
    pub reasons: usize,
    /// Where they differ, one sentence each; at most a few.
    pub differences: Vec<String>,
}

/// How many differences are listed.
const ENOUGH: usize = 10;

/// Compares every set that the bit-parallel back end computes, and the score, with the tuple engine, on positions of random games as every seat sees them.
/// In each, the reasons of one move are traced back: what they rest on must be among the facts that the game gives, or hold, or not hold, when asked anew.
pub fn compare<G: Describe>(game: &G, kb: &Arc<Kb>, positions: usize, seed: u64) -> Comparison {
    let mut bench = Bench::new(kb);
    let mut walk = Walk::new(game, seed);
    while bench.found.positions < positions && bench.found.differences.len() < ENOUGH {
        let (state, mv) = walk.next();
        let seat = Seat::new(bench.found.positions % game.seats());
        let place = || game.write(&state);
        bench.facts.clear();
        game.position_facts(&state, seat, &mut bench.facts);
        let by_plan = at_desk(kb, |desk| desk.score(game, &state, seat));
        bench.compare(by_plan, &place);
        let Some(mover) = game.turn(&state).seat() else { continue };
        bench.facts.clear();
        bench.movement.clear();
        game.position_facts(&state, mover, &mut bench.facts);
        game.move_facts(&state, mover, mv, &mut bench.movement);
        bench.trace(&|| format!("for {} in {}", game.write_move(&state, mv), place()));
    }
    bench.found
}

/// Where the back ends are compared; nothing here depends on the type of the game.
struct Bench<'a> {
    kb: &'a Arc<Kb>,
    plan: Option<BitPlan<Wide<4>>>,
    engine: Engine,
    witness: Engine,
    facts: Facts,
    movement: Facts,
    log: EventLog,
    found: Comparison,
}

impl<'a> Bench<'a> {
    fn new(kb: &'a Arc<Kb>) -> Bench<'a> {
        Bench {
            kb,
            plan: kb.bit_sets(),
            engine: Engine::new(kb.clone()),
            witness: Engine::new(kb.clone()),
            facts: kb.schema().facts(),
            movement: kb.schema().facts(),
            log: EventLog::default(),
            found: Comparison { positions: 0, sets: 0, reasons: 0, differences: Vec::new() },
        }
    }

    /// Compares the sets and the score of the position whose facts have been taken.
    fn compare(&mut self, by_plan: i32, place: &dyn Fn() -> String) {
        self.found.positions += 1;
        self.engine.position(&self.facts, &self.log);
        if let Some(plan) = &self.plan {
            let sets = plan.sets(self.kb, &self.facts);
            for (name, elements) in &sets {
                let rows = self.engine.rows(name).unwrap_or_default();
                if rows.iter().flatten().ne(elements) {
                    let line = format!("{name} is {rows:?} by rows and {elements:?} by words in {}", place());
                    self.found.differences.push(line);
                }
            }
            self.found.sets = sets.len();
        }
        let by_rows = self.engine.score();
        if by_rows != by_plan {
            let line = format!("the score is {by_rows} by rows and {by_plan} by words in {}", place());
            self.found.differences.push(line);
        }
    }

    /// Traces back the reasons of the move whose facts have been taken.
    fn trace(&mut self, place: &dyn Fn() -> String) {
        let Bench { engine, witness, facts, movement, log, .. } = self;
        [&mut *engine, &mut *witness].into_iter().for_each(|engine| engine.position(facts, log));
        witness.consider(movement);
        let followed = witness.trace().into_iter().map(|fact| fact.text).collect();
        let known = Known { witness, given: [facts, movement], followed };
        let (_, reasons) = engine.explain_move(movement, "en");
        self.found.reasons += reasons.len();
        let wrong = reasons.iter().flat_map(|reason| {
            let lines = reason.proof.iter().filter_map(|proof| unfounded(proof, &known));
            lines.map(|line| format!("{} rests on {line}, which is not so", reason.rule))
        });
        self.found.differences.extend(wrong.map(|line| format!("{line}, {}", place())));
    }
}

/// What is so in a position with a move, found out anew.
struct Known<'a> {
    witness: &'a Engine,
    given: [&'a Facts; 2],
    followed: HashSet<String>,
}

/// The first line of a proof that is not so: a given fact that the game has not given, a derived one that does not follow, or an absent one that does.
fn unfounded(proof: &Proof, known: &Known<'_>) -> Option<String> {
    // Under suppositions more follows than from the position alone.
    if supposes(proof) {
        return None;
    }
    let sound = match proof.ground {
        Ground::Given => known.is_given(&proof.text),
        Ground::Derived => known.followed.contains(&proof.text),
        Ground::Absent => proof
            .text
            .strip_prefix("not ")
            .is_some_and(|fact| !known.followed.contains(fact) && !known.is_given(fact)),
        Ground::Goal | Ground::Assumed | Ground::Log | Ground::Table | Ground::Computed => true,
    };
    if sound {
        proof.children.iter().find_map(|child| unfounded(child, known))
    } else {
        Some(proof.text.clone())
    }
}

fn supposes(proof: &Proof) -> bool {
    proof.ground == Ground::Assumed || proof.children.iter().any(supposes)
}

impl Known<'_> {
    /// Whether a fact as it is written is among the fixed facts, those of the position or those of the move.
    fn is_given(&self, text: &str) -> bool {
        let schema = self.witness.kb().schema();
        let name = text.split('(').next().unwrap_or(text);
        let Some(predicate) = schema.find(name) else { return false };
        let sorts = &schema.predicates()[usize::from(predicate.0)].args;
        [schema.statics(), self.given[0], self.given[1]].into_iter().any(|facts| {
            let mut found = false;
            facts.each(predicate, |row| {
                let shown: Vec<String> =
                    sorts.iter().zip(row).map(|(&sort, &value)| schema.show(sort, value)).collect();
                found |= match shown.is_empty() {
                    true => name == text,
                    false => format!("{name}({})", shown.join(", ")) == text,
                };
            });
            found
        })
    }
}

/// Positions of random games that somebody is to move in, one after the other, each with the move that is made there.
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

    fn next(&mut self) -> (G::State, G::Move) {
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
                    return (state, mv);
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
        let Comparison { positions, sets, reasons, .. } = self;
        text += &format!(
            "the back ends {verdict} over {positions} positions, {sets} sets each; {reasons} reasons were traced back\n"
        );
        text
    }
}
