//! What a net is told: which square holds what.

use game::{Feature, FeatureWords, Features};

use crate::evaluate::Judgement;
use crate::rules::Tablut;
use crate::square::Square;
use crate::state::State;

/// Each kind of piece has two words, one bit a square.
const PLANE: usize = 128;

const PLANES: [&str; 3] = ["white pawn", "black pawn", "king"];

impl Features for Tablut {
    type Base = Judgement;

    fn base(&self) -> Judgement {
        Judgement
    }

    fn layout(&self) -> String {
        "tablut pieces 1".to_string()
    }

    fn features(&self) -> usize {
        PLANES.len() * PLANE
    }

    #[inline]
    fn tell(&self, state: &State, words: &mut FeatureWords) {
        for (plane, set) in [state.white, state.black, state.king.bit()].into_iter().enumerate() {
            words[2 * plane] = set as u64;
            words[2 * plane + 1] = (set >> 64) as u64;
        }
    }

    fn feature(&self, index: usize) -> Feature {
        let name = PLANES[(index / PLANE).min(PLANES.len() - 1)];
        let square = Square::all(1 << (index % PLANE)).next();
        Feature { name: square.map_or(name.to_string(), |square| format!("{name} on {square}")), spot: None }
    }
}
