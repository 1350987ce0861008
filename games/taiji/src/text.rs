//! Positions and moves as text.

use game::rows::{self, column_letter, column_of, shorten};
use game::{Game, MoveError, Problems, Seat, Size};

use crate::rules::{BLACK, WHITE};
use crate::{State, Taiji, Taijitu, Word};

/// What a move looks like.
pub(crate) const MOVE_FORM: &str =
    "the cell of your own half, then the neighbour for the other half, such as C4D4 or C4 right";

/// The parts of a position text.
const FORM: &str = "ROWS SIDE N such as 7/7/7/7/7/7/7 O 1";

/// How a colour is written.
const fn letter(seat: Seat) -> char {
    if seat.index() == WHITE.index() { 'O' } else { 'X' }
}

/// The name of a cell: column letter and row number, rows counted from the bottom.
pub(crate) fn cell_name(cell: usize, columns: usize) -> String {
    format!("{}{}", column_letter(cell % columns), cell / columns + 1)
}

/// The size and the number of groups that a position text implies.
pub(crate) fn options_of(position: &str) -> Result<(Size, &str), Problems> {
    let fields: Vec<&str> = position.split_whitespace().collect();
    let &[board, _, groups] = fields.as_slice() else { return Err(wrong_parts(position, fields.len())) };
    let (rows, columns) = rows::size(board)
        .ok_or_else(|| Problems::one(format!("'{}' is not a board; expected {FORM}", shorten(board))))?;
    Ok((Size { rows, columns }, groups))
}

fn wrong_parts(text: &str, found: usize) -> Problems {
    Problems::one(format!("'{}' has {found} parts; expected {FORM}", shorten(text.trim())))
}

/// The position as text.
pub(crate) fn write<W: Word>(game: &Taiji<W>, state: &State<W>) -> String {
    let size = game.board().size();
    let cell = |cell| [WHITE, BLACK].into_iter().find(|&seat| state.of(seat).has(cell)).map(letter);
    let board = rows::write(
        (0..size.rows)
            .rev()
            .map(|row| (0..size.columns).map(move |column| cell(row * size.columns + column))),
    );
    format!("{board} {} {}", letter(state.side()), game.groups())
}

/// Reads a position. Either side may be to move, so that both can be studied, and the taken cells need not fall into pairs; but
/// every taijitu brings one cell of either colour, so there must be as many white cells as black ones.
pub(crate) fn read<W: Word>(game: &Taiji<W>, text: &str) -> Result<State<W>, Problems> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[board, side, groups] = fields.as_slice() else { return Err(wrong_parts(text, fields.len())) };
    let mut problems = Problems::none();
    let size = game.board().size();
    let cells = rows::read(board, size.rows, size.columns, "OX", &mut problems);
    let of = |seat: Seat| {
        let mut set = W::EMPTY;
        for (row, line) in cells.iter().rev().enumerate() {
            for column in (0..size.columns).filter(|&column| line[column] == Some(letter(seat))) {
                set |= W::bit(row * size.columns + column);
            }
        }
        set
    };
    let (white, black) = (of(WHITE), of(BLACK));
    if problems.is_empty() && white.count() != black.count() {
        problems.add(format!(
            "the board has {} O and {} X; expected as many of one as of the other, because every taijitu has both",
            white.count(),
            black.count()
        ));
    }
    let mover = [WHITE, BLACK].into_iter().find(|&seat| side.chars().eq([letter(seat)]));
    if mover.is_none() {
        problems.add(format!("the side to move is '{}'; expected O or X", shorten(side)));
    }
    if groups.parse() != Ok(game.groups()) || groups.starts_with(['+', '0']) {
        problems.add(format!("'{}' groups count; expected {}", shorten(groups), game.groups()));
    }
    problems.or(State::new(white, black, mover.unwrap_or(WHITE)))
}

/// A cell as somebody named it, perhaps outside the board; both counted from 0, the row possibly -1.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Named {
    row: i32,
    column: i32,
}

/// The words for the way from the own half to the other one, and what they mean in rows and columns.
const WAYS: [(&[&str], i32, i32); 4] = [
    (&["right", "r", "east", ">"], 0, 1),
    (&["left", "l", "west", "<"], 0, -1),
    (&["up", "u", "north", "^"], 1, 0),
    (&["down", "d", "south", "v"], -1, 0),
];

/// Reads a move: two cells, or a cell and a way. A cell may also be written with its row first.
pub(crate) fn read_move<W: Word>(
    game: &Taiji<W>,
    state: &State<W>,
    text: &str,
) -> Result<Taijitu, MoveError> {
    let letters: String =
        text.chars().filter(|c| !(c.is_whitespace() || "[](){},;.-".contains(*c))).collect();
    let letters = letters.to_lowercase();
    let unreadable = || MoveError::unreadable(&shorten(text), MOVE_FORM);
    let illegal = |reason: String| Err(MoveError::illegal(&shorten(text), reason));
    let (own, rest) = take_cell(&letters).ok_or_else(unreadable)?;
    let other = match WAYS.iter().find(|(words, ..)| words.contains(&rest)) {
        Some(&(_, up, right)) => Named { row: own.row + up, column: own.column + right },
        None => match take_cell(rest) {
            Some((other, "")) => other,
            _ => return Err(unreadable()),
        },
    };
    let Size { rows, columns } = game.board().size();
    let name = |cell: Named| {
        let number = cell.row + 1;
        match u8::try_from(cell.column) {
            Ok(column) => format!("{}{number}", column_letter(column.into())),
            Err(_) => format!("the cell left of A{number}"),
        }
    };
    let place = |cell: Named| {
        let (row, column) = (usize::try_from(cell.row).ok()?, usize::try_from(cell.column).ok()?);
        (row < rows && column < columns).then_some(row * columns + column)
    };
    let mut cells = [0; 2];
    for (slot, named) in cells.iter_mut().zip([own, other]) {
        let Some(cell) = place(named) else {
            let last = cell_name(rows * columns - 1, columns);
            return illegal(format!("{} is off the board, which goes from A1 to {last}", name(named)));
        };
        if let Some(seat) = [WHITE, BLACK].into_iter().find(|&seat| state.of(seat).has(cell)) {
            let colour = game.seat_name(seat).to_lowercase();
            return illegal(format!("{} is already {colour}", name(named)));
        }
        *slot = cell;
    }
    if own == other {
        return illegal("a taijitu covers two cells, not the same one twice".to_string());
    }
    let [own_cell, other_cell] = cells;
    match Taijitu::on(own_cell, other_cell, columns) {
        Some(taijitu) => Ok(taijitu),
        None => illegal(format!("{} and {} are not neighbours in a row or column", name(own), name(other))),
    }
}

/// Splits a cell, `c4` or `4c`, off the beginning of a text in lower case.
fn take_cell(text: &str) -> Option<(Named, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let column = |text: &str| text.chars().next().and_then(column_of).map(|column| column as i32);
    let number = |text: &str| text.parse::<i32>().ok().filter(|&row| row < 1000);
    if let Some(column) = column(text) {
        let end = 1 + digits(&text[1..]);
        return Some((Named { row: number(&text[1..end])? - 1, column }, &text[end..]));
    }
    let end = digits(text);
    let row = number(&text[..end])? - 1;
    Some((Named { row, column: column(&text[end..])? }, &text[end + 1..]))
}
