//! Positions as named fields, the input that an expert system for the game asks for: `factory A: 2 red; centre: marker, 1 yellow; score 1: 45; ...`.
//!
//! Fields stand in any order with `;` or a new line between them, in English or in Serbian. What is not named is empty, but a bag or a lid that is
//! not named is not known.

use game::rows::{self, shorten};
use game::{Notated, Problems, Turn};

use crate::{Azul, Board, Colour, Fallen, State, Tiles, Wall};

/// What can be named, in English and in Serbian. The last five are followed by the number of a factory or a seat.
const NAMES: [[&str; 2]; 12] = [
    ["players", "igrača"],
    ["round", "runda"],
    ["to move", "na potezu"],
    ["starter", "prvi"],
    ["centre", "centar"],
    ["bag", "vreća"],
    ["lid", "poklopac"],
    ["factory", "fabrika"],
    ["score", "poeni"],
    ["wall", "zid"],
    ["lines", "redovi"],
    ["floor", "pod"],
];

/// How the words for the colours begin.
const STEMS: [(Colour, [&str; 2]); 5] = [
    (Colour::Blue, ["blue", "plav"]),
    (Colour::Yellow, ["yellow", "žut"]),
    (Colour::Red, ["red", "crven"]),
    (Colour::Black, ["black", "crn"]),
    (Colour::White, ["white", "bel"]),
];

const MARKER: [&str; 2] = ["marker", "token"];
const ROW: [&str; 2] = ["row", "red"];
const NONE: &str = "none";

impl<const N: usize> Notated for Azul<N> {
    fn write_notation(&self, state: &State<N>) -> String {
        let side = state.turn.seat().map_or("@".to_string(), |seat| seat.number().to_string());
        let mut fields = vec![
            format!("players: {N}"),
            format!("round: {}", state.round),
            format!("to move: {side}"),
            format!("starter: {}", state.starter().number()),
        ];
        for (index, tiles) in state.factories().iter().enumerate().filter(|(_, tiles)| !tiles.is_empty()) {
            fields.push(format!("factory {}: {}", rows::column_letter(index), heap(*tiles)));
        }
        let in_centre = state.turn != Turn::Over && state.turn.seat().is_some() && state.marker().is_none();
        match (in_centre, state.centre.is_empty()) {
            (true, true) => fields.push("centre: marker".to_string()),
            (true, false) => fields.push(format!("centre: marker, {}", heap(state.centre))),
            (false, false) => fields.push(format!("centre: {}", heap(state.centre))),
            (false, true) => {}
        }
        fields.push(format!("bag: {}", heap(state.bag)));
        fields.push(format!("lid: {}", heap(state.lid)));
        for (index, board) in state.boards.iter().enumerate() {
            write_board(index + 1, board, &mut fields);
        }
        fields.join("; ")
    }

    fn read_notation(text: &str) -> Option<Result<String, Problems>> {
        let parts = text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty());
        let fields: Option<Vec<(&str, &str)>> = parts.map(|part| part.split_once(':')).collect();
        let fields = fields?;
        fields.iter().any(|(name, _)| name_of(name).is_some()).then(|| Sheet::read(&fields).position())
    }
}

/// `2 red, 1 blue`.
fn heap(tiles: Tiles) -> String {
    let counts = Colour::ALL.into_iter().map(|colour| (tiles.count(colour), colour.name()));
    let words: Vec<String> =
        counts.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}")).collect();
    if words.is_empty() { NONE.to_string() } else { words.join(", ") }
}

