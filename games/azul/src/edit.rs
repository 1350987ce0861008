//! Setting up a position tile by tile. Bag and lid take care of themselves: what is nowhere else is in the bag, or nobody knows.

use game::edit::with_field;
use game::{Brush, Dial, Edit, Form, Frame, Game, Hotspot, Ink, Scene, Seat, Shape, Spot, Turn};

use crate::board::{FLOOR, MOST_POINTS};
use crate::drawing::{Layout, group_spot, line_spot, picture, wall_spot};
use crate::state::{DEALT, NOBODY};
use crate::{Azul, Board, Colour, Fallen, Floor, LAST_ROUND, Line, Source, State, Tiles, Wall, text};

/// The brush of the marker, after those of the colours; then comes the one that takes away.
const MARKER: usize = 5;

/// Three tiles of each of nine factories.
const MOST_IN_CENTRE: usize = 27;

/// What bag and lid may be said to hold.
const UNKNOWN: &str = "?";
const NOTHING: &str = "0.0.0.0.0";
const STORES: [(&str, &str); 3] =
    [("unknown", "not known"), ("bag", "the rest is in the bag"), ("lid", "the rest is in the lid")];

/// Something that can be touched.
enum Place {
    Source(Source, Colour),
    Line(Seat, usize),
    Wall(Seat, usize, usize),
}

impl Place {
    fn of<const N: usize>(spot: Spot) -> Option<Place> {
        let factories = (0..State::<N>::FACTORIES).map(Source::factory);
        let sources = factories.chain([Source::CENTRE]);
        let mut groups = sources.flat_map(|source| Colour::ALL.map(|colour| (source, colour)));
        if let Some((source, colour)) = groups.find(|&(source, colour)| group_spot(source, colour) == spot) {
            return Some(Place::Source(source, colour));
        }
        for seat in Seat::all(N) {
            if let Some(line) = (0..=FLOOR).find(|&line| line_spot(seat, line) == spot) {
                return Some(Place::Line(seat, line));
            }
            let mut cells = (0..5).flat_map(|row| (0..5).map(move |column| (row, column)));
            if let Some((row, column)) = cells.find(|&(row, column)| wall_spot(seat, row, column) == spot) {
                return Some(Place::Wall(seat, row, column));
            }
        }
        None
    }
}

/// The draft with bag and lid as it says itself.
fn write<const N: usize>(state: &State<N>, draft: &str) -> String {
    let fields: Vec<&str> = draft.split_whitespace().collect();
    let lid = fields.get(7).copied().unwrap_or(UNKNOWN);
    // A tile that is moved comes from the bag or goes there, so the bag is whatever is left.
    with_field(&with_field(&text::write(state), 6, UNKNOWN), 7, lid)
}

fn without_last(floor: Floor) -> Floor {
    let left = floor.iter().take(floor.len().saturating_sub(1));
    left.fold(Floor::EMPTY, dropped)
}

fn without_marker(floor: Floor) -> Floor {
    floor.iter().filter(|&fallen| fallen != Fallen::Marker).fold(Floor::EMPTY, dropped)
}

fn dropped(mut floor: Floor, fallen: Fallen) -> Floor {
    match fallen {
        Fallen::Marker => floor.drop_marker(),
        Fallen::Tile(colour) => {
            floor.drop_tiles(colour, 1);
        }
    }
    floor
}

fn touch_source<const N: usize>(state: &mut State<N>, source: Source, held: Colour, brush: usize) {
    if brush == MARKER {
        if source == Source::CENTRE {
            give_marker(state, NOBODY);
        }
        return;
    }
    let centre = source == Source::CENTRE;
    let most = if centre { MOST_IN_CENTRE } else { DEALT };
    let tiles = if centre { &mut state.centre } else { &mut state.factories[source.index()] };
    match Colour::ALL.get(brush) {
        Some(&colour) if tiles.total() < most => *tiles += Tiles::of(colour, 1),
        None if tiles.count(held) > 0 => *tiles -= Tiles::of(held, 1),
        _ => {}
    }
}

