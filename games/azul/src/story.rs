//! What a take literally does: lines filled or begun, points that are certain, tiles that fall, goals that are out of reach.
//!
//! Points are worth something when they become certain, not when they are paid: a full line cannot be lost, and neither can a tile be picked up
//! from the floor. So the worths of a take's events add up to the change of what the mover's board is worth if the round and the game ended there,
//! the end of a round adds nothing, and two lines may be compared wherever they stop.

use game::{Detail, Event, Seat, Spot, Story, Turn};

use crate::board::{FLOOR, MOST_POINTS};
use crate::drawing::line_spot;
use crate::moves::Action;
use crate::state::LAST_ROUND;
use crate::{Azul, Board, Colour, Move, Source, State, Tiles, Wall, hash};

impl<const N: usize> Story for Azul<N> {
    const TELLINGS: &'static str = include_str!("../story.txt");

    /// Deals have no story: everybody sees them.
    fn story(&self, state: &State<N>, mv: Move) -> Vec<Event> {
        let (Turn::Player(who), Action::Take { source, colour, line }) = (state.turn, mv.action()) else {
            return Vec::new();
        };
        let before = state.table();
        let count = state.tiles(source).count(colour);
        let (mut with_marker, marker) =
            (*state.board(who), source == Source::CENTRE && state.marker().is_none());
        if marker {
            with_marker.floor.drop_marker();
        }
        let mut board = with_marker;
        let (placed, _) = board.add(colour, count, line);
        let take = Take { who, colour, line, placed, left: before - Tiles::of(colour, count), board };
        let mut boards = state.boards;
        boards[who.index() % N] = board;

        let (old, new) = (Tiling::of(state.board(who)), Tiling::of(&board));
        let mut purse = Purse::of(state.board(who), &old);
        let mut events = Vec::new();
        let lifted = take.lifted(&old, &new);
        events.extend(take.placed_in_line(&new, &lifted, &mut purse));
        events.extend(lifted);
        events.extend(completed(who, old.wall, new.wall));
        events.extend(state.brought_end(who, &boards));
        if marker {
            let cost = with_marker.floor.penalty() - state.board(who).floor.penalty();
            events.push(about("marker", who, FLOOR).count(cost).worth(purse.pay(cost)));
        }
        events.extend(take.fallen(count, board.floor.penalty() - with_marker.floor.penalty(), &mut purse));
        if take.left.is_empty() {
            events.extend(Seat::all(N).flat_map(|seat| tiled(seat, &boards[seat.index()])));
            return events;
        }
        events.extend(Seat::all(N).flat_map(|seat| take.cut_off(seat, &boards[seat.index()], before)));
        for seat in Seat::all(N) {
            let could = within_reach(state.board(seat), before);
            let can = within_reach(&boards[seat.index()], take.left);
            let shut =
                could.into_iter().filter(|goal| !can.contains(goal) && !done(goal, &boards[seat.index()]));
            events.extend(shut.map(|goal| goal.shut(seat)));
        }
        events
    }

    /// The score on the track, what this round and the complete rows, columns and colours will add for certain, lines begun, and tiles on the table
    /// that could only go to the floor.
    fn standing(&self, state: &State<N>) -> Vec<Event> {
        let table = state.table();
        Seat::all(N).flat_map(|who| stands(who, state.board(who), table)).collect()
    }

    /// Only of two can one say "the other".
    fn passed(&self, state: &State<N>) -> Option<State<N>> {
        let Turn::Player(seat) = state.turn else { return None };
        if N != 2 {
            return None;
        }
        let other = 1 - seat.index();
        let key = state.key.wrapping_sub(hash::mover(seat.index())).wrapping_add(hash::mover(other));
        Some(State { turn: Turn::Player(Seat::new(other)), key, ..*state })
    }
}

impl<const N: usize> State<N> {
    /// All tiles that can still be taken in this round.
    fn table(&self) -> Tiles {
        self.factories().iter().fold(self.centre, |sum, &tiles| sum + tiles)
    }

    /// That this round is the last one, because of what has just been done to a board: a row will be complete, and none was coming before.
    fn brought_end(&self, who: Seat, boards: &[Board; N]) -> Option<Event> {
        let ends = |boards: &[Board; N]| boards.iter().any(|board| board.fullest_row() == 5);
        if ends(&self.boards) || !ends(boards) || self.round >= LAST_ROUND {
            return None;
        }
        let reckoned = |seat: &Seat| boards[seat.index()].reckoned();
        let best = Seat::all(N).filter(|&seat| seat != who).map(|seat| reckoned(&seat)).max().unwrap_or(0);
        let event = Event::new("ends-game", who).count(1);
        Some(event.with("Own", Detail::Number(reckoned(&who))).with("Best", Detail::Number(best)))
    }
}

/// A tile on its way to the wall.
#[derive(Clone, Copy)]
struct Due {
    colour: Colour,
    points: i32,
    /// How many tiles stand beside it when it arrives.
    touching: i32,
}

impl Due {
    fn tell(self, kind: &'static str, who: Seat, row: usize) -> Event {
        let event = about(kind, who, row).count(self.points).with("Row", number(row + 1));
        event.with("Colour", word(self.colour)).with("Touching", Detail::Number(self.touching))
    }
}

