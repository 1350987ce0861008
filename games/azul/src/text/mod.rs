//! Positions as text: `WALL ROUND SIDE STARTER FACTORIES CENTRE BAG LID PLAYER...`.

mod fields;
pub(crate) mod moves;

use std::fmt::Write as _;

use game::rows::{self, shorten};
use game::{Problems, Seat, Turn};

use crate::board::MOST_POINTS;
use crate::state::{DEALT, NOBODY, OF_EACH};
use crate::{Board, Colour, FLOOR_PLACES, Fallen, Floor, LAST_ROUND, Line, Source, State, Tiles, Wall};

/// How many fields stand before the first player's.
pub(crate) const FIELDS_BEFORE_PLAYERS: usize = 8;

const LETTERS: &str = "BYRKW";

/// Stands for a bag or a lid that is not known.
const UNKNOWN: &str = "?";

/// The position as text. A finished game has no side to move and is written like one that waits for a deal.
pub(crate) fn write<const N: usize>(state: &State<N>) -> String {
    let side = state.turn.seat().map_or_else(|| "@".to_string(), |seat| seat.number().to_string());
    let marker = if state.turn.seat().is_some() && state.marker == NOBODY { "*" } else { "" };
    let factories: Vec<String> = state.factories().iter().map(|tiles| or_dash(tiles.to_string())).collect();
    let mut text = format!(
        "c {} {side} {} {} {} {} {}",
        state.round,
        state.starter().number(),
        factories.join("/"),
        or_dash(format!("{marker}{}", state.centre)),
        write_counts(state.bag),
        write_counts(state.lid),
    );
    for board in &state.boards {
        let _ = write!(text, " {}", write_board(board));
    }
    text
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_string() } else { text }
}

fn write_counts(tiles: Tiles) -> String {
    Colour::ALL.map(|colour| tiles.count(colour).to_string()).join(".")
}

fn write_board(board: &Board) -> String {
    let wall = rows::write((0..5).map(|row| {
        (0..5).map(move |column| board.wall.taken(row, column).then(|| Wall::colour(row, column).letter()))
    }));
    let lines = board.lines.map(|line| match line.colour() {
        None => "-".to_string(),
        Some(colour) => format!("{}{}", colour.letter(), line.count()),
    });
    let floor: String = board.floor.iter().map(letter_of).collect();
    format!("{}:{wall}:{}:{}", board.score, lines.join("/"), or_dash(floor))
}

fn letter_of(fallen: Fallen) -> char {
    match fallen {
        Fallen::Marker => '*',
        Fallen::Tile(colour) => colour.letter(),
    }
}

pub(crate) fn wrong_number_of_fields(text: &str) -> Problems {
    let count = text.split_whitespace().count();
    let fields = if count == 1 { "field" } else { "fields" };
    Problems::one(format!(
        "'{}' has {count} {fields}; expected WALL ROUND SIDE STARTER FACTORIES CENTRE BAG LID and two to four players",
        shorten(text.trim()),
    ))
}

/// Who moves, as the text says it.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Chance,
    Player(Seat),
}

/// What is wrong with a text so far, and whether a part that holds tiles could not be read (so that counting them makes no sense).
struct Reading {
    problems: Problems,
    lost_tiles: bool,
}

impl Reading {
    fn add(&mut self, problem: String) {
        self.problems.add(problem);
    }

    fn lose(&mut self, problem: String) {
        self.lost_tiles = true;
        self.problems.add(problem);
    }
}

/// Reads a position and checks that it can be one.
pub(crate) fn read<const N: usize>(text: &str) -> Result<State<N>, Problems> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() != FIELDS_BEFORE_PLAYERS + N {
        return Err(match fields.len().checked_sub(FIELDS_BEFORE_PLAYERS) {
            Some(players @ 2..=4) => {
                Problems::one(format!("the position has {players} players; expected {N}"))
            }
            _ => wrong_number_of_fields(text),
        });
    }
    let mut reading = Reading { problems: Problems::none(), lost_tiles: false };
    let found = &mut reading;
    match fields[0] {
        "c" => {}
        "g" => found.add("wall 'g' (the grey side) cannot be played yet; expected c".to_string()),
        other => found.add(format!("wall '{}' is unknown; expected c", shorten(other))),
    }
    let round = read_number("round", fields[1], 1..=usize::from(LAST_ROUND) + 1, found);
    let side = read_side::<N>(fields[2], found);
    let starter = read_number("starter", fields[3], 1..=N, found);
    let mut state = State::<N>::start();
    state.factories = read_factories::<N>(fields[4], found);
    let centre_marker = read_centre(fields[5], &mut state.centre, found);
    let bag = read_counts("bag", fields[6], found);
    let lid = read_counts("lid", fields[7], found);
    for (index, field) in fields[FIELDS_BEFORE_PLAYERS..].iter().enumerate() {
        state.boards[index] = read_board(index + 1, field, found);
    }
    state.round = round as u8;
    state.starter = (starter - 1) as u8;
    fill(&mut state, bag, lid, found);
    state.turn = match side {
        Some(side) => settle(&mut state, side, centre_marker, found),
        None => Turn::Over,
    };
    for index in 0..State::<N>::FACTORIES {
        state.groups.set(Source::factory(index), state.factories[index].colours());
    }
    state.groups.set(Source::CENTRE, state.centre.colours());
    state.key = state.fresh_key();
    reading.problems.or(state)
}

