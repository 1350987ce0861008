//! What every knowledge file must stand: the tests that those who ship one have in common.
//!
//! A game's own test names its packs and boards, lists what its rules should say where, and adds what only it can know. The rest is here: the text
//! loads clean and is translated ([`clean`], [`translated`]), its rules say what they should ([`says`], [`complete`]), both back ends agree
//! ([`BackEnds`]), what is good for one side is bad for the other ([`opposite`]), the rules alone play well ([`duel`]), and nothing makes the
//! engine panic ([`survives_noise`]). Everything here panics with a sentence when something is not as it should be.

mod agree;
mod duel;
mod noise;
mod reader;
mod said;

use std::sync::Arc;

use game::facts::{Describe, Facts, Schema};
use game::{Game, Rng, Turn, random_move};

use crate::kb::Kb;

pub use agree::{BackEnds, opposite};
pub use duel::{Score, duel, greedy, random};
pub use noise::survives_noise;
pub use reader::Reader;
pub use said::{Case, complete, says};

/// A pack that a game ships, loaded.
pub fn load<G: Describe>(game: &G, pack: &str) -> Arc<Kb> {
    let kb = Kb::load(pack, text(pack, G::PACKS), &game.schema());
    kb.unwrap_or_else(|problems| panic!("{}", problems.render()))
}

/// The text of a pack among those shipped.
fn text(pack: &str, shipped: &[(&str, &'static str)]) -> &'static str {
    let found = shipped.iter().find(|(name, _)| *name == pack);
    found.unwrap_or_else(|| panic!("there is no pack {pack} among those shipped")).1
}

/// Loading the text gave no warning.
pub fn clean(kb: &Kb) {
    assert!(kb.warnings().list().is_empty(), "{}: {}", kb.name(), kb.warnings().render());
}

/// Every sentence is there in every language.
pub fn translated(kb: &Kb) {
    for lang in ["sr", "pt"] {
        assert_eq!(kb.untranslated(lang), Vec::<&str>::new(), "sentences of {} missing in {lang}", kb.name());
    }
}

/// Every predicate that rules can use says what it means.
pub fn documented(schema: &Schema) {
    let silent: Vec<&str> =
        schema.predicates().iter().filter(|p| p.doc.is_empty()).map(|p| p.name.as_str()).collect();
    assert!(silent.is_empty(), "predicates without a word about them: {silent:?}");
}

/// The rows of a predicate as people read them: `A1 B1, C1 D1`.
pub fn rows(schema: &Schema, facts: &Facts, predicate: &str) -> String {
    let id = schema.find(predicate).unwrap_or_else(|| panic!("there is no predicate {predicate}"));
    let sorts = &schema.predicates()[usize::from(id.0)].args;
    let mut rows = Vec::new();
    facts.each(id, |row| {
        let names: Vec<String> = sorts.iter().zip(row).map(|(&s, &v)| schema.show(s, v)).collect();
        rows.push(names.join(" "));
    });
    rows.join(", ")
}

/// A position after up to `most` random moves and the moves that led there. The game may be over.
pub fn stroll<G: Game>(game: &G, most: usize, rng: &mut Rng) -> (G::State, Vec<G::Move>) {
    let (mut state, mut played, mut moves) = (game.start(), Vec::new(), Vec::new());
    for _ in 0..rng.below(most + 1) {
        let Some(mv) = random_move(game, &state, rng, &mut moves) else { break };
        game.play(&mut state, mv);
        played.push(mv);
    }
    (state, played)
}

/// Like the position of [`stroll`], but the game is not over.
pub fn unfinished<G: Game>(game: &G, most: usize, rng: &mut Rng) -> G::State {
    let (mut state, mut moves) = (game.start(), Vec::new());
    for _ in 0..rng.below(most + 1) {
        let mut next = state;
        let mv = random_move(game, &state, rng, &mut moves).expect("the game is not over");
        game.play(&mut next, mv);
        if game.turn(&next) == Turn::Over {
            break;
        }
        state = next;
    }
    state
}
