//! Positions and moves as text.

use game::{MoveError, Problems, rows};

use crate::board::{CAMPS, CASTLE, CORNERS, EDGE, Set, Square, WIDTH};
use crate::moves::{Move, reach};
use crate::state::{Ending, Side, State};

/// What a move looks like.
pub(crate) const MOVE_FORM: &str = "two squares, from and to, such as E3H3";

/// Rows from the top, then the side to move: `3BBB3/... W`.
pub(crate) fn write(state: &State) -> String {
    let rows = (0..WIDTH).map(|row| {
        (0..WIDTH).map(move |column| Square::at(row, column).and_then(|square| piece(state, square)))
    });
    format!("{} {}", rows::write(rows), letter(state.side))
}

/// The letter of what stands on a square.
pub(crate) fn piece(state: &State, square: Square) -> Option<char> {
    [(state.king.bit(), 'K'), (state.white, 'W'), (state.black, 'B')]
        .into_iter()
        .find(|&(set, _)| square.is_in(set))
        .map(|(_, letter)| letter)
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'B',
    }
}

/// Reads a position. Accepted is everything that keeps to the rules about who may stand where and how many there are, whether or not
/// a game could lead there; a position without a king is the end of a game that Black has won.
pub(crate) fn read(text: &str) -> Result<State, Problems> {
    let mut problems = Problems::none();
    let mut parts = text.split_ascii_whitespace();
    let board = parts.next().unwrap_or("");
    let cells = rows::read(board, WIDTH, WIDTH, "KWB", &mut problems);
    let side = match parts.next() {
        Some("W" | "w") => Some(Side::White),
        Some("B" | "b") => Some(Side::Black),
        Some(other) => {
            problems.add(format!("side to move '{}' is not W or B", rows::shorten(other)));
            None
        }
        None => {
            problems.add("the side to move is missing: expected W or B after the rows");
            None
        }
    };
    if let Some(extra) = parts.next() {
        problems.add(format!("unexpected '{}' after the side to move", rows::shorten(extra)));
    }
    let whole = problems.is_empty();
    let standing = |wanted: char| {
        let letters = cells.iter().flatten().enumerate();
        letters.filter(|&(_, &cell)| cell == Some(wanted)).fold(0, |set: Set, (i, _)| set | 1 << i)
    };
    let (white, black, king) = (standing('W'), standing('B'), standing('K'));
    check_pieces(white, black, king, &mut problems);
    if let Some(side) = side.filter(|_| whole) {
        check_side(king, side, &mut problems);
    }
    let square = if king == 0 { Square::NOWHERE } else { Square::first(king) };
    problems.or(()).map(|()| State::new(white, black, square, side.unwrap_or(Side::White)))
}

fn check_pieces(white: Set, black: Set, king: Set, problems: &mut Problems) {
    for (set, most, name) in [(white, 8, "white pawns"), (black, 16, "black pawns"), (king, 1, "kings")] {
        let count = set.count_ones();
        if count > most {
            problems.add(format!("there are {count} {name}; at most {most} can be"));
        }
    }
    let places = [
        (white & CAMPS, "a white pawn", "in a camp", "only Black may be there"),
        (king & CAMPS, "the king", "in a camp", "only Black may be there"),
        (king & CORNERS, "the king", "in a corner", "the game ends before he can get there"),
        (white & CASTLE, "a white pawn", "on the castle", "only the king may be there"),
        (black & CASTLE, "a black pawn", "on the castle", "only the king may be there"),
    ];
    for (set, who, place, why) in places {
        for square in Square::all(set) {
            problems.add(format!("{who} stands on '{square}' {place}; {why}"));
        }
    }
}

/// The last move must have been made by whom it made the winner.
fn check_side(king: Set, side: Side, problems: &mut Problems) {
    if king == 0 && side == Side::Black {
        problems.add(
            "there is no king and Black is to move; without a king Black has just won, so it is W's turn",
        );
    }
    if king & EDGE & !CAMPS & !CORNERS != 0 && side == Side::White {
        let square = Square::first(king);
        problems.add(format!(
            "the king stands on '{square}' at the rim and White is to move; he has just escaped, so it is B's turn"
        ));
    }
}

