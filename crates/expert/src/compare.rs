//! Whether both back ends find the same in random positions, and whether what reasons rest on is so.

use std::collections::HashSet;
use std::sync::Arc;

use game::bits::Wide;
use game::facts::{Describe, EventLog, Facts};
use game::{Game, Rng, Seat, Turn};
use infer::{Engine, Ground, Kb, Proof};
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
    let plan = kb.bit_sets::<Wide<4>>();
    let mut engine = Engine::new(kb.clone());
    let (mut facts, log) = (kb.schema().facts(), EventLog::default());
    let mut found = Comparison { positions: 0, sets: 0, reasons: 0, differences: Vec::new() };
    let (mut movement, mut witness) = (kb.schema().facts(), Engine::new(kb.clone()));
    let mut walk = Walk::new(game, seed);
    while found.positions < positions && found.differences.len() < ENOUGH {
        let (state, mv) = walk.next();
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
        let Some(mover) = game.turn(&state).seat() else { continue };
        facts.clear();
        movement.clear();
        game.position_facts(&state, mover, &mut facts);
        game.move_facts(&state, mover, mv, &mut movement);
        [&mut engine, &mut witness].into_iter().for_each(|engine| engine.position(&facts, &log));
        witness.consider(&movement);
        let followed = witness.trace().into_iter().map(|fact| fact.text).collect();
        let known = Known { witness: &witness, given: [&facts, &movement], followed };
        let (_, reasons) = engine.explain_move(&movement, "en");
        found.reasons += reasons.len();
        let wrong = reasons.iter().flat_map(|reason| {
            let lines = reason.proof.iter().filter_map(|proof| unfounded(proof, &known));
            lines.map(|line| format!("{} rests on {line}, which is not so", reason.rule))
        });
        let place = || format!("for {} in {}", game.write_move(&state, mv), game.write(&state));
        found.differences.extend(wrong.map(|line| format!("{line}, {}", place())));
    }
    found
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
