//! What a net is told: the open arcs, the boxes by degree, and how the rest of the game seems to go.

use game::{Feature, FeatureWords, Features, Seat};

use crate::evaluation::{Chains, Outlook};
use crate::{Arc, DotsAndBoxes, State, Word, text};

/// Sets of boxes that are told: those of degree two, three and four.
const DEGREES: usize = 3;

/// What these sets tell of a box.
const SAID: [&str; DEGREES] = ["two open sides", "three open sides", "four open sides"];

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
        let (arcs, rest) = words.split_at_mut(W::LIMBS);
        arcs.iter_mut().enumerate().for_each(|(i, word)| *word = open.limb(i));
        let planes = [anatomy.two, anatomy.three, anatomy.many & !anatomy.three];
        for (part, plane) in rest.chunks_exact_mut(box_words::<W>()).zip(planes) {
            part.iter_mut().enumerate().for_each(|(i, word)| *word = plane.limb(i));
        }
        let outlook = Outlook::new(self, state);
        let worth = 1 << (outlook.rest.clamp(-16, 15) + 16);
        let safe_moves = 1 << outlook.safe_moves.min(31);
        rest[DEGREES * box_words::<W>()] = worth | safe_moves << 32;
    }

    fn feature(&self, index: usize, _viewer: Seat) -> Option<Feature> {
        if index < W::BITS {
            let arc = Some(Arc(index as u8)).filter(|_| index < self.board().arcs())?;
            return Some(Feature::at("open", text::write_arc(self.board(), arc), self.rect(arc)));
        }
        let (set, place) = ((index - W::BITS) / plane::<W>(), (index - W::BITS) % plane::<W>());
        if let Some(&what) = SAID.get(set) {
            let columns = self.board().size().columns;
            let number = Some(place).filter(|&number| number < self.board().boxes().len())?;
            let name = format!("box {}.{}", number / columns + 1, number % columns + 1);
            // The sides of the box are places of their own.
            return Some(Feature::at(what, name, self.square(number).shrink(0.25)));
        }
        let bit = index - W::BITS - DEGREES * plane::<W>();
        (bit < 64).then(|| Feature::new(outlook(bit)))
    }

    fn weights(&self) -> Option<&'static [u8]> {
        None
    }
}

/// Bits for a set of boxes.
const fn plane<W: Word>() -> usize {
    64 * box_words::<W>()
}

/// What a bit of the last word says; the ends of the scales stand for everything beyond.
fn outlook(bit: usize) -> String {
    let beyond = match bit {
        0 => " or less",
        31 | 63 => " or more",
        _ => "",
    };
    match bit {
        0..32 => {
            format!("the rest worth {:+}{beyond} to whoever moves after the captures", bit as i32 - 16)
        }
        _ => format!("{}{beyond} safe moves left", bit - 32),
    }
}
