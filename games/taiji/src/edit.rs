//! Setting up a position half by half.

use game::edit::{Cells, From, side_dial};
use game::{Brush, Dial, Draw, Edit, Frame, Game, Ink, Scene, Shape, Spot};

use crate::rules::{BLACK, WHITE};
use crate::{State, Taiji, Word};

const SIDES: [(&str, &str); 2] = [("O", "White"), ("X", "Black")];

impl<W: Word> Taiji<W> {
    /// What can be read of a draft.
    fn draft(&self, text: &str) -> State<W> {
        let cells = Cells::read(text, self.board().size(), "OX", ["O", "X"]);
        let of = |letter| {
            cells.holding(letter, From::Bottom).into_iter().fold(W::EMPTY, |set, cell| set | W::bit(cell))
        };
        State::new(of('O'), of('X'), if cells.side == "X" { BLACK } else { WHITE })
    }
}

impl<W: Word> Edit for Taiji<W> {
    const FORM: &'static str = "ROWS SIDE N
ROWS: the rows from the top with / between them; O for a white half, X for a black one, a number for so many empty cells
SIDE: who is to move, O for White or X for Black
N: how many of a player's largest groups count
Example: 7/7/2OX3/7/7/7/7 X 1";

    fn blank(&self) -> String {
        self.write(&State::new(W::EMPTY, W::EMPTY, WHITE))
    }

    fn brushes(&self) -> Vec<Brush> {
        vec![
            Brush::new("white half", Shape::Stone, Ink::Light),
            Brush::new("black half", Shape::Stone, Ink::Dark),
            Brush::ERASER,
        ]
    }

    fn sheet(&self, draft: &str, _: Frame) -> Scene {
        self.scene(&self.draft(draft))
    }

    fn touch(&self, draft: &str, spot: Spot, brush: usize) -> String {
        let (state, cell) = (self.draft(draft), usize::from(spot.0));
        if cell >= self.board().size().cells() {
            return draft.to_string();
        }
        let put = |set: W, here: bool| set & !W::bit(cell) | if here { W::bit(cell) } else { W::EMPTY };
        let (white, black) = (put(state.of(WHITE), brush == 0), put(state.of(BLACK), brush == 1));
        self.write(&State::new(white, black, state.side()))
    }

    fn dials(&self, draft: &str) -> Vec<Dial> {
        vec![side_dial(&self.write(&self.draft(draft)), SIDES)]
    }

    fn set(&self, draft: &str, dial: usize, value: &str) -> String {
        if !self.dials(draft).get(dial).is_some_and(|dial| dial.takes(value)) {
            return draft.to_string();
        }
        let state = self.draft(draft);
        let side = if value == "X" { BLACK } else { WHITE };
        self.write(&State::new(state.of(WHITE), state.of(BLACK), side))
    }
}
