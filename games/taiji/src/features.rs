//! What a net is told: who has which cells, which of them are the colour's most promising group, and the room around it.

use game::{Feature, FeatureWords, Features, Seat};

use crate::evaluation::Growth;
use crate::rules::{BLACK, WHITE};
use crate::{State, Taiji, Word, text};

/// The net that comes with the game for 9x9; a card beside it says how it was made and what it is good for.
const FOR_NINE: &[u8] = include_bytes!("../nets/groups-768x32-84289ea6.net");

/// For each colour: its cells, those of its largest group, and the live cells next to it.
const PLANES: usize = 6;

/// What the planes tell of a cell.
const SAID: [&str; PLANES] = [
    "white half",
    "part of White's largest group",
    "room for White",
    "black half",
    "part of Black's largest group",
    "room for Black",
];

impl<W: Word> Features for Taiji<W> {
    type Base = Growth;

    fn base(&self) -> Growth {
        Growth
    }

    fn layout(&self) -> String {
        format!("taiji {} {} groups 1", self.board().size(), self.groups())
    }

    fn features(&self) -> usize {
        PLANES * W::BITS
    }

    #[inline]
    fn tell(&self, state: &State<W>, _viewer: Seat, words: &mut FeatureWords) {
        let board = self.board();
        let empty = self.empty(state);
        let live = empty & board.neighbours(empty);
        let mut parts = words.chunks_exact_mut(W::LIMBS);
        let mut put = |plane: W| {
            if let Some(part) = parts.next() {
                part.iter_mut().enumerate().for_each(|(i, word)| *word = plane.limb(i));
            }
        };
        for seat in [WHITE, BLACK] {
            let own = state.of(seat);
            let mut largest = W::EMPTY;
            board.each_group(own, |group| {
                if group.count() > largest.count() {
                    largest = group
                }
            });
            put(own);
            put(largest);
            put(board.neighbours(own) & live);
        }
    }

    fn feature(&self, index: usize, _viewer: Seat) -> Option<Feature> {
        let (what, size) = (*SAID.get(index / W::BITS)?, self.board().size());
        let cell = Some(index % W::BITS).filter(|&cell| cell < size.cells())?;
        Some(Feature::at(what, text::cell_name(cell, size.columns), self.rect(cell)))
    }

    fn weights(&self) -> Option<&'static [u8]> {
        let size = self.board().size();
        (size.rows == 9 && size.columns == 9 && self.groups() == 1).then_some(FOR_NINE)
    }
}
