//! The board as a scene and as text.

use game::{Draw, Ground, Hotspot, Ink, Item, Rect, Scene, Shape, Spot, TextBoard};

use crate::board::{Cell, SIDE, Skeleton, State};
use crate::text::{cell_name, letter};

impl Draw for Skeleton {
    fn scene(&self, state: &State) -> Scene {
        let side = SIDE as f32;
        let mut scene = Scene { width: side, height: side, ..Scene::default() };
        scene.items.push(Item::Place { at: Rect::new(0.0, 0.0, side, side), ground: Ground::Board });
        for cell in 0..SIDE * SIDE {
            let (row, column) = (SIDE - 1 - cell / SIDE, cell % SIDE);
            let at = Rect::new(column as f32, row as f32, 1.0, 1.0);
            scene.items.push(Item::Place { at, ground: Ground::Plain });
            let owner = letter(state, cell);
            if let Some(owner) = owner {
                scene.items.push(Item::Piece { at: at.shrink(0.1), shape: Shape::Disc, ink: ink(owner) });
            }
            let label = format!("{}, {}", cell_name(cell), owner.unwrap_or('-'));
            scene.hotspots.push(Hotspot::new(Spot(cell as u16), at, label));
        }
        scene
    }

    fn text(&self, state: &State) -> TextBoard {
        let mut board = TextBoard::new();
        for cell in 0..SIDE * SIDE {
            let (row, column) = (SIDE - 1 - cell / SIDE, 2 + 2 * (cell % SIDE));
            board.put(row, 0, &(SIDE - row).to_string());
            match letter(state, cell) {
                Some(owner) => board.put_ink(row, column, &owner.to_string(), ink(owner)),
                None => board.put(row, column, "."),
            }
            board.put(SIDE, column, &game::rows::column_letter(cell % SIDE).to_string());
            board.spot(Spot(cell as u16), row, column, 1);
        }
        board
    }

    fn path(&self, _state: &State, mv: Cell) -> Vec<Spot> {
        vec![Spot(mv.0.into())]
    }
}

fn ink(owner: char) -> Ink {
    Ink::Seat(u8::from(owner == 'O'))
}
