//! Pictures of positions.

use game::{Draw, Ground, Hotspot, Ink, Item, Rect, Scene, Shape, Spot, TextBoard};

use crate::board::{CAMPS, CASTLE, ESCAPES, SQUARES, Square, WIDTH};
use crate::moves::Move;
use crate::rules::Tablut;
use crate::state::State;
use crate::text::piece;

impl Draw for Tablut {
    fn scene(&self, state: &State) -> Scene {
        let rows = (1..WIDTH + 1).map(|row| row.to_string());
        let mut scene = Scene::framed(rows, (0..WIDTH).map(file));
        for square in squares() {
            scene.items.push(Item::Place { at: cell(square), ground: ground(square) });
        }
        for square in squares() {
            if let Some((shape, ink)) = look(state, square) {
                scene.items.push(Item::Piece { at: cell(square).shrink(0.12), shape, ink });
            }
            let spot = Spot(square.index() as u16);
            scene.hotspots.push(Hotspot::new(spot, cell(square), describe(state, square)));
        }
        scene
    }

    /// Letters for pieces; `+` an escape, `#` a camp, `X` the castle.
    fn text(&self, state: &State) -> TextBoard {
        let mut board = TextBoard::new();
        let files = (0..WIDTH).map(file).collect::<Vec<_>>().join(" ");
        let rule = format!("  +{}+", "-".repeat(2 * WIDTH + 1));
        board.put(0, 4, &files);
        board.put(1, 0, &rule);
        for square in squares() {
            let (row, column) = (square.row() + 2, 2 * square.column() + 4);
            if square.column() == 0 {
                let number = (square.row() + 1).to_string();
                board.put(row, 0, &format!("{number} |{}| {number}", " ".repeat(2 * WIDTH + 1)));
            }
            match piece(state, square) {
                Some('B') => board.put_ink(row, column, "B", Ink::Dark),
                Some(letter) => board.put_ink(row, column, &letter.to_string(), Ink::Light),
                None => board.put_ink(row, column, empty(square), Ink::Faint),
            }
            board.spot(Spot(square.index() as u16), row, column, 1);
        }
        board.put(WIDTH + 2, 0, &rule);
        board.put(WIDTH + 3, 4, &files);
        board
    }

    fn path(&self, _state: &State, mv: Move) -> Vec<Spot> {
        [mv.from(), mv.to()].map(|square| Spot(square.index() as u16)).to_vec()
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..SQUARES).map(Square::new)
}

pub(crate) fn cell(square: Square) -> Rect {
    Scene::cell(square.row(), square.column())
}

fn ground(square: Square) -> Ground {
    let grounds = [(CASTLE, Ground::Castle), (CAMPS, Ground::Camp), (ESCAPES, Ground::Goal)];
    grounds.into_iter().find(|&(set, _)| square.is_in(set)).map_or(Ground::Plain, |(_, ground)| ground)
}

fn empty(square: Square) -> &'static str {
    match ground(square) {
        Ground::Castle => "X",
        Ground::Camp => "#",
        Ground::Goal => "+",
        _ => ".",
    }
}

fn look(state: &State, square: Square) -> Option<(Shape, Ink)> {
    piece(state, square).map(|letter| match letter {
        'K' => (Shape::King, Ink::Light),
        'W' => (Shape::Disc, Ink::Light),
        _ => (Shape::Disc, Ink::Dark),
    })
}

fn describe(state: &State, square: Square) -> String {
    let stands = match piece(state, square) {
        Some('K') => "king",
        Some('W') => "white pawn",
        Some(_) => "black pawn",
        None => "empty",
    };
    let place = match ground(square) {
        Ground::Castle => ", castle",
        Ground::Camp => ", camp",
        Ground::Goal => ", escape",
        _ => "",
    };
    format!("{square}, {stands}{place}")
}

fn file(column: usize) -> String {
    char::from(b'a' + column as u8).to_string()
}
