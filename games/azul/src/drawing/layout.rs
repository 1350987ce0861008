//! Where everything is: the table with its factories in a ring beside two boards, in rows above three or four; for small screens with one board large and the
//! others as cards, in a square or one below the other.

use game::{Anchor, Frame, Point, Rect, Seat};

use crate::board::FLOOR;
use crate::{Colour, FLOOR_PLACES, Source, State};

const MARGIN: f32 = 0.6;
const GAP: f32 = 0.6;
/// Height of bag and lid.
const STORE: f32 = 1.9;

/// A dish in a row above the boards, the room between two, and from row to row; the rows are set off against each other like bricks.
const ROWS_DISH: f32 = 3.5;
const ROWS_GAP: f32 = 0.15;
const ROWS_STEP: f32 = 3.25;

/// Width of a tall picture. A tile at a factory is a ninth of it, which is what fingers hit on any phone.
const TALL_WIDTH: f32 = 10.5;
const TALL_MARGIN: f32 = 0.25;
const TALL_DISH: f32 = 3.4;
/// From one row of dishes to the next; the rows are set off against each other like bricks.
const TALL_DISH_ROW: f32 = 3.12;

/// Width of a square picture. A tile at a factory is a sixteenth of it.
const SQUARE_WIDTH: f32 = 18.3;
const SQUARE_MARGIN: f32 = 0.4;

/// A board with its places, seen from its top left corner.
struct Plan {
    size: (f32, f32),
    /// Side of a place.
    cell: f32,
    /// From place to place, to the right and downwards.
    step: (f32, f32),
    lines: (f32, f32),
    /// Where the wall begins, and from column to column; its places have the distances of the others between them.
    wall: (f32, f32),
    floor: f32,
    /// Height of the line with name and score, and of its letters.
    head: (f32, f32),
}

const WIDE: Plan = Plan {
    size: (12.9, 8.95),
    cell: 1.0,
    step: (1.1, 1.1),
    lines: (0.85, 1.5),
    wall: (6.9, 1.1),
    floor: 7.45,
    head: (0.75, 0.6),
};

const FRONT: Plan = Plan {
    size: (TALL_WIDTH - 2.0 * TALL_MARGIN, 8.6),
    cell: 0.8,
    step: (0.84, 1.2),
    lines: (0.12, 1.05),
    wall: (4.46, 1.1),
    floor: 7.2,
    head: (0.52, 0.55),
};

const SQUARE: Plan = Plan {
    size: (12.2, 8.6),
    cell: 0.96,
    step: (1.0, 1.2),
    lines: (0.75, 1.2),
    wall: (6.2, 1.16),
    floor: 7.35,
    head: (0.62, 0.58),
};

const CARD: Plan = Plan {
    size: ((TALL_WIDTH - 3.0 * TALL_MARGIN) / 2.0, 3.95),
    cell: 0.42,
    step: (0.45, 0.46),
    lines: (0.1, 0.95),
    wall: (2.45, 0.45),
    floor: 3.35,
    head: (0.5, 0.42),
};

/// A card at a table of four, where three of them and the bag stand side by side.
const SMALL_CARD: Plan = Plan {
    size: (4.1, 3.95),
    cell: 0.34,
    step: (0.37, 0.46),
    lines: (0.1, 0.95),
    wall: (2.1, 0.37),
    floor: 3.35,
    head: (0.5, 0.38),
};

/// How the table is laid.
#[derive(Clone, Copy)]
enum Form {
    /// The factories in a ring, beside the boards.
    Ring,
    /// The factories in rows, above the boards, which stand two by two.
    Rows,
    /// The factories in rows, below them this player's board, and the others' boards as cards beside or below it.
    Square(Seat),
    /// Everything below each other, with this player's board at the front.
    Tall(Seat),
}

/// Where everything is; follows from the number of players and the form of the picture.
pub(crate) struct Layout {
    players: usize,
    factories: usize,
    form: Form,
}

impl Layout {
    /// For so many players, in a picture of this form.
    pub(crate) const fn of<const N: usize>(frame: Frame) -> Layout {
        let form = match frame {
            Frame::Wide if N == 2 => Form::Ring,
            Frame::Wide => Form::Rows,
            Frame::Square(front) => Form::Square(front),
            Frame::Tall(front) => Form::Tall(front),
        };
        Layout { players: N, factories: State::<N>::FACTORIES, form }
    }

