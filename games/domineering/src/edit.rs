//! Setting up a position: whole dominoes and blocked cells.

use game::bits::Word;
use game::edit::{Cells, From, side_dial};
use game::{Brush, Dial, Draw, Edit, Frame, Game, Ink, Scene, Shape, Spot};

use crate::board::{Domineering, O, State, X};

const SIDES: [(&str, &str); 2] = [("X", "X"), ("O", "O")];
const UPRIGHT: usize = 0;
const FLAT: usize = 1;
const BLOCK: usize = 2;

impl<W: Word> Domineering<W> {
    /// What can be read of a draft.
    fn draft(&self, text: &str) -> State<W> {
        let cells = Cells::read(text, self.size, "XO#", ["X", "O"]);
        let of = |letter| {
            let numbers = cells.holding(letter, From::Bottom).into_iter();
            numbers.chain(cells.holding('#', From::Bottom)).fold(W::EMPTY, |set, cell| set | W::bit(cell))
        };
        self.position(of('X'), of('O'), if cells.side == "O" { O } else { X })
    }

    /// The cells of the domino that covers a cell, or the cell alone.
    fn covered(&self, state: &State<W>, cell: usize) -> W {
        let middle = self.square(cell).centre();
        let around = |at: &game::Rect| {
            (at.x..at.x + at.w).contains(&middle.x) && (at.y..at.y + at.h).contains(&middle.y)
        };
        let found = self.dominoes(state).into_iter().map(|(_, at)| at).find(around);
        let within = |&other: &usize| {
            let Some(at) = found else { return other == cell };
            let p = self.square(other).centre();
            (at.x..at.x + at.w).contains(&p.x) && (at.y..at.y + at.h).contains(&p.y)
        };
        (0..self.size.cells()).filter(within).fold(W::EMPTY, |set, cell| set | W::bit(cell))
    }
}

impl<W: Word> Edit for Domineering<W> {
    const FORM: &'static str = "ROWS SIDE
ROWS: the rows from the top with / between them; X and O for the cells of dominoes, # for a blocked cell, a number for so many empty cells
SIDE: who is to move, X or O
Example: 8/8/2X5/2X5/8/8/8/8 O";

    fn blank(&self) -> String {
        self.write(&self.position(W::EMPTY, W::EMPTY, X))
    }

    fn brushes(&self) -> Vec<Brush> {
        vec![
            Brush::new("upright domino of X", Shape::Domino, Ink::Seat(0)),
            Brush::new("flat domino of O", Shape::Domino, Ink::Seat(1)),
            Brush::new("blocked cell", Shape::Block, Ink::Neutral),
            Brush::ERASER,
        ]
    }

    fn sheet(&self, draft: &str, _: Frame) -> Scene {
        self.scene(&self.draft(draft))
    }

    fn touch(&self, draft: &str, spot: Spot, brush: usize) -> String {
        let (state, cell) = (self.draft(draft), usize::from(spot.0));
        if cell >= self.size.cells() {
            return draft.to_string();
        }
        let taken = state.owned(X) | state.owned(O) | state.blocked();
        let (mut x, mut o) = (state.owned(X) | state.blocked(), state.owned(O) | state.blocked());
        match brush {
            UPRIGHT | FLAT => {
                let seat = if brush == UPRIGHT { X } else { O };
                let last = match seat {
                    X => cell / self.size.columns + 1 == self.size.rows,
                    _ => cell % self.size.columns + 1 == self.size.columns,
                };
                let both = W::bit(cell) | if last { W::EMPTY } else { W::bit(cell + self.step(seat)) };
                if last || !(both & taken).is_empty() {
                    return draft.to_string();
                }
                *if seat == X { &mut x } else { &mut o } |= both;
            }
            BLOCK => {
                let gone = self.covered(&state, cell);
                x = x & !gone | W::bit(cell);
                o = o & !gone | W::bit(cell);
            }
            _ => {
                let gone = self.covered(&state, cell);
                (x, o) = (x & !gone, o & !gone);
            }
        }
        self.write(&self.position(x, o, state.side))
    }

    fn dials(&self, draft: &str) -> Vec<Dial> {
        vec![side_dial(&self.write(&self.draft(draft)), SIDES)]
    }

    fn set(&self, draft: &str, dial: usize, value: &str) -> String {
        if !self.dials(draft).get(dial).is_some_and(|dial| dial.takes(value)) {
            return draft.to_string();
        }
        let seat = if value == "O" { O } else { X };
        let state = self.draft(draft);
        self.write(&self.position(state.x, state.o, seat))
    }
}
