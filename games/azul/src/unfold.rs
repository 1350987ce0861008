//! The end of a round as people see it: tiles go to the wall row by row and bring points, the floors are paid for, and in the end come the bonuses.

use game::{Chapter, Frame, Gain, Game, Point, Rect, Seat, Step, Turn, Unfold};

use crate::board::{FLOOR, MOST_POINTS};
use crate::drawing::Layout;
use crate::moves::Action;
use crate::{Azul, Colour, Floor, Line, Move, Source, State, Tiles, Wall};

impl<const N: usize> Unfold for Azul<N> {
    fn unfold(&self, state: &State<N>, mv: Move, frame: Frame) -> Option<Chapter<State<N>>> {
        let (Turn::Player(who), Action::Take { source, colour, line }) = (state.turn, mv.action()) else {
            return None;
        };
        let mut after = *state;
        self.play(&mut after, mv);
        if let Turn::Player(_) = after.turn {
            return None;
        }
        let mut telling = Telling {
            layout: Layout::of::<N>(frame),
            now: taken(state, who, source, colour, line),
            steps: Vec::new(),
        };
        telling.step(Vec::new());
        for row in 0..5 {
            telling.row(row);
        }
        telling.floors();
        if after.turn == Turn::Over {
            telling.bonuses();
        }
        telling.steps.push(Step { state: after, gains: Vec::new() });
        Some(Chapter { title: format!("Round {}", state.round()), steps: telling.steps })
    }
}

/// The position after the last take of a round, before anything is counted.
fn taken<const N: usize>(
    state: &State<N>,
    who: Seat,
    source: Source,
    colour: Colour,
    line: usize,
) -> State<N> {
    let mut now = *state;
    let board = &mut now.boards[who.index() % N];
    if source == Source::CENTRE && state.marker().is_none() {
        now.marker = who.index() as u8;
        board.floor.drop_marker();
    }
    let count = state.tiles(source).count(colour);
    let (placed, fallen) = board.add(colour, count, line.min(FLOOR));
    now.lid += Tiles::of(colour, count - placed - fallen);
    now.factories = [Tiles::NONE; 9];
    now.centre = Tiles::NONE;
    now
}

/// The steps so far, and what the board shows.
struct Telling<const N: usize> {
    layout: Layout,
    now: State<N>,
    steps: Vec<Step<State<N>>>,
}

impl<const N: usize> Telling<N> {
    fn step(&mut self, gains: Vec<Gain>) {
        self.steps.push(Step { state: self.now, gains });
    }

    /// Gives points, or takes them as far as there are any, and notes where they come from.
    fn pay(&mut self, who: Seat, points: i32, at: Rect, gains: &mut Vec<Gain>) {
        let board = &mut self.now.boards[who.index() % N];
        let before = board.score();
        board.score = (before + points).clamp(0, MOST_POINTS) as u16;
        let points = board.score() - before;
        let at: Point = at.centre();
        gains.push(Gain { who, points, at });
    }

    /// The full lines of a row go to the walls.
    fn row(&mut self, row: usize) {
        let mut gains = Vec::new();
        for who in Seat::all(N) {
            let board = &mut self.now.boards[who.index() % N];
            let line = board.lines[row];
            let Some(colour) = line.colour().filter(|_| line.count() > row) else { continue };
            let points = board.wall.place(row, colour);
            board.lines[row] = Line::EMPTY;
            self.now.lid += Tiles::of(colour, row);
            let at = self.layout.wall_place(who, row, Wall::column(row, colour));
            self.pay(who, points, at, &mut gains);
        }
        if !gains.is_empty() {
            self.step(gains);
        }
    }

    /// What fell is paid for and cleared away.
    fn floors(&mut self) {
        let mut gains = Vec::new();
        for who in Seat::all(N) {
            let board = &mut self.now.boards[who.index() % N];
            let floor = board.floor;
            if floor.is_empty() {
                continue;
            }
            board.floor = Floor::EMPTY;
            self.now.lid += floor.tiles();
            let at = self.layout.floor_place(who, floor.len().div_ceil(2) - 1);
            self.pay(who, -floor.penalty(), at, &mut gains);
        }
        if !gains.is_empty() {
            self.step(gains);
        }
    }

    /// Rows, columns and colours that are complete, one kind after the other.
    fn bonuses(&mut self) {
        let row = |wall: Wall, row: usize| ((wall.row(row) == 0b11111).then_some((row, 4usize)), 2);
        let column =
            |wall: Wall, column: usize| ((wall.column_set(column) == 0b11111).then_some((4usize, column)), 7);
        let colour = |wall: Wall, index: usize| {
            let colour = Colour::nth(index);
            ((wall.count(colour) == 5).then_some((4usize, Wall::column(4, colour))), 10)
        };
        type Bonus<'a> = &'a dyn Fn(Wall, usize) -> (Option<(usize, usize)>, i32);
        for bonus in [&row as Bonus<'_>, &column, &colour] {
            let mut gains = Vec::new();
            for who in Seat::all(N) {
                for index in 0..5 {
                    let (found, points) = bonus(self.now.boards[who.index() % N].wall, index);
                    let Some((row, column)) = found else { continue };
                    let at = self.layout.wall_place(who, row, column);
                    self.pay(who, points, at, &mut gains);
                }
            }
            if !gains.is_empty() {
                self.step(gains);
            }
        }
    }
}
