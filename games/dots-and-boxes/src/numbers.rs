//! Moves as numbers and positions as planes.

use game::{Numbered, Seat, Size, View};

use crate::{Arc, Direction, DotsAndBoxes, State, Word};

/// Arcs have numbers already: row by row from the top left, all horizontal ones before the vertical ones. An observation shows an arc at the dot
/// where it begins and a box at its upper left dot; who drew an arc changes nothing and is not shown.
impl<W: Word> Numbered for DotsAndBoxes<W> {
    fn actions(&self) -> usize {
        self.board().arcs()
    }

    #[inline]
    fn action(&self, _state: &State<W>, mv: Arc) -> usize {
        mv.index()
    }

    #[inline]
    fn count(&self, state: &State<W>, _moves: &mut Vec<Arc>) -> usize {
        self.open(state).count()
    }

    #[inline]
    fn nth(&self, state: &State<W>, index: usize, _moves: &mut Vec<Arc>) -> Option<Arc> {
        self.open(state).nth(index).map(|arc| Arc(arc as u8))
    }

    #[inline]
    fn numbered(&self, state: &State<W>, number: usize, _moves: &mut Vec<Arc>) -> Option<Arc> {
        (number < self.actions() && !state.drawn().has(number)).then_some(Arc(number as u8))
    }

    fn view(&self) -> View {
        let Size { rows, columns } = self.board().size();
        let says = ["horizontal arcs", "vertical arcs", "own boxes", "the other's boxes"];
        View::planes(Size { rows: rows + 1, columns: columns + 1 }, &says)
    }

    fn observe(&self, state: &State<W>, viewer: Seat, values: &mut [u8]) {
        let Size { rows, columns } = self.board().size();
        let plane = (rows + 1) * (columns + 1);
        state.drawn().each(|arc| {
            let (direction, row, column) = self.board().place(Arc(arc as u8));
            let first = if direction == Direction::Horizontal { 0 } else { plane };
            values[first + row * (columns + 1) + column] = 1;
        });
        let second = state.boxes_of_second();
        self.board().closed(state.drawn()).each(|index| {
            let owner = if second.has(index) { Seat::SECOND } else { Seat::FIRST };
            let first = if owner == viewer { 2 } else { 3 } * plane;
            values[first + index / columns * (columns + 1) + index % columns] = 1;
        });
    }
}
