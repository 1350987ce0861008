//! What a net is told: where each player can still place a domino, and which cells only one of them can cover.

use game::bits::Word;
use game::{Feature, FeatureWords, Features, Seat};

use crate::board::{Domineering, State};
use crate::evaluation::Prospects;
use crate::text::cell_name;

/// Where an upright domino may begin, where a flat one, the cells that only X can cover, and those that only O can.
const PLANES: usize = 4;

/// What the planes tell of a cell.
const SAID: [&str; PLANES] =
    ["room for an upright domino", "room for a flat domino", "cell for X alone", "cell for O alone"];

impl<W: Word> Features for Domineering<W> {
    type Base = Prospects;

    fn base(&self) -> Prospects {
        Prospects
    }

    fn layout(&self) -> String {
        format!("domineering {} places 1", self.size)
    }

    fn features(&self) -> usize {
        PLANES * W::BITS
    }

    #[inline]
    fn tell(&self, state: &State<W>, _viewer: Seat, words: &mut FeatureWords) {
        let free = self.free(state);
        let [upright, flat] = [Seat::FIRST, Seat::SECOND].map(|seat| self.pairs(free, seat));
        let covered = [upright | upright << self.step(Seat::FIRST), flat | flat << self.step(Seat::SECOND)];
        let planes = [upright, flat, covered[0] & !covered[1], covered[1] & !covered[0]];
        let parts = words.chunks_exact_mut(W::BITS / 64);
        for (part, plane) in parts.zip(planes) {
            part.iter_mut().enumerate().for_each(|(i, word)| *word = plane.limb(i));
        }
    }

    fn feature(&self, index: usize, _viewer: Seat) -> Option<Feature> {
        let what = *SAID.get(index / W::BITS)?;
        let cell = Some(index % W::BITS).filter(|&cell| cell < self.size.cells())?;
        Some(Feature::at(what, cell_name(self.size, cell), self.square(cell)))
    }

    fn weights(&self) -> Option<&'static [u8]> {
        None
    }
}