/// What the end of the round will do to a board as it is.
struct Tiling {
    rows: [Option<Due>; 5],
    wall: Wall,
}

impl Tiling {
    fn of(board: &Board) -> Tiling {
        let mut wall = board.wall;
        let rows = std::array::from_fn(|row| {
            let line = board.lines[row];
            let colour = line.colour().filter(|_| line.count() > row)?;
            let touching = touching(wall, row, Wall::column(row, colour));
            Some(Due { colour, points: wall.place(row, colour), touching })
        });
        Tiling { rows, wall }
    }

    fn points(&self) -> i32 {
        self.rows.iter().flatten().map(|due| due.points).sum()
    }
}

/// How many tiles stand beside a cell.
fn touching(wall: Wall, row: usize, column: usize) -> i32 {
    let beside =
        [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
    beside.into_iter().filter(|&(r, c)| r < 5 && c < 5 && wall.taken(r, c)).count() as i32
}

/// The score of a player after the round as the board stands; it may be short of nothing, but never shows less than nothing.
struct Purse(i32);

impl Purse {
    fn of(board: &Board, tiling: &Tiling) -> Purse {
        Purse(board.score() + tiling.points() - board.floor.penalty())
    }

    /// What it shows.
    fn points(&self) -> i32 {
        self.0.clamp(0, MOST_POINTS)
    }

    /// Puts points in, and says how much more it shows, in hundredths.
    fn earn(&mut self, points: i32) -> i32 {
        let before = self.points();
        self.0 += points;
        100 * (self.points() - before)
    }

    fn pay(&mut self, points: i32) -> i32 {
        self.earn(-points)
    }
}

/// A take and what it leaves.
struct Take {
    who: Seat,
    colour: Colour,
    line: usize,
    /// How many tiles went into the line.
    placed: usize,
    /// What is left on the table.
    left: Tiles,
    /// The mover's board afterwards.
    board: Board,
}

impl Take {
    /// A line filled, or left open. A tile is worth what it scores and what it adds to others.
    fn placed_in_line(&self, tiling: &Tiling, lifted: &[Event], purse: &mut Purse) -> Option<Event> {
        if self.line >= FLOOR {
            return None;
        }
        if let Some(due) = tiling.rows[self.line] {
            let more: i32 = lifted.iter().map(|event| event.count).sum();
            let (event, total) = (due.tell("fills", self.who, self.line), due.points + more);
            let event = event.with("Total", Detail::Number(total)).with("More", Detail::Number(more));
            return Some(event.worth(purse.earn(total)));
        }
        let held = self.board.lines[self.line].count();
        let (missing, left) = (self.line + 1 - held, self.left.count(self.colour));
        let kind = match (missing <= left, held == self.placed) {
            (false, _) => "strands",
            (true, true) => "starts",
            (true, false) => "continues",
        };
        let event = self.lacks(kind, self.who, self.line, missing).count(self.placed as i32);
        Some(if missing <= left { event.with("Left", number(left)) } else { event })
    }

    /// Lines further down that were full before and now score more; their worth is that of the tile that lifts them.
    fn lifted(&self, old: &Tiling, new: &Tiling) -> Vec<Event> {
        let rows = old.rows.iter().zip(&new.rows).enumerate();
        let more = rows.filter_map(|(row, (old, new))| Some((row, (*new)?.points - (*old)?.points)));
        more.filter(|&(_, more)| more > 0)
            .map(|(row, more)| about("lifts", self.who, row).count(more).with("Row", number(row + 1)))
            .collect()
    }

    /// Tiles that found no place in a line, of so many taken; `cost` is what the floor line now costs more.
    fn fallen(&self, taken: usize, cost: i32, purse: &mut Purse) -> Option<Event> {
        let fallen = taken - self.placed;
        if fallen == 0 {
            return None;
        }
        if cost == 0 {
            return Some(about("overflow", self.who, FLOOR).count(fallen as i32));
        }
        let event = Event::new("floor", self.who).count(cost).worth(purse.pay(cost));
        Some(event.at(Tiles::of(self.colour, fallen).to_string(), line_spot(self.who, FLOOR)))
    }

    /// Lines that could have been filled in this round before the take, and cannot any more.
    fn cut_off(&self, seat: Seat, board: &Board, before: Tiles) -> Vec<Event> {
        let lines = board.lines.iter().enumerate();
        let begun = lines.filter(|(row, line)| line.colour() == Some(self.colour) && line.count() <= *row);
        let lacking = begun.map(|(row, line)| (row, row + 1 - line.count()));
        let short =
            |missing: usize| missing <= before.count(self.colour) && missing > self.left.count(self.colour);
        lacking
            .filter(|&(row, missing)| short(missing) && (seat, row) != (self.who, self.line))
            .map(|(row, missing)| self.lacks("cut-off", seat, row, missing).count(1))
            .collect()
    }

    fn lacks(&self, kind: &'static str, seat: Seat, row: usize, missing: usize) -> Event {
        let event = about(kind, seat, row).with("Row", number(row + 1));
        event.with("Colour", word(self.colour)).with("Missing", number(missing))
    }
}

/// Something on the wall that brings a bonus.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Row(usize),
    Column(usize),
    Colour(Colour),
}

