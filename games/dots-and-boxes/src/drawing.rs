//! Pictures of positions, for screens and for terminals.

use game::{
    Anchor, Draw, Form, Game, Ground, Hotspot, Ink, Item, Point, Rect, Scene, Seat, Shape, Size, Spot,
    TextBoard, Weight,
};

use crate::{Arc, Direction, DotsAndBoxes, State, Word, text};

/// How far the frame reaches beyond the dots, in boxes.
const FRAME: f32 = 0.2;
/// Room for frame and coordinates on the left, above and below; on the right there is the frame alone, so that arcs are large on a phone.
const MARGIN: f32 = 0.5;
/// Room for the score below the board.
const SCORE: f32 = 0.5;

impl<W: Word> Draw for DotsAndBoxes<W> {
    fn scene(&self, state: &State<W>) -> Scene {
        let Size { rows, columns } = self.board().size();
        let (width, height) = (MARGIN + columns as f32 + FRAME, rows as f32 + 2.0 * MARGIN + SCORE);
        let frame = Rect::new(MARGIN, MARGIN, columns as f32, rows as f32).shrink(-FRAME);
        let mut items = vec![Item::Place { at: frame, ground: Ground::Board }];
        self.draw_boxes(state, &mut items);
        self.draw_arcs(state, &mut items);
        self.draw_dots(&mut items);
        self.draw_labels(state, &mut items);
        Scene { width, height, items, hotspots: self.hotspots(state), ..Scene::default() }
    }

    /// Dots, arcs and owners in the manner of `+--+`, with the rows of arcs named on the left, the columns of horizontal arcs
    /// above and those of vertical arcs below.
    fn text(&self, state: &State<W>) -> TextBoard {
        let Size { rows, columns } = self.board().size();
        let (left, top) = (4, 1);
        let mut picture = TextBoard::new();
        picture.put_ink(0, 0, "h", Ink::Faint);
        picture.put_ink(top + 2 * rows + 1, 0, "v", Ink::Faint);
        for column in 0..=columns {
            let number = (column + 1).to_string();
            if column < columns {
                picture.put_ink(0, left + 3 * column + 1, &number, Ink::Faint);
            }
            picture.put_ink(top + 2 * rows + 1, left + 3 * column, &number, Ink::Faint);
            for row in 0..=rows {
                picture.put(top + 2 * row, left + 3 * column, "+");
            }
        }
        for row in 0..=rows {
            picture.put_ink(top + 2 * row, 0, &format!("h{}", row + 1), Ink::Faint);
            if row < rows {
                picture.put_ink(top + 2 * row + 1, 0, &format!("v{}", row + 1), Ink::Faint);
            }
        }
        for arc in self.arcs() {
            let (direction, row, column) = self.board().place(arc);
            let (row, column, line) = match direction {
                Direction::Horizontal => (top + 2 * row, left + 3 * column + 1, "--"),
                Direction::Vertical => (top + 2 * row + 1, left + 3 * column, "|"),
            };
            picture.spot(Spot(arc.0.into()), row, column, line.len());
            if let Some(seat) = state.drawer(arc) {
                picture.put_ink(row, column, line, ink(seat));
            }
        }
        for index in 0..self.board().boxes().len() {
            if let Some(seat) = state.owner(self.board(), index) {
                let (row, column) = (top + 2 * (index / columns) + 1, left + 3 * (index % columns) + 1);
                picture.put_ink(row, column, &seat.number().to_string(), ink(seat));
            }
        }
        picture.put(top + 2 * rows + 2, left, &score(state));
        picture
    }

    fn path(&self, _state: &State<W>, mv: Arc) -> Vec<Spot> {
        vec![Spot(mv.0.into())]
    }
}

impl<W: Word> DotsAndBoxes<W> {
    fn arcs(&self) -> impl Iterator<Item = Arc> {
        (0..self.board().arcs()).map(|index| Arc(index as u8))
    }

    fn draw_boxes(&self, state: &State<W>, items: &mut Vec<Item>) {
        for index in 0..self.board().boxes().len() {
            let at = self.square(index);
            let Some(seat) = state.owner(self.board(), index) else { continue };
            items.push(Item::Place { at: at.shrink(0.06), ground: Ground::Owned(ink(seat)) });
            items.push(Item::Label {
                at: at.centre(),
                text: seat.number().to_string(),
                size: 0.45,
                anchor: Anchor::Middle,
                ink: ink(seat),
            });
        }
    }

    fn draw_arcs(&self, state: &State<W>, items: &mut Vec<Item>) {
        for arc in self.arcs() {
            let (from, to) = self.ends(arc);
            let (weight, ink) = match state.drawer(arc) {
                Some(seat) => (Weight::Strong, ink(seat)),
                None => (Weight::Dotted, Ink::Faint),
            };
            items.push(Item::Line { from, to, weight, ink });
        }
    }