/// What can be read of a position that is being set up; everything else is as at the start. What is nowhere else is in the bag, or in the
/// lid when only that is not known.
pub(crate) fn draft<const N: usize>(text: &str) -> State<N> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let field = |at: usize| fields.get(at).copied().unwrap_or("");
    let found = &mut Reading { problems: Problems::none(), lost_tiles: false };
    let mut state = State::<N>::start();
    state.round = read_number("round", field(1), 1..=usize::from(LAST_ROUND), found) as u8;
    state.starter = (read_number("starter", field(3), 1..=N, found) - 1) as u8;
    state.turn = match read_side::<N>(field(2), found) {
        Some(Side::Chance) => Turn::Chance,
        Some(Side::Player(seat)) => Turn::Player(seat),
        None => Turn::Player(state.starter()),
    };
    state.factories = read_factories::<N>(field(4), found);
    read_centre(field(5), &mut state.centre, found);
    for (index, board) in state.boards.iter_mut().enumerate() {
        *board = match field(FIELDS_BEFORE_PLAYERS + index) {
            "" => Board::EMPTY,
            text => read_board(index + 1, text, found),
        };
        if board.floor.has_marker() {
            state.marker = index as u8;
        }
    }
    let known = |at: usize| !["", "?"].contains(&field(at));
    state.bag = Tiles::NONE;
    state.lid = if known(7) { read_counts("lid", field(7), found).unwrap_or_default() } else { Tiles::NONE };
    let seen = state.all_tiles();
    let left = |colour: Colour| Tiles::of(colour, OF_EACH.saturating_sub(seen.count(colour)));
    let rest = Colour::ALL.into_iter().fold(Tiles::NONE, |rest, colour| rest + left(colour));
    *if known(6) && !known(7) { &mut state.lid } else { &mut state.bag } = rest;
    state
}

fn read_number(name: &str, text: &str, range: std::ops::RangeInclusive<usize>, found: &mut Reading) -> usize {
    let (low, high) = (*range.start(), *range.end());
    match text.parse() {
        Ok(number) if range.contains(&number) => number,
        _ => {
            found.add(format!("{name} '{}' is not a whole number from {low} to {high}", shorten(text)));
            low
        }
    }
}

fn read_side<const N: usize>(text: &str, found: &mut Reading) -> Option<Side> {
    match text.parse::<usize>() {
        _ if text == "@" => return Some(Side::Chance),
        Ok(number) if (1..=N).contains(&number) => return Some(Side::Player(Seat::new(number - 1))),
        _ => {}
    }
    found.add(format!("side '{}' is unknown; expected a seat from 1 to {N} or @", shorten(text)));
    None
}

/// A heap written as letters, `-` when empty. `None` when a letter is wrong.
fn read_heap(text: &str) -> Option<Tiles> {
    if text == "-" {
        return Some(Tiles::NONE);
    }
    if text.is_empty() || text.len() > 60 {
        return None;
    }
    text.chars().try_fold(Tiles::NONE, |sum, letter| {
        let colour = Colour::of(letter).filter(|_| letter.is_ascii_uppercase())?;
        Some(sum + Tiles::of(colour, 1))
    })
}

fn read_factories<const N: usize>(text: &str, found: &mut Reading) -> [Tiles; 9] {
    let parts: Vec<&str> = text.split('/').collect();
    let expected = State::<N>::FACTORIES;
    if parts.len() != expected {
        found.lose(format!("there are {} factories; expected {expected} for {N} players", parts.len()));
    }
    let mut factories = [Tiles::NONE; 9];
    for (index, part) in parts.iter().take(expected).enumerate() {
        match read_heap(part) {
            Some(tiles) if tiles.total() <= DEALT => factories[index] = tiles,
            _ => found.lose(format!(
                "factory {} '{}' is not up to four of {LETTERS}, or -",
                index + 1,
                shorten(part)
            )),
        }
    }
    factories
}

