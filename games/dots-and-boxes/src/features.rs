//! What a net is told: the open arcs, the boxes by degree, and how the rest of the game seems to go.

use game::{FeatureWords, Features, Seat};

use crate::evaluate::{Chains, Outlook};
use crate::{DotsAndBoxes, State, Word};

/// Sets of boxes that are told: those of degree two, three and four.
const DEGREES: usize = 3;

/// Words for a set of boxes, of which there are about half as many as arcs.
const fn box_words<W: Word>() -> usize {
    W::BITS.div_ceil(128)
}

impl<W: Word> Features for DotsAndBoxes<W> {
    type Base = Chains;

    fn base(&self) -> Chains {
        Chains
    }

    fn layout(&self) -> String {
        format!("dots-and-boxes {} degrees 1", self.board().size())
    }

    fn features(&self) -> usize {
        W::BITS + 64 * (DEGREES * box_words::<W>() + 1)
    }

    fn tell(&self, state: &State<W>, _viewer: Seat, words: &mut FeatureWords) {
        let open = self.board().full() & !state.drawn();
        let anatomy = self.grid().anatomy(open);
        let (arcs, rest) = words.split_at_mut(W::BITS / 64);
        arcs.iter_mut().enumerate().for_each(|(i, word)| *word = open.chunk(i));
        let planes = [anatomy.two, anatomy.three, anatomy.many & !anatomy.three];
        for (part, plane) in rest.chunks_exact_mut(box_words::<W>()).zip(planes) {
            part.iter_mut().enumerate().for_each(|(i, word)| *word = plane.chunk(i));
        }
        let outlook = Outlook::new(self, state);
        let worth = 1 << (outlook.rest.clamp(-16, 15) + 16);
        let safe_moves = 1 << outlook.safe_moves.min(31);
        rest[DEGREES * box_words::<W>()] = worth | safe_moves << 32;
    }

    fn weights(&self) -> Option<&'static [u8]> {
        None
    }
}
