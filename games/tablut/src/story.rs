//! What a move literally does: pawns captured, ways of the king to the edge, how closely he is held, who wins.
//!
//! Only winning counts in this game, so the worths are a rough measure: a pawn is 100. A way is a straight free run from the king's square to an
//! escape. The story knows no history: that a position comes back, and the draw it brings, is not told here.

use game::{Detail, Event, Game, Seat, Spot, Story, Turn};

use crate::board::{CAMPS, CASTLE, KEEP, Set, Square, WIDTH, around};
use crate::capture::pawns_taken;
use crate::moves::{self, Move};
use crate::rules::Tablut;
use crate::state::{Ending, Side, State};
use crate::threat::{open_escapes, slide, wins};

const PAWN: i32 = 100;
const WAY: i32 = 150;
const HELD_SIDE: i32 = 50;
const THREAT: i32 = 300;
/// The other side wins with its next move, or cannot stop this one from it.
const DECISIVE: i32 = 2_000;
const GAME: i32 = 10_000;

impl Story for Tablut {
    const TELLINGS: &'static str = include_str!("../story.txt");

    fn story(&self, state: &State, mv: Move) -> Vec<Event> {
        let Turn::Player(who) = self.turn(state) else { return Vec::new() };
        let mut next = *state;
        self.play(&mut next, mv);
        let mut events = Vec::new();
        events.extend(ending(who, state, &next, mv));
        let taken = pawns_taken(state, mv);
        events.extend(named("captures", who, taken, PAWN));
        if next.ending().is_some() {
            return events;
        }
        match state.side() {
            Side::White => events.extend(told_of_white(who, state, &next)),
            Side::Black => events.extend(told_of_black(who, state, &next)),
        }
        events
    }

    /// Pawns of each side; of the king, his ways to the edge, the squares he can move to, and the sides on which he is held.
    fn standing(&self, state: &State) -> Vec<Event> {
        let (white, black) = (Side::White.seat(), Side::Black.seat());
        let pawns = |who, set: Set| {
            let count = set.count_ones() as i32;
            Event::new("pawns", who).count(count).worth(PAWN * count)
        };
        let room = state.king().map_or(0, |king| slide(state, king).0.count_ones());
        let hold = Hold::of(state);
        vec![
            pawns(white, state.white()),
            pawns(black, state.black()),
            all_named("ways", white, ways(state), WAY),
            Event::new("room", white).count(room as i32),
            hold.told("held", white).worth(-HELD_SIDE * hold.sides),
        ]
    }

    fn passed(&self, state: &State) -> Option<State> {
        state.ending().is_none().then(|| turned_over(state)).filter(|passed| passed.ending().is_none())
    }
}

/// The same pieces with the other side to move.
fn turned_over(state: &State) -> State {
    State::new(state.white, state.black, state.king, state.side.other())
}

/// The escapes that the king could go to at once if he were to move; none once the game is over.
fn ways(state: &State) -> Set {
    if state.ending() == Some(Ending::Captured) || state.ending() == Some(Ending::Escaped) {
        return 0;
    }
    open_escapes(state)
}

/// How the move ends the game, if it does.
fn ending(who: Seat, before: &State, after: &State, mv: Move) -> Option<Event> {
    let won = |kind, square: Square| named(kind, who, square.bit(), GAME);
    match after.ending()? {
        Ending::Escaped => won("escapes", mv.to()),
        Ending::Captured => won("king-captured", before.king),
        Ending::Stuck => Some(Event::new("blocks", who).count(1).worth(GAME)),
    }
}

fn told_of_white(who: Seat, before: &State, after: &State) -> Vec<Event> {
    let (old, new) = (ways(before), ways(after));
    let mut events = Vec::new();
    if cannot_be_stopped(after) {
        events.extend(named("uncloseable", who, new, 0).map(|event| event.worth(DECISIVE)));
    } else {
        events.extend(named("opens", who, new & !old, WAY));
    }
    events.extend(named("gives-up", who, old & !new, -WAY));
    events.extend(named("exposes", who, catches(after), 0).map(|event| event.worth(-DECISIVE)));
    let (held, holds) = (Hold::of(before), Hold::of(after));
    // Out of the castle fewer sides are needed: what counts is how many more it takes.
    let relieved = holds.missing() - held.missing();
    if holds.sides < held.sides && relieved > 0 {
        events.push(holds.told("frees", who).worth(HELD_SIDE * relieved));
    }
    events
}

fn told_of_black(who: Seat, before: &State, after: &State) -> Vec<Event> {
    let (old, new) = (ways(before), ways(after));
    let mut events = Vec::new();
    events.extend(named("closes", who, old & !new, WAY));
    events.extend(named("leaves", who, new, 0).map(|event| event.worth(-DECISIVE)));
    events.extend(named("threatens", who, catches(&turned_over(after)), 0).map(|event| event.worth(THREAT)));
    let (held, holds) = (Hold::of(before), Hold::of(after));
    if holds.sides > held.sides {
        events.push(holds.told("surrounds", who).worth(HELD_SIDE * (holds.sides - held.sides)));
    }
    events
}

/// Whether Black, to move, has no answer after which the king has no way to the edge or is captured. Tries them all.
fn cannot_be_stopped(state: &State) -> bool {
    if ways(state) == 0 {
        return false;
    }
    let mut answers = Vec::new();
    moves::list(state, &mut answers);
    answers.into_iter().all(|answer| {
        let mut next = *state;
        Tablut.play(&mut next, answer);
        ways(&next) != 0
    })
}

/// Where Black, to move, can put a pawn to capture the king at once.
fn catches(state: &State) -> Set {
    let mut answers = Vec::new();
    moves::list(state, &mut answers);
    let catching = answers.into_iter().filter(|&answer| wins(state, answer));
    catching.fold(0, |set, answer| set | answer.to().bit())
}

/// On how many sides the king is held, and on how many he has to be for Black to capture him.
struct Hold {
    sides: i32,
    needed: i32,
}

impl Hold {
    /// In the castle and beside it every side but the castle counts, and only pawns do; elsewhere two opposite ones, and camps count like pawns.
    fn of(state: &State) -> Hold {
        let Some(king) = state.king() else { return Hold { sides: 0, needed: 2 } };
        if king.is_in(KEEP) {
            let sides = around(king.bit()) & !CASTLE;
            return Hold {
                sides: (sides & state.black()).count_ones() as i32,
                needed: sides.count_ones() as i32,
            };
        }
        let hostile = around(king.bit()) & (state.black() | CAMPS);
        let row = hostile >> (king.row() * WIDTH) & ((1 << WIDTH) - 1);
        let across = row.count_ones();
        Hold { sides: across.max(hostile.count_ones() - across) as i32, needed: 2 }
    }

    /// On how many more sides he has to be held.
    fn missing(&self) -> i32 {
        self.needed - self.sides
    }

    fn told(&self, kind: &'static str, who: Seat) -> Event {
        Event::new(kind, who).count(self.sides).with("Needed", Detail::Number(self.needed))
    }
}

/// An event about these squares, unless there are none; each is worth so much.
fn named(kind: &'static str, who: Seat, squares: Set, worth: i32) -> Option<Event> {
    (squares != 0).then(|| all_named(kind, who, squares, worth))
}

fn all_named(kind: &'static str, who: Seat, squares: Set, worth: i32) -> Event {
    let count = squares.count_ones() as i32;
    let event = Event::new(kind, who).count(count).worth(worth * count);
    Square::all(squares)
        .fold(event, |event, square| event.at(square.to_string(), Spot(square.index() as u16)))
}
