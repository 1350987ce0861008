//! Pictures of a position: a grid of square halves, and the boxed board of the terminal.

use game::rows::column_letter;
use game::{Draw, Game, Ground, Hotspot, Ink, Item, Rect, Scene, Seat, Shape, Spot, TextBoard};

use crate::rules::{BLACK, WHITE};
use crate::{State, Taiji, Taijitu, Word, text};

/// What stands for a seat's cell in the terminal, and its ink everywhere.
fn look(seat: Seat) -> (&'static str, Ink) {
    if seat == WHITE { ("O", Ink::Light) } else { ("X", Ink::Dark) }
}

impl<W: Word> Taiji<W> {
    fn owner(&self, state: &State<W>, cell: usize) -> Option<Seat> {
        [WHITE, BLACK].into_iter().find(|&seat| state.of(seat).has(cell))
    }

    /// The cells in reading order: from the top left.
    fn reading_order(&self) -> impl Iterator<Item = usize> {
        let size = self.board().size();
        (0..size.rows)
            .rev()
            .flat_map(move |row| (0..size.columns).map(move |column| row * size.columns + column))
    }

    /// Where a cell is drawn.
    pub(crate) fn rect(&self, cell: usize) -> Rect {
        let size = self.board().size();
        let (row, column) = (cell / size.columns, cell % size.columns);
        Scene::cell(size.rows - 1 - row, column)
    }

    /// What a screen reader says of a cell.
    fn spoken(&self, state: &State<W>, cell: usize) -> String {
        let name = text::cell_name(cell, self.board().size().columns);
        match self.owner(state, cell) {
            Some(seat) => format!("{name}, {}", self.seat_name(seat).to_lowercase()),
            None => format!("{name}, empty"),
        }
    }
}

impl<W: Word> Draw for Taiji<W> {
    fn scene(&self, state: &State<W>) -> Scene {
        let size = self.board().size();
        let rows = (0..size.rows).rev().map(|row| (row + 1).to_string());
        let mut scene =
            Scene::framed(rows, (0..size.columns).map(|column| column_letter(column).to_string()));
        scene.items.extend(
            self.reading_order().map(|cell| Item::Place { at: self.rect(cell), ground: Ground::Plain }),
        );
        scene.items.extend(self.reading_order().filter_map(|cell| {
            let (_, ink) = look(self.owner(state, cell)?);
            Some(Item::Piece { at: self.rect(cell), shape: Shape::Stone, ink })
        }));
        let spot = |cell| Hotspot::new(Spot(cell as u16), self.rect(cell), self.spoken(state, cell));
        scene.hotspots = self.reading_order().map(spot).collect();
        scene
    }

    /// Columns are numbered above, and lettered below as moves name them; rows are numbered from the bottom.
    fn text(&self, state: &State<W>) -> TextBoard {
        const LEFT: usize = 4;
        let size = self.board().size();
        let mut board = TextBoard::new();
        let rule = |ends: [&str; 3]| {
            let [left, middle, right] = ends;
            format!("{left}{}{right}", vec!["───"; size.columns].join(middle))
        };
        for column in 0..size.columns {
            let at = LEFT + 2 + 4 * column;
            board.put(0, at - usize::from(column >= 9), &(column + 1).to_string());
            board.put(2 * size.rows + 2, at, &column_letter(column).to_string());
        }
        for (index, row) in (0..size.rows).rev().enumerate() {
            let line = 2 * index + 2;
            let ends = if index == 0 { ["┌", "┬", "┐"] } else { ["├", "┼", "┤"] };
            board.put(line - 1, LEFT, &rule(ends));
            board.put(line, 1, &format!("{:>2}", row + 1));
            for column in 0..size.columns {
                let (cell, at) = (row * size.columns + column, LEFT + 4 * column);
                board.put(line, at, "│");
                if let Some(seat) = self.owner(state, cell) {
                    let (letter, ink) = look(seat);
                    board.put_ink(line, at + 2, letter, ink);
                }
                board.spot(Spot(cell as u16), line, at + 1, 3);
            }
            board.put(line, LEFT + 4 * size.columns, "│");
        }
        board.put(2 * size.rows + 1, LEFT, &rule(["└", "┴", "┘"]));
        board
    }

    /// The cell of the own half, then the cell of the other half.
    fn path(&self, _state: &State<W>, mv: Taijitu) -> Vec<Spot> {
        let (own, other) = self.cells(mv);
        vec![Spot(own as u16), Spot(other as u16)]
    }
}
