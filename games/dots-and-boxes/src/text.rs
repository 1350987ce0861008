//! Positions and moves as text, both ways.

use game::{MoveError, Problems, Seat, Size, rows::shorten};

use crate::{Arc, Board, Direction, State, Word};

/// What a move looks like.
pub(crate) const MOVE_FORM: &str = "h or v, row, column, counted from the top left, such as h2.3";

const FORM: &str = "expected four parts: horizontal arcs, vertical arcs, boxes, side";

pub(crate) fn write<W: Word>(board: &Board<W>, state: &State<W>) -> String {
    let Size { rows, columns } = board.size();
    let digit = |seat: Option<Seat>| seat.map_or('0', |s| if s == Seat::FIRST { '1' } else { '2' });
    let grid = |rows: usize, columns: usize, cell: &dyn Fn(usize, usize) -> char| {
        let row = |r| (0..columns).map(|c| cell(r, c)).collect::<String>();
        (0..rows).map(row).collect::<Vec<_>>().join("/")
    };
    let horizontal = grid(rows + 1, columns, &|r, c| digit(state.drawer(board.horizontal(r, c))));
    let vertical = grid(rows, columns + 1, &|r, c| digit(state.drawer(board.vertical(r, c))));
    let boxes = grid(rows, columns, &|r, c| digit(state.owner(board, r * columns + c)));
    format!("{horizontal} {vertical} {boxes} {}", state.side().number())
}

/// The size of the board that a position text speaks of.
pub(crate) fn size_of(text: &str) -> Result<Size, Problems> {
    let parts: Vec<&str> = text.split_ascii_whitespace().collect();
    let [horizontal, vertical, ..] = parts[..] else {
        return Err(Problems::one(format!("'{}' is not a position: {FORM}", shorten(text))));
    };
    let columns = horizontal.split('/').next().unwrap_or("").chars().count();
    let size = Size { rows: vertical.split('/').count(), columns };
    let most = Board::<u64>::LONGEST;
    if columns == 0 || columns > most || size.rows > most {
        return Err(Problems::one(format!(
            "the board of '{}' is {size}; expected 1 to {most} each",
            shorten(text)
        )));
    }
    Ok(size)
}

pub(crate) fn read<W: Word>(board: &Board<W>, text: &str) -> Result<State<W>, Problems> {
    let parts: Vec<&str> = text.split_ascii_whitespace().collect();
    let [horizontal, vertical, boxes, side] = parts[..] else {
        return Err(Problems::one(format!("'{}' has {} parts; {FORM}", shorten(text), parts.len())));
    };
    let Size { rows, columns } = board.size();
    let mut problems = Problems::none();
    let mut arcs = Grid::read("horizontal arcs", horizontal, rows + 1, columns, &mut problems);
    let more = Grid::read("vertical arcs", vertical, rows, columns + 1, &mut problems);
    let boxes = Grid::read("boxes", boxes, rows, columns, &mut problems);
    arcs.0.extend(more.0);
    let drawn: W = arcs.set(|digit| digit != 0);
    // Which boxes are closed means nothing before all arcs can be read.
    if problems.is_empty() {
        check_boxes(board, drawn, &boxes, &mut problems);
    }
    let side = match side {
        "1" => Seat::FIRST,
        "2" => Seat::SECOND,
        _ => {
            problems.add(format!("side '{}' is not 1 or 2", shorten(side)));
            Seat::FIRST
        }
    };
    problems.or(())?;
    Ok(State::new(board, drawn, arcs.set(|digit| digit == 2), boxes.set(|digit| digit == 2), side))
}

/// What can be read of a position that is being set up. Boxes belong to somebody exactly when they are closed, whatever the text says.
pub(crate) fn draft<W: Word>(board: &Board<W>, text: &str) -> State<W> {
    let Size { rows, columns } = board.size();
    let mut parts = text.split_ascii_whitespace();
    let mut grid =
        |rows, columns| Grid::read("", parts.next().unwrap_or(""), rows, columns, &mut Problems::none());
    let mut arcs = grid(rows + 1, columns);
    arcs.0.extend(grid(rows, columns + 1).0);
    let boxes = grid(rows, columns);
    let drawn: W = arcs.set(|digit| digit != 0);
    let side = if parts.next() == Some("2") { Seat::SECOND } else { Seat::FIRST };
    let owned: W = boxes.set(|digit| digit == 2);
    State::new(board, drawn, arcs.set(|digit| digit == 2), owned & board.closed(drawn), side)
}

/// A box has an owner exactly when its four arcs are drawn.
fn check_boxes<W: Word>(board: &Board<W>, drawn: W, boxes: &Grid, problems: &mut Problems) {
    let closed = board.closed(drawn);
    for (index, &owner) in boxes.0.iter().enumerate() {
        let (row, column) = (index / board.size().columns + 1, index % board.size().columns + 1);
        match (closed.has(index), owner) {
            (true, 0) => problems.add(format!("box {row}.{column} has all four arcs but no owner")),
            (false, 1..) => {
                problems.add(format!("box {row}.{column} has the owner {owner} but not all four arcs"))
            }
            _ => {}
        }
    }
}

