//! What happens in Clobber: stones go out of play or stand alone, and the board falls into parts.

use game::bits::Word;
use game::{Detail, Event, Game, Seat, Spot, Story, Turn, ranking};

use crate::board::{Cells, Clobber, Hop, O, State, X};
use crate::text;

/// Rough worths, in hundredths of a stone in play.
const STONE: i32 = 100;
const END: i32 = 1000;

impl Story for Clobber {
    const TELLINGS: &'static str = include_str!("../story.txt");

    fn story(&self, state: &State, mv: Hop) -> Vec<Event> {
        let (who, mut after) = (state.side(), *state);
        self.play(&mut after, mv);
        let mut told = Vec::new();
        if self.turn(&after) == Turn::Over {
            told.push(Event::new("ends", who).count(1).worth(END));
        }
        told.extend(self.support(who, state, &after));
        told.extend(self.parts(who, state, &after, mv));
        told
    }

    fn standing(&self, state: &State) -> Vec<Event> {
        let in_play = self.in_play(state);
        let mut told = Vec::new();
        for who in [X, O] {
            told.push(self.named("in-play", who, state.stones(who) & in_play, STONE));
        }
        for who in [X, O] {
            told.push(self.named("alone", who, self.alone(state, who), -STONE));
        }
        told
    }

    fn passed(&self, state: &State) -> Option<State> {
        (self.turn(state) != Turn::Over).then(|| self.position(state.stones, state.side().other()))
    }
}

impl Clobber {
    /// The stones that a move puts out of play, whosever, and those that stand alone at the front because of it.
    fn support(&self, who: Seat, before: &State, after: &State) -> Vec<Event> {
        let (played, plays) = (self.in_play(before), self.in_play(after));
        let out = |seat| after.stones(seat) & played & !plays;
        let alone = |seat| self.alone(after, seat) & !self.alone(before, seat);
        let told = [
            ("shuts-out", out(who.other()), STONE),
            ("drops-out", out(who), -STONE),
            ("isolates", alone(who.other()), STONE),
            ("exposes", alone(who), -STONE),
        ];
        told.into_iter()
            .filter(|&(_, stones, _)| stones != 0)
            .map(|(kind, stones, worth)| self.named(kind, who, stones, worth))
            .collect()
    }

    /// The parts with moves into which the stones around the move fall.
    fn parts(&self, who: Seat, before: &State, after: &State, mv: Hop) -> Option<Event> {
        let [from, to] = mv.ends();
        let stones = |state: &State| state.stones(X) | state.stones(O);
        let group = self.flood(1 << from, stones(before));
        let mut left = self.movable(after, who) & group;
        let mut parts = Vec::new();
        while left != 0 {
            let part = self.flood(left & left.wrapping_neg(), stones(after));
            left &= !part;
            parts.push(part.count_ones());
        }
        ranking::by_key(&mut parts, |&stones| -i64::from(stones));
        let sizes: Vec<String> = parts.iter().map(u32::to_string).collect();
        (parts.len() > 1).then(|| {
            let event = Event::new("splits", who).count(parts.len() as i32 - 1);
            let event = event.with("Sizes", Detail::Name(sizes.join(" + ")));
            event.at(text::cell_name(self.size, to), Spot(to as u16))
        })
    }

    /// The event about these stones, each worth so much.
    fn named(&self, kind: &'static str, who: Seat, stones: Cells, worth: i32) -> Event {
        let count = stones.count_ones() as i32;
        let event = Event::new(kind, who).count(count).worth(worth * count);
        let name = |cell| (text::cell_name(self.size, cell), Spot(cell as u16));
        stones.elements().map(name).fold(event, |event, (name, spot)| event.at(name, spot))
    }
}
