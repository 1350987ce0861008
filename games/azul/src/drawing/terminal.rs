//! The picture for a terminal: letters for tiles, small letters where the wall waits for one.

use game::{Game as _, Ink, Seat, TextBoard, Turn};

use crate::board::FLOOR;
use crate::drawing::{group_spot, line_spot, points};
use crate::{Azul, Board, Colour, FLOOR_PLACES, Fallen, Source, State, Tiles, Wall};

const FACTORIES_IN_A_ROW: usize = 5;
const FACTORY_WIDTH: usize = 14;
/// Where the first factory, and the tiles of the centre, begin.
const TABLE_LEFT: usize = 11;
/// Where the number of tiles in the bag and in the lid is.
const COUNT_LEFT: usize = TABLE_LEFT - 4;
/// Room for who is to do what.
const HEADLINE: usize = 80;
const BOARDS_IN_A_ROW: usize = 2;
const BOARD_WIDTH: usize = 36;
const BOARD_HEIGHT: usize = 9;
const LINES_LEFT: usize = 4;
const WALL_LEFT: usize = 18;
const PENALTIES: &str = "-1 -1 -2 -2 -2 -3 -3";

pub(crate) fn draw<const N: usize>(game: &Azul<N>, state: &State<N>) -> TextBoard {
    let mut board = TextBoard::new();
    board.label(0, 0, HEADLINE, &headline(game, state), None);
    board.label(2, 0, TABLE_LEFT - 1, "Factories", None);
    for (index, &tiles) in state.factories().iter().enumerate() {
        let row = 2 + index / FACTORIES_IN_A_ROW;
        let column = TABLE_LEFT + index % FACTORIES_IN_A_ROW * FACTORY_WIDTH;
        board.put(row, column, &format!("{}:", index + 1));
        draw_source(&mut board, row, column + 3, Source::factory(index), tiles);
    }
    let centre = 2 + State::<N>::FACTORIES.div_ceil(FACTORIES_IN_A_ROW);
    board.label(centre, 0, TABLE_LEFT - 1, "Centre", None);
    let marker = state.turn.seat().is_some() && state.marker().is_none();
    if marker {
        board.put(centre, TABLE_LEFT, "*");
    }
    let tiles = state.tiles(Source::CENTRE);
    if !marker || !tiles.is_empty() {
        draw_source(&mut board, centre, TABLE_LEFT + 2 * usize::from(marker), Source::CENTRE, tiles);
    }
    for (row, name, tiles) in [(centre + 1, "Bag", state.bag()), (centre + 2, "Lid", state.lid())] {
        board.label(row, 0, COUNT_LEFT - 1, name, None);
        board.put(row, COUNT_LEFT, &format!("{:>3} {}", tiles.total(), counts(tiles)));
    }
    for seat in Seat::all(N) {
        let top = centre + 4 + seat.index() / BOARDS_IN_A_ROW * BOARD_HEIGHT;
        let left = seat.index() % BOARDS_IN_A_ROW * BOARD_WIDTH;
        draw_board(&mut board, top, left, game, state, seat);
    }
    board
}

fn headline<const N: usize>(game: &Azul<N>, state: &State<N>) -> String {
    let round = state.round().min(crate::LAST_ROUND.into());
    match state.turn {
        Turn::Player(seat) => format!("Round {round}: {} takes tiles", game.seat_name(seat)),
        Turn::Chance => {
            format!("Round {round}: tiles are dealt, {} will start", game.seat_name(state.starter()))
        }
        Turn::Over => format!("Game over after round {round}"),
    }
}

fn counts(tiles: Tiles) -> String {
    Colour::ALL
        .map(|colour| format!("{}{:<2}", colour.letter(), tiles.count(colour)))
        .join("  ")
        .trim_end()
        .to_string()
}

/// The tiles of a source as letters; every group of equal ones is a hotspot.
fn draw_source(board: &mut TextBoard, row: usize, left: usize, source: Source, tiles: Tiles) {
    if tiles.is_empty() {
        board.put_ink(row, left, "-", Ink::Faint);
        return;
    }
    let mut column = left;
    for colour in Colour::ALL.into_iter().filter(|&colour| tiles.count(colour) > 0) {
        let count = tiles.count(colour);
        board.spot(group_spot(source, colour), row, column, 2 * count - 1);
        for _ in 0..count {
            draw_tile(board, row, column, colour);
            column += 2;
        }
    }
}

fn draw_tile(board: &mut TextBoard, row: usize, column: usize, colour: Colour) {
    board.put_ink(row, column, &colour.letter().to_string(), Ink::Kind(colour as u8));
}

fn draw_board<const N: usize>(
    picture: &mut TextBoard,
    top: usize,
    left: usize,
    game: &Azul<N>,
    state: &State<N>,
    seat: Seat,
) {
    let board = state.board(seat);
    if state.turn == Turn::Player(seat) {
        picture.put(top, left, ">");
    }
    let ink = Ink::Seat(seat.index() as u8);
    picture.label(top, left + 2, WALL_LEFT - 3, game.seat_name(seat), Some(ink));
    picture.label(top, left + WALL_LEFT, BOARD_WIDTH - WALL_LEFT - 1, &points(state, board), None);
    for row in 0..5 {
        draw_line(picture, top + 1 + row, left, board, row);
        picture.spot(line_spot(seat, row), top + 1 + row, left + 2, 11);
        draw_wall_row(picture, top + 1 + row, left + WALL_LEFT, board, row);
    }
    draw_floor(picture, top + 6, left, board);
    picture.spot(line_spot(seat, FLOOR), top + 6, left + 2, 5);
}

fn draw_line(picture: &mut TextBoard, row: usize, left: usize, board: &Board, line: usize) {
    picture.put(row, left + 2, &(line + 1).to_string());
    let held = board.lines()[line];
    for place in 0..=line {
        let column = left + LINES_LEFT + 2 * (4 - place);
        match held.colour().filter(|_| place < held.count()) {
            Some(colour) => draw_tile(picture, row, column, colour),
            None => picture.put_ink(row, column, ".", Ink::Faint),
        }
    }
    picture.put_ink(row, left + LINES_LEFT + 11, ">", Ink::Faint);
}

fn draw_wall_row(picture: &mut TextBoard, at: usize, left: usize, board: &Board, row: usize) {
    for column in 0..5 {
        let colour = Wall::colour(row, column);
        if board.wall().taken(row, column) {
            draw_tile(picture, at, left + 2 * column, colour);
        } else {
            let hint = colour.letter().to_ascii_lowercase().to_string();
            picture.put_ink(at, left + 2 * column, &hint, Ink::Faint);
        }
    }
}

fn draw_floor(picture: &mut TextBoard, row: usize, left: usize, board: &Board) {
    picture.label(row, left + 2, 5, "floor", None);
    let first = left + 8;
    for place in 0..FLOOR_PLACES {
        picture.put_ink(row, first + 3 * place + 1, ".", Ink::Faint);
    }
    for (place, fallen) in board.floor().iter().enumerate() {
        let column = first + 3 * place + 1;
        match fallen {
            Fallen::Marker => picture.put(row, column, "*"),
            Fallen::Tile(colour) => draw_tile(picture, row, column, colour),
        }
    }
    picture.put_ink(row + 1, first, PENALTIES, Ink::Faint);
}
