//! What happens in Taiji: groups that grow, are joined, kept apart or shut in; and where points are still to be had.

use game::{Detail, Event, Game, Seat, Spot, Story, Turn, ranking};

use crate::rules::{BLACK, WHITE};
use crate::{State, Taiji, Taijitu, Word, text};

/// From how many cells on a group that cannot grow any more is told of.
const WORTH_TELLING: usize = 3;
/// From how many points on it is told that a half came where the others would have joined groups.
const WORTH_BLOCKING: i32 = 2;

impl<W: Word> Story for Taiji<W> {
    const TELLINGS: &'static str = include_str!("../story.txt");

    fn story(&self, state: &State<W>, mv: Taijitu) -> Vec<Event> {
        let who = state.side();
        let (own, other) = self.cells(mv);
        let mine = self.half(state.of(who), own);
        let theirs = self.half(state.of(who.other()), other);
        let mut told = Vec::new();
        told.extend(self.placed(who, &mine, OWN));
        told.extend(self.placed(who, &theirs, GIVEN));
        told.extend(self.blocked("blocks", who, &self.half(state.of(who.other()), own)));
        told.extend(self.blocked("blocks-own", who, &self.half(state.of(who), other)));
        let mut after = *state;
        self.play(&mut after, mv);
        for seat in [who, who.other()] {
            told.extend(self.shut_in(seat, state, &after));
        }
        told
    }

    fn standing(&self, state: &State<W>) -> Vec<Event> {
        let mut told = Vec::new();
        for who in [WHITE, BLACK] {
            let score = self.score(state, who);
            told.push(Event::new("score", who).count(score).worth(100 * score));
        }
        // With one group that counts, the score is the size of the largest.
        for who in [WHITE, BLACK].into_iter().filter(|_| self.groups() > 1) {
            told.push(Event::new("largest", who).count(self.board().largest(state.of(who)) as i32));
        }
        for who in [WHITE, BLACK] {
            let mut room = Event::new("room", who);
            self.live(self.empty(state)).each(|cell| {
                if self.half(state.of(who), cell).gain > 0 {
                    room = self.seen(room.clone(), cell);
                }
            });
            let count = room.names.len() as i32;
            told.push(room.count(count));
        }
        told
    }

    fn passed(&self, state: &State<W>) -> Option<State<W>> {
        let side = state.side().other();
        (self.turn(state) != Turn::Over).then(|| State::new(state.of(WHITE), state.of(BLACK), side))
    }
}

/// How a half is told: when it begins a group, makes one larger, joins several; and the sign of what it is worth to the mover.
struct Words {
    starts: &'static str,
    grows: &'static str,
    joins: &'static str,
    sign: i32,
}

/// The mover's own half.
const OWN: Words = Words { starts: "starts", grows: "grows", joins: "joins", sign: 1 };
/// The half for the other side, to which it makes no difference whether a group begins or grows.
const GIVEN: Words = Words { starts: "gives", grows: "gives", joins: "gives-join", sign: -1 };

/// What a half on a cell does for its colour.
struct Half {
    cell: usize,
    /// The sizes of the groups that it touches, the largest first.
    touched: Vec<usize>,
    /// The size of the group that it is in afterwards.
    size: usize,
    /// What it adds to the score.
    gain: i32,
}

impl<W: Word> Taiji<W> {
    fn half(&self, colour: W, cell: usize) -> Half {
        let (board, bit) = (self.board(), W::bit(cell));
        let mut touched = Vec::new();
        board.each_group(board.flood(board.neighbours(bit), colour), |group| touched.push(group.count()));
        ranking::by_key(&mut touched, |&size| -(size as i64));
        let size = 1 + touched.iter().sum::<usize>();
        let score = |set: W| board.score(set, self.groups()) as i32;
        Half { cell, touched, size, gain: score(colour | bit) - score(colour) }
    }

    /// What a half did. Only joining is told when it changes no score.
    fn placed(&self, who: Seat, half: &Half, words: Words) -> Option<Event> {
        let worth = words.sign * 100 * half.gain;
        let event = match half.touched.len() {
            0 | 1 if half.gain == 0 => return None,
            0 => Event::new(words.starts, who).count(half.gain),
            1 => Event::new(words.grows, who).count(half.gain),
            _ => joined(Event::new(words.joins, who).count(1), half),
        };
        Some(self.seen(event.worth(worth), half.cell))
    }

    /// A half came where one of the other colour would have joined groups for several points.
    fn blocked(&self, kind: &'static str, who: Seat, missed: &Half) -> Option<Event> {
        let told = missed.touched.len() > 1 && missed.gain >= WORTH_BLOCKING;
        told.then(|| self.seen(joined(Event::new(kind, who).count(1), missed), missed.cell))
    }

    /// Groups of a seat that could grow before the move, and never can again.
    fn shut_in(&self, who: Seat, before: &State<W>, after: &State<W>) -> Vec<Event> {
        let (board, colour) = (self.board(), after.of(who));
        let grows =
            |group: W, state: &State<W>| !(board.neighbours(group) & self.live(self.empty(state))).is_empty();
        let mut told = Vec::new();
        board.each_group(colour, |group| {
            // A group with the new half in it has just grown.
            let grew_before = grows(group & before.of(who), before);
            if group.count() < WORTH_TELLING || grows(group, after) || !grew_before {
                return;
            }
            let size = Detail::Number(group.count() as i32);
            let mut event = Event::new("shut-in", who).count(1).with("Size", size);
            event.names.push(self.name(group.lowest()));
            group.each(|cell| event.places.push(Spot(cell as u16)));
            told.push(event);
        });
        told
    }

    /// The empty cells that a taijitu can still cover: those beside another empty cell.
    fn live(&self, empty: W) -> W {
        empty & self.board().neighbours(empty)
    }

    fn name(&self, cell: usize) -> String {
        text::cell_name(cell, self.board().size().columns)
    }

    fn seen(&self, event: Event, cell: usize) -> Event {
        event.at(self.name(cell), Spot(cell as u16))
    }
}

/// The event with the groups that a half joins, and the group they become.
fn joined(event: Event, half: &Half) -> Event {
    let sizes: Vec<String> = half.touched.iter().map(usize::to_string).collect();
    event.with("Sizes", Detail::Name(sizes.join(" + "))).with("Size", Detail::Number(half.size as i32))
}
