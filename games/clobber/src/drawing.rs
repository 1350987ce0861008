//! The board as a scene and as text.

use game::bits::Word;
use game::{Anchor, Draw, Ground, Hotspot, Ink, Item, Point, Rect, Scene, Shape, Spot, TextBoard, rows};

use crate::board::{Clobber, Hop, O, State, X};
use crate::text::{cell_name, letter};

/// Room around the cells for the coordinates.
const MARGIN: f32 = 0.8;
/// How much smaller than its cell a stone is, on every side.
const GAP: f32 = 0.1;
const LETTER_SIZE: f32 = 0.36;

impl Draw for Clobber {
    fn scene(&self, state: &State) -> Scene {
        let (width, height) = (self.size.columns as f32 + 2.0 * MARGIN, self.size.rows as f32 + 2.0 * MARGIN);
        let mut scene = Scene { width, height, ..Scene::default() };
        scene.items.push(Item::Place { at: Rect::new(0.0, 0.0, width, height), ground: Ground::Board });
        for cell in 0..self.size.cells() {
            let even = (cell / self.size.columns + cell % self.size.columns).is_multiple_of(2);
            let ground = if even { Ground::Plain } else { Ground::Shaded };
            scene.items.push(Item::Place { at: self.square(cell), ground });
        }
        self.coordinates(&mut scene);
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
        let from_the_top = self.size.rows - 1 - row;
        Rect::new(MARGIN + column as f32, MARGIN + from_the_top as f32, 1.0, 1.0)
    }

    fn hotspot(&self, state: &State, cell: usize) -> Hotspot {
        let what = letter(state, cell).map_or("empty".to_string(), String::from);
        let label = format!("{}, {what}", cell_name(self.size, cell));
        Hotspot { spot: Spot(cell as u16), at: self.square(cell), label }
    }

    /// Column letters above and below, row numbers left and right.
    fn coordinates(&self, scene: &mut Scene) {
        let (width, height) = (scene.width, scene.height);
        let mut label = |x: f32, y: f32, text: String| {
            let at = Point { x, y };
            let ink = Ink::Neutral;
            scene.items.push(Item::Label { at, text, size: LETTER_SIZE, anchor: Anchor::Middle, ink });
        };
        for column in 0..self.size.columns {
            let x = self.square(column).centre().x;
            for y in [MARGIN / 2.0, height - MARGIN / 2.0] {
                label(x, y, rows::column_letter(column).to_string());
            }
        }
        for row in 0..self.size.rows {
            let y = self.square(self.cell(row, 0)).centre().y;
            for x in [MARGIN / 2.0, width - MARGIN / 2.0] {
                label(x, y, (row + 1).to_string());
            }
        }
    }
}
