//! The picture: factories as dishes around the centre, bag and lid, and the players' boards.

mod layout;
mod terminal;

use game::{
    Anchor, Card, Draw, Form, Frame, Ground, Hotspot, Ink, Item, Point, Rect, Scene, Seat, Shape, Spot, Tall,
    TextBoard, Turn,
};

pub(crate) use layout::Layout;

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

/// The hotspot of a place on the wall, which only those touch who set up a position.
pub(crate) fn wall_spot(seat: Seat, row: usize, column: usize) -> Spot {
    Spot((100 + 25 * seat.index() + 5 * row + column) as u16)
}

const PENALTIES: [&str; FLOOR_PLACES] = ["-1", "-1", "-2", "-2", "-2", "-3", "-3"];
/// A pile shows that it has more than one tile by the edges of up to so many below the topmost.
const PILE: usize = 3;

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

    fn label(&mut self, at: Point, text: impl Into<String>, size: f32, anchor: Anchor, ink: Ink) {
        self.items.push(Item::Label { at, text: text.into(), size, anchor, ink });
    }

    fn dishes<const N: usize>(&mut self, layout: &Layout, state: &State<N>) {
        for (factory, &tiles) in state.factories().iter().enumerate() {
            self.place(layout.dish(factory), Ground::Dish);
            let number = (factory + 1).to_string();
            self.label(layout.dish_number(factory), number, 0.36, Anchor::Middle, Ink::Faint);
            for colour in Colour::ALL {
                for place in places(tiles, colour) {
                    self.tile(layout.dish_place(factory, place), colour);
                }
            }
        }
    }

    fn middle<const N: usize>(&mut self, layout: &Layout, state: &State<N>) {
        let (centre, (round, anchor)) = layout.headings();
        if let Some(at) = centre {
            self.label(at, "Centre", 0.42, Anchor::Start, Ink::Neutral);
        }
        let number = format!("Round {}", state.round().min(crate::LAST_ROUND.into()));
        self.label(round, number, 0.5, anchor, Ink::Neutral);
        self.place(layout.centre(), Ground::Board);
        if state.turn.seat().is_some() && state.marker().is_none() {
            self.marker(layout.centre_marker());
        }
        for colour in Colour::ALL {
            let tile = layout.pile(colour);
            let count = state.tiles(Source::CENTRE).count(colour);
            if count == 0 {
                self.place(tile.shrink(0.1), Ground::Waiting(ink(colour)));
                continue;
            }
            for below in (0..count.min(PILE)).rev() {
                let by = 0.09 * below as f32;
                self.tile(Rect::new(tile.x + by, tile.y - by, tile.w, tile.h), colour);
            }
            let (at, text) = (layout.pile_number(colour), count.to_string());
            self.label(at, text, 0.62, Anchor::Middle, Ink::Neutral);
        }
    }

    /// The bag or the lid: how many of each colour.
    fn store(&mut self, at: Rect, name: &str, tiles: Tiles) {
        let heading = format!("{name} {}", tiles.total());
        self.label(Point { x: at.x + 0.1, y: at.y - 0.3 }, heading, 0.42, Anchor::Start, Ink::Neutral);
        self.place(at, Ground::Board);
        let step = (at.w - 0.2) / 5.0;
        let size = (at.h * 0.45).min(step * 0.8);
        for colour in Colour::ALL {
            let x = at.x + 0.1 + (colour.index() as f32 + 0.5) * step;
            self.tile(Rect::new(x - size / 2.0, at.y + at.h * 0.1, size, size), colour);
            let count = tiles.count(colour).to_string();
            self.label(Point { x, y: at.y + at.h * 0.78 }, count, 0.45, Anchor::Middle, Ink::Neutral);
        }
    }

    fn board<const N: usize>(&mut self, layout: &Layout, state: &State<N>, seat: Seat, name: &str) {
        let board = state.board(seat);
        let active = state.turn == Turn::Player(seat);
        self.place(layout.board(seat), if active { Ground::ActiveBoard } else { Ground::Board });
        let (left, right, size) = layout.head(seat);
        self.label(left, name, size, Anchor::Start, Ink::Seat(seat.index() as u8));
        if state.turn == Turn::Chance && state.starter() == seat {
            let x = layout.board(seat).centre().x - size;
            self.marker(Rect::new(x, left.y - 0.6 * size, 1.2 * size, 1.2 * size));
        }
        self.label(right, points(state, board), size, Anchor::End, Ink::Neutral);
        self.lines(layout, seat, board);
        self.wall(layout, seat, board);
        self.floor(layout, seat, board);
    }

    fn lines(&mut self, layout: &Layout, seat: Seat, board: &Board) {
        for (row, line) in board.lines().into_iter().enumerate() {
            for place in 0..=row {
                let at = layout.line_place(seat, row, place);
                self.place(at, Ground::Plain);
                if let Some(colour) = line.colour().filter(|_| place < line.count()) {
                    self.tile(at.shrink(0.04 * at.w), colour);
                }
            }
            let first = layout.line_place(seat, row, row);
            if !layout.is_card(seat) && (row < 4 || first.x - layout.board(seat).x > 0.5) {
                let at = Point { x: first.x - 0.32, y: first.centre().y };
                self.label(at, (row + 1).to_string(), 0.4, Anchor::Middle, Ink::Faint);
            }
        }
    }

    fn wall(&mut self, layout: &Layout, seat: Seat, board: &Board) {
        for row in 0..5 {
            for column in 0..5 {
                let (at, colour) = (layout.wall_place(seat, row, column), Wall::colour(row, column));
                self.place(at, Ground::Waiting(ink(colour)));
                if board.wall().taken(row, column) {
                    self.tile(at, colour);
                }
            }
        }
    }

    fn floor(&mut self, layout: &Layout, seat: Seat, board: &Board) {
        let taken = board.floor().len();
        for (place, penalty) in PENALTIES.iter().enumerate() {
            let at = layout.floor_place(seat, place);
            self.place(at, Ground::Shaded);
            if place >= taken {
                self.label(at.centre(), *penalty, 0.38 * at.w, Anchor::Middle, Ink::Faint);
            }
        }
        for (place, fallen) in board.floor().iter().enumerate() {
            let at = layout.floor_place(seat, place.min(FLOOR_PLACES - 1));
            let at = at.shrink(0.06 * at.w);
            match fallen {
                Fallen::Tile(colour) => self.tile(at, colour),
                Fallen::Marker => self.marker(at),
            }
        }
        if taken > 0 {
            let text = format!("-{}", board.floor().penalty());
            let size = 0.6 * layout.floor_place(seat, 0).w;
            self.label(layout.penalty(seat), text, size, Anchor::End, Ink::Neutral);
        }
    }
}

