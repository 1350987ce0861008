//! What a net is told: which square holds what.

use game::{FeatureWords, Features, Seat};

use crate::evaluate::Judgement;
use crate::rules::Tablut;
use crate::state::State;

/// Each kind of piece has two words, one bit a square.
const PLANE: usize = 128;

/// White pawns, black pawns, the king.
const PLANES: usize = 3;

impl Features for Tablut {
    type Base = Judgement;

    fn base(&self) -> Judgement {
        Judgement
    }

    fn layout(&self) -> String {
        "tablut pieces 1".to_string()
    }

    fn features(&self) -> usize {
        PLANES * PLANE
    }

    #[inline]
    fn tell(&self, state: &State, _viewer: Seat, words: &mut FeatureWords) {
        for (plane, set) in [state.white, state.black, state.king.bit()].into_iter().enumerate() {
            words[2 * plane] = set as u64;
            words[2 * plane + 1] = (set >> 64) as u64;
        }
    }

    fn weights(&self) -> Option<&'static [u8]> {
        None
    }
}
