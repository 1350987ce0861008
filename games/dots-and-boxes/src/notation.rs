//! Positions as the lists of a Lisp program: `(((H ...) (V ...)) BOXES1 BOXES2 SIDE)`. The horizontal arcs are listed by rows, the vertical ones by
//! **columns**; 0, or who drew the arc.

use game::lists::{self, Grid, Item};
use game::rows::shorten;
use game::{Game, Notated, Problems, Seat, Size};

use crate::{DotsAndBoxes, State, Word};

impl<W: Word> Notated for DotsAndBoxes<W>
where
    Self: Game<State = State<W>>,
{
    fn write_notation(&self, state: &State<W>) -> String {
        let board = self.board();
        let Size { rows, columns } = board.size();
        let digit = |arc| state.drawer(arc).map_or(0, Seat::number);
        let nested = |lists: usize, length: usize, arc: &dyn Fn(usize, usize) -> usize| {
            let list = |list| {
                let items: Vec<String> = (0..length).map(|item| arc(list, item).to_string()).collect();
                format!("({})", items.join(" "))
            };
            (0..lists).map(list).collect::<Vec<_>>().join(" ")
        };
        let horizontal = nested(rows + 1, columns, &|row, column| digit(board.horizontal(row, column)));
        let vertical = nested(columns + 1, rows, &|column, row| digit(board.vertical(row, column)));
        let owned = |seat| (0..rows * columns).filter(|&at| state.owner(board, at) == Some(seat)).count();
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(owned);
        format!("((({horizontal}) ({vertical})) {first} {second} {})", state.side().number())
    }

    /// The numbers of boxes and the side may be missing. Numbers do not say which box is whose: the boxes go to those who drew most of their arcs.
    fn read_notation(text: &str) -> Option<Result<String, Problems>> {
        let (arcs, words) = lists::find(&lists::read(text)?, &Arcs::of)?;
        Some(arcs.position(&words))
    }
}

/// The arcs as the lists have them.
struct Arcs {
    horizontal: Grid,
    vertical: Grid,
}

impl Arcs {
    fn of(item: &Item) -> Option<Arcs> {
        match item.list()? {
            [horizontal, vertical] => {
                Some(Arcs { horizontal: horizontal.grid()?, vertical: vertical.grid()? })
            }
            _ => None,
        }
    }

    /// The position text.
    fn position(&self, words: &[String]) -> Result<String, Problems> {
        let (rows, columns) = (self.horizontal.len() - 1, self.horizontal[0].len());
        let fits = |grid: &Grid, lists: usize, length: usize| {
            grid.len() == lists && grid.iter().all(|list| list.len() == length)
        };
        if !fits(&self.horizontal, rows + 1, columns) || !fits(&self.vertical, columns + 1, rows) {
            return Err(Problems::one(format!(
                "the lists do not fit: {} rows of {columns} horizontal arcs ask for {} columns of {rows} vertical arcs",
                rows + 1,
                columns + 1
            )));
        }
        let mut problems = Problems::none();
        for word in self.horizontal.iter().chain(&self.vertical).flatten() {
            if !matches!(word.as_str(), "0" | "1" | "2") {
                problems.add(format!("the arc '{}' is none of 0, 1, 2", shorten(word)));
            }
        }
        problems.or(())?;
        let (boxes, side) = match words {
            [] => (None, "1"),
            [first, second] => (Some([first, second]), "1"),
            [first, second, side] => (Some([first, second]), side.as_str()),
            other => {
                let found = shorten(&other.join(" "));
                return Err(Problems::one(format!(
                    "'{found}' beside the arcs; expected the boxes of both players and the side to move"
                )));
            }
        };
        let owners = self.owners(rows, columns, boxes)?;
        let grid = |rows: usize, columns: usize, cell: &dyn Fn(usize, usize) -> String| {
            let row = |row| (0..columns).map(|column| cell(row, column)).collect::<String>();
            (0..rows).map(row).collect::<Vec<_>>().join("/")
        };
        Ok(format!(
            "{} {} {} {side}",
            grid(rows + 1, columns, &|row, column| self.horizontal[row][column].clone()),
            grid(rows, columns + 1, &|row, column| self.vertical[column][row].clone()),
            grid(rows, columns, &|row, column| owners[row * columns + column].to_string()),
        ))
    }

    /// Whose each box is, 0 for one that is open.
    fn owners(&self, rows: usize, columns: usize, boxes: Option<[&String; 2]>) -> Result<Vec<u8>, Problems> {
        // The closed boxes, with how many of their arcs the first player drew.
        let mut closed: Vec<(usize, usize)> = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let sides = [
                &self.horizontal[row][column],
                &self.horizontal[row + 1][column],
                &self.vertical[column][row],
                &self.vertical[column + 1][row],
            ];
            if sides.iter().all(|arc| *arc != "0") {
                closed.push((row * columns + column, sides.iter().filter(|arc| **arc == "1").count()));
            }
        }
        let first = match boxes {
            Some([first, second]) => {
                let fitting =
                    |(first, second): (usize, usize)| (first + second == closed.len()).then_some(first);
                let numbers = first.parse::<usize>().ok().filter(|&n| n <= closed.len());
                let numbers = numbers.zip(second.parse::<usize>().ok().filter(|&n| n <= closed.len()));
                numbers.and_then(fitting).ok_or_else(|| {
                    Problems::one(format!(
                        "'{}' and '{}' boxes do not add up to the {} that are closed",
                        shorten(first),
                        shorten(second),
                        closed.len()
                    ))
                })?
            }
            None => {
                if let Some((at, _)) = closed.iter().find(|(_, own)| !matches!(own, 0 | 4)) {
                    let (row, column) = (at / columns + 1, at % columns + 1);
                    return Err(Problems::one(format!(
                        "the box in row {row}, column {column} is closed and both drew arcs of it; expected the numbers of boxes after the arcs"
                    )));
                }
                closed.iter().filter(|(_, own)| *own == 4).count()
            }
        };
        closed.sort_by_key(|&(_, own)| std::cmp::Reverse(own));
        let mut owners = vec![0; rows * columns];
        for (rank, (at, _)) in closed.into_iter().enumerate() {
            owners[at] = if rank < first { 1 } else { 2 };
        }
        Ok(owners)
    }
}