impl Goal {
    fn all() -> impl Iterator<Item = Goal> {
        (0..5).map(Goal::Row).chain((0..5).map(Goal::Column)).chain(Colour::ALL.into_iter().map(Goal::Colour))
    }

    /// The cells: rows, and the colours that belong there.
    fn cells(self) -> [(usize, Colour); 5] {
        std::array::from_fn(|i| match self {
            Goal::Row(row) => (row, Colour::nth(i)),
            Goal::Column(column) => (i, Wall::colour(i, column)),
            Goal::Colour(colour) => (i, colour),
        })
    }

    fn complete(self, wall: Wall) -> bool {
        self.cells().into_iter().all(|(row, colour)| wall.has(row, colour))
    }

    /// That it will be complete when the round ends.
    fn completed(self, who: Seat) -> Event {
        let (kind, points, name, which) = match self {
            Goal::Row(row) => ("row", 2, "Row", number(row + 1)),
            Goal::Column(column) => ("column", 7, "Column", number(column + 1)),
            Goal::Colour(colour) => ("colour", 10, "Colour", word(colour)),
        };
        Event::new(kind, who).count(points).worth(100 * points).with(name, which)
    }

    /// That it cannot be completed in this round any more.
    fn shut(self, who: Seat) -> Event {
        let told = self.completed(who);
        let kind = match self {
            Goal::Row(_) => "row-shut",
            Goal::Column(_) => "column-shut",
            Goal::Colour(_) => "colour-shut",
        };
        Event { kind, count: 1, worth: 0, ..told }
    }
}

fn completed(who: Seat, old: Wall, new: Wall) -> impl Iterator<Item = Event> {
    Goal::all()
        .filter(move |goal| goal.complete(new) && !goal.complete(old))
        .map(move |goal| goal.completed(who))
}

/// Whether the goal will be complete when the round ends.
fn done(goal: &Goal, board: &Board) -> bool {
    goal.complete(Tiling::of(board).wall)
}

/// The goals that lack a single tile, full lines counted as tiled, which the tiles on the table could still bring in this round.
fn within_reach(board: &Board, table: Tiles) -> Vec<Goal> {
    let wall = Tiling::of(board).wall;
    let near = |goal: &Goal| {
        let mut lacking = goal.cells().into_iter().filter(|&(row, colour)| !wall.has(row, colour));
        match (lacking.next(), lacking.next()) {
            (Some((row, colour)), None) => {
                missing(board, row, colour).is_some_and(|n| n <= table.count(colour))
            }
            _ => false,
        }
    };
    Goal::all().filter(near).collect()
}

/// How many tiles of the colour the line needs to be full of it in this round, if it can be.
fn missing(board: &Board, row: usize, colour: Colour) -> Option<usize> {
    let line = board.lines[row];
    line.colour().is_none_or(|held| held == colour).then(|| row + 1 - line.count())
}

/// The end of a round for one board: tiles that reach the wall, and the floor. Their points were certain before.
fn tiled(who: Seat, board: &Board) -> Vec<Event> {
    let tiling = Tiling::of(board);
    let rows = tiling.rows.iter().enumerate();
    let mut events: Vec<_> = rows.filter_map(|(row, due)| Some((*due)?.tell("reaches", who, row))).collect();
    let paid = board.score() + tiling.points() - Purse::of(board, &tiling).points();
    if paid > 0 {
        events.push(about("floor-cost", who, FLOOR).count(paid));
    }
    events
}

fn stands(who: Seat, board: &Board, table: Tiles) -> [Event; 5] {
    let tiling = Tiling::of(board);
    let coming = Purse::of(board, &tiling).points() - board.score();
    let begun = board.lines.iter().enumerate().filter(|(row, line)| (1..=*row).contains(&line.count()));
    let homeless = Colour::ALL.into_iter().filter(|&colour| !takes(board, colour));
    let tiles: usize = homeless.map(|colour| table.count(colour)).sum();
    let points = |kind, points: i32| Event::new(kind, who).count(points).worth(100 * points);
    let mut open = Event::new("open", who);
    for (row, _) in begun {
        open = open.at((row + 1).to_string(), line_spot(who, row));
        open.count += 1;
    }
    [
        points("score", board.score()),
        points("coming", coming),
        points("bonus", tiling.wall.bonus().points()),
        open,
        Event::new("homeless", who).count(tiles as i32),
    ]
}

/// Whether some line can take the colour.
fn takes(board: &Board, colour: Colour) -> bool {
    board.open >> (6 * colour.index()) & 0b11111 != 0
}

/// An event that is seen at a line of a board.
fn about(kind: &'static str, who: Seat, line: usize) -> Event {
    let place: Spot = line_spot(who, line);
    Event { places: vec![place], ..Event::new(kind, who) }
}

fn number(n: usize) -> Detail {
    Detail::Number(n as i32)
}

fn word(colour: Colour) -> Detail {
    Detail::Word(colour.name())
}