/// From and to, in capitals: `E3H3`.
pub(crate) fn write_move(mv: Move) -> String {
    format!("{}{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// Reads two squares, whatever is between and around them.
pub(crate) fn read_move(state: &State, text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::unreadable(&rows::shorten(text), MOVE_FORM);
    let ignored = |c: &char| !(c.is_whitespace() || "()[]{}<>,;:.-".contains(*c));
    let letters: Vec<char> = text.chars().filter(ignored).take(5).collect();
    let &[file, row, to_file, to_row] = letters.as_slice() else { return Err(unreadable()) };
    let known = |file: char, row: char| file.is_ascii_alphabetic() && row.is_ascii_digit();
    if !known(file, row) || !known(to_file, to_row) {
        return Err(unreadable());
    }
    let square = |file: char, row: char| {
        let column = rows::column_of(file)?;
        Square::at(row.to_digit(10)?.checked_sub(1)? as usize, column)
    };
    let illegal = |reason: String| MoveError::illegal(&rows::shorten(text), reason);
    let off = |file: char, row: char| {
        let name = file.to_ascii_lowercase();
        illegal(format!("{name}{row} is off the board, which has files a to i and rows 1 to 9"))
    };
    let from = square(file, row).ok_or_else(|| off(file, row))?;
    let to = square(to_file, to_row).ok_or_else(|| off(to_file, to_row))?;
    match objection(state, from, to) {
        None => Ok(Move::new(from, to)),
        Some(reason) => Err(illegal(reason)),
    }
}

/// The rule that forbids the move, or `None` when it is legal.
fn objection(state: &State, from: Square, to: Square) -> Option<String> {
    if let Some(ending) = state.ending {
        let why = match ending {
            Ending::Escaped => "the king has escaped",
            Ending::Captured => "the king is captured",
            Ending::Stuck => "there is no move left",
        };
        return Some(format!("the game is over, {why}"));
    }
    if !from.is_in(state.own()) {
        let side = if state.side == Side::White { "White" } else { "Black" };
        return Some(match piece(state, from) {
            None => format!("no piece stands on {from}"),
            Some(_) => format!("{side} is to move, and the piece on {from} is not {side}'s"),
        });
    }
    if from == to {
        return Some(format!("the piece would stay on {from}"));
    }
    if from.row() != to.row() && from.column() != to.column() {
        return Some(format!("{from} and {to} are not in one row or column"));
    }
    let [up, left, right, down] = reach(state, from);
    let (steps, free) = match (to.row() as i32 - from.row() as i32, to.column() as i32 - from.column() as i32)
    {
        (0, across) if across < 0 => (-across, left),
        (0, across) => (across, right),
        (along, _) if along < 0 => (-along, up),
        (along, _) => (along, down),
    };
    if steps as usize <= free {
        return None;
    }
    Some(obstacle(state, from, to, free + 1))
}

/// What stops the piece on the way from `from` to `to`, `step` squares away.
fn obstacle(state: &State, from: Square, to: Square, step: usize) -> String {
    let toward = |from: usize, to: usize| match to.cmp(&from) {
        std::cmp::Ordering::Less => from - step,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from + step,
    };
    let at = Square::at(toward(from.row(), to.row()), toward(from.column(), to.column())).unwrap_or(to);
    if at.is_in(state.occupied()) {
        return if at == to { format!("{to} is taken") } else { format!("{at} is in the way") };
    }
    let verb = if at == to { "enter" } else { "cross" };
    if at.is_in(CASTLE) {
        return format!("nobody may {verb} the castle on {at}");
    }
    let who = match state.side {
        Side::White => "White may never",
        Side::Black if from.is_in(CAMPS) => "a pawn of another camp may not",
        Side::Black => "a pawn that has left its camp may not",
    };
    format!("{who} {verb} the camp on {at}")
}
