//! What to draw: places, pieces and hotspots, without colours or pixels.
//!
//! Lengths are in board cells, x to the right and y downwards; the renderer chooses the scale. Colours are named by role
//! ([`Ground`], [`Ink`]), so that themes and colour-blind palettes are the renderer's business.

use crate::{Game, Seat, TextBoard};

/// A game that can show its positions.
///
/// The layout depends on the game value only, never on the state: a place keeps its coordinates and a hotspot its number
/// throughout a game, so that a renderer can animate from one scene to the next. The hotspot of things that lie together may shrink to where
/// they lie, but not leave the place that it has in the start position.
pub trait Draw: Game {
    /// The picture of a position.
    fn scene(&self, state: &Self::State) -> Scene;

    /// The picture of a position for a terminal.
    fn text(&self, state: &Self::State) -> TextBoard;

    /// The hotspots that a person touches, in order, to make this move: one for a cell, two for from and to. Different moves
    /// of a state have different paths, and no path begins with another. Only asked of players' moves, not of chance events.
    fn path(&self, state: &Self::State, mv: Self::Move) -> Vec<Spot>;
}

/// A game with pictures of its own for small screens.
pub trait Tall: Draw {
    /// The picture of a position for a small screen of this form, with what belongs to the seat at its front large and near, and what belongs to the others
    /// small, as [cards](Scene::cards). Hotspots have the same numbers as in [`Draw::scene`]; those that whoever sits at the front can touch are high and
    /// wide enough for fingers: at least a ninth of the width of a tall picture, a sixteenth of a square one.
    fn near(&self, state: &Self::State, frame: Frame) -> Scene;
}

/// The form of the space that a picture is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Frame {
    /// About as wide as high, or wider.
    #[default]
    Wide,
    /// About as wide as high and small, as beside a panel on a tablet, with this seat at the front; games without a picture for that are drawn as ever.
    Square(Seat),
    /// Higher than wide, with this seat at the front; likewise.
    Tall(Seat),
}

impl Frame {
    /// Who is at the front, where somebody is.
    pub const fn front(self) -> Option<Seat> {
        match self {
            Frame::Wide => None,
            Frame::Square(front) | Frame::Tall(front) => Some(front),
        }
    }
}

/// The number of a hotspot, fixed for a game value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot(pub u16);

/// A picture of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// How wide, in cells.
    pub width: f32,
    /// How high, in cells.
    pub height: f32,
    /// What to draw, from the back to the front.
    pub items: Vec<Item>,
    /// Where people can touch; not drawn unless chosen or in focus. In reading order.
    pub hotspots: Vec<Hotspot>,
    /// What is shown small and can be brought to the front.
    pub cards: Vec<Card>,
}

/// A part of a tall picture that can be brought to the front.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// Whose it is.
    pub seat: Seat,
    /// Where it is.
    pub at: Rect,
    /// What a screen reader says: the name of the seat.
    pub label: String,
}

/// A place that a person can touch.
#[derive(Clone, PartialEq, Debug)]
pub struct Hotspot {
    /// Its number.
    pub spot: Spot,
    /// Where it is.
    pub at: Rect,
    /// What a screen reader says: `C4, empty`.
    pub label: String,
    /// How far around it a touch counts.
    pub form: Form,
}

impl Hotspot {
    /// A place that is touched where it is.
    pub fn new(spot: Spot, at: Rect, label: String) -> Hotspot {
        Hotspot { spot, at, label, form: Form::Box }
    }

    /// The same with another form.
    #[must_use]
    pub fn formed(self, form: Form) -> Hotspot {
        Hotspot { form, ..self }
    }

    /// The smallest rectangle around everything where a touch counts.
    pub fn area(&self) -> Rect {
        let Point { x, y } = self.at.centre();
        match self.form {
            Form::Box => self.at,
            Form::Diamond(reach) => Rect::new(x - reach, y - reach, 2.0 * reach, 2.0 * reach),
            Form::Within(area) => area,
        }
    }
}

/// What of the surroundings of a hotspot belongs to it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// Its own place.
    Box,
    /// A square that stands on a corner, with its corners so far from the middle of the place: the lines of a grid share the plane that way, and each
    /// touch counts for the nearest one.
    Diamond(f32),
    /// All of a rectangle around its place.
    Within(Rect),
}

/// A point, in cells from the top left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Point {
    /// The corners of a hexagon around this point that stands on a corner, each `radius` away. It is `3f32.sqrt() * radius` wide; in a board of such
    /// hexagons rows are `1.5 * radius` apart, every other one set off by half a hexagon.
    pub fn hexagon(self, radius: f32) -> Vec<Point> {
        let corner = |sixth: u8| {
            let angle = f32::from(sixth) * std::f32::consts::FRAC_PI_3;
            Point { x: self.x + radius * angle.sin(), y: self.y - radius * angle.cos() }
        };
        (0..6).map(corner).collect()
    }
}

/// A rectangle, in cells from the top left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
}

