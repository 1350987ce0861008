//! The messages of the Bologna competition's server.
//!
//! A message is JSON behind a length of four bytes, the most significant first. The server counts rows from the top, as this crate does, and leaves a
//! captured king on the board: that he is taken shows in `turn` alone.

use game::{Game, Line, News, Protocol, Seat, Seats, Status, Turn, Wire, rows};

use crate::board::{CASTLE, Square, WIDTH};
use crate::json::{Json, quote};
use crate::moves::Move;
use crate::state::{Side, State};
use crate::{Tablut, text};

impl Wire for Tablut {
    const PROTOCOL: Protocol = Protocol {
        title: "the Tablut competition of the University of Bologna",
        ports: &[5800, 5801],
        seconds: 60,
        header: 4,
    };

    fn pack(message: &str) -> Vec<u8> {
        let mut bytes = (message.len() as u32).to_be_bytes().to_vec();
        bytes.extend(message.as_bytes());
        bytes
    }

    fn length(header: &[u8]) -> Result<usize, String> {
        let bytes: [u8; 4] =
            header.try_into().map_err(|_| format!("a length of {} bytes; expected 4", header.len()))?;
        let length = i32::from_be_bytes(bytes);
        usize::try_from(length).map_err(|_| format!("a length of {length} bytes; expected at least 0"))
    }

    fn write_name(name: &str) -> String {
        quote(name)
    }

    /// A JSON string; a single word without quotes is taken too, as the server takes it.
    fn read_name(message: &str) -> Result<String, String> {
        let word = |c: char| c.is_alphanumeric() || "_-.".contains(c);
        match Json::read(message) {
            Ok(Json::Text(name)) => Ok(name),
            _ if !message.trim().is_empty() && message.trim().chars().all(word) => {
                Ok(message.trim().to_string())
            }
            _ => Err(format!("'{}' is not a name; expected one in quotes", rows::shorten(message))),
        }
    }

    fn write_news(&self, line: &Line<Tablut>, winners: Option<Seats>) -> String {
        let winners = winners.or_else(|| line.outcome().map(|outcome| outcome.winners));
        let turn = match (winners, line.state().side) {
            (None, Side::White) => "WHITE",
            (None, Side::Black) => "BLACK",
            (Some(winners), _) if winners == Seats::only(Side::White.seat()) => "WHITEWIN",
            (Some(winners), _) if winners == Seats::only(Side::Black.seat()) => "BLACKWIN",
            (Some(_), _) => "DRAW",
        };
        let king = line.states().iter().rev().find_map(State::king);
        let row = |row| {
            let cells: Vec<&str> = (0..WIDTH).map(|column| cell(line.state(), king, row, column)).collect();
            format!("[\"{}\"]", cells.join("\",\""))
        };
        let rows: Vec<String> = (0..WIDTH).map(row).collect();
        format!("{{\"board\":[{}],\"turn\":\"{turn}\"}}", rows.join(","))
    }

    fn read_news(&self, message: &str) -> Result<News, String> {
        let json = Json::read(message)?;
        let turn = json.get("turn").and_then(Json::text).ok_or("the state has no 'turn'")?;
        let status = status(turn).ok_or_else(|| {
            let found = rows::shorten(turn);
            format!("the turn '{found}' is none of WHITE, BLACK, WHITEWIN, BLACKWIN, DRAW")
        })?;
        let board = json.get("board").and_then(Json::list).ok_or("the state has no 'board'")?;
        let pieces = pieces(board)?;
        let side = if status == Status::ToMove(Side::Black.seat()) { 'B' } else { 'W' };
        let position = format!("{pieces} {side}");
        if let Status::ToMove(_) = status {
            text::read(&position).map_err(|problems| format!("the board is impossible: {problems}"))?;
        }
        Ok(News { pieces, position, status })
    }

    fn write_order(&self, state: &State, mv: Move) -> String {
        let turn = match self.turn(state) {
            Turn::Player(Seat::SECOND) => "BLACK",
            _ => "WHITE",
        };
        format!("{{\"from\":\"{}\",\"to\":\"{}\",\"turn\":\"{turn}\"}}", mv.from(), mv.to())
    }

    /// `turn` does not matter, and a square that is missing makes the move illegal, not the message.
    fn read_order(&self, message: &str) -> Result<String, String> {
        let json = Json::read(message)?;
        let Json::Object(_) = json else {
            return Err(format!("'{}' is not a move; expected an object", rows::shorten(message)));
        };
        let square = |key| json.get(key).and_then(Json::text).unwrap_or_default();
        Ok(format!("{}{}", square("from"), square("to")))
    }
}

fn status(turn: &str) -> Option<Status> {
    let (white, black) = (Side::White.seat(), Side::Black.seat());
    Some(match turn {
        "WHITE" => Status::ToMove(white),
        "BLACK" => Status::ToMove(black),
        "WHITEWIN" => Status::Over(Seats::only(white)),
        "BLACKWIN" => Status::Over(Seats::only(black)),
        "DRAW" => Status::Over(Seats::first(2)),
        _ => return None,
    })
}

/// The server's word for what stands on a square.
fn cell(state: &State, king: Option<Square>, row: usize, column: usize) -> &'static str {
    let square = Square::at(row, column);
    match square.and_then(|square| text::piece(state, square)) {
        Some('W') => "WHITE",
        Some('B') => "BLACK",
        _ if square == king => "KING",
        _ if square.is_some_and(|square| square.is_in(CASTLE)) => "THRONE",
        _ => "EMPTY",
    }
}

/// The rows of a position text.
fn pieces(board: &[Json]) -> Result<String, String> {
    let count = |n: usize, what: &str| format!("there are {n} {what}; expected {WIDTH}");
    if board.len() != WIDTH {
        return Err(count(board.len(), "rows"));
    }
    let mut letters = Vec::with_capacity(WIDTH);
    for row in board {
        let row = row.list().unwrap_or_default();
        if row.len() != WIDTH {
            return Err(count(row.len(), "cells in a row"));
        }
        letters.push(row.iter().map(letter).collect::<Result<Vec<_>, _>>()?);
    }
    Ok(rows::write(letters.into_iter().map(Vec::into_iter)))
}

fn letter(cell: &Json) -> Result<Option<char>, String> {
    match cell.text().unwrap_or_default() {
        "EMPTY" | "THRONE" => Ok(None),
        "WHITE" => Ok(Some('W')),
        "BLACK" => Ok(Some('B')),
        "KING" => Ok(Some('K')),
        other => {
            Err(format!("the cell '{}' is none of EMPTY, WHITE, BLACK, KING, THRONE", rows::shorten(other)))
        }
    }
}