    /// Width and height of the picture.
    pub(crate) fn size(&self) -> (f32, f32) {
        match self.form {
            Form::Ring => {
                let last = self.board(Seat::new(1));
                (last.x + last.w + MARGIN, (last.y + last.h).max(self.bag().y + self.bag().h) + MARGIN)
            }
            Form::Rows => {
                let last = self.board(Seat::new(2));
                (last.x + last.w + MARGIN, last.y + last.h + MARGIN)
            }
            Form::Square(_) => {
                let front = self.front_board();
                let last = if self.players == 2 { front } else { self.slot(self.players - 1) };
                (SQUARE_WIDTH, last.y + last.h + SQUARE_MARGIN)
            }
            Form::Tall(_) => {
                let last = self.slot(self.players - 1);
                (TALL_WIDTH, last.y + last.h + TALL_MARGIN)
            }
        }
    }

    fn dish_size(&self) -> f32 {
        match self.form {
            Form::Ring => 4.0,
            Form::Rows => ROWS_DISH,
            Form::Square(_) | Form::Tall(_) => TALL_DISH,
        }
    }

    /// How far the middle of a dish is from the middle of the table: so far that dishes stand apart and there is room for the centre.
    fn ring(&self) -> f32 {
        let apart = 4.3 / (2.0 * (std::f32::consts::PI / self.factories as f32).sin());
        apart.max(4.85)
    }

    fn table_width(&self) -> f32 {
        2.0 * self.ring() + self.dish_size()
    }

    /// How high the ring of dishes is. Their number is odd, so that a single one is at the top and two are at the bottom.
    fn ring_height(&self) -> f32 {
        self.ring() * (1.0 + (std::f32::consts::PI / self.factories as f32).cos()) + self.dish_size()
    }

    /// Where bag and lid begin beside the boards: at the foot of the picture.
    fn stores_top(&self) -> f32 {
        (MARGIN + 2.0 * WIDE.size.1 + GAP - STORE).max(MARGIN + self.ring_height() + 1.0)
    }

    /// In the middle of what is left above bag and lid.
    fn table_middle(&self) -> Point {
        let free = self.stores_top() - 0.9 - MARGIN - self.ring_height();
        let above = MARGIN + free / 2.0;
        Point { x: MARGIN + self.table_width() / 2.0, y: above + self.ring() + self.dish_size() / 2.0 }
    }

