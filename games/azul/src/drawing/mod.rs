//! The picture: factories as dishes, the centre between bag and lid, and the players' boards.

mod terminal;

use game::{
    Anchor, Draw, Ground, Hotspot, Ink, Item, Point, Rect, Scene, Seat, Shape, Spot, TextBoard, Turn,
};

use crate::board::FLOOR;
use crate::moves::Action;
use crate::{Azul, Board, Colour, FLOOR_PLACES, Fallen, Move, Source, State, Tiles, Wall};

/// The hotspot of a group: a colour at a source.
pub(crate) fn group_spot(source: Source, colour: Colour) -> Spot {
    Spot((5 * source.index() + colour.index()) as u16)
}

/// The hotspot of a destination: a pattern line of a player, or the floor, which is line 5.
pub(crate) fn line_spot(seat: Seat, line: usize) -> Spot {
    Spot((50 + 6 * seat.index() + line) as u16)
}

const MARGIN: f32 = 0.6;
const GAP: f32 = 0.6;
/// A cell and the gap to the next.
const STEP: f32 = 1.1;

const DISH: f32 = 4.2;
const DISHES_IN_A_ROW: usize = 7;
/// Where the colours lie on a dish, seen from its middle: like the five of a die.
const ON_DISH: [(f32, f32); 5] = [(-0.78, -0.93), (0.78, -0.93), (0.0, 0.0), (-0.78, 0.93), (0.78, 0.93)];
const HEAP: (f32, f32) = (1.5, 0.92);
const SMALL_TILE: f32 = 0.8;

const STORE: (f32, f32) = (6.2, 1.9);
const CENTRE_WIDTH: f32 = 12.8;
const CENTRE_STEP: f32 = 2.2;

const BOARD: (f32, f32) = (12.9, 9.2);
const LINES_TOP: f32 = 1.5;
/// From the left edge of a board to its lines and its floor.
const LINES_LEFT: f32 = 0.85;
const WALL_LEFT: f32 = 6.9;
const FLOOR_TOP: f32 = 7.4;
const PENALTIES: [&str; FLOOR_PLACES] = ["-1", "-1", "-2", "-2", "-2", "-3", "-3"];

/// Where everything is; follows from the number of players.
pub(crate) struct Layout {
    players: usize,
    factories: usize,
}

impl Layout {
    /// For so many players.
    pub(crate) const fn of<const N: usize>() -> Layout {
        Layout { players: N, factories: State::<N>::FACTORIES }
    }

    fn board_columns(&self) -> usize {
        if self.players == 3 { 3 } else { 2 }
    }

    fn width(&self) -> f32 {
        let columns = self.board_columns() as f32;
        2.0 * MARGIN + columns * BOARD.0 + (columns - 1.0) * GAP
    }

    /// The dishes stand in even rows: 5, 7, or 5 and 4.
    fn dishes_in_row(&self, row: usize) -> usize {
        let first =
            if self.factories > DISHES_IN_A_ROW { self.factories.div_ceil(2) } else { self.factories };
        if row == 0 { first } else { self.factories - first }
    }

    fn dish(&self, factory: usize) -> Rect {
        let first = self.dishes_in_row(0);
        let (row, place) = if factory < first { (0, factory) } else { (1, factory - first) };
        let count = self.dishes_in_row(row) as f32;
        let left = (self.width() - count * DISH - (count - 1.0) * GAP) / 2.0;
        let top = MARGIN + 0.5 + row as f32 * (DISH + 0.8);
        Rect::new(left + place as f32 * (DISH + GAP), top, DISH, DISH)
    }

    /// The top of the row with bag, centre and lid.
    fn middle(&self) -> f32 {
        self.dish(self.factories - 1).y + DISH + 0.9
    }

    fn centre(&self) -> Rect {
        Rect::new((self.width() - CENTRE_WIDTH) / 2.0, self.middle(), CENTRE_WIDTH, STORE.1)
    }

    fn bag(&self) -> Rect {
        Rect::new(self.centre().x - GAP - STORE.0, self.middle(), STORE.0, STORE.1)
    }