/// Reads the centre and says whether the marker is there.
fn read_centre(text: &str, centre: &mut Tiles, found: &mut Reading) -> bool {
    let tiles = text.replacen('*', "", 1);
    let marker = tiles.len() < text.len();
    match read_heap(if marker && tiles.is_empty() { "-" } else { &tiles }) {
        Some(tiles) => *centre = tiles,
        None => found
            .lose(format!("centre '{}' is not letters of {LETTERS} and at most one *, or -", shorten(text))),
    }
    marker
}

/// Reads a bag or a lid; `None` when it is not known.
fn read_counts(name: &str, text: &str, found: &mut Reading) -> Option<Tiles> {
    if text == UNKNOWN {
        return None;
    }
    let counts: Vec<usize> =
        text.split('.').filter_map(|part| part.parse().ok().filter(|&n| n <= OF_EACH)).collect();
    if counts.len() != 5 || text.split('.').count() != 5 {
        found.lose(format!(
            "{name} '{}' is neither five counts from 0 to {OF_EACH} with dots between them nor {UNKNOWN}",
            shorten(text)
        ));
        return Some(Tiles::NONE);
    }
    Some(Colour::ALL.into_iter().zip(counts).fold(Tiles::NONE, |sum, (c, n)| sum + Tiles::of(c, n)))
}

fn read_board(number: usize, text: &str, found: &mut Reading) -> Board {
    let parts: Vec<&str> = text.split(':').collect();
    let [score, wall, lines, floor] = parts[..] else {
        found.lose(format!("player {number} '{}' is not SCORE:WALL:LINES:FLOOR", shorten(text)));
        return Board::EMPTY;
    };
    let score = read_number(&format!("player {number}'s score"), score, 0..=MOST_POINTS as usize, found);
    let wall = read_wall(number, wall, found);
    let lines = read_lines(number, lines, wall, found);
    let floor = read_floor(number, floor, found);
    Board { wall, floor, open: Board::find_open(wall, lines), lines, score: score as u16 }
}

fn read_wall(number: usize, text: &str, found: &mut Reading) -> Wall {
    let mut problems = Problems::none();
    let cells = rows::read(text, 5, 5, LETTERS, &mut problems);
    for problem in problems.iter() {
        found.lose(format!("player {number}'s wall: {problem}"));
    }
    let mut wall = Wall::EMPTY;
    for (row, cells) in cells.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let Some(letter) = *cell else { continue };
            let belongs = Wall::colour(row, column);
            if letter == belongs.letter() {
                wall.place(row, belongs);
            } else {
                found.lose(format!(
                    "player {number}'s wall has '{letter}' in row {} column {}; expected '{}'",
                    row + 1,
                    column + 1,
                    belongs.letter()
                ));
            }
        }
    }
    wall
}

fn read_lines(number: usize, text: &str, wall: Wall, found: &mut Reading) -> [Line; 5] {
    let parts: Vec<&str> = text.split('/').collect();
    if parts.len() != 5 {
        found.lose(format!("player {number} has {} pattern lines; expected 5", parts.len()));
    }
    let mut lines = [Line::EMPTY; 5];
    for (row, part) in parts.iter().take(5).enumerate() {
        let Some(line) = read_line(part, row + 1) else {
            found.lose(format!(
                "player {number}'s line {} '{}' is not a letter of {LETTERS} and a count from 1 to {}, or -",
                row + 1,
                shorten(part),
                row + 1
            ));
            continue;
        };
        lines[row] = line;
        if let Some(colour) = line.colour().filter(|&colour| wall.has(row, colour)) {
            found.add(format!(
                "player {number}'s line {} holds {}, which row {} of the wall has already",
                row + 1,
                colour.name(),
                row + 1
            ));
        }
    }
    lines
}

fn read_line(text: &str, room: usize) -> Option<Line> {
    if text == "-" {
        return Some(Line::EMPTY);
    }
    let mut letters = text.chars();
    let colour = letters.next().filter(char::is_ascii_uppercase).and_then(Colour::of)?;
    let count = letters.next()?.to_digit(10)? as usize;
    (letters.next().is_none() && (1..=room).contains(&count)).then(|| Line::new(colour, count))
}