    /// How many dishes stand in each row: those of a full row and of a shorter one take turns.
    fn dish_rows(&self) -> &'static [usize] {
        match (self.form, self.factories) {
            (Form::Rows, 9) => &[5, 4],
            (Form::Rows, _) => &[7],
            (Form::Square(_), 7) => &[4, 3],
            (Form::Square(_), 9) => &[5, 4],
            (_, 5) => &[3, 2],
            (_, 7) => &[2, 3, 2],
            _ => &[3, 3, 3],
        }
    }

    /// The row of a dish, and how far it is from the middle of the row, in dishes.
    fn dish_row(&self, factory: usize) -> (f32, f32) {
        let (mut row, mut column) = (0, factory);
        while column >= self.dish_rows()[row] {
            column -= self.dish_rows()[row];
            row += 1;
        }
        (row as f32, column as f32 - (self.dish_rows()[row] as f32 - 1.0) / 2.0)
    }

    /// How wide and how high the rows of dishes above the boards are.
    fn rows_size(&self) -> (f32, f32) {
        let rows = self.dish_rows();
        (rows[0] as f32 * (ROWS_DISH + ROWS_GAP), ROWS_DISH + (rows.len() - 1) as f32 * ROWS_STEP)
    }

    /// The place for the round, the centre, bag and lid: beside the dishes, or where a fourth board would be.
    fn side(&self) -> Rect {
        let (width, height) = self.rows_size();
        if self.players == 4 {
            let x = MARGIN + width + GAP;
            return Rect::new(x, MARGIN, MARGIN + 2.0 * WIDE.size.0 + GAP - x, height);
        }
        Rect::new(MARGIN, 2.0 * MARGIN + height + WIDE.size.1 + GAP, WIDE.size.0, WIDE.size.1)
    }

    /// A factory.
    pub(crate) fn dish(&self, factory: usize) -> Rect {
        let size = self.dish_size();
        let middle = match self.form {
            Form::Ring => {
                let angle = factory as f32 / self.factories as f32 * 2.0 * std::f32::consts::PI;
                let (table, ring) = (self.table_middle(), self.ring());
                Point { x: table.x + ring * angle.sin(), y: table.y - ring * angle.cos() }
            }
            Form::Rows => {
                let (row, aside) = self.dish_row(factory);
                let width = if self.players == 4 { self.rows_size().0 } else { 2.0 * WIDE.size.0 + GAP };
                let x = MARGIN + width / 2.0 + aside * (ROWS_DISH + ROWS_GAP);
                Point { x, y: MARGIN + ROWS_DISH / 2.0 + row * ROWS_STEP }
            }
            Form::Square(_) => {
                let (row, aside) = self.dish_row(factory);
                // Beside the dishes of two there is room for the centre.
                let width =
                    if self.players == 2 { 3.1 * TALL_DISH + 2.0 * SQUARE_MARGIN } else { SQUARE_WIDTH };
                let x = width / 2.0 + aside * (TALL_DISH + 0.04);
                Point { x, y: SQUARE_MARGIN + TALL_DISH / 2.0 + row * TALL_DISH_ROW }
            }
            Form::Tall(_) => {
                let (row, aside) = self.dish_row(factory);
                let step = if self.factories == 9 { TALL_DISH } else { TALL_DISH_ROW };
                let x = TALL_WIDTH / 2.0 + aside * (TALL_DISH + 0.04);
                Point { x, y: TALL_MARGIN + TALL_DISH / 2.0 + row * step }
            }
        };
        Rect::new(middle.x - size / 2.0, middle.y - size / 2.0, size, size)
    }

    /// One of the four places of a factory. They are counted in a circle, so that equal tiles always lie beside each other.
    pub(crate) fn dish_place(&self, factory: usize, place: usize) -> Rect {
        let (tile, gap) = match self.form {
            Form::Ring => (1.2, 0.06),
            Form::Rows => (1.14, 0.05),
            Form::Square(_) | Form::Tall(_) => (1.14, 0.03),
        };
        let middle = self.dish(factory).centre();
        let (x, y) = [(0, 0), (1, 0), (1, 1), (0, 1)][place % 4];
        let corner = |middle: f32, side: i32| middle + if side == 0 { -tile - gap } else { gap };
        Rect::new(corner(middle.x, x), corner(middle.y, y), tile, tile)
    }

    /// Where the number of a factory stands.
    pub(crate) fn dish_number(&self, factory: usize) -> Point {
        let dish = self.dish(factory);
        match self.form {
            Form::Ring => Point { x: dish.centre().x, y: dish.y + 0.4 },
            Form::Rows | Form::Square(_) | Form::Tall(_) => Point { x: dish.centre().x, y: dish.y + 0.3 },
        }
    }

    /// The first line below the dishes of a picture for a small screen.
    fn below_dishes(&self) -> f32 {
        let last = self.dish(self.factories - 1);
        last.y + last.h + 0.1
    }

    /// What the tiles of the centre lie on.
    pub(crate) fn centre(&self) -> Rect {
        match self.form {
            Form::Ring => {
                let middle = self.table_middle();
                Rect::new(middle.x - 2.2, middle.y - 2.15, 4.4, 4.05)
            }
            Form::Rows => {
                let side = self.side();
                Rect::new(side.x, side.y + 0.8, side.w, 2.0)
            }
            // The column of the boards' neighbours, beside the dishes of two or beside the board at the front.
            Form::Square(_) if self.players == 2 => {
                let (x, y) = (3.1 * TALL_DISH + 2.0 * SQUARE_MARGIN, SQUARE_MARGIN + 0.7);
                Rect::new(x, y, SQUARE_WIDTH - SQUARE_MARGIN - x, self.below_dishes() - 0.1 - y)
            }
            Form::Square(_) => {
                let (front, x) = (self.front_board(), self.column());
                Rect::new(x, front.y + 0.7, SQUARE_WIDTH - SQUARE_MARGIN - x, front.h - 0.7)
            }
            Form::Tall(_) => {
                Rect::new(TALL_MARGIN, self.below_dishes() + 0.5, TALL_WIDTH - 2.0 * TALL_MARGIN, 1.45)
            }
        }
    }

    /// The place of the marker (0) or of a colour (from 1) in the centre.
    fn heap(&self, index: usize) -> Rect {
        let at = self.centre();
        match self.form {
            Form::Ring => {
                let (w, h) = (at.w / 3.0, at.h / 2.0);
                Rect::new(at.x + (index % 3) as f32 * w, at.y + (index / 3) as f32 * h, w, h)
            }
            Form::Rows => Rect::new(at.x + index as f32 * at.w / 6.0, at.y, at.w / 6.0, at.h),
            Form::Square(_) => {
                let columns = if self.players == 2 { 3 } else { 2 };
                let (w, h) = (at.w / columns as f32, at.h / (6 / columns) as f32);
                Rect::new(at.x + (index % columns) as f32 * w, at.y + (index / columns) as f32 * h, w, h)
            }
            Form::Tall(_) => {
                let (first, step) = (1.2, (at.w - 1.3) / 5.0);
                let x = if index == 0 { 0.0 } else { first + (index - 1) as f32 * step };
                Rect::new(at.x + x, at.y + 0.06, if index == 0 { first } else { step }, at.h - 0.12)
            }
        }
    }

    /// The marker in the centre.
    pub(crate) fn centre_marker(&self) -> Rect {
        let at = self.heap(0);
        Rect::new(at.centre().x - 0.5, self.pile(Colour::ALL[0]).y.max(at.y), 1.0, 1.0)
    }

    /// What a person touches to take a colour from the centre.
    pub(crate) fn centre_group(&self, colour: Colour) -> Rect {
        self.heap(colour.index() + 1)
    }

    /// The topmost tile of a colour in the centre.
    pub(crate) fn pile(&self, colour: Colour) -> Rect {
        let at = self.centre_group(colour);
        match self.form {
            Form::Ring | Form::Rows => Rect::new(at.centre().x - 0.5, at.y + 0.2, 1.0, 1.0),
            Form::Square(_) => Rect::new(at.centre().x - 0.57, at.centre().y - 0.95, 1.14, 1.14),
            Form::Tall(_) => Rect::new(at.x + 0.1, at.centre().y - 0.5, 1.0, 1.0),
        }
    }

    /// Where the number of tiles of a pile stands: its middle.
    pub(crate) fn pile_number(&self, colour: Colour) -> Point {
        let (pile, at) = (self.pile(colour), self.centre_group(colour));
        match self.form {
            Form::Ring | Form::Rows => Point { x: pile.centre().x, y: pile.y + 1.36 },
            Form::Square(_) => Point { x: pile.centre().x, y: pile.y + 1.56 },
            Form::Tall(_) => Point { x: (pile.x + 1.06 + at.x + at.w) / 2.0, y: pile.centre().y },
        }
    }

    /// Where the name of the centre begins, and where the round does. In the middle of a ring nothing needs to be called the centre.
    pub(crate) fn headings(&self) -> (Option<Point>, (Point, Anchor)) {
        match self.form {
            Form::Ring => (None, (Point { x: MARGIN, y: MARGIN + 0.35 }, Anchor::Start)),
            Form::Rows => {
                let (side, y) = (self.side(), self.side().y + 0.35);
                (Some(Point { x: side.x + 0.1, y }), (Point { x: side.x + side.w - 0.1, y }, Anchor::End))
            }
            Form::Square(_) => {
                let at = self.centre();
                let y = at.y - 0.32;
                (Some(Point { x: at.x + 0.1, y }), (Point { x: at.x + at.w - 0.1, y }, Anchor::End))
            }
            Form::Tall(_) => {
                let (y, left, right) =
                    (self.below_dishes() + 0.2, TALL_MARGIN + 0.1, TALL_WIDTH - TALL_MARGIN - 0.1);
                (Some(Point { x: left, y }), (Point { x: right, y }, Anchor::End))
            }
        }
    }

    /// Bag and lid, below each other's names.
    fn stores(&self) -> [Rect; 2] {
        match self.form {
            Form::Ring => {
                let width = (self.table_width() - GAP) / 2.0;
                let y = self.stores_top();
                [0.0, width + GAP].map(|x| Rect::new(MARGIN + x, y, width, STORE))
            }
            Form::Rows => {
                let (side, from) = (self.side(), self.centre().y + self.centre().h);
                let each = (side.y + side.h - from) / 2.0;
                [from, from + each].map(|y| Rect::new(side.x, y + 0.8, side.w, each - 0.8))
            }
            Form::Square(_) | Form::Tall(_) => {
                let slot = self.slot(self.players - 1);
                [0.5, 2.5].map(|y| Rect::new(slot.x, slot.y + y, slot.w, 1.45))
            }
        }
    }

    /// The bag.
    pub(crate) fn bag(&self) -> Rect {
        self.stores()[0]
    }

    /// The lid.
    pub(crate) fn lid(&self) -> Rect {
        self.stores()[1]
    }

    /// Where the column beside the board at the front of a square picture begins.
    fn column(&self) -> f32 {
        let front = self.front_board();
        front.x + front.w + SQUARE_MARGIN
    }

    /// A place below or beside the front board, first for the other players, then for bag and lid: in a square picture of two in a column, of more in a row,
    /// in a tall one two in a row.
    fn slot(&self, index: usize) -> Rect {
        let front = self.front_board();
        if let Form::Square(_) = self.form {
            let (w, h) = self.card_plan().size;
            if self.players == 2 {
                let (x, y) = (self.column(), front.y + index as f32 * (front.h - h));
                return Rect::new(x, y, SQUARE_WIDTH - SQUARE_MARGIN - x, h);
            }
            let x = SQUARE_MARGIN + index as f32 * (w + SQUARE_MARGIN);
            let w = if index + 1 == self.players { SQUARE_WIDTH - SQUARE_MARGIN - x } else { w };
            return Rect::new(x, front.y + front.h + SQUARE_MARGIN, w, h);
        }
        let (row, column) = ((index / 2) as f32, (index % 2) as f32);
        let x = TALL_MARGIN + column * (CARD.size.0 + TALL_MARGIN);
        let y = front.y + front.h + TALL_MARGIN + row * (CARD.size.1 + TALL_MARGIN);
        Rect::new(x, y, CARD.size.0, CARD.size.1)
    }

    fn card_plan(&self) -> &'static Plan {
        match (self.form, self.players) {
            (Form::Square(_), 4) => &SMALL_CARD,
            _ => &CARD,
        }
    }

    fn front_board(&self) -> Rect {
        if let Form::Square(_) = self.form {
            let (w, h) = SQUARE.size;
            return Rect::new(SQUARE_MARGIN, self.below_dishes() + 0.3, w, h);
        }
        let centre = self.centre();
        Rect::new(TALL_MARGIN, centre.y + centre.h + TALL_MARGIN, FRONT.size.0, FRONT.size.1)
    }

    fn plan(&self, seat: Seat) -> &'static Plan {
        match self.form {
            Form::Ring | Form::Rows => &WIDE,
            Form::Square(front) if front == seat => &SQUARE,
            Form::Tall(front) if front == seat => &FRONT,
            Form::Square(_) | Form::Tall(_) => self.card_plan(),
        }
    }

    /// Whether a board is shown small.
    pub(crate) fn is_card(&self, seat: Seat) -> bool {
        matches!(self.form, Form::Square(front) | Form::Tall(front) if front != seat)
    }

    /// The board of a player. On a small screen the others follow the one at the front in turn order.
    pub(crate) fn board(&self, seat: Seat) -> Rect {
        match self.form {
            Form::Ring => {
                let (x, row) = (MARGIN + self.table_width() + GAP, seat.index() as f32);
                Rect::new(x, MARGIN + row * (WIDE.size.1 + GAP), WIDE.size.0, WIDE.size.1)
            }
            Form::Rows => {
                // Turn order goes round the table.
                let (row, column) = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)][seat.index() % 4];
                let top = 2.0 * MARGIN + self.rows_size().1;
                let x = MARGIN + column * (WIDE.size.0 + GAP);
                Rect::new(x, top + row * (WIDE.size.1 + GAP), WIDE.size.0, WIDE.size.1)
            }
            Form::Square(front) | Form::Tall(front) if front == seat => self.front_board(),
            Form::Square(front) | Form::Tall(front) => {
                self.slot((seat.index() + self.players - front.index()) % self.players - 1)
            }
        }
    }

    /// Where the name of a player begins, where the score ends, and how high the letters are.
    pub(crate) fn head(&self, seat: Seat) -> (Point, Point, f32) {
        let (at, plan) = (self.board(seat), self.plan(seat));
        let (y, size) = (at.y + plan.head.0, plan.head.1);
        let inset = size * 0.8;
        (Point { x: at.x + inset, y }, Point { x: at.x + at.w - inset, y }, size)
    }

    /// A place of a pattern line, counted from the wall.
    pub(crate) fn line_place(&self, seat: Seat, line: usize, place: usize) -> Rect {
        let (at, plan) = (self.board(seat), self.plan(seat));
        let x = at.x + plan.lines.0 + (4 - place) as f32 * plan.step.0;
        Rect::new(x, at.y + plan.lines.1 + line as f32 * plan.step.1, plan.cell, plan.cell)
    }

    /// A place of the wall.
    pub(crate) fn wall_place(&self, seat: Seat, row: usize, column: usize) -> Rect {
        let (at, plan) = (self.board(seat), self.plan(seat));
        let (x, y) = (
            at.x + plan.wall.0 + column as f32 * plan.wall.1,
            at.y + plan.lines.1 + row as f32 * plan.step.1,
        );
        let side = plan.wall.1 - (plan.step.0 - plan.cell);
        Rect::new(x, y + (plan.cell - side) / 2.0, side, side)
    }

    /// Where a touch counts for a place of the wall: up to its neighbours.
    pub(crate) fn wall_area(&self, seat: Seat, row: usize, column: usize) -> Rect {
        let (at, plan) = (self.wall_place(seat, row, column).centre(), self.plan(seat));
        let (w, h) = (plan.wall.1, plan.step.1);
        Rect::new(at.x - w / 2.0, at.y - h / 2.0, w, h)
    }

    /// A place of the floor line.
    pub(crate) fn floor_place(&self, seat: Seat, place: usize) -> Rect {
        let (at, plan) = (self.board(seat), self.plan(seat));
        Rect::new(at.x + plan.lines.0 + place as f32 * plan.step.0, at.y + plan.floor, plan.cell, plan.cell)
    }

    /// Where a touch counts for a line or the floor of the board at the front of a small screen: everywhere beside it.
    pub(crate) fn beside(&self, seat: Seat, line: usize) -> Option<Rect> {
        let (at, plan, line) = (self.board(seat), self.plan(seat), self.line(seat, line));
        let front = matches!(self.form, Form::Square(front) | Form::Tall(front) if front == seat);
        front.then(|| Rect::new(at.x, line.centre().y - plan.step.1 / 2.0, at.w, plan.step.1))
    }

    /// A line or the floor.
    pub(crate) fn line(&self, seat: Seat, line: usize) -> Rect {
        let plan = self.plan(seat);
        let (left, places) = match line {
            FLOOR => (self.floor_place(seat, 0), FLOOR_PLACES),
            _ => (self.line_place(seat, line, line), line + 1),
        };
        let by = (plan.step.0 - plan.cell) / 2.0;
        Rect::new(left.x - by, left.y - by, places as f32 * plan.step.0, plan.cell + 2.0 * by)
    }

    /// Where it says what the floor costs.
    pub(crate) fn penalty(&self, seat: Seat) -> Point {
        let (at, place) = (self.board(seat), self.floor_place(seat, FLOOR_PLACES - 1));
        Point { x: at.x + at.w - 0.55 * self.plan(seat).cell, y: place.centre().y }
    }

    /// What a person touches to take a colour from a source; all of a factory where it holds no such tile. `places` are those that hold it.
    pub(crate) fn group(&self, source: Source, colour: Colour, places: std::ops::Range<usize>) -> Rect {
        if source == Source::CENTRE {
            return self.centre_group(colour);
        }
        let factory = source.index();
        if places.is_empty() {
            return self.dish(factory);
        }
        let mut rects = places.map(|place| self.dish_place(factory, place).shrink(-0.02));
        let first = rects.next().unwrap_or(self.dish(factory));
        rects.fold(first, |a, b| {
            let (x, y) = (a.x.min(b.x), a.y.min(b.y));
            Rect::new(x, y, (a.x + a.w).max(b.x + b.w) - x, (a.y + a.h).max(b.y + b.h) - y)
        })
    }
}