    fn lid(&self) -> Rect {
        Rect::new(self.centre().x + CENTRE_WIDTH + GAP, self.middle(), STORE.0, STORE.1)
    }

    fn board(&self, player: usize) -> Rect {
        let (row, column) = (player / self.board_columns(), player % self.board_columns());
        let x = MARGIN + column as f32 * (BOARD.0 + GAP);
        let y = self.middle() + STORE.1 + GAP + row as f32 * (BOARD.1 + GAP);
        Rect::new(x, y, BOARD.0, BOARD.1)
    }

    fn height(&self) -> f32 {
        self.board(self.players - 1).y + BOARD.1 + MARGIN
    }

    /// Where the tiles of a colour lie at a source.
    fn heap(&self, source: Source, colour: Colour) -> Rect {
        if source == Source::CENTRE {
            let at = self.centre();
            let x = at.x + 1.7 + colour.index() as f32 * CENTRE_STEP;
            return Rect::new(x, at.y + 0.35, CENTRE_STEP - 0.1, 1.2);
        }
        let (middle, (dx, dy)) = (self.dish(source.index()).centre(), ON_DISH[colour.index()]);
        Rect::new(middle.x + dx - HEAP.0 / 2.0, middle.y + dy - HEAP.1 / 2.0, HEAP.0, HEAP.1)
    }

    /// A place of a pattern line, counted from the wall.
    fn line_place(&self, player: usize, line: usize, place: usize) -> Rect {
        let board = self.board(player);
        let x = board.x + LINES_LEFT + (4 - place) as f32 * STEP;
        Rect::new(x, board.y + LINES_TOP + line as f32 * STEP, 1.0, 1.0)
    }

    pub(crate) fn wall_place(&self, player: usize, row: usize, column: usize) -> Rect {
        let board = self.board(player);
        let x = board.x + WALL_LEFT + column as f32 * STEP;
        Rect::new(x, board.y + LINES_TOP + row as f32 * STEP, 1.0, 1.0)
    }

    fn floor_place(&self, player: usize, place: usize) -> Rect {
        let board = self.board(player);
        Rect::new(board.x + LINES_LEFT + place as f32 * STEP, board.y + FLOOR_TOP, 1.0, 1.0)
    }

    /// What a person touches to choose a line or the floor.
    pub(crate) fn line(&self, player: usize, line: usize) -> Rect {
        let (left, places) = match line {
            FLOOR => (self.floor_place(player, 0), FLOOR_PLACES),
            _ => (self.line_place(player, line, line), line + 1),
        };
        Rect::new(left.x - 0.05, left.y - 0.05, places as f32 * STEP, STEP)
    }
}

const fn ink(colour: Colour) -> Ink {
    Ink::Kind(colour as u8)
}

/// A scene being drawn.
struct Pencil {
    items: Vec<Item>,
}

impl Pencil {
    fn place(&mut self, at: Rect, ground: Ground) {
        self.items.push(Item::Place { at, ground });
    }

    fn tile(&mut self, at: Rect, colour: Colour) {
        self.items.push(Item::Piece { at, shape: Shape::Tile, ink: ink(colour) });
    }

    fn marker(&mut self, at: Rect) {
        self.items.push(Item::Piece { at, shape: Shape::Marker, ink: Ink::Neutral });
    }

    fn label(&mut self, x: f32, y: f32, text: impl Into<String>, size: f32, anchor: Anchor, ink: Ink) {
        self.items.push(Item::Label { at: Point { x, y }, text: text.into(), size, anchor, ink });
    }

    fn dishes<const N: usize>(&mut self, layout: &Layout, state: &State<N>) {
        for (factory, tiles) in state.factories().iter().enumerate() {
            let dish = layout.dish(factory);
            self.place(dish, Ground::Dish);
            let number = (factory + 1).to_string();
            self.label(dish.centre().x, dish.y - 0.3, number, 0.42, Anchor::Middle, Ink::Neutral);
            for colour in Colour::ALL {
                self.fan(layout.heap(Source::factory(factory), colour), colour, tiles.count(colour));
            }
        }
    }