    fn draw_dots(&self, items: &mut Vec<Item>) {
        const RADIUS: f32 = 0.09;
        let Size { rows, columns } = self.board().size();
        for row in 0..=rows {
            for column in 0..=columns {
                let Point { x, y } = dot(row, column);
                let at = Rect::new(x - RADIUS, y - RADIUS, 2.0 * RADIUS, 2.0 * RADIUS);
                items.push(Item::Piece { at, shape: Shape::Disc, ink: Ink::Neutral });
            }
        }
    }

    /// The rows of horizontal and of vertical arcs on the left, numbers of the horizontal arcs' columns above, of the vertical arcs' below; and the score.
    fn draw_labels(&self, state: &State<W>, items: &mut Vec<Item>) {
        const AWAY: f32 = (MARGIN + FRAME) / 2.0;
        const LETTERS: f32 = 0.2;
        let Size { rows, columns } = self.board().size();
        let mut label = |x: f32, y: f32, text: String, ink: Ink, size: f32| {
            items.push(Item::Label { at: Point { x, y }, text, size, anchor: Anchor::Middle, ink });
        };
        let bottom = MARGIN + rows as f32;
        for row in 0..=rows {
            let y = MARGIN + row as f32;
            label(MARGIN - AWAY, y, format!("h{}", row + 1), Ink::Neutral, LETTERS);
            if row < rows {
                label(MARGIN - AWAY, y + 0.5, format!("v{}", row + 1), Ink::Neutral, LETTERS);
            }
        }
        for column in 0..=columns {
            let x = MARGIN + column as f32;
            label(x, bottom + AWAY, (column + 1).to_string(), Ink::Neutral, LETTERS);
            if column < columns {
                label(x + 0.5, MARGIN - AWAY, (column + 1).to_string(), Ink::Neutral, LETTERS);
            }
        }
        let middle = MARGIN + columns as f32 / 2.0;
        for (seat, side) in [(Seat::FIRST, -0.4), (Seat::SECOND, 0.4)] {
            let boxes = state.scores()[seat.index()];
            label(middle + side, bottom + MARGIN + SCORE / 2.0, boxes.to_string(), ink(seat), 0.36);
        }
        label(middle, bottom + MARGIN + SCORE / 2.0, ":".to_string(), Ink::Neutral, 0.36);
    }

    fn ends(&self, arc: Arc) -> (Point, Point) {
        match self.board().place(arc) {
            (Direction::Horizontal, row, column) => (dot(row, column), dot(row, column + 1)),
            (Direction::Vertical, row, column) => (dot(row, column), dot(row + 1, column)),
        }
    }

    /// One hotspot an arc, in reading order. Together they cover the board: a touch counts for the nearest arc.
    fn hotspots(&self, state: &State<W>) -> Vec<Hotspot> {
        let mut hotspots: Vec<Hotspot> = self.arcs().map(|arc| self.hotspot(state, arc)).collect();
        in_reading_order(&mut hotspots);
        hotspots
    }

    /// Where a box is.
    pub(crate) fn square(&self, index: usize) -> Rect {
        let columns = self.board().size().columns;
        let corner = dot(index / columns, index % columns);
        Rect::new(corner.x, corner.y, 1.0, 1.0)
    }

    /// The middle of an arc, where its marks stand.
    pub(crate) fn rect(&self, arc: Arc) -> Rect {
        // No nearer than the frame is wide, or the last column would reach beyond the picture.
        const NEAR: f32 = FRAME;
        let (from, to) = self.ends(arc);
        let (w, h) = match self.board().place(arc).0 {
            Direction::Horizontal => (1.0 - 2.0 * NEAR, 2.0 * NEAR),
            Direction::Vertical => (2.0 * NEAR, 1.0 - 2.0 * NEAR),
        };
        Rect::new((from.x + to.x - w) / 2.0, (from.y + to.y - h) / 2.0, w, h)
    }

    fn hotspot(&self, state: &State<W>, arc: Arc) -> Hotspot {
        let what = match state.drawer(arc) {
            None => "empty".to_string(),
            Some(seat) => format!("drawn by {}", self.seat_name(seat)),
        };
        let label = format!("{}, {what}", text::write_arc(self.board(), arc));
        Hotspot::new(Spot(arc.0.into()), self.rect(arc), label).formed(Form::Diamond(0.5))
    }
}

fn dot(row: usize, column: usize) -> Point {
    Point { x: MARGIN + column as f32, y: MARGIN + row as f32 }
}

fn ink(seat: Seat) -> Ink {
    Ink::Seat(seat.index() as u8)
}

/// `3 : 5`, the boxes of the first and of the second seat.
fn score<W: Word>(state: &State<W>) -> String {
    let [first, second] = state.scores();
    format!("{first} : {second}")
}

fn in_reading_order(hotspots: &mut [Hotspot]) {
    let place = |hotspot: &Hotspot| (hotspot.at.centre().y, hotspot.at.centre().x);
    hotspots.sort_by(|a, b| place(a).partial_cmp(&place(b)).expect("coordinates are numbers"));
}
