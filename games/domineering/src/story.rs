//! What happens in Domineering: safe moves made and spent, places and room taken away, and the board falling into parts.

use game::bits::Word;
use game::{Detail, Event, Game, Seat, Spot, Story, Turn, ranking};

use crate::board::{Domineering, O, Placement, State, X};
use crate::counts::every_other;
use crate::text;

/// Rough worths, in hundredths of a move.
const SAFE: i32 = 100;
const ROOM: i32 = 50;
const PLACE: i32 = 10;
const END: i32 = 1000;

impl<W: Word> Story for Domineering<W> {
    const TELLINGS: &'static str = include_str!("../story.txt");

    fn story(&self, state: &State<W>, mv: Placement) -> Vec<Event> {
        let who = state.side();
        let mut after = *state;
        self.play(&mut after, mv);
        let change = Change { before: self.free(state), after: self.free(&after) };
        let mut told = Vec::new();
        if self.turn(&after) == Turn::Over {
            told.push(Event::new("ends", who).count(1).worth(END));
        }
        told.extend(self.safe_moves(who, &change));
        told.extend(self.room(who, &change));
        told.extend(self.parts(who, &change));
        told
    }

    fn standing(&self, state: &State<W>) -> Vec<Event> {
        let free = self.free(state);
        let counts = self.counts(free);
        let mut told = Vec::new();
        for who in [X, O] {
            let count = counts[who.index()].safe;
            let event = Event::new("safe", who).count(count).worth(SAFE * count);
            told.push(self.named(event, who, self.safe_starts(free, who).elements()));
        }
        for who in [X, O] {
            let count = counts[who.index()].real;
            told.push(Event::new("most", who).count(count).worth(ROOM * count));
        }
        for who in [X, O] {
            let count = counts[who.index()].moves;
            told.push(Event::new("places", who).count(count).worth(PLACE * count));
        }
        told
    }

    fn passed(&self, state: &State<W>) -> Option<State<W>> {
        (self.turn(state) != Turn::Over).then(|| self.position(state.x, state.o, state.side.other()))
    }
}

/// The free cells before and after a move.
struct Change<W> {
    before: W,
    after: W,
}

impl<W: Word> Domineering<W> {
    /// The free cells that the opponent of `seat` can never cover.
    fn out_of_reach(&self, free: W, seat: Seat) -> W {
        let starts = self.pairs(free, seat.other());
        free & !(starts | starts << self.step(seat.other()))
    }

    /// Safe moves of `seat` that can all be played, as many as there are.
    fn safe_starts(&self, free: W, seat: Seat) -> W {
        every_other(self.pairs(self.out_of_reach(free, seat), seat), self.step(seat), self.line_length(seat))
    }

    /// The safe moves that a move makes, for whomever, and those that it uses up.
    fn safe_moves(&self, who: Seat, change: &Change<W>) -> Vec<Event> {
        let mut told = Vec::new();
        for seat in [who, who.other()] {
            let count = |free: W| self.safe_starts(free, seat).count() as i32;
            let more = count(change.after) - count(change.before);
            if more < 0 {
                told.push(Event::new("spends", who).count(-more).worth(SAFE * more));
            }
            if more <= 0 {
                continue;
            }
            let (kind, worth) = if seat == who { ("makes-safe", SAFE) } else { ("gives-safe", -SAFE) };
            let event = Event::new(kind, who).count(more).worth(worth * more);
            told.push(self.named(event, seat, self.new_safe(seat, change, more as usize).into_iter()));
        }
        told
    }

    /// So many of the safe moves after the change, those with the most cells that were not out of reach before.
    fn new_safe(&self, seat: Seat, change: &Change<W>, count: usize) -> Vec<usize> {
        let old = self.out_of_reach(change.before, seat);
        let mut starts: Vec<usize> = self.safe_starts(change.after, seat).elements().collect();
        ranking::by_key(&mut starts, |&cell| (self.domino(seat, cell) & old).count() as i64);
        starts.truncate(count);
        starts.sort_unstable();
        starts
    }

    /// The places and the room that a move takes from the opponent, and the room it costs its own side besides the domino itself.
    fn room(&self, who: Seat, change: &Change<W>) -> Vec<Event> {
        let (before, after) = (self.counts(change.before), self.counts(change.after));
        let [own, other] = [who, who.other()].map(Seat::index);
        let mut told = Vec::new();
        let mut tell = |kind, count: i32, worth: i32| {
            if count > 0 {
                told.push(Event::new(kind, who).count(count).worth(worth * count));
            }
        };
        tell("limits", before[other].real - after[other].real, ROOM);
        tell("wastes", before[own].real - after[own].real - 1, -ROOM);
        tell("takes-away", before[other].moves - after[other].moves, PLACE);
        told
    }

    /// The parts, of two cells or more, into which the free cells around the new domino fall.
    fn parts(&self, who: Seat, change: &Change<W>) -> Option<Event> {
        let covered = change.before & !change.after;
        let mut left = self.around(covered) & change.after;
        let mut parts = Vec::new();
        while !left.is_empty() {
            let part = self.flood(W::bit(left.lowest()), change.after);
            left &= !part;
            parts.push(part.count());
        }
        parts.retain(|&cells| cells > 1);
        ranking::by_key(&mut parts, |&cells| -(cells as i64));
        let sizes: Vec<String> = parts.iter().map(usize::to_string).collect();
        (parts.len() > 1).then(|| {
            let event = Event::new("splits", who).count(parts.len() as i32 - 1);
            let domino = covered.elements().take(1);
            self.named(event.with("Sizes", Detail::Name(sizes.join(" + "))), who, domino)
        })
    }

    /// The cells next to a set, cells of the set among them where two are adjacent.
    fn around(&self, set: W) -> W {
        let columns = self.size.columns;
        let beside = (set & self.not_last_column) << 1 | (set >> 1 & self.not_last_column);
        (beside | set << columns | set >> columns) & self.all
    }

    /// Everything in `within` that is connected to `seed`.
    fn flood(&self, seed: W, within: W) -> W {
        let mut region = seed;
        loop {
            let grown = (region | self.around(region)) & within;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// The event with dominoes of `seat`, named as moves are, both cells of each seen on the board.
    fn named(&self, mut event: Event, seat: Seat, starts: impl Iterator<Item = usize>) -> Event {
        for start in starts {
            event.names.push(text::cell_name(self.size, start));
            event.places.extend(self.domino(seat, start).elements().map(|cell| Spot(cell as u16)));
        }
        event
    }
}