    /// Up to four tiles, each covering a part of the one before.
    fn fan(&mut self, at: Rect, colour: Colour, count: usize) {
        if count == 0 {
            return;
        }
        let gaps = (count - 1) as f32;
        let shift = if count == 1 { 0.0 } else { ((at.w - SMALL_TILE) / gaps).min(0.42) };
        let left = at.centre().x - (SMALL_TILE + gaps * shift) / 2.0;
        for index in 0..count {
            let x = left + index as f32 * shift;
            self.tile(Rect::new(x, at.centre().y - SMALL_TILE / 2.0, SMALL_TILE, SMALL_TILE), colour);
        }
    }

    fn middle<const N: usize>(&mut self, layout: &Layout, state: &State<N>) {
        self.store(layout.bag(), "Bag", state.bag());
        self.store(layout.lid(), "Lid", state.lid());
        let at = layout.centre();
        self.label(at.x + 0.2, at.y - 0.35, "Centre", 0.42, Anchor::Start, Ink::Neutral);
        let round = format!("Round {}", state.round().min(crate::LAST_ROUND.into()));
        self.label(at.x + at.w - 0.2, at.y - 0.35, round, 0.42, Anchor::End, Ink::Neutral);
        self.place(at, Ground::Board);
        if state.turn.seat().is_some() && state.marker().is_none() {
            self.marker(Rect::new(at.x + 0.4, at.y + 0.45, 1.0, 1.0));
        }
        for colour in Colour::ALL {
            let heap = layout.heap(Source::CENTRE, colour);
            let tile = Rect::new(heap.x + 0.1, heap.y + 0.1, 1.0, 1.0);
            match state.tiles(Source::CENTRE).count(colour) {
                0 => self.place(tile, Ground::Waiting(ink(colour))),
                count => {
                    self.tile(tile, colour);
                    let text = format!("\u{d7}{count}");
                    self.label(tile.x + 1.1, heap.centre().y, text, 0.55, Anchor::Start, Ink::Neutral);
                }
            }
        }
    }

    /// The bag or the lid: how many of each colour.
    fn store(&mut self, at: Rect, name: &str, tiles: Tiles) {
        let heading = format!("{name} {}", tiles.total());
        self.label(at.x + 0.2, at.y - 0.35, heading, 0.42, Anchor::Start, Ink::Neutral);
        self.place(at, Ground::Board);
        for colour in Colour::ALL {
            let x = at.x + 0.35 + colour.index() as f32 * 1.18;
            self.tile(Rect::new(x, at.y + 0.25, 0.8, 0.8), colour);
            let count = tiles.count(colour).to_string();
            self.label(x + 0.4, at.y + 1.42, count, 0.45, Anchor::Middle, Ink::Neutral);
        }
    }

    fn board<const N: usize>(&mut self, layout: &Layout, state: &State<N>, seat: Seat, name: &str) {
        let (player, board) = (seat.index(), state.board(seat));
        let at = layout.board(player);
        let active = state.turn == Turn::Player(seat);
        self.place(at, if active { Ground::ActiveBoard } else { Ground::Board });
        self.label(at.x + 0.55, at.y + 0.75, name, 0.6, Anchor::Start, Ink::Seat(player as u8));
        if state.turn == Turn::Chance && state.starter() == seat {
            self.marker(Rect::new(at.x + 4.6, at.y + 0.4, 0.7, 0.7));
        }
        self.label(at.x + at.w - 0.55, at.y + 0.75, points(state, board), 0.6, Anchor::End, Ink::Neutral);
        self.lines(layout, player, board);
        self.wall(layout, player, board);
        self.floor(layout, player, board);
    }

    fn lines(&mut self, layout: &Layout, player: usize, board: &Board) {
        for (row, line) in board.lines().into_iter().enumerate() {
            for place in 0..=row {
                let at = layout.line_place(player, row, place);
                self.place(at, Ground::Plain);
                if let Some(colour) = line.colour().filter(|_| place < line.count()) {
                    self.tile(at.shrink(0.06), colour);
                }
            }
            let first = layout.line_place(player, row, row);
            let (x, y) = (first.x - 0.32, first.centre().y);
            self.label(x, y, (row + 1).to_string(), 0.4, Anchor::Middle, Ink::Faint);
        }
    }