fn write_board(seat: usize, board: &Board, fields: &mut Vec<String>) {
    fields.push(format!("score {seat}: {}", board.score));
    let mut wall = Vec::new();
    for row in 0..5 {
        let taken = (0..5).filter(|&column| board.wall.taken(row, column));
        let names: Vec<&str> = taken.map(|column| Wall::colour(row, column).name()).collect();
        if !names.is_empty() {
            wall.push(format!("row {} {}", row + 1, names.join(" ")));
        }
    }
    let filled =
        board.lines.iter().enumerate().filter_map(|(row, line)| Some((row, line.colour()?, line.count())));
    let lines: Vec<String> =
        filled.map(|(row, colour, count)| format!("row {} {count} {}", row + 1, colour.name())).collect();
    let mut floor: Vec<(usize, &str)> = Vec::new();
    for fallen in board.floor.iter() {
        let name = match fallen {
            Fallen::Marker => MARKER[0],
            Fallen::Tile(colour) => colour.name(),
        };
        match floor.last_mut() {
            Some((count, last)) if *last == name => *count += 1,
            _ => floor.push((1, name)),
        }
    }
    let one = |(count, name): (usize, &str)| {
        if name == MARKER[0] { name.to_string() } else { format!("{count} {name}") }
    };
    let floor: Vec<String> = floor.into_iter().map(one).collect();
    for (name, parts) in [("wall", wall), ("lines", lines), ("floor", floor)] {
        if !parts.is_empty() {
            fields.push(format!("{name} {seat}: {}", parts.join(", ")));
        }
    }
}

/// Which field a name means, as English has it, and the number or letter after it.
fn name_of(text: &str) -> Option<(&'static str, String)> {
    let text = text.trim().to_lowercase();
    let known = |[english, serbian]: [&'static str; 2]| {
        let rest = text.strip_prefix(english).or_else(|| text.strip_prefix(serbian))?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| (english, rest.trim().to_string()))
    };
    NAMES.into_iter().find_map(known)
}

fn colour_of(word: &str) -> Option<Colour> {
    let begins = |stems: [&str; 2]| stems.iter().any(|stem| word.starts_with(stem));
    STEMS.into_iter().find(|(_, stems)| begins(*stems)).map(|(colour, _)| colour)
}

/// The position as the fields give it, each part in the form of the position text.
struct Sheet {
    players: usize,
    round: String,
    side: String,
    starter: Option<String>,
    factories: Vec<String>,
    centre: String,
    bag: String,
    lid: String,
    boards: [[String; 4]; 4],
    problems: Problems,
}

const EMPTY_BOARD: [&str; 4] = ["0", "5/5/5/5/5", "-/-/-/-/-", "-"];

impl Sheet {
    fn read(fields: &[(&str, &str)]) -> Sheet {
        let mut sheet = Sheet {
            players: 2,
            round: "1".into(),
            side: "1".into(),
            starter: None,
            factories: vec!["-".to_string(); 9],
            centre: "-".into(),
            bag: "?".into(),
            lid: "?".into(),
            boards: std::array::from_fn(|_| EMPTY_BOARD.map(str::to_string)),
            problems: Problems::none(),
        };
        for (name, value) in fields {
            let value = value.trim().to_lowercase();
            match name_of(name) {
                Some((name, of)) => sheet.set(name, &of, &value),
                None => {
                    let known: Vec<&str> = NAMES.iter().map(|[english, _]| *english).collect();
                    let found = shorten(name.trim());
                    sheet.problems.add(format!("unknown field '{found}'; expected {}", known.join(", ")));
                }
            }
        }
        sheet
    }

    fn set(&mut self, name: &str, of: &str, value: &str) {
        let word = || value.split_whitespace().next().unwrap_or_default().to_string();
        match name {
            "players" => match value.parse() {
                Ok(players @ 2..=4) => self.players = players,
                _ => self.problems.add(format!("players '{}' is not a number from 2 to 4", shorten(value))),
            },
            "round" => self.round = word(),
            "to move" => self.side = word(),
            "starter" => self.starter = Some(word()),
            "centre" => self.centre = self.letters(name, value),
            "bag" => self.bag = self.counts(name, value),
            "lid" => self.lid = self.counts(name, value),
            "factory" => {
                let letter = of.chars().next().and_then(rows::column_of);
                let index = letter.or_else(|| of.parse::<usize>().ok()?.checked_sub(1));
                match index.filter(|index| *index < self.factories.len()) {
                    Some(index) => self.factories[index] = self.letters("factory", value),
                    None => {
                        self.problems.add(format!("there is no factory '{}'; expected A to I", shorten(of)))
                    }
                }
            }
            _ => match of.parse::<usize>() {
                Ok(seat @ 1..=4) => self.set_board(name, seat, value),
                _ => self.problems.add(format!("{name} '{}' has no seat; expected 1 to 4", shorten(of))),
            },
        }
    }

