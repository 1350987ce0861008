//! The board as a scene and as text.

use game::bits::Word;
use game::{Draw, Ground, Hotspot, Ink, Item, Rect, Scene, Shape, Spot, TextBoard, rows};

use crate::board::{Clobber, Hop, O, State, X};
use crate::text::{cell_name, letter};

/// How much smaller than its cell a stone is, on every side.
const GAP: f32 = 0.1;

impl Draw for Clobber {
    fn scene(&self, state: &State) -> Scene {
        let numbers = (0..self.size.rows).rev().map(|row| (row + 1).to_string());
        let letters = (0..self.size.columns).map(|column| rows::column_letter(column).to_string());
        let mut scene = Scene::framed(numbers, letters);
        for cell in 0..self.size.cells() {
            let even = (cell / self.size.columns + cell % self.size.columns).is_multiple_of(2);
            let ground = if even { Ground::Plain } else { Ground::Shaded };
            scene.items.push(Item::Place { at: self.square(cell), ground });
        }
        for seat in [X, O] {
            let ink = Ink::Seat(seat.index() as u8);
            let stone = |cell| Item::Piece { at: self.square(cell).shrink(GAP), shape: Shape::Disc, ink };
            scene.items.extend(state.stones(seat).elements().map(stone));
        }
        for row in (0..self.size.rows).rev() {
            let row = (0..self.size.columns).map(|column| self.hotspot(state, self.cell(row, column)));
            scene.hotspots.extend(row);
        }
        scene
    }

    fn text(&self, state: &State) -> TextBoard {
        let mut board = TextBoard::new();
        for column in 0..self.size.columns {
            let name = rows::column_letter(column).to_string();
            board.put(0, 4 + 2 * column, &name);
            board.put(self.size.rows + 1, 4 + 2 * column, &name);
        }
        for row in 0..self.size.rows {
            let at = self.size.rows - row;
            board.put(at, 0, &format!("{:>2}", row + 1));
            board.put(at, 5 + 2 * self.size.columns, &(row + 1).to_string());
            for column in 0..self.size.columns {
                let (cell, place) = (self.cell(row, column), 4 + 2 * column);
                match letter(state, cell) {
                    Some('X') => board.put_ink(at, place, "X", Ink::Seat(0)),
                    Some(_) => board.put_ink(at, place, "O", Ink::Seat(1)),
                    None => board.put(at, place, "."),
                }
                board.spot(Spot(cell as u16), at, place, 1);
            }
        }
        board
    }

    fn path(&self, _state: &State, mv: Hop) -> Vec<Spot> {
        mv.ends().map(|cell| Spot(cell as u16)).to_vec()
    }
}

impl Clobber {
    /// Where a cell is in the picture.
    pub(crate) fn square(&self, cell: usize) -> Rect {
        let (row, column) = (cell / self.size.columns, cell % self.size.columns);
        Scene::cell(self.size.rows - 1 - row, column)
    }

    fn hotspot(&self, state: &State, cell: usize) -> Hotspot {
        let what = letter(state, cell).map_or("empty".to_string(), String::from);
        let label = format!("{}, {what}", cell_name(self.size, cell));
        Hotspot::new(Spot(cell as u16), self.square(cell), label)
    }
}