/// The places of a factory that hold this colour: the tiles lie in the order of their colours.
fn places(tiles: Tiles, colour: Colour) -> std::ops::Range<usize> {
    let before: usize = Colour::ALL[..colour.index()].iter().map(|&other| tiles.count(other)).sum();
    before..before + tiles.count(colour)
}

/// The hotspots of the groups at a source. Those of a factory lie over each other: the widest come first, so that the others are on top.
fn groups(layout: &Layout, source: Source, tiles: Tiles) -> Vec<Hotspot> {
    let mut colours = Colour::ALL;
    if source != Source::CENTRE {
        colours.sort_by_key(|&colour| match tiles.count(colour) {
            0 => 0,
            count => 5 - count,
        });
    }
    let hotspot = |colour: Colour| {
        let at = layout.group(source, colour, places(tiles, colour));
        Hotspot::new(group_spot(source, colour), at, group_label(source, colour, tiles.count(colour)))
    };
    colours.into_iter().map(hotspot).collect()
}

/// The picture of a position in a form; also of what is none, while one is set up or a round is counted.
pub(crate) fn picture<const N: usize>(game: &Azul<N>, state: &State<N>, frame: Frame) -> Scene {
    use game::Game as _;
    let layout = Layout::of::<N>(frame);
    let mut pencil = Pencil { items: Vec::new() };
    pencil.dishes(&layout, state);
    pencil.middle(&layout, state);
    pencil.store(layout.bag(), "Bag", state.bag());
    pencil.store(layout.lid(), "Lid", state.lid());
    let factories = (0..State::<N>::FACTORIES).map(Source::factory);
    let sources = factories.chain([Source::CENTRE]);
    let mut hotspots: Vec<_> =
        sources.flat_map(|source| groups(&layout, source, state.tiles(source))).collect();
    let mut cards = Vec::new();
    for seat in Seat::all(N) {
        let name = game.seat_name(seat);
        pencil.board(&layout, state, seat, name);
        if layout.is_card(seat) {
            let label = format!("{name}, {}", points(state, state.board(seat)));
            cards.push(Card { seat, at: layout.board(seat), label });
        }
        hotspots.extend((0..=FLOOR).map(|line| {
            let label = line_label(name, state.board(seat), line);
            let form = layout.beside(seat, line).map_or(Form::Box, Form::Within);
            Hotspot::new(line_spot(seat, line), layout.line(seat, line), label).formed(form)
        }));
    }
    let (width, height) = layout.size();
    Scene { width, height, items: pencil.items, hotspots, cards }
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

impl<const N: usize> Tall for Azul<N> {
    fn near(&self, state: &State<N>, frame: Frame) -> Scene {
        picture(self, state, frame)
    }
}

impl<const N: usize> Draw for Azul<N> {
    fn scene(&self, state: &State<N>) -> Scene {
        picture(self, state, Frame::Wide)
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