    fn set_board(&mut self, name: &str, seat: usize, value: &str) {
        let (at, part) = match name {
            "score" => (0, value.split_whitespace().next().unwrap_or_default().to_string()),
            "wall" => (1, self.wall(value)),
            "lines" => (2, self.lines(value)),
            _ => (3, self.letters(name, value)),
        };
        self.boards[seat - 1][at] = part;
    }

    /// `2 red, marker` as letters.
    fn letters(&mut self, name: &str, value: &str) -> String {
        let mut letters = String::new();
        for part in parts(value) {
            let words: Vec<&str> = part.split_whitespace().collect();
            let (count, rest) = match words.split_first().map(|(first, rest)| (first.parse::<usize>(), rest))
            {
                Some((Ok(count @ 0..=20), rest)) => (count, rest),
                _ => (1, &words[..]),
            };
            match rest.first() {
                Some(word) if MARKER.iter().any(|marker| word.starts_with(marker)) => letters.push('*'),
                Some(word) if colour_of(word).is_some() => {
                    let letter = colour_of(word).map_or('-', Colour::letter);
                    letters.extend(std::iter::repeat_n(letter, count));
                }
                _ => self.problems.add(format!(
                    "cannot read '{}' in the {name}; expected a count and a colour such as 2 red, or marker",
                    shorten(part)
                )),
            }
        }
        if letters.is_empty() { "-".to_string() } else { letters }
    }

    /// `4 red, 1 blue` as counts.
    fn counts(&mut self, name: &str, value: &str) -> String {
        if value == "?" {
            return value.to_string();
        }
        let letters = self.letters(name, value);
        Colour::ALL.map(|colour| letters.matches(colour.letter()).count().to_string()).join(".")
    }

    /// `row 1 blue red, row 3 blue` as rows.
    fn wall(&mut self, value: &str) -> String {
        let mut cells = [[None; 5]; 5];
        for part in parts(value) {
            let Some((row, words)) = in_row(part) else {
                self.misread("wall", part, "row 1 blue red");
                continue;
            };
            for word in words {
                match colour_of(word) {
                    Some(colour) => {
                        let column = (0..5).find(|&column| Wall::colour(row, column) == colour).unwrap_or(0);
                        cells[row][column] = Some(colour.letter());
                    }
                    None => self.misread("wall", part, "row 1 blue red"),
                }
            }
        }
        rows::write(cells)
    }

    /// `row 3 2 blue, row 4 3 red` as lines.
    fn lines(&mut self, value: &str) -> String {
        let mut lines = ["-"; 5].map(str::to_string);
        for part in parts(value) {
            let read = in_row(part).and_then(|(row, words)| match words[..] {
                [count, colour, ..] => Some((row, count.parse::<usize>().ok()?, colour_of(colour)?)),
                _ => None,
            });
            match read {
                Some((row, count, colour)) => lines[row] = format!("{}{count}", colour.letter()),
                None => self.misread("lines", part, "row 3 2 blue"),
            }
        }
        lines.join("/")
    }

    fn misread(&mut self, name: &str, part: &str, example: &str) {
        self.problems
            .add(format!("cannot read '{}' in the {name}; expected something like {example}", shorten(part)));
    }

    /// The position text.
    fn position(self) -> Result<String, Problems> {
        let boards: Vec<String> = self.boards[..self.players].iter().map(|board| board.join(":")).collect();
        let side = self.side;
        let starter = self.starter.unwrap_or_else(|| if side == "@" { "1".into() } else { side.clone() });
        let text = format!(
            "c {} {side} {starter} {} {} {} {} {}",
            self.round,
            self.factories[..2 * self.players + 1].join("/"),
            self.centre,
            self.bag,
            self.lid,
            boards.join(" ")
        );
        self.problems.or(text)
    }
}

fn parts(value: &str) -> impl Iterator<Item = &str> {
    value.split(',').map(str::trim).filter(|part| !part.is_empty() && *part != NONE)
}

/// The row, from 0, and the words after it.
fn in_row(part: &str) -> Option<(usize, Vec<&str>)> {
    let mut words = part.split_whitespace().filter(|word| *word != "has");
    ROW.contains(&words.next()?).then_some(())?;
    let row = words.next()?.parse::<usize>().ok().filter(|row| (1..=5).contains(row))?;
    Some((row - 1, words.collect()))
}
