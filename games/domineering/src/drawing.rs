//! The board as a scene and as ruled text.

use game::bits::Word;
use game::{
    BESIDE, Draw, EDGE, Ground, Hotspot, Ink, Item, Point, Rect, Scene, Seat, Shape, Spot, TextBoard, Weight,
};

use crate::board::{Domineering, O, Placement, State, X};
use crate::text::{cell_name, letter};

/// How much smaller than its cells a domino is, on every side.
const GAP: f32 = 0.11;

impl<W: Word> Draw for Domineering<W> {
    fn scene(&self, state: &State<W>) -> Scene {
        let rows = (0..self.size.rows).rev().map(|row| (row + 1).to_string());
        let columns = (0..self.size.columns).map(|column| game::rows::column_letter(column).to_string());
        let mut scene = Scene::framed(rows, columns);
        for cell in 0..self.size.cells() {
            let ground = if (cell / self.size.columns + cell % self.size.columns).is_multiple_of(2) {
                Ground::Plain
            } else {
                Ground::Shaded
            };
            scene.items.push(Item::Place { at: self.square(cell), ground });
        }
        self.frame(&mut scene);
        for (seat, cells) in self.dominoes(state) {
            scene.items.push(Item::Piece {
                at: cells.shrink(GAP),
                shape: Shape::Domino,
                ink: Ink::Seat(seat.index() as u8),
            });
        }
        for cell in state.blocked().elements() {
            let at = self.square(cell);
            scene.items.push(Item::Piece { at, shape: Shape::Block, ink: Ink::Neutral });
        }
        for row in (0..self.size.rows).rev() {
            for column in 0..self.size.columns {
                scene.hotspots.push(self.hotspot(state, self.cell(row, column)));
            }
        }
        scene
    }

    fn text(&self, state: &State<W>) -> TextBoard {
        let mut board = TextBoard::new();
        let bottom = 2 * self.size.rows + 1;
        let right = 2 * self.size.columns;
        for column in 0..self.size.columns {
            let at = 4 + 2 * column;
            let name = game::rows::column_letter(column).to_string();
            for (row, text) in [(0, name.as_str()), (1, "="), (bottom, "="), (bottom + 1, name.as_str())] {
                board.put(row, at, text);
            }
        }
        for row in 0..self.size.rows {
            let at = bottom - 1 - 2 * row;
            let number = format!("{:>2}", row + 1);
            board.put(at, 0, &number);
            board.put(at, 3, "|");
            board.put(at, 5 + right, number.trim_start());
            for column in 0..self.size.columns {
                let (cell, place) = (self.cell(row, column), 4 + 2 * column);
                board.put(at, place + 1, "|");
                match letter(state, cell) {
                    Some('X') => board.put_ink(at, place, "X", Ink::Seat(X.index() as u8)),
                    Some('O') => board.put_ink(at, place, "O", Ink::Seat(O.index() as u8)),
                    Some(_) => board.put(at, place, "#"),
                    None => board.put(at, place, " "),
                }
                board.spot(Spot(cell as u16), at, place, 1);
                if row > 0 {
                    board.put(at + 1, place, "-");
                }
            }
        }
        board
    }

    fn path(&self, _state: &State<W>, mv: Placement) -> Vec<Spot> {
        vec![Spot(u16::from(mv.0))]
    }
}

impl<W: Word> Domineering<W> {
    /// Where a cell is in the picture.
    pub(crate) fn square(&self, cell: usize) -> Rect {
        let (row, column) = (cell / self.size.columns, cell % self.size.columns);
        Scene::cell(self.size.rows - 1 - row, column)
    }

    fn hotspot(&self, state: &State<W>, cell: usize) -> Hotspot {
        let what = match letter(state, cell) {
            None => "empty",
            Some('X') => "X",
            Some('O') => "O",
            Some(_) => "blocked",
        };
        let label = format!("{}, {what}", cell_name(self.size, cell));
        Hotspot::new(Spot(cell as u16), self.square(cell), label)
    }

    /// The lines between the cells and around them.
    fn frame(&self, scene: &mut Scene) {
        let (right, bottom) = (scene.width - EDGE, scene.height - BESIDE);
        let mut line = |from: Point, to: Point| {
            scene.items.push(Item::Line { from, to, weight: Weight::Thin, ink: Ink::Neutral });
        };
        for column in 0..=self.size.columns {
            let x = BESIDE + column as f32;
            line(Point { x, y: EDGE }, Point { x, y: bottom });
        }
        for row in 0..=self.size.rows {
            let y = EDGE + row as f32;
            line(Point { x: BESIDE, y }, Point { x: right, y });
        }
    }

    /// Every domino with the cells it covers. Dominoes of one player that touch end to end are told apart by counting off pairs; a
    /// cell that is left over, as only a position set up by hand has it, is a piece of its own.
    pub(crate) fn dominoes(&self, state: &State<W>) -> Vec<(Seat, Rect)> {
        let mut found = Vec::new();
        for seat in [X, O] {
            let mut left = state.owned(seat);
            let step = self.step(seat);
            while !left.is_empty() {
                let cell = left.lowest();
                let (here, ends_line) = (self.square(cell), seat == O && !self.not_last_column.has(cell));
                let second = (cell + step < self.size.cells() && !ends_line && left.has(cell + step))
                    .then(|| cell + step);
                left &= !W::bit(cell);
                let Some(second) = second else {
                    found.push((seat, here));
                    continue;
                };
                left &= !W::bit(second);
                let there = self.square(second);
                let (x, y) = (here.x.min(there.x), here.y.min(there.y));
                let (w, h) = if seat == X { (1.0, 2.0) } else { (2.0, 1.0) };
                found.push((seat, Rect::new(x, y, w, h)));
            }
        }
        found
    }
}