    fn wall(&mut self, layout: &Layout, player: usize, board: &Board) {
        for row in 0..5 {
            for column in 0..5 {
                let (at, colour) = (layout.wall_place(player, row, column), Wall::colour(row, column));
                self.place(at, Ground::Waiting(ink(colour)));
                if board.wall().taken(row, column) {
                    self.tile(at.shrink(0.04), colour);
                }
            }
        }
    }

    fn floor(&mut self, layout: &Layout, player: usize, board: &Board) {
        for (place, penalty) in PENALTIES.iter().enumerate() {
            let at = layout.floor_place(player, place);
            self.place(at, Ground::Shaded);
            self.label(at.centre().x, at.y + 1.3, *penalty, 0.36, Anchor::Middle, Ink::Faint);
        }
        for (place, fallen) in board.floor().iter().enumerate() {
            let at = layout.floor_place(player, place).shrink(0.06);
            match fallen {
                Fallen::Tile(colour) => self.tile(at, colour),
                Fallen::Marker => self.marker(at),
            }
        }
        if !board.floor().is_empty() {
            let (at, text) = (layout.board(player), format!("-{}", board.floor().penalty()));
            self.label(at.x + at.w - 0.55, at.y + FLOOR_TOP + 0.5, text, 0.6, Anchor::End, Ink::Neutral);
        }
    }
}

/// The score as people read it: with the bonuses once the game is over.
pub(crate) fn points<const N: usize>(state: &State<N>, board: &Board) -> String {
    let bonus = if state.turn == Turn::Over { board.wall().bonus().points() } else { 0 };
    match board.score() + bonus {
        1 => "1 point".to_string(),
        points => format!("{points} points"),
    }
}

fn group_label(source: Source, colour: Colour, count: usize) -> String {
    let place = match source {
        Source::CENTRE => "centre".to_string(),
        _ => format!("factory {}", source.index() + 1),
    };
    match count {
        0 => format!("{place}, no {}", colour.name()),
        _ => format!("{place}, {count} {}", colour.name()),
    }
}

fn line_label(name: &str, board: &Board, line: usize) -> String {
    if line == FLOOR {
        return format!(
            "{name}, floor, {} of {FLOOR_PLACES} places taken",
            board.floor().len().min(FLOOR_PLACES)
        );
    }
    let (held, number) = (board.lines()[line], line + 1);
    match held.colour() {
        None => format!("{name}, line {number}, empty"),
        Some(colour) => format!("{name}, line {number}, {} of {number} {}", held.count(), colour.name()),
    }
}

impl<const N: usize> Draw for Azul<N> {
    fn scene(&self, state: &State<N>) -> Scene {
        use game::Game as _;
        let layout = Layout::of::<N>();
        let mut pencil = Pencil { items: Vec::new() };
        pencil.dishes(&layout, state);
        pencil.middle(&layout, state);
        let mut hotspots = Vec::new();
        let factories = (0..State::<N>::FACTORIES).map(Source::factory);
        for source in factories.chain([Source::CENTRE]) {
            for colour in Colour::ALL {
                hotspots.push(Hotspot {
                    spot: group_spot(source, colour),
                    at: layout.heap(source, colour),
                    label: group_label(source, colour, state.tiles(source).count(colour)),
                });
            }
        }
        for seat in Seat::all(N) {
            let name = self.seat_name(seat);
            pencil.board(&layout, state, seat, name);
            for line in 0..=FLOOR {
                hotspots.push(Hotspot {
                    spot: line_spot(seat, line),
                    at: layout.line(seat.index(), line),
                    label: line_label(name, state.board(seat), line),
                });
            }
        }
        Scene { width: layout.width(), height: layout.height(), items: pencil.items, hotspots }
    }

    fn text(&self, state: &State<N>) -> TextBoard {
        terminal::draw(self, state)
    }

    fn path(&self, state: &State<N>, mv: Move) -> Vec<Spot> {
        match (state.turn, mv.action()) {
            (Turn::Player(seat), Action::Take { source, colour, line }) => {
                vec![group_spot(source, colour), line_spot(seat, line)]
            }
            _ => Vec::new(),
        }
    }
}
