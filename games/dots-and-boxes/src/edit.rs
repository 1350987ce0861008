//! Setting up a position arc by arc. A box that is closed belongs to whoever drew the last arc, until it is given to the other one.

use game::{Brush, Dial, Draw, Edit, Frame, Game, Hotspot, Ink, Scene, Seat, Shape, Spot};

use crate::{DotsAndBoxes, State, Word, text};

const ERASE: usize = 2;

impl<W: Word> DotsAndBoxes<W> {
    /// The hotspot of a box, after those of the arcs.
    fn box_spot(&self, index: usize) -> Spot {
        Spot((self.board().arcs() + index) as u16)
    }
}

impl<W: Word> Edit for DotsAndBoxes<W> {
    const FORM: &'static str = "H V B SIDE
H: the rows of horizontal arcs from the top with / between them; 0 for an arc that is not drawn, 1 or 2 for who drew it
V: the rows of vertical arcs in the same way
B: the rows of boxes; 0 for an open box, 1 or 2 for whose it is
SIDE: who is to move, 1 or 2
Example: 00/10 000 00 1";

    fn blank(&self) -> String {
        self.write(&self.start())
    }

    fn brushes(&self) -> Vec<Brush> {
        vec![
            Brush::new("arc of player 1", Shape::Domino, Ink::Seat(0)),
            Brush::new("arc of player 2", Shape::Domino, Ink::Seat(1)),
            Brush::ERASER,
        ]
    }

    fn sheet(&self, draft: &str, _: Frame) -> Scene {
        let state = text::draft(self.board(), draft);
        let mut scene = self.scene(&state);
        for index in 0..self.board().boxes().len() {
            let Some(owner) = state.owner(self.board(), index) else { continue };
            let columns = self.board().size().columns;
            let (row, column) = (index / columns + 1, index % columns + 1);
            let label = format!("box {row}.{column}, {}", self.seat_name(owner));
            scene.hotspots.push(Hotspot::new(self.box_spot(index), self.square(index).shrink(0.22), label));
        }
        scene
    }

    fn touch(&self, draft: &str, spot: Spot, brush: usize) -> String {
        let (board, state) = (self.board(), text::draft(self.board(), draft));
        let (mut drawn, mut second, mut owned) =
            (state.drawn(), state.arcs_of_second(), state.boxes_of_second());
        let (place, arcs) = (usize::from(spot.0), board.arcs());
        if place < arcs {
            let bit = W::bit(place);
            let before = board.closed(drawn);
            (drawn, second) = (drawn & !bit, second & !bit);
            if brush < ERASE {
                drawn |= bit;
                if brush == 1 {
                    second |= bit;
                }
                let fresh = board.closed(drawn) & !before;
                owned = owned & !fresh | if brush == 1 { fresh } else { W::EMPTY };
            }
        } else if place - arcs < board.boxes().len() && brush < ERASE {
            let bit = W::bit(place - arcs);
            owned = owned & !bit | if brush == 1 { bit } else { W::EMPTY };
        }
        owned &= board.closed(drawn);
        self.write(&State::new(board, drawn, second, owned, state.side()))
    }

    fn dials(&self, draft: &str) -> Vec<Dial> {
        let side = text::draft(self.board(), draft).side().number().to_string();
        vec![Dial::choice("To move", &side, &[("1", "Player 1"), ("2", "Player 2")])]
    }

    fn set(&self, draft: &str, dial: usize, value: &str) -> String {
        if !self.dials(draft).get(dial).is_some_and(|dial| dial.takes(value)) {
            return draft.to_string();
        }
        let (board, state) = (self.board(), text::draft(self.board(), draft));
        let side = if value == "2" { Seat::SECOND } else { Seat::FIRST };
        let (second, owned) = (state.arcs_of_second(), state.boxes_of_second());
        self.write(&State::new(board, state.drawn(), second, owned, side))
    }
}
