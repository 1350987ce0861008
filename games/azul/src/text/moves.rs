//! Moves as text: `2R4`, `cBf`, `@BBYR`.

use game::{MoveError, Turn};

use crate::board::FLOOR;
use crate::moves::Action;
use crate::{Board, Colour, Move, Source, State, Tiles};

pub(crate) const FORM: &str = "a source (factory number, or c for the centre), a colour of B Y R K W and a line 1-5 or f for the floor, such as 2R4 or cBf";

const DEAL_FORM: &str = "a deal: @ and the tiles, such as @BBYR";

/// Words that people write out. Longer ones first where one begins with another.
const WORDS: &[(&str, &str)] = &[
    ("factory", ""),
    ("centre", "c"),
    ("center", "c"),
    ("floor", "f"),
    ("line", ""),
    ("yellow", "y"),
    ("black", "k"),
    ("white", "w"),
    ("blue", "b"),
    ("red", "r"),
];

pub(crate) fn write(mv: Move) -> String {
    match mv.action() {
        Action::Deal(tiles) => format!("@{tiles}"),
        Action::Take { source, colour, line } => {
            let from =
                if source == Source::CENTRE { "c".to_string() } else { (source.index() + 1).to_string() };
            let to = if line == FLOOR { "f".to_string() } else { (line + 1).to_string() };
            format!("{from}{}{to}", colour.letter())
        }
    }
}

/// Reads a move and checks it against the position.
pub(crate) fn read<const N: usize>(state: &State<N>, text: &str) -> Result<Move, MoveError> {
    let plain = simplify(text);
    let illegal = |reason: String| Err(MoveError::illegal(text, reason));
    match (state.turn, plain.strip_prefix('@')) {
        (Turn::Over, _) => illegal("the game is over".to_string()),
        (Turn::Player(_), Some(_)) => illegal("no tiles are to be dealt now".to_string()),
        (Turn::Chance, None) => {
            let parsed = read_take(&plain).ok_or(MoveError::unreadable(text, DEAL_FORM));
            parsed.and_then(|_| illegal("tiles must be dealt before anybody can take some".to_string()))
        }
        (Turn::Chance, Some(letters)) => {
            let tiles = read_tiles(letters).ok_or(MoveError::unreadable(text, DEAL_FORM))?;
            match why_not_dealt(state, tiles) {
                Some(reason) => illegal(reason),
                None => Ok(Move::deal(tiles)),
            }
        }
        (Turn::Player(seat), None) => {
            let (from, colour, line) = read_take(&plain).ok_or(MoveError::unreadable(text, FORM))?;
            match why_not_taken(state, state.board(seat), from, colour, line) {
                Ok(source) => Ok(Move::take(source, colour, line)),
                Err(reason) => illegal(reason),
            }
        }
    }
}

/// The text in lower case without what is ignored, words shortened to letters.
fn simplify(text: &str) -> String {
    let ignored = |c: &char| !c.is_whitespace() && !"[](){},;.-:".contains(*c);
    let plain: String = text.chars().filter(ignored).collect::<String>().to_lowercase();
    WORDS.iter().fold(plain, |plain, (word, letter)| plain.replace(word, letter))
}

/// Source (`None` for the centre, otherwise the factory's number), colour and line, without a look at the position.
fn read_take(plain: &str) -> Option<(Option<usize>, Colour, usize)> {
    let split = plain.find(|c: char| !c.is_ascii_digit())?;
    let (digits, rest) = plain.split_at(split);
    let mut letters = rest.chars();
    let from = match digits {
        "" => {
            letters.next().filter(|&c| c == 'c')?;
            None
        }
        number => Some(number.parse().unwrap_or(usize::MAX)),
    };
    let colour = Colour::of(letters.next()?)?;
    let line = match letters.next()? {
        'f' => FLOOR,
        digit => digit.to_digit(10).filter(|line| (1..=5).contains(line))? as usize - 1,
    };
    letters.next().is_none().then_some((from, colour, line))
}

fn read_tiles(letters: &str) -> Option<Tiles> {
    if letters.is_empty() || letters.len() > 7 {
        return None;
    }
    letters.chars().try_fold(Tiles::NONE, |sum, letter| Some(sum + Tiles::of(Colour::of(letter)?, 1)))
}

fn why_not_dealt<const N: usize>(state: &State<N>, tiles: Tiles) -> Option<String> {
    let (certain, heap, drawn) = state.draw();
    let expected = certain.total() + drawn;
    if tiles.total() != expected {
        return Some(format!("a factory gets {expected} tiles, not {}", tiles.total()));
    }
    if !tiles.holds(certain) {
        return Some(format!("the last tiles of the bag, {certain}, must be dealt first"));
    }
    let short = Colour::ALL.into_iter().find(|&c| (tiles - certain).count(c) > heap.count(c))?;
    Some(format!("the bag does not hold that many {} tiles", short.name()))
}

/// The source, or the rule that forbids the move.
fn why_not_taken<const N: usize>(
    state: &State<N>,
    board: &Board,
    from: Option<usize>,
    colour: Colour,
    line: usize,
) -> Result<Source, String> {
    let (source, place) = match from {
        None => (Source::CENTRE, "the centre".to_string()),
        Some(number @ 1..) if number <= State::<N>::FACTORIES => {
            (Source::factory(number - 1), format!("factory {number}"))
        }
        Some(_) => return Err(format!("there are factories 1 to {}", State::<N>::FACTORIES)),
    };
    let tiles = state.tiles(source);
    if tiles.is_empty() {
        return Err(format!("{place} is empty"));
    }
    if tiles.count(colour) == 0 {
        let there = Colour::ALL.into_iter().filter(|&other| tiles.count(other) > 0);
        let there: Vec<String> =
            there.map(|other| format!("{} {}", tiles.count(other), other.name())).collect();
        return Err(format!("{place} holds no {} tile, only {}", colour.name(), there.join(", ")));
    }
    if line == FLOOR {
        return Ok(source);
    }
    let (held, number) = (board.lines[line], line + 1);
    if board.wall.has(line, colour) {
        return Err(format!("row {number} of the wall has {} already", colour.name()));
    }
    match held.colour() {
        Some(other) if other != colour => Err(format!("line {number} holds {} tiles", other.name())),
        Some(_) if held.count() == line + 1 => Err(format!("line {number} is full")),
        _ => Ok(source),
    }
}
