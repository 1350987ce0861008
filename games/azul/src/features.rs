//! What a net is told: every board, the viewer's first, and what lies on the table.

use game::{FeatureWords, Features, Seat};

use crate::evaluation::Potential;
use crate::{Azul, Board, Colour, State};

/// Words for a board.
const BOARD: usize = 2;

/// Words for the table.
const TABLE: usize = 2;

impl<const N: usize> Features for Azul<N> {
    type Base = Potential;

    fn base(&self) -> Potential {
        Potential
    }

    fn layout(&self) -> String {
        format!("azul {N} boards 1")
    }

    fn features(&self) -> usize {
        64 * (BOARD * N + TABLE)
    }

    fn tell(&self, state: &State<N>, viewer: Seat, words: &mut FeatureWords) {
        for place in 0..N {
            let seat = Seat::new((viewer.index() + place) % N);
            let [wall, lines] = tell_board(state.board(seat));
            let next = u64::from(state.marker() == Some(seat));
            words[BOARD * place] = wall | next << 63;
            words[BOARD * place + 1] = lines;
        }
        let mut total = state.centre;
        let mut largest = Colour::ALL.map(|colour| total.count(colour));
        for &tiles in state.factories().iter().filter(|tiles| !tiles.is_empty()) {
            total += tiles;
            for colour in Colour::ALL {
                largest[colour.index()] = largest[colour.index()].max(tiles.count(colour));
            }
        }
        for colour in Colour::ALL {
            // Up to twelve steps for the tiles of a colour, up to six for its largest group.
            words[BOARD * N] |= thermometer(total.count(colour), 12) << (12 * colour.index());
            words[BOARD * N + 1] |= thermometer(largest[colour.index()], 6) << (6 * colour.index());
        }
        words[BOARD * N + 1] |= thermometer(state.groups(), 30) << 30;
    }

    fn weights(&self) -> Option<&'static [u8]> {
        None
    }
}

/// The wall and the floor; the pattern lines by how full they are and by colour.
fn tell_board(board: &Board) -> [u64; BOARD] {
    let mut lines = 0;
    for (row, line) in board.lines().into_iter().enumerate() {
        if let Some(colour) = line.colour() {
            lines |= thermometer(line.count(), row + 1) << (row * (row + 1) / 2);
            lines |= 1 << (15 + 5 * row + colour.index());
        }
    }
    let floor = thermometer(board.floor().len(), 7);
    [u64::from(board.wall().cells()) | floor << 25, lines]
}

/// As many bits as `count`, at most `most`.
fn thermometer(count: usize, most: usize) -> u64 {
    (1 << count.min(most)) - 1
}
