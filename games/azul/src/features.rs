//! What a net is told: every board, the viewer's first, and what lies on the table.

use game::{Feature, FeatureWords, Features, Frame, Game as _, Seat};

use crate::board::FLOOR;
use crate::drawing::Layout;
use crate::evaluation::Potential;
use crate::{Azul, Board, Colour, State, Wall};

/// The net that comes with the game for two; a card beside it says how it was made and what it is good for.
const FOR_TWO: &[u8] = include_bytes!("../nets/boards-384x32-fef99f9e.net");

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

    fn feature(&self, index: usize, viewer: Seat) -> Option<Feature> {
        let (word, bit) = (index / 64, index % 64);
        if word >= BOARD * N {
            return say_table(word - BOARD * N, bit).map(Feature::new);
        }
        let seat = Seat::new((viewer.index() + word / BOARD) % N);
        let (name, layout) = (self.seat_name(seat), Layout::of::<N>(Frame::Wide));
        let line = |what: String, row: usize| {
            let place = if row == FLOOR { "floor".to_string() } else { format!("line {}", row + 1) };
            Some(Feature::at(what, format!("{name}, {place}"), layout.line(seat, row)))
        };
        match (word % BOARD, bit) {
            (0, 0..25) => {
                let (row, column) = (bit / 5, bit % 5);
                let place = format!("{name}, wall {}.{}", row + 1, column + 1);
                let what = format!("{} tile", Wall::colour(row, column).name());
                Some(Feature::at(what, place, layout.wall_place(seat, row, column)))
            }
            (0, 25..32) => line(format!("at least {}", many(bit - 24, "tile")), FLOOR),
            (0, 63) => Some(Feature::new(format!("{name} begins the next round"))),
            (1, 0..15) => {
                let row = (0..5).rfind(|row| row * (row + 1) / 2 <= bit)?;
                line(format!("at least {}", many(bit + 1 - row * (row + 1) / 2, "tile")), row)
            }
            (1, 15..40) => line(Colour::ALL[(bit - 15) % 5].name().to_string(), (bit - 15) / 5),
            _ => None,
        }
    }

    fn weights(&self) -> Option<&'static [u8]> {
        (N == 2).then_some(FOR_TWO)
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

/// What a bit of the words for the table says.
fn say_table(word: usize, bit: usize) -> Option<String> {
    let colour = |each: usize| Colour::ALL[bit / each].name();
    match (word, bit) {
        (0, 0..60) => Some(format!("at least {} {} left to take", bit % 12 + 1, colour(12))),
        (1, 0..30) => Some(format!("a group of at least {} {}", bit % 6 + 1, colour(6))),
        (1, 30..60) => Some(format!("at least {} left to take", many(bit - 29, "group"))),
        _ => None,
    }
}

fn many(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
