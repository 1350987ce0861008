//! What a net is told: whose stones are where, and which of them stand alone.

use game::{Feature, FeatureWords, Features, Seat};

use crate::board::{Clobber, O, State, X};
use crate::evaluation::Support;
use crate::text::cell_name;

/// What the planes tell of a cell.
const SAID: [&str; 4] = ["stone of X in play", "stone of O in play", "X alone", "O alone"];

/// Bits to a plane.
const PLANE: usize = u128::BITS as usize;

impl Features for Clobber {
    type Base = Support;

    fn base(&self) -> Support {
        Support
    }

    fn layout(&self) -> String {
        format!("clobber {} stones 1", self.size)
    }

    fn features(&self) -> usize {
        SAID.len() * PLANE
    }

    #[inline]
    fn tell(&self, state: &State, _viewer: Seat, words: &mut FeatureWords) {
        let in_play = self.in_play(state);
        let [x, o] = state.stones.map(|stones| stones & in_play);
        let planes = [x, o, self.alone(state, X), self.alone(state, O)];
        for (part, plane) in words.chunks_exact_mut(PLANE / 64).zip(planes) {
            part.copy_from_slice(&[plane as u64, (plane >> 64) as u64]);
        }
    }

    fn feature(&self, index: usize, _viewer: Seat) -> Option<Feature> {
        let what = *SAID.get(index / PLANE)?;
        let cell = Some(index % PLANE).filter(|&cell| cell < self.size.cells())?;
        Some(Feature::at(what, cell_name(self.size, cell), self.square(cell)))
    }

    fn weights(&self) -> Option<&'static [u8]> {
        None
    }
}