impl Rect {
    /// A rectangle from its top left corner and its measures.
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect { x, y, w, h }
    }

    /// The smallest rectangle that holds all of these points; `None` when there are none.
    pub fn around(points: &[Point]) -> Option<Rect> {
        let first = points.first()?;
        let (low, high) = points.iter().fold((*first, *first), |(low, high), point| {
            let low = Point { x: low.x.min(point.x), y: low.y.min(point.y) };
            (low, Point { x: high.x.max(point.x), y: high.y.max(point.y) })
        });
        Some(Rect::new(low.x, low.y, high.x - low.x, high.y - low.y))
    }

    /// The point in the middle.
    pub fn centre(self) -> Point {
        Point { x: self.x + self.w / 2.0, y: self.y + self.h / 2.0 }
    }

    /// The rectangle with `margin` taken off on every side.
    pub fn shrink(self, margin: f32) -> Rect {
        Rect::new(self.x + margin, self.y + margin, self.w - 2.0 * margin, self.h - 2.0 * margin)
    }
}

/// Room that a board of square cells leaves on the left and below, where its coordinates stand.
pub const BESIDE: f32 = 0.44;
/// Room that it leaves on the right and above, where its frame is.
pub const EDGE: f32 = 0.12;

impl Scene {
    /// An empty board of square cells in its frame, with the coordinates where eyes look for them: on the left from the top, and below from the left.
    pub fn framed(
        rows: impl ExactSizeIterator<Item = String>,
        columns: impl ExactSizeIterator<Item = String>,
    ) -> Scene {
        const LETTERS: f32 = 0.26;
        let cells = Rect::new(BESIDE, EDGE, columns.len() as f32, rows.len() as f32);
        let (width, height) = (BESIDE + cells.w + EDGE, EDGE + cells.h + BESIDE);
        let label = |x: f32, y: f32, text: String| Item::Label {
            at: Point { x, y },
            text,
            size: LETTERS,
            anchor: Anchor::Middle,
            ink: Ink::Neutral,
        };
        let aside = (BESIDE - EDGE) / 2.0;
        let mut items = vec![Item::Place { at: cells.shrink(-EDGE), ground: Ground::Board }];
        let rows = rows.enumerate().map(|(row, text)| label(aside, EDGE + 0.5 + row as f32, text));
        items.extend(rows);
        let columns = columns.enumerate();
        items.extend(columns.map(|(column, text)| label(BESIDE + 0.5 + column as f32, height - aside, text)));
        Scene { width, height, items, ..Scene::default() }
    }

    /// The cell of a framed board in this row from the top and this column from the left.
    pub const fn cell(row: usize, column: usize) -> Rect {
        Rect::new(BESIDE + column as f32, EDGE + row as f32, 1.0, 1.0)
    }
}

/// One thing to draw.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A part of the board.
    Place {
        /// Where.
        at: Rect,
        /// What kind of place.
        ground: Ground,
    },
    /// A part of the board with straight sides that is no rectangle: a hexagon, a triangle. Hotspots stay rectangles; those of hexagons in rows, as
    /// wide as a hexagon and as high as the distance of two rows, lie beside each other like bricks.
    Area {
        /// Its corners, one after the other, three at least.
        corners: Vec<Point>,
        /// What kind of place.
        ground: Ground,
    },
    /// Something that stands on the board, and that people may see moving.
    Piece {
        /// Where; the shape fills it.
        at: Rect,
        /// Its outline.
        shape: Shape,
        /// Whose or which.
        ink: Ink,
    },
    /// A straight line.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// How strong.
        weight: Weight,
        /// Whose or which.
        ink: Ink,
    },
    /// A short text.
    Label {
        /// The point that `anchor` speaks of; vertically the middle of the letters.
        at: Point,
        /// What it says.
        text: String,
        /// Height of the letters, in cells.
        size: f32,
        /// Which part of the text is at the point.
        anchor: Anchor,
        /// Whose or which.
        ink: Ink,
    },
}

/// Kinds of places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ground {
    /// What a group of places lies on: a player's board, the frame.
    Board,
    /// The same, where it is this player's turn or otherwise marked out.
    ActiveBoard,
    /// An ordinary cell.
    Plain,
    /// A cell that is set off from its neighbours.
    Shaded,
    /// A cell that only some may enter.
    Camp,
    /// The one cell in the middle that nobody may enter.
    Castle,
    /// A cell that wins.
    Goal,
    /// A round place that holds pieces.
    Dish,
    /// A cell waiting for a piece of this ink.
    Waiting(Ink),
    /// A cell that belongs to a seat.
    Owned(Ink),
}

/// Outlines of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// A round piece.
    Disc,
    /// A round piece that matters most.
    King,
    /// A square tile, told apart by ink and by a symbol of its own.
    Tile,
    /// A bar with round ends.
    Domino,
    /// A square that fills its cell and joins its neighbours of the same ink.
    Stone,
    /// A token with the figure 1.
    Marker,
    /// Something that fills a cell and belongs to nobody.
    Block,
}

/// Whose or which something is. Renderers give every ink a colour, and where colour alone would tell inks apart, a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// Nobody's: frames, coordinates.
    Neutral,
    /// Nobody's and unimportant: hints, empty places.
    Faint,
    /// A seat's, by index from 0. Where the game calls one seat light and one dark, see [`Ink::Light`] and [`Ink::Dark`].
    Seat(u8),
    /// The light side's.
    Light,
    /// The dark side's.
    Dark,
    /// One of several kinds of pieces, from 0.
    Kind(u8),
}

/// Strengths of lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Weight {
    /// A grid line.
    Thin,
    /// A line that players draw.
    Strong,
    /// A place where a line could be drawn.
    Dotted,
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}
