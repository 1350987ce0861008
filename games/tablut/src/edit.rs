//! Setting up a position piece by piece.

use game::edit::{Cells, From, side_dial};
use game::{Brush, Dial, Draw, Edit, Frame, Game, Ink, Scene, Shape, Size, Spot};

use crate::board::{SQUARES, Set, Square, WIDTH};
use crate::rules::Tablut;
use crate::state::{Side, State};

const SIDES: [(&str, &str); 2] = [("W", "White"), ("B", "Black")];
const KING: usize = 0;
const WHITE: usize = 1;
const BLACK: usize = 2;

/// What can be read of a draft.
fn draft(text: &str) -> State {
    let cells = Cells::read(text, Size { rows: WIDTH, columns: WIDTH }, "KWB", ["W", "B"]);
    let of = |letter| cells.holding(letter, From::Top).into_iter().fold(0, |set: Set, cell| set | 1 << cell);
    let side = if cells.side == "B" { Side::Black } else { Side::White };
    State::new(of('W'), of('B'), king(of('K')), side)
}

/// Where the king stands: on the first of these squares, or nowhere.
fn king(set: Set) -> Square {
    if set == 0 { Square::NOWHERE } else { Square::first(set) }
}

impl Edit for Tablut {
    const FORM: &'static str = "ROWS SIDE
ROWS: the nine rows from the top with / between them; K for the king, W and B for pawns, a number for so many empty squares
SIDE: who is to move, W or B
Example: 3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 W";

    fn blank(&self) -> String {
        self.write(&State::new(0, 0, Square::NOWHERE, Side::White))
    }

    fn brushes(&self) -> Vec<Brush> {
        vec![
            Brush::new("king", Shape::King, Ink::Light),
            Brush::new("white pawn", Shape::Disc, Ink::Light),
            Brush::new("black pawn", Shape::Disc, Ink::Dark),
            Brush::ERASER,
        ]
    }

    fn sheet(&self, text: &str, _: Frame) -> Scene {
        self.scene(&draft(text))
    }

    fn touch(&self, text: &str, spot: Spot, brush: usize) -> String {
        let (state, square) = (draft(text), usize::from(spot.0));
        if square >= SQUARES {
            return text.to_string();
        }
        let bit: Set = 1 << square;
        let put = |set: Set, wanted: usize| if brush == wanted { set | bit } else { set & !bit };
        let kings = if brush == KING { bit } else { state.king.bit() & !bit };
        let (white, black) = (put(state.white, WHITE), put(state.black, BLACK));
        self.write(&State::new(white, black, king(kings), state.side))
    }

    fn dials(&self, text: &str) -> Vec<Dial> {
        vec![side_dial(&self.write(&draft(text)), SIDES)]
    }

    fn set(&self, text: &str, dial: usize, value: &str) -> String {
        if !self.dials(text).get(dial).is_some_and(|dial| dial.takes(value)) {
            return text.to_string();
        }
        let state = draft(text);
        let side = if value == "B" { Side::Black } else { Side::White };
        self.write(&State::new(state.white, state.black, state.king, side))
    }
}