fn read_floor(number: usize, text: &str, found: &mut Reading) -> Floor {
    let mut floor = Floor::EMPTY;
    if text == "-" {
        return floor;
    }
    let mut readable = !text.is_empty();
    for letter in text.chars() {
        readable &= match Colour::of(letter).filter(|_| letter.is_ascii_uppercase()) {
            Some(colour) => floor.drop_tiles(colour, 1) == 1,
            None if letter == '*' && !floor.has_marker() => {
                floor.drop_marker();
                true
            }
            None => false,
        };
    }
    if !readable {
        found.lose(format!(
            "player {number}'s floor '{}' is not up to {FLOOR_PLACES} of {LETTERS} and *, or -",
            shorten(text)
        ));
    }
    floor
}

/// Sets bag and lid, and checks that the tiles add up. One of them that is not known holds what nothing else does. When neither is known, all of
/// that counts as the bag: every tile out of sight is then as likely to be dealt as any other, which is what not knowing means.
fn fill<const N: usize>(state: &mut State<N>, bag: Option<Tiles>, lid: Option<Tiles>, found: &mut Reading) {
    state.bag = bag.unwrap_or(Tiles::NONE);
    state.lid = lid.unwrap_or(Tiles::NONE);
    if found.lost_tiles {
        return;
    }
    // A colour counted here stays far below what a byte holds only because every field has its own limit.
    let seen = state.all_tiles();
    let mut rest = Tiles::NONE;
    for colour in Colour::ALL {
        let count = seen.count(colour);
        match (bag, lid) {
            (Some(_), Some(_)) if count != OF_EACH => {
                found.add(format!("the {} tiles add up to {count}; expected {OF_EACH}", colour.name()));
            }
            (None, _) | (_, None) if count > OF_EACH => {
                found.add(format!("{count} {} tiles are in sight; there are {OF_EACH}", colour.name()));
            }
            _ => rest += Tiles::of(colour, OF_EACH - count),
        }
    }
    if bag.is_none() {
        state.bag = rest;
    } else {
        state.lid += rest;
    }
}

/// Works out who acts, and checks what the phase of the game demands. Sets the holder of the marker.
fn settle<const N: usize>(
    state: &mut State<N>,
    side: Side,
    centre_marker: bool,
    found: &mut Reading,
) -> Turn {
    let limit = state.round > LAST_ROUND;
    let dealt = !state.factories.iter().all(|tiles| tiles.is_empty());
    if state.has_row() || limit {
        let why = if limit { "the last round is over" } else { "a row of a wall is complete" };
        if dealt || !state.centre.is_empty() {
            found.add(format!("{why}, which ends the game, but tiles are left to be taken"));
        }
        check_between_rounds(state, found);
        return Turn::Over;
    }
    match side {
        Side::Player(seat) => {
            if !dealt && state.centre.is_empty() {
                found.add(format!("seat {} is to move, but there are no tiles to take", seat.number()));
            }
            find_marker(state, centre_marker, found);
            Turn::Player(seat)
        }
        Side::Chance => {
            check_between_rounds(state, found);
            if !state.centre.is_empty() {
                found.add("the centre holds tiles, but the round has not begun".to_string());
            }
            if state.next_factory().is_none() {
                found.add("side @ has nothing to deal: every factory holds tiles".to_string());
            }
            match (state.bag + state.lid).is_empty() {
                false => Turn::Chance,
                true => {
                    if dealt {
                        found.add("side @ has nothing to deal: bag and lid are empty".to_string());
                    }
                    Turn::Over
                }
            }
        }
    }
}

/// Between rounds the floors are clean and no line is full.
fn check_between_rounds<const N: usize>(state: &State<N>, found: &mut Reading) {
    for (index, board) in state.boards.iter().enumerate() {
        if !board.floor.is_empty() {
            found.add(format!("player {}'s floor is not empty between rounds", index + 1));
        }
        for (row, line) in board.lines.iter().enumerate() {
            if line.count() == row + 1 {
                found.add(format!("player {}'s line {} is full between rounds", index + 1, row + 1));
            }
        }
    }
}

/// While players take tiles the marker is in exactly one place.
fn find_marker<const N: usize>(state: &mut State<N>, centre: bool, found: &mut Reading) {
    let mut places = Vec::new();
    if centre {
        places.push("the centre".to_string());
    }
    for (index, board) in state.boards.iter().enumerate() {
        if board.floor.has_marker() {
            state.marker = index as u8;
            places.push(format!("player {}'s floor", index + 1));
        }
    }
    match places.len() {
        0 => found.add("the marker * is missing; expected in the centre or on a floor".to_string()),
        1 => {}
        _ => found.add(format!("the marker * is in several places: {}", places.join(", "))),
    }
}
