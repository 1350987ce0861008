//! Pictures of positions.

use game::{Anchor, Draw, Ground, Hotspot, Ink, Item, Point, Rect, Scene, Shape, Spot, TextBoard};

use crate::board::{CAMPS, CASTLE, ESCAPES, SQUARES, Square, WIDTH};
use crate::moves::Move;
use crate::rules::Tablut;
use crate::state::State;
use crate::text::piece;

/// Room around the board for the coordinates.
const MARGIN: f32 = 0.75;
/// The frame's width around the squares.
const FRAME: f32 = 0.12;

impl Draw for Tablut {
    fn scene(&self, state: &State) -> Scene {
        let side = WIDTH as f32 + 2.0 * MARGIN;
        let mut scene = Scene { width: side, height: side, ..Scene::default() };
        let board = Rect::new(MARGIN, MARGIN, WIDTH as f32, WIDTH as f32).shrink(-FRAME);
        scene.items.push(Item::Place { at: board, ground: Ground::Board });
        for square in squares() {
            scene.items.push(Item::Place { at: cell(square), ground: ground(square) });
        }
        coordinates(&mut scene);
        for square in squares() {
            if let Some((shape, ink)) = look(state, square) {
                scene.items.push(Item::Piece { at: cell(square).shrink(0.12), shape, ink });
            }
            let spot = Spot(square.index() as u16);
            scene.hotspots.push(Hotspot { spot, at: cell(square), label: describe(state, square) });
        }
        scene
    }

    /// Letters for pieces; `+` an escape, `#` a camp, `X` the castle.
    fn text(&self, state: &State) -> TextBoard {
        let mut board = TextBoard::new();
        let files: Vec<String> = (0..WIDTH).map(|i| char::from(b'a' + i as u8).to_string()).collect();
        let files = files.join(" ");
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
    Rect::new(MARGIN + square.column() as f32, MARGIN + square.row() as f32, 1.0, 1.0)
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

/// Files above and below, rows at both sides.
fn coordinates(scene: &mut Scene) {
    let (near, far) = (MARGIN * 0.45, WIDTH as f32 + MARGIN * 1.55);
    for i in 0..WIDTH {
        let middle = MARGIN + i as f32 + 0.5;
        let file = char::from(b'a' + i as u8).to_string();
        let row = (i + 1).to_string();
        for other in [near, far] {
            scene.items.push(label(Point { x: middle, y: other }, &file));
            scene.items.push(label(Point { x: other, y: middle }, &row));
        }
    }
}

fn label(at: Point, text: &str) -> Item {
    Item::Label { at, text: text.to_string(), size: 0.34, anchor: Anchor::Middle, ink: Ink::Neutral }
}