/// Puts the marker on the floor of a player, or into the centre.
fn give_marker<const N: usize>(state: &mut State<N>, to: u8) {
    for (index, board) in state.boards.iter_mut().enumerate() {
        board.floor = without_marker(board.floor);
        if index == usize::from(to) {
            board.floor.drop_marker();
        }
    }
    state.marker = to;
}

fn touch_line(board: &mut Board, line: usize, brush: usize) {
    let colour = Colour::ALL.get(brush).copied();
    if line == FLOOR {
        board.floor = match colour {
            Some(colour) => dropped(board.floor, Fallen::Tile(colour)),
            None => without_last(board.floor),
        };
        return;
    }
    let held = board.lines[line];
    board.lines[line] = match (colour, held.colour()) {
        (Some(colour), Some(same)) if colour == same => Line::new(colour, (held.count() + 1).min(line + 1)),
        (Some(colour), _) => Line::new(colour, 1),
        (None, Some(colour)) => Line::new(colour, held.count() - 1),
        (None, None) => Line::EMPTY,
    };
}

/// Puts the one tile that belongs there, whatever the brush, or takes it away.
fn touch_wall(board: &mut Board, row: usize, column: usize, brush: usize) {
    let old = board.wall;
    board.wall = Wall::EMPTY;
    for (r, c) in (0..5).flat_map(|r| (0..5).map(move |c| (r, c))) {
        let here = (r, c) == (row, column);
        let put = if here { brush < MARKER && !old.taken(r, c) } else { old.taken(r, c) };
        if put {
            board.wall.place(r, Wall::colour(r, c));
        }
    }
}

impl<const N: usize> Edit for Azul<N> {
    const FORM: &'static str = "WALL ROUND SIDE STARTER FACTORIES CENTRE BAG LID PLAYER...
Colours: B blue, Y yellow, R red, K black, W white; * is the marker of the first player
WALL: c, the coloured side
ROUND: its number, from 1
SIDE: who is to move, a seat from 1; @ when tiles must be dealt
STARTER: the seat that began this round
FACTORIES: the tiles of each with / between them, - for an empty one
CENTRE: tiles and *, - when there is nothing
BAG and LID: how many of each colour in the order B.Y.R.K.W, or ? when it is not known
PLAYER: SCORE:WALL:LINES:FLOOR for each player
SCORE: the points so far; WALL: five rows, a letter for a tile and a number for so many empty places
LINES: five with / between them, - or a colour and how many tiles; FLOOR: tiles and * in order, - when empty";

    fn blank(&self) -> String {
        let mut state = State::<N>::start();
        state.turn = Turn::Player(Seat::FIRST);
        with_field(&with_field(&text::write(&state), 6, UNKNOWN), 7, UNKNOWN)
    }

    fn brushes(&self) -> Vec<Brush> {
        const NAMES: [&str; 5] = ["blue tile", "yellow tile", "red tile", "black tile", "white tile"];
        let tile = |colour: Colour| Brush::new(NAMES[colour.index()], Shape::Tile, Ink::Kind(colour as u8));
        let mut brushes: Vec<Brush> = Colour::ALL.into_iter().map(tile).collect();
        brushes.push(Brush::new("marker of the first player", Shape::Marker, Ink::Neutral));
        brushes.push(Brush::ERASER);
        brushes
    }

    fn sheet(&self, draft: &str, frame: Frame) -> Scene {
        let (state, layout) = (text::draft::<N>(draft), Layout::of::<N>(frame));
        let mut scene = picture(self, &state, frame);
        for seat in Seat::all(N).filter(|&seat| !layout.is_card(seat)) {
            for (row, column) in (0..5).flat_map(|row| (0..5).map(move |column| (row, column))) {
                let colour = Wall::colour(row, column).name();
                let (name, taken) = (self.seat_name(seat), state.board(seat).wall().taken(row, column));
                let stands = if taken { format!("{colour} tile") } else { format!("no {colour}") };
                let label = format!("{name}, wall {}.{}, {stands}", row + 1, column + 1);
                let at = layout.wall_place(seat, row, column);
                let around = Form::Within(layout.wall_area(seat, row, column));
                scene.hotspots.push(Hotspot::new(wall_spot(seat, row, column), at, label).formed(around));
            }
        }
        scene
    }

