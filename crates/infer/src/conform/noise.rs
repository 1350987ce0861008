//! Texts that are nearly knowledge files, and texts that are nothing at all.

use game::Rng;
use game::facts::{Describe, EventLog, Schema};

use super::text;
use crate::engine::Engine;
use crate::kb::Kb;

/// Signs that mean something to the parser, and a few that do not.
const SIGNS: &[u8] = b"(){}[],.:=!<>+-*/%|\"'#_ aAxX059\n\0\xff\xc5";

/// How many statements a mutant has at most; most have few, which makes them quick to load.
const STATEMENTS: usize = 6;

/// Every how manieth mutant is one of the whole text.
const WHOLE: usize = 100;

/// Enough that the mutants get beyond the parser.
const ACCEPTED: usize = 100;

/// Loads random bytes and mutations of a pack, `rounds` in all, and lets those that are still accepted judge an empty position. Nothing may panic;
/// most are refused, but not all.
pub fn survives_noise<G: Describe>(game: &G, pack: &str, rounds: usize, seed: u64) {
    let accepted = survivors(text(pack, G::PACKS), &game.schema(), rounds, seed);
    assert!(accepted > ACCEPTED, "only {accepted} of {rounds} mutants of {pack} were accepted");
}

/// How many were accepted.
fn survivors(text: &str, schema: &Schema, rounds: usize, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let statements: Vec<&str> = text.split_inclusive(".\n").collect();
    let (mut accepted, facts, log) = (0, schema.facts(), EventLog::default());
    for round in 0..rounds {
        let noise = match round % 4 {
            0 => (0..rng.below(120)).map(|_| rng.below(256) as u8).collect(),
            _ if round % WHOLE == 1 => mutant(text.as_bytes().to_vec(), &mut rng),
            _ => {
                let first = rng.below(statements.len());
                let some = statements.iter().skip(first).take(1 + rng.below(STATEMENTS));
                mutant(some.flat_map(|statement| statement.bytes()).collect(), &mut rng)
            }
        };
        match Kb::load("noise", &String::from_utf8_lossy(&noise), schema) {
            Ok(kb) => {
                accepted += 1;
                let mut engine = Engine::new(kb);
                engine.position(&facts, &log);
                engine.explain_move(&facts, "sr");
                engine.explain_position("pt");
            }
            Err(diagnostics) if round % 64 == 2 => drop(diagnostics.render()),
            Err(_) => {}
        }
    }
    accepted
}

/// A text with a few places changed.
fn mutant(mut text: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    for _ in 0..1 + rng.below(3) {
        if text.is_empty() {
            return text;
        }
        let (at, other) = (rng.below(text.len()), rng.below(text.len()));
        match rng.below(5) {
            0 => {
                text.remove(at);
            }
            1 => text[at] = SIGNS[rng.below(SIGNS.len())],
            2 => text.insert(at, SIGNS[rng.below(SIGNS.len())]),
            3 => text.swap(at, other),
            _ => {
                let piece: Vec<u8> = text[other..].iter().take(1 + rng.below(30)).copied().collect();
                text.splice(at..at, piece);
            }
        }
    }
    text
}