/// Digits 0 to 2, row by row.
struct Grid(Vec<u8>);

impl Grid {
    /// Reads exactly `rows` x `columns` digits. What cannot be read becomes 0, so that reading can go on and find the rest.
    fn read(what: &str, text: &str, rows: usize, columns: usize, problems: &mut Problems) -> Grid {
        let found = text.split('/').count();
        if found != rows {
            problems.add(format!("{what} '{}' have {found} rows; expected {rows}", shorten(text)));
        }
        let mut digits = Vec::with_capacity(rows * columns);
        for (index, row) in text.split('/').take(rows).enumerate() {
            let number = index + 1;
            let length = row.chars().count();
            if length != columns {
                let row = shorten(row);
                problems.add(format!(
                    "row {number} of the {what} '{row}' has {length} digits; expected {columns}"
                ));
            }
            for letter in row.chars().take(columns) {
                let digit = letter.to_digit(3);
                if digit.is_none() {
                    problems.add(format!("row {number} of the {what} has '{letter}'; expected 0, 1 or 2"));
                }
                digits.push(digit.unwrap_or(0) as u8);
            }
            digits.resize(number * columns, 0);
        }
        digits.resize(rows * columns, 0);
        Grid(digits)
    }

    /// Where the digit is as wanted.
    fn set<W: Word>(&self, wanted: impl Fn(u8) -> bool) -> W {
        let places = self.0.iter().enumerate().filter(|&(_, &digit)| wanted(digit));
        places.fold(W::EMPTY, |set, (index, _)| set | W::bit(index))
    }
}

pub(crate) fn write_arc<W: Word>(board: &Board<W>, arc: Arc) -> String {
    let (direction, row, column) = board.place(arc);
    let letter = match direction {
        Direction::Horizontal => 'h',
        Direction::Vertical => 'v',
    };
    format!("{letter}{}.{}", row + 1, column + 1)
}

pub(crate) fn read_arc<W: Word>(board: &Board<W>, state: &State<W>, text: &str) -> Result<Arc, MoveError> {
    let (direction, row, column) =
        parse(board, text).ok_or_else(|| MoveError::unreadable(&shorten(text), MOVE_FORM))?;
    let place = row.checked_sub(1).zip(column.checked_sub(1));
    let arc = place.and_then(|(row, column)| board.arc_at(direction, row, column)).ok_or_else(|| {
        let Size { rows, columns } = board.size();
        let (name, rows, columns) = match direction {
            Direction::Horizontal => ("horizontal", rows + 1, columns),
            Direction::Vertical => ("vertical", rows, columns + 1),
        };
        let reason = format!("the board has rows 1 to {rows} and columns 1 to {columns} of {name} arcs");
        MoveError::illegal(&shorten(text), reason)
    })?;
    match state.drawer(arc) {
        None => Ok(arc),
        Some(seat) => {
            let reason = format!("player {} has already drawn this arc", seat.number());
            Err(MoveError::illegal(&shorten(text), reason))
        }
    }
}

/// Direction, row and column (counted from 1) of a text such as `h2.3`, `H 2 3`, `[v, 2, 3]`, `h23`.
fn parse<W: Word>(board: &Board<W>, text: &str) -> Option<(Direction, usize, usize)> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || "[](){}".contains(c)).to_ascii_lowercase();
    let letters = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let direction = match &text[..letters] {
        "h" | "horizontal" => Direction::Horizontal,
        "v" | "vertical" => Direction::Vertical,
        _ => return None,
    };
    let ignored = |c: char| c.is_whitespace() || "[](){},;:-".contains(c);
    let rest = &text[letters..];
    // A point says where the row ends; without one, whatever separates the numbers does.
    if let Some((row, column)) = rest.split_once('.') {
        let number = |part: &str| number(&part.replace(ignored, ""));
        return Some((direction, number(row)?, number(column)?));
    }
    let parts: Vec<&str> = rest.split(ignored).filter(|part| !part.is_empty()).collect();
    match parts[..] {
        [row, column] => Some((direction, number(row)?, number(column)?)),
        [both] => split(board, direction, both),
        _ => None,
    }
}

/// Row and column written without anything between them, if that can mean one arc only.
fn split<W: Word>(board: &Board<W>, direction: Direction, both: &str) -> Option<(Direction, usize, usize)> {
    if !both.is_ascii() {
        return None;
    }
    let readings: Vec<_> = (1..both.len())
        .filter(|&at| !both[..at].starts_with('0') && !both[at..].starts_with('0'))
        .filter_map(|at| Some((direction, number(&both[..at])?, number(&both[at..])?)))
        .collect();
    let on_board: Vec<_> = readings
        .iter()
        .filter(|&&(_, row, column)| board.arc_at(direction, row - 1, column - 1).is_some())
        .collect();
    match (&readings[..], &on_board[..]) {
        (_, [only]) => Some(**only),
        ([only], _) => Some(*only),
        _ => None,
    }
}

fn number(text: &str) -> Option<usize> {
    (text.len() <= 3 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}