    fn touch(&self, draft: &str, spot: Spot, brush: usize) -> String {
        let mut state = text::draft::<N>(draft);
        match Place::of::<N>(spot) {
            Some(Place::Source(source, held)) => touch_source(&mut state, source, held, brush),
            Some(Place::Line(seat, FLOOR)) if brush == MARKER => give_marker(&mut state, seat.index() as u8),
            Some(Place::Line(_, _)) if brush == MARKER => {}
            Some(Place::Line(seat, line)) => {
                touch_line(&mut state.boards[seat.index() % N], line, brush);
                if !state.boards.iter().any(|board| board.floor.has_marker()) {
                    state.marker = NOBODY;
                }
            }
            Some(Place::Wall(seat, row, column)) => {
                touch_wall(&mut state.boards[seat.index() % N], row, column, brush);
            }
            None => {}
        }
        write(&state, draft)
    }

    fn dials(&self, draft: &str) -> Vec<Dial> {
        let state = text::draft::<N>(draft);
        let mut fields = draft.split_whitespace().skip(6);
        let stores = (fields.next().unwrap_or(UNKNOWN), fields.next().unwrap_or(UNKNOWN));
        let stores = match stores {
            (UNKNOWN, UNKNOWN) => "unknown",
            (_, UNKNOWN) => "lid",
            _ => "bag",
        };
        let seats: Vec<(String, &str)> =
            Seat::all(N).map(|seat| (seat.number().to_string(), self.seat_name(seat))).collect();
        let seats: Vec<(&str, &str)> = seats.iter().map(|(number, name)| (number.as_str(), *name)).collect();
        let side = state.turn.seat().map_or_else(|| "@".to_string(), |seat| seat.number().to_string());
        let movers: Vec<_> = seats.iter().copied().chain([("@", "nobody: tiles are dealt")]).collect();
        let mut dials = vec![
            Dial::choice("To move", &side, &movers),
            Dial::choice("Began this round", &state.starter().number().to_string(), &seats),
            Dial::number("Round", state.round(), 1, i32::from(LAST_ROUND)),
            Dial::choice("Bag and lid", stores, &STORES),
        ];
        dials.extend(Seat::all(N).map(|seat| {
            let score = state.board(seat).score() as usize;
            Dial::number(format!("{}, points", self.seat_name(seat)), score, 0, MOST_POINTS)
        }));
        dials
    }

    fn set(&self, draft: &str, dial: usize, value: &str) -> String {
        if !self.dials(draft).get(dial).is_some_and(|dial| dial.takes(value)) {
            return draft.to_string();
        }
        let mut state = text::draft::<N>(draft);
        let number = value.parse::<usize>().unwrap_or(0);
        match dial {
            0 => state.turn = if value == "@" { Turn::Chance } else { Turn::Player(Seat::new(number - 1)) },
            1 => state.starter = (number - 1) as u8,
            2 => state.round = number as u8,
            3 => {
                let (bag, lid) = match value {
                    "unknown" => (UNKNOWN, UNKNOWN),
                    "lid" => (NOTHING, UNKNOWN),
                    _ => (UNKNOWN, NOTHING),
                };
                return with_field(&with_field(&text::write(&state), 6, bag), 7, lid);
            }
            _ => state.boards[(dial - 4) % N].score = number as u16,
        }
        let fields: Vec<&str> = draft.split_whitespace().collect();
        let bag = fields.get(6).copied().unwrap_or(UNKNOWN);
        with_field(&write(&state, draft), 6, bag)
    }
}
