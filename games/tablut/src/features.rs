//! What a net is told: which square holds what.

use game::{Feature, FeatureWords, Features, Seat};

use crate::board::{SQUARES, Square};
use crate::drawing::cell;
use crate::judgement::Judgement;
use crate::rules::Tablut;
use crate::state::State;

/// The net that comes with the game; a card beside it says how it was made and what it is good for.
const NET: &[u8] = include_bytes!("../nets/pieces-384x128-cd08ede9.net");

/// Each kind of piece has two words, one bit a square.
const PLANE: usize = 128;

/// What the planes tell of a square.
const SAID: [&str; PLANES] = ["white pawn", "black pawn", "king"];
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

    fn feature(&self, index: usize, _viewer: Seat) -> Option<Feature> {
        let square = Some(index % PLANE).filter(|&square| square < SQUARES).map(Square::new)?;
        Some(Feature::at(*SAID.get(index / PLANE)?, square.to_string(), cell(square)))
    }

    fn weights(&self) -> Option<&'static [u8]> {
        Some(NET)
    }
}
